/* SPDX-License-Identifier: MIT */
/*
 * SHA-3 and SHAKE, NIST FIPS 202, sections 6.1 and 6.2; and Keccak with the padding that it had
 * before the standard, as Ethereum uses it.
 *
 *     uint8_t digest[32];
 *     hashlane_sha3_hash(HASHLANE_SHA3_256, message, bytes, digest, sizeof digest);
 *
 * Rules for all functions:
 * - Messages and outputs are bytes at any alignment. A pointer to 0 bytes may be NULL.
 * - No function allocates or locks. Contexts are not wiped: use hashlane_wipe() after a secret.
 * - No branch and no address depends on the bytes of a message; lengths and counts are not secret.
 *   Checked for all kernels of x86-64 and ARM64: SECURITY.md.
 */
#ifndef HASHLANE_SHA3_H
#define HASHLANE_SHA3_H

#include "pool.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum hashlane_sha3_function HASHLANE_ANY_VALUE {
    HASHLANE_SHA3_224 = 0,
    HASHLANE_SHA3_256 = 1,
    HASHLANE_SHA3_384 = 2,
    HASHLANE_SHA3_512 = 3,
    HASHLANE_SHAKE128 = 4,
    HASHLANE_SHAKE256 = 5,
    /* SHA3-* without its two domain bits: the digests differ. HASHLANE_KECCAK_256 is Ethereum's. */
    HASHLANE_KECCAK_224 = 6,
    HASHLANE_KECCAK_256 = 7,
    HASHLANE_KECCAK_384 = 8,
    HASHLANE_KECCAK_512 = 9
} hashlane_sha3_function;

/* A message that is being hashed. To fork a hash, copy the structure. Do not use the fields
 * directly. */
typedef struct hashlane_sha3_context {
    uint64_t state[25];
    uint32_t rate_bytes;
    uint32_t position; /* bytes of the current block absorbed or squeezed so far */
    uint8_t suffix;    /* domain bits and the first bit of padding */
    uint8_t squeezing;
    uint16_t version; /* of the fields' meaning; 0: not started */
    uint32_t reserved;
} hashlane_sha3_context;

/* Returns the length of a SHA3-* or Keccak-* digest in bytes; 0 for SHAKE*, whose output has any
 * length. */
size_t hashlane_sha3_digest_bytes(hashlane_sha3_function function) HASHLANE_NOEXCEPT;

/*
 * Starts a message. HASHLANE_BAD_ARGUMENT if `function` is unknown: `hash` then accepts
 * no message and gives no output.
 */
hashlane_status hashlane_sha3_init(hashlane_sha3_context *hash,
                                   hashlane_sha3_function function) HASHLANE_NOEXCEPT;

/*
 * Appends `bytes` bytes to the message, in any number of calls. HASHLANE_BAD_ARGUMENT, with nothing
 * appended, after the first squeeze, or if `hash` was not started.
 */
hashlane_status hashlane_sha3_update(hashlane_sha3_context *hash, const void *message,
                                     size_t bytes) HASHLANE_NOEXCEPT;

/*
 * Writes the next `bytes` bytes of output; the first call ends the message. A digest is the first
 * hashlane_sha3_digest_bytes() bytes; do not use more. HASHLANE_BAD_ARGUMENT, with nothing
 * written, if `hash` was not started.
 */
hashlane_status hashlane_sha3_squeeze(hashlane_sha3_context *hash, uint8_t *output,
                                      size_t bytes) HASHLANE_NOEXCEPT;

/*
 * Hashes one message in one call. `output` may overlap `message`. HASHLANE_BAD_ARGUMENT, with
 * nothing written, in these cases, which are also those of the functions below:
 * - `function` is unknown;
 * - `function` is not SHAKE* and output_bytes is not hashlane_sha3_digest_bytes(function).
 */
hashlane_status hashlane_sha3_hash(hashlane_sha3_function function, const void *message,
                                   size_t bytes, uint8_t *output,
                                   size_t output_bytes) HASHLANE_NOEXCEPT;

/*
 * The same for one function, without arguments that could be wrong: SHA3-256, and the Keccak-256 of
 * Ethereum. digest: 32 bytes, which may overlap the message.
 */
void hashlane_sha3_256(const void *message, size_t bytes, uint8_t *digest) HASHLANE_NOEXCEPT;
void hashlane_keccak_256(const void *message, size_t bytes, uint8_t *digest) HASHLANE_NOEXCEPT;

/*
 * Hashes `count` messages of any lengths on all lanes of a core: message i has bytes[i] bytes at
 * messages[i], and the first output_bytes bytes of its output go to outputs + i * output_stride.
 * When a message ends, the next takes its lane. Messages start in order: order them longest first
 * for the best speed. An output may overlap its own message, but no other message or output, nor
 * the two arrays.
 */
hashlane_status hashlane_sha3_hash_many(hashlane_sha3_function function,
                                        const uint8_t *const *messages, const size_t *bytes,
                                        size_t count, uint8_t *outputs, size_t output_stride,
                                        size_t output_bytes) HASHLANE_NOEXCEPT;

/* Does the same on the threads of a pool (pool.h). */
hashlane_status hashlane_sha3_hash_many_pool(hashlane_sha3_function function,
                                             const uint8_t *const *messages, const size_t *bytes,
                                             size_t count, uint8_t *outputs, size_t output_stride,
                                             size_t output_bytes,
                                             const hashlane_pool *pool) HASHLANE_NOEXCEPT;

/*
 * Hashes `count` messages of one length, `bytes` bytes each, on all lanes of a core, with the rules
 * of hashlane_sha3_hash_many().
 */
hashlane_status hashlane_sha3_hash_equal(hashlane_sha3_function function,
                                         const uint8_t *const *messages, size_t bytes, size_t count,
                                         uint8_t *outputs, size_t output_stride,
                                         size_t output_bytes) HASHLANE_NOEXCEPT;

/* Does the same on the threads of a pool (pool.h). */
hashlane_status hashlane_sha3_hash_equal_pool(hashlane_sha3_function function,
                                              const uint8_t *const *messages, size_t bytes,
                                              size_t count, uint8_t *outputs, size_t output_stride,
                                              size_t output_bytes,
                                              const hashlane_pool *pool) HASHLANE_NOEXCEPT;

/*
 * Hashes `count` messages of one length on all lanes of a core: each is its parts in the columns
 * (common.h). The first output_bytes bytes of the output of message i go to
 * outputs + i * output_stride, and overlap no message.
 */
hashlane_status hashlane_sha3_hash_columns(hashlane_sha3_function function,
                                           const hashlane_column *columns, size_t columns_count,
                                           size_t count, uint8_t *outputs, size_t output_stride,
                                           size_t output_bytes) HASHLANE_NOEXCEPT;

#ifdef __cplusplus
}
#endif

#endif
