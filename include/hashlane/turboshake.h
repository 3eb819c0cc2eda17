/* SPDX-License-Identifier: MIT */
/*
 * TurboSHAKE128 and TurboSHAKE256, RFC 9861, 2: as SHAKE, at half of the rounds, with a byte that
 * separates domains. One message in pieces or at once, and many messages on the lanes of a core.
 *
 * Messages and outputs are bytes at any alignment; with 0 bytes a pointer may be NULL. No function
 * allocates, locks, or branches on, or takes an address from, the bytes of a message.
 */
#ifndef HASHLANE_TURBOSHAKE_H
#define HASHLANE_TURBOSHAKE_H

#include "common.h"
#include "sha3.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum hashlane_turboshake_function {
    HASHLANE_TURBOSHAKE128 = 128, /* 128 bits of security, 168 bytes a permutation */
    HASHLANE_TURBOSHAKE256 = 256  /* 256 bits of security, 136 bytes a permutation */
} hashlane_turboshake_function;

/* The domain byte D of uses that need no separation: RFC 9861, 2.1. It may be 0x01 to 0x7f. */
#define HASHLANE_TURBOSHAKE_DOMAIN 0x1f

/* A message being hashed. To fork a hash, copy the structure. Do not use the fields directly. */
typedef struct hashlane_turboshake_context {
    hashlane_sha3_context sponge;
    uint64_t reserved[5];
} hashlane_turboshake_context;

/*
 * Starts a message. HASHLANE_BAD_ARGUMENT if `function` is not one of the above, or `domain` not
 * 0x01 to 0x7f: `hash` then takes no message, and its output is zeros.
 */
hashlane_status hashlane_turboshake_init(hashlane_turboshake_context *hash,
                                         hashlane_turboshake_function function,
                                         uint8_t domain) HASHLANE_NOEXCEPT;

/*
 * Appends `bytes` bytes to the message, in any number of calls. HASHLANE_BAD_ARGUMENT after the
 * first squeeze, or if `hash` was not started; nothing was appended then.
 */
hashlane_status hashlane_turboshake_absorb(hashlane_turboshake_context *hash, const uint8_t *message,
                                           size_t bytes) HASHLANE_NOEXCEPT;

/* Writes the next `bytes` bytes of the output, which has no end; the first call ends the message.
 */
void hashlane_turboshake_squeeze(hashlane_turboshake_context *hash, uint8_t *output,
                                 size_t bytes) HASHLANE_NOEXCEPT;

/* init, absorb and squeeze in one call. `output` may overlap `message`. */
hashlane_status hashlane_turboshake_hash(hashlane_turboshake_function function, uint8_t domain,
                                         const uint8_t *message, size_t bytes, uint8_t *output,
                                         size_t output_bytes) HASHLANE_NOEXCEPT;

/*
 * Hashes `count` messages, several at once if the processor can: message i is bytes[i] bytes at
 * messages[i], and outputs[i] gets the first output_bytes bytes of its output. As a message ends,
 * the next takes its lane. An output may overlap its own message, but no other message or output,
 * nor the three arrays. HASHLANE_BAD_ARGUMENT as of hashlane_turboshake_init(); nothing was
 * written then.
 */
hashlane_status hashlane_turboshake_hash_many(hashlane_turboshake_function function, uint8_t domain,
                                              const uint8_t *const *messages, const size_t *bytes,
                                              size_t count, uint8_t *const *outputs,
                                              size_t output_bytes) HASHLANE_NOEXCEPT;

#ifdef __cplusplus
}
#endif

#endif
