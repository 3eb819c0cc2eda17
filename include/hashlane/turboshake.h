/* SPDX-License-Identifier: MIT */
/*
 * TurboSHAKE128 and TurboSHAKE256, RFC 9861, 2: SHAKE with half of the rounds and a byte that
 * separates domains.
 *
 *     uint8_t output[32];
 *     hashlane_turboshake_hash(HASHLANE_TURBOSHAKE128, HASHLANE_TURBOSHAKE_DOMAIN, message, bytes,
 *                              output, sizeof output);
 *
 * Rules for all functions:
 * - Messages and outputs are bytes at any alignment. A pointer to 0 bytes may be NULL.
 * - No function allocates or locks. Contexts are not wiped: use hashlane_wipe() after a secret.
 * - No branch and no address depends on the bytes of a message; lengths and counts are not secret.
 *   Checked for all kernels of x86-64 and ARM64: SECURITY.md.
 */
#ifndef HASHLANE_TURBOSHAKE_H
#define HASHLANE_TURBOSHAKE_H

#include "common.h"
#include "sha3.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum hashlane_turboshake_function HASHLANE_ANY_VALUE {
    HASHLANE_TURBOSHAKE128 = 128, /* 128 bits of security, 168 bytes per permutation */
    HASHLANE_TURBOSHAKE256 = 256  /* 256 bits of security, 136 bytes per permutation */
} hashlane_turboshake_function;

/* The domain byte D of uses that need no separation: RFC 9861, 2.1. It may be 0x01 to 0x7f. */
#define HASHLANE_TURBOSHAKE_DOMAIN 0x1f

/* A message that is being hashed. To fork a hash, copy the structure. Do not use the fields
 * directly. */
typedef struct hashlane_turboshake_context {
    hashlane_sha3_context sponge;
    uint64_t reserved[5];
} hashlane_turboshake_context;

/*
 * Starts a message. HASHLANE_BAD_ARGUMENT if `function` is unknown, or `domain` is not in
 * 0x01 to 0x7f: `hash` then accepts no message and gives no output.
 */
hashlane_status hashlane_turboshake_init(hashlane_turboshake_context *hash,
                                         hashlane_turboshake_function function,
                                         uint8_t domain) HASHLANE_NOEXCEPT;

/*
 * Appends `bytes` bytes to the message, in any number of calls. HASHLANE_BAD_ARGUMENT, with nothing
 * appended, after the first squeeze, or if `hash` was not started.
 */
hashlane_status hashlane_turboshake_update(hashlane_turboshake_context *hash, const void *message,
                                           size_t bytes) HASHLANE_NOEXCEPT;

/*
 * Writes the next `bytes` bytes of the output, which has any length; the first call ends the
 * message. HASHLANE_BAD_ARGUMENT, with nothing written, if `hash` was not started.
 */
hashlane_status hashlane_turboshake_squeeze(hashlane_turboshake_context *hash, uint8_t *output,
                                            size_t bytes) HASHLANE_NOEXCEPT;

/*
 * Hashes one message in one call. `output` may overlap `message`. HASHLANE_BAD_ARGUMENT, with
 * nothing written, as for hashlane_turboshake_init().
 */
hashlane_status hashlane_turboshake_hash(hashlane_turboshake_function function, uint8_t domain,
                                         const void *message, size_t bytes, uint8_t *output,
                                         size_t output_bytes) HASHLANE_NOEXCEPT;

/*
 * Hashes `count` messages of any lengths on all lanes of a core: message i has bytes[i] bytes at
 * messages[i], and the first output_bytes bytes of its output go to outputs + i * output_stride.
 * When a message ends, the next takes its lane. An output may overlap its own message, but no other
 * message or output, nor the two arrays. HASHLANE_BAD_ARGUMENT, with nothing written, as for
 * hashlane_turboshake_init().
 */
hashlane_status hashlane_turboshake_hash_many(hashlane_turboshake_function function, uint8_t domain,
                                              const uint8_t *const *messages, const size_t *bytes,
                                              size_t count, uint8_t *outputs, size_t output_stride,
                                              size_t output_bytes) HASHLANE_NOEXCEPT;

/* Does the same on the threads of a pool (pool.h). */
hashlane_status hashlane_turboshake_hash_many_pool(hashlane_turboshake_function function,
                                                   uint8_t domain, const uint8_t *const *messages,
                                                   const size_t *bytes, size_t count,
                                                   uint8_t *outputs, size_t output_stride,
                                                   size_t output_bytes,
                                                   const hashlane_pool *pool) HASHLANE_NOEXCEPT;

#ifdef __cplusplus
}
#endif

#endif
