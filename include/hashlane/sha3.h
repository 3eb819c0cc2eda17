/* SPDX-License-Identifier: MIT */
/* SHA-3 and SHAKE, NIST FIPS 202, sections 6.1 and 6.2. */
#ifndef HASHLANE_SHA3_H
#define HASHLANE_SHA3_H

#include "common.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum hashlane_sha3_function {
    HASHLANE_SHA3_224,
    HASHLANE_SHA3_256,
    HASHLANE_SHA3_384,
    HASHLANE_SHA3_512,
    HASHLANE_SHAKE128,
    HASHLANE_SHAKE256
} hashlane_sha3_function;

/*
 * A message being hashed. To fork a hash, copy the structure. Do not use the fields directly.
 */
typedef struct hashlane_sha3_context {
    uint64_t state[25];
    uint32_t rate_bytes;
    uint32_t position; /* bytes of the current block absorbed or squeezed so far */
    uint8_t suffix;    /* domain bits and the first bit of padding */
    uint8_t squeezing;
} hashlane_sha3_context;

/* The digest's length in bytes for SHA3-*; 0 for SHAKE*, whose output has no end. */
size_t hashlane_sha3_digest_bytes(hashlane_sha3_function function) HASHLANE_NOEXCEPT;

/*
 * Starts a message. HASHLANE_BAD_ARGUMENT if `function` is not one of the above: `hash` then takes
 * no message, and its output is zeros.
 */
hashlane_status hashlane_sha3_init(hashlane_sha3_context *hash,
                                   hashlane_sha3_function function) HASHLANE_NOEXCEPT;

/*
 * Appends `bytes` bytes to the message, in any number of calls, of any size and alignment.
 * HASHLANE_BAD_ARGUMENT after the first squeeze, or if `hash` was not started.
 */
hashlane_status hashlane_sha3_absorb(hashlane_sha3_context *hash, const uint8_t *message,
                                     size_t bytes) HASHLANE_NOEXCEPT;

/*
 * Writes the next `bytes` bytes of output; the first call ends the message. A SHA3-* digest is the
 * first hashlane_sha3_digest_bytes() bytes; the output of SHAKE* has no end.
 */
void hashlane_sha3_squeeze(hashlane_sha3_context *hash, uint8_t *output, size_t bytes) HASHLANE_NOEXCEPT;

/* init, absorb and squeeze in one call. `output` may overlap `message`. */
hashlane_status hashlane_sha3_hash(hashlane_sha3_function function, const uint8_t *message,
                                   size_t bytes, uint8_t *output,
                                   size_t output_bytes) HASHLANE_NOEXCEPT;

/*
 * Hashes `count` messages of `bytes` bytes each, several at once if the processor can. outputs[i]
 * gets the first output_bytes bytes of the output of messages[i]. An output may overlap its own
 * message, but no other message or output.
 */
hashlane_status hashlane_sha3_hash_equal(hashlane_sha3_function function,
                                        const uint8_t *const *messages, size_t count, size_t bytes,
                                        uint8_t *const *outputs,
                                        size_t output_bytes) HASHLANE_NOEXCEPT;

/*
 * The same for messages of unequal lengths: message i is bytes[i] bytes at messages[i]. As a
 * message ends, the next takes its lane. Messages are begun in their order, so that the time is
 * shortest where the longest come first. An output may overlap its own message, but no other
 * message or output, nor the three arrays.
 */
hashlane_status hashlane_sha3_hash_many(hashlane_sha3_function function,
                                           const uint8_t *const *messages, const size_t *bytes,
                                           size_t count, uint8_t *const *outputs,
                                           size_t output_bytes) HASHLANE_NOEXCEPT;

#ifdef __cplusplus
}
#endif

#endif
