/* SPDX-License-Identifier: MIT */
/*
 * cSHAKE, KMAC, TupleHash and ParallelHash: NIST SP 800-185, December 2016. Lengths are in bytes.
 *
 *     uint8_t mac[32];
 *     hashlane_kmac(HASHLANE_KMAC256, key, 32, context, context_bytes, message, bytes, mac, 32);
 *     if (hashlane_kmac_verify(HASHLANE_KMAC256, key, 32, context, context_bytes, message, bytes,
 *                              received, 32) != HASHLANE_OK)
 *         reject();
 *
 * Rules for all functions:
 * - Strings (message, key, name, customization, element) have any number of bytes at any alignment;
 *   an empty one may be NULL. A customization separates the uses of one function: results with
 *   different ones are unrelated.
 * - A context may be copied, to continue a message in two ways or to start many messages with one
 *   key. Contexts hold no addresses and need no cleaning up. Wipe one that holds a key and is not
 *   finished (wipe.h). Do not use their fields directly.
 * - HASHLANE_BAD_ARGUMENT, with no output written: a function that is not in its enumeration, a
 *   NULL with a number of bytes, or a context in another stage than the description requires (one
 *   that was never started is recognised where possible). An init that fails leaves a context that
 *   accepts nothing.
 * - The output of the one-call functions, ..._final() and ..._squeeze() may overlap any input, but
 *   not the context.
 * - No function allocates or locks. Time and memory accesses depend on lengths and on the function,
 *   and on no byte of a string. Checked for all kernels of x86-64 and ARM64: SECURITY.md.
 */
#ifndef HASHLANE_SP800_185_H
#define HASHLANE_SP800_185_H

#include "pool.h"
#include "sha3.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The part that the contexts below have in common. */
typedef struct hashlane_custom_sponge {
    hashlane_sha3_context sponge;
    uint32_t ending; /* of the message; 0: not started, or finished */
    uint32_t reserved_word;
    uint64_t reserved[4];
} hashlane_custom_sponge;

/* ---- cSHAKE: SHAKE with a customization, section 3 ---- */

typedef enum hashlane_cshake_function HASHLANE_ANY_VALUE {
    HASHLANE_CSHAKE128 = 0,
    HASHLANE_CSHAKE256 = 1
} hashlane_cshake_function;

typedef struct hashlane_cshake_context {
    hashlane_custom_sponge inside;
} hashlane_cshake_context;

/*
 * Starts a message. name: of a function that NIST defines with cSHAKE; empty for everybody else. If
 * name and customization are both empty, this is SHAKE.
 */
hashlane_status hashlane_cshake_init(hashlane_cshake_context *hash,
                                     hashlane_cshake_function function, const void *name,
                                     size_t name_bytes, const void *customization,
                                     size_t customization_bytes) HASHLANE_NOEXCEPT;

/* Appends to the message, in any number of calls. HASHLANE_BAD_ARGUMENT after the first squeeze. */
hashlane_status hashlane_cshake_update(hashlane_cshake_context *hash, const void *message,
                                       size_t bytes) HASHLANE_NOEXCEPT;

/* Writes the next `bytes` bytes of output, which has any length; the first call ends the message.
 */
hashlane_status hashlane_cshake_squeeze(hashlane_cshake_context *hash, uint8_t *output,
                                        size_t bytes) HASHLANE_NOEXCEPT;

/* Hashes one message: init, update and squeeze in one call. */
hashlane_status hashlane_cshake_hash(hashlane_cshake_function function, const void *name,
                                     size_t name_bytes, const void *customization,
                                     size_t customization_bytes, const void *message, size_t bytes,
                                     uint8_t *output, size_t output_bytes) HASHLANE_NOEXCEPT;

/* ---- KMAC: a message authentication code and pseudorandom function, section 4 ---- */

/*
 * - KMAC: the length of the output changes all of its bytes.
 * - KMACXOF: the output has any length, and shorter outputs are prefixes of longer ones.
 */
typedef enum hashlane_kmac_function HASHLANE_ANY_VALUE {
    HASHLANE_KMAC128 = 0,
    HASHLANE_KMAC256 = 1,
    HASHLANE_KMACXOF128 = 2,
    HASHLANE_KMACXOF256 = 3
} hashlane_kmac_function;

/* The shortest MAC that the verifying functions accept: 32 bits, section 8.4.2. */
#define HASHLANE_KMAC_MIN_BYTES 4

typedef struct hashlane_kmac_context {
    hashlane_custom_sponge inside;
} hashlane_kmac_context;

/*
 * Starts a message. A key should have at least 128 bits, or 256 for KMAC256 and KMACXOF256 (section
 * 8.4.1); any length is accepted. To authenticate many messages with one key, copy a context that
 * has just been started: that saves the two permutations which absorb the key.
 */
hashlane_status hashlane_kmac_init(hashlane_kmac_context *mac, hashlane_kmac_function function,
                                   const void *key, size_t key_bytes, const void *customization,
                                   size_t customization_bytes) HASHLANE_NOEXCEPT;

/* Appends to the message, in any number of calls. HASHLANE_BAD_ARGUMENT once it has ended. */
hashlane_status hashlane_kmac_update(hashlane_kmac_context *mac, const void *message,
                                     size_t bytes) HASHLANE_NOEXCEPT;

/*
 * Ends the message, writes the MAC of `bytes` bytes and wipes the context, which can then be
 * started again. HASHLANE_BAD_ARGUMENT if the message has ended.
 */
hashlane_status hashlane_kmac_final(hashlane_kmac_context *mac, uint8_t *output,
                                    size_t bytes) HASHLANE_NOEXCEPT;

/*
 * Writes the next `bytes` bytes of KMACXOF's output; the first call ends the message. The context
 * still depends on the key: wipe it after the last call. HASHLANE_BAD_ARGUMENT for KMAC128 and
 * KMAC256.
 */
hashlane_status hashlane_kmac_squeeze(hashlane_kmac_context *mac, uint8_t *output,
                                      size_t bytes) HASHLANE_NOEXCEPT;

/*
 * Ends the message, compares its MAC with `expected` and wipes the context. The time does not
 * depend on how many bytes are equal.
 *
 * Returns
 * - HASHLANE_OK: `expected` is the MAC of the message. No other status means that.
 * - HASHLANE_WRONG: it is not.
 * - HASHLANE_BAD_ARGUMENT: nothing was compared. That includes expected_bytes <
 *   HASHLANE_KMAC_MIN_BYTES: do not take the length from the sender.
 */
HASHLANE_MUST_CHECK hashlane_status hashlane_kmac_final_verify(
    hashlane_kmac_context *mac, const uint8_t *expected, size_t expected_bytes) HASHLANE_NOEXCEPT;

/* Computes the MAC of one message: init, update and final in one call. */
hashlane_status hashlane_kmac(hashlane_kmac_function function, const void *key, size_t key_bytes,
                              const void *customization, size_t customization_bytes,
                              const void *message, size_t bytes, uint8_t *output,
                              size_t output_bytes) HASHLANE_NOEXCEPT;

/* Verifies the MAC of one message: init, update and final_verify in one call. */
HASHLANE_MUST_CHECK hashlane_status hashlane_kmac_verify(
    hashlane_kmac_function function, const void *key, size_t key_bytes, const void *customization,
    size_t customization_bytes, const void *message, size_t bytes, const uint8_t *expected,
    size_t expected_bytes) HASHLANE_NOEXCEPT;

/* ---- TupleHash: hashes a sequence of strings unambiguously, section 5 ---- */

/* The length of the output changes all of its bytes, except for the XOFs. */
typedef enum hashlane_tuple_hash_function HASHLANE_ANY_VALUE {
    HASHLANE_TUPLE_HASH128 = 0,
    HASHLANE_TUPLE_HASH256 = 1,
    HASHLANE_TUPLE_HASH_XOF128 = 2,
    HASHLANE_TUPLE_HASH_XOF256 = 3
} hashlane_tuple_hash_function;

typedef struct hashlane_tuple_hash_context {
    hashlane_custom_sponge inside;
} hashlane_tuple_hash_context;

/* Starts a tuple. */
hashlane_status hashlane_tuple_hash_init(hashlane_tuple_hash_context *hash,
                                         hashlane_tuple_hash_function function,
                                         const void *customization,
                                         size_t customization_bytes) HASHLANE_NOEXCEPT;

/* Appends one element, which may be empty. HASHLANE_BAD_ARGUMENT once the tuple has ended. */
hashlane_status hashlane_tuple_hash_element(hashlane_tuple_hash_context *hash, const void *element,
                                            size_t bytes) HASHLANE_NOEXCEPT;

/* Ends the tuple, writes `bytes` bytes of output and wipes the context. */
hashlane_status hashlane_tuple_hash_final(hashlane_tuple_hash_context *hash, uint8_t *output,
                                          size_t bytes) HASHLANE_NOEXCEPT;

/* Writes the next `bytes` bytes of a XOF's output; the first call ends the tuple. */
hashlane_status hashlane_tuple_hash_squeeze(hashlane_tuple_hash_context *hash, uint8_t *output,
                                            size_t bytes) HASHLANE_NOEXCEPT;

/* Hashes one tuple in one call: element i has element_bytes[i] bytes at elements[i]. */
hashlane_status hashlane_tuple_hash(hashlane_tuple_hash_function function,
                                    const void *customization, size_t customization_bytes,
                                    const uint8_t *const *elements, const size_t *element_bytes,
                                    size_t count, uint8_t *output,
                                    size_t output_bytes) HASHLANE_NOEXCEPT;

/* ---- ParallelHash: hashes the blocks of a long message on all lanes, section 6 ---- */

/* The length of the output changes all of its bytes, except for the XOFs. */
typedef enum hashlane_parallel_hash_function HASHLANE_ANY_VALUE {
    HASHLANE_PARALLEL_HASH128 = 0,
    HASHLANE_PARALLEL_HASH256 = 1,
    HASHLANE_PARALLEL_HASH_XOF128 = 2,
    HASHLANE_PARALLEL_HASH_XOF256 = 3
} hashlane_parallel_hash_function;

typedef struct hashlane_parallel_hash_context {
    hashlane_custom_sponge inside;
    hashlane_sha3_context block; /* the current one */
    uint64_t block_bytes;
    uint64_t position; /* bytes of the current block */
    uint64_t blocks;   /* that have ended */
    uint64_t reserved[2];
} hashlane_parallel_hash_context;

/*
 * Starts a message that is hashed in blocks of block_bytes bytes, at least 1. The result depends on
 * block_bytes. With 8 KiB or more, hashing the blocks' digests costs little compared with the
 * blocks.
 */
hashlane_status hashlane_parallel_hash_init(hashlane_parallel_hash_context *hash,
                                            hashlane_parallel_hash_function function,
                                            size_t block_bytes, const void *customization,
                                            size_t customization_bytes) HASHLANE_NOEXCEPT;

/*
 * Appends to the message, in any number of calls. Blocks that are whole in one call use all lanes;
 * a block that begins in one call and ends in another uses one. Pass as many blocks per call as the
 * processor has lanes (8 at most today), or a multiple of that.
 */
hashlane_status hashlane_parallel_hash_update(hashlane_parallel_hash_context *hash,
                                              const void *message, size_t bytes) HASHLANE_NOEXCEPT;

/*
 * Appends to the message on the threads of a pool (pool.h). The pool's run() is called once for
 * each 512 blocks (256 blocks with 256 bits of security). Only the thread that called this function
 * accesses `hash`.
 */
hashlane_status hashlane_parallel_hash_update_pool(hashlane_parallel_hash_context *hash,
                                                   const void *message, size_t bytes,
                                                   const hashlane_pool *pool) HASHLANE_NOEXCEPT;

/* Ends the message, writes `bytes` bytes of output and wipes the context. */
hashlane_status hashlane_parallel_hash_final(hashlane_parallel_hash_context *hash, uint8_t *output,
                                             size_t bytes) HASHLANE_NOEXCEPT;

/* Writes the next `bytes` bytes of a XOF's output; the first call ends the message. */
hashlane_status hashlane_parallel_hash_squeeze(hashlane_parallel_hash_context *hash,
                                               uint8_t *output, size_t bytes) HASHLANE_NOEXCEPT;

/* Hashes one message: init, update and final in one call. */
hashlane_status hashlane_parallel_hash(hashlane_parallel_hash_function function, size_t block_bytes,
                                       const void *customization, size_t customization_bytes,
                                       const void *message, size_t bytes, uint8_t *output,
                                       size_t output_bytes) HASHLANE_NOEXCEPT;

/* Does the same on the threads of a pool (pool.h). */
hashlane_status hashlane_parallel_hash_pool(hashlane_parallel_hash_function function,
                                            size_t block_bytes, const void *customization,
                                            size_t customization_bytes, const void *message,
                                            size_t bytes, uint8_t *output, size_t output_bytes,
                                            const hashlane_pool *pool) HASHLANE_NOEXCEPT;

#ifdef __cplusplus
}
#endif

#endif
