/* SPDX-License-Identifier: MIT */
/*
 * cSHAKE, KMAC, TupleHash and ParallelHash: NIST SP 800-185, December 2016. Lengths are in bytes.
 *
 * Common to all of them:
 * - Strings (message, key, name, customization, element) are any number of bytes at any alignment;
 *   NULL is fine for none. A customization separates the uses of one function: results with
 *   different ones have nothing to do with each other.
 * - A context may be copied to continue a message in two ways, or to start many messages with one
 *   key. Contexts have no addresses inside and need no cleaning up; one that holds a key and is not
 *   finished should be wiped (wipe.h). Do not use their fields directly.
 * - HASHLANE_BAD_ARGUMENT: a function that is not in its enumeration, a NULL with a number of
 * bytes, or a context that is not in the stage that the description asks for, one that was never
 * started as far as that can be told. No output is written then. An init that fails leaves a
 * context that takes nothing.
 * - Outputs of the calls that do all in one may overlap any of their inputs, and so may that of
 *   ..._final() and ..._squeeze(), but not the context.
 * - Time and memory accesses depend on lengths and on the function, and on no byte of a string.
 */
#ifndef HASHLANE_SP800_185_H
#define HASHLANE_SP800_185_H

#include "common.h"
#include "sha3.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What the contexts below have in common. */
typedef struct hashlane_custom_sponge {
    hashlane_sha3_context sponge;
    uint32_t ending; /* what follows the message; 0: not started, or finished */
    uint32_t reserved_word;
    uint64_t reserved[4];
} hashlane_custom_sponge;

/* ---- cSHAKE: SHAKE with a customization, section 3 ---- */

typedef enum hashlane_cshake_function {
    HASHLANE_CSHAKE128,
    HASHLANE_CSHAKE256
} hashlane_cshake_function;

typedef struct hashlane_cshake_context {
    hashlane_custom_sponge inside;
} hashlane_cshake_context;

/*
 * Starts a message. name: of a function that NIST defines by cSHAKE; empty for everybody else. If
 * name and customization are both empty, this is SHAKE.
 */
hashlane_status hashlane_cshake_init(hashlane_cshake_context *hash, hashlane_cshake_function function,
                                     const uint8_t *name, size_t name_bytes,
                                     const uint8_t *customization,
                                     size_t customization_bytes) HASHLANE_NOEXCEPT;

/* Appends to the message, in any number of calls. HASHLANE_BAD_ARGUMENT after the first squeeze. */
hashlane_status hashlane_cshake_absorb(hashlane_cshake_context *hash, const uint8_t *message,
                                       size_t bytes) HASHLANE_NOEXCEPT;

/* Writes the next `bytes` bytes of the output, which has no end; the first call ends the message.
 */
hashlane_status hashlane_cshake_squeeze(hashlane_cshake_context *hash, uint8_t *output,
                                        size_t bytes) HASHLANE_NOEXCEPT;

/* init, absorb and squeeze in one call. */
hashlane_status hashlane_cshake_hash(hashlane_cshake_function function, const uint8_t *name,
                                     size_t name_bytes, const uint8_t *customization,
                                     size_t customization_bytes, const uint8_t *message,
                                     size_t bytes, uint8_t *output,
                                     size_t output_bytes) HASHLANE_NOEXCEPT;

/* ---- KMAC: a message authentication code and pseudorandom function, section 4 ---- */

/* The output of KMAC depends on the length that is asked for; that of KMACXOF has no end. */
typedef enum hashlane_kmac_function {
    HASHLANE_KMAC128,
    HASHLANE_KMAC256,
    HASHLANE_KMACXOF128,
    HASHLANE_KMACXOF256
} hashlane_kmac_function;

/* The shortest MAC that hashlane_kmac_verify() takes: 32 bits, section 8.4.2. */
#define HASHLANE_KMAC_MIN_BYTES 4

typedef struct hashlane_kmac_context {
    hashlane_custom_sponge inside;
} hashlane_kmac_context;

/*
 * Starts a message. A key should have at least as many bits as the function's name says (section
 * 8.4.1); any length is accepted. To authenticate many messages with one key, copy a context that
 * has just been started: that saves the two permutations which take the key.
 */
hashlane_status hashlane_kmac_init(hashlane_kmac_context *mac, hashlane_kmac_function function,
                                   const uint8_t *key, size_t key_bytes,
                                   const uint8_t *customization,
                                   size_t customization_bytes) HASHLANE_NOEXCEPT;

/* Appends to the message, in any number of calls. HASHLANE_BAD_ARGUMENT once it has ended. */
hashlane_status hashlane_kmac_absorb(hashlane_kmac_context *mac, const uint8_t *message,
                                     size_t bytes) HASHLANE_NOEXCEPT;

/*
 * Ends the message, writes the MAC of `bytes` bytes and wipes the context, which has to be started
 * again. HASHLANE_BAD_ARGUMENT if the message has ended.
 */
hashlane_status hashlane_kmac_final(hashlane_kmac_context *mac, uint8_t *output,
                                    size_t bytes) HASHLANE_NOEXCEPT;

/*
 * Of KMACXOF alone: writes the next `bytes` bytes of its output; the first call ends the message.
 * The context keeps what it knows of the key: wipe it after the last call.
 */
hashlane_status hashlane_kmac_squeeze(hashlane_kmac_context *mac, uint8_t *output,
                                      size_t bytes) HASHLANE_NOEXCEPT;

/*
 * As hashlane_kmac_final(), but compares instead of writing, in a time that does not depend on how
 * much is equal.
 *
 * HASHLANE_OK            `expected` is the MAC of the message. Nothing else means that.
 * HASHLANE_WRONG         it is not.
 * HASHLANE_BAD_ARGUMENT  nothing was compared. expected_bytes < HASHLANE_KMAC_MIN_BYTES is such
 *                        an argument too: nobody should take the length from the sender.
 */
hashlane_status hashlane_kmac_final_verify(hashlane_kmac_context *mac, const uint8_t *expected,
                                           size_t expected_bytes) HASHLANE_NOEXCEPT;

/* init, absorb and final in one call. */
hashlane_status hashlane_kmac(hashlane_kmac_function function, const uint8_t *key,
                                      size_t key_bytes, const uint8_t *customization,
                                      size_t customization_bytes, const uint8_t *message,
                                      size_t bytes, uint8_t *output,
                                      size_t output_bytes) HASHLANE_NOEXCEPT;

/* init, absorb and final_verify in one call. */
hashlane_status hashlane_kmac_verify(hashlane_kmac_function function, const uint8_t *key,
                                     size_t key_bytes, const uint8_t *customization,
                                     size_t customization_bytes, const uint8_t *message,
                                     size_t bytes, const uint8_t *expected,
                                     size_t expected_bytes) HASHLANE_NOEXCEPT;

/* ---- TupleHash: a sequence of strings, not only what they are joined, section 5 ---- */

/* The output of TupleHash depends on the length that is asked for; that of the XOF has no end. */
typedef enum hashlane_tuple_hash_function {
    HASHLANE_TUPLE_HASH128,
    HASHLANE_TUPLE_HASH256,
    HASHLANE_TUPLE_HASH_XOF128,
    HASHLANE_TUPLE_HASH_XOF256
} hashlane_tuple_hash_function;

typedef struct hashlane_tuple_hash_context {
    hashlane_custom_sponge inside;
} hashlane_tuple_hash_context;

/* Starts a tuple. */
hashlane_status hashlane_tuple_hash_init(hashlane_tuple_hash_context *hash,
                                         hashlane_tuple_hash_function function,
                                         const uint8_t *customization,
                                         size_t customization_bytes) HASHLANE_NOEXCEPT;

/* Appends one element, which may be empty. HASHLANE_BAD_ARGUMENT once the tuple has ended. */
hashlane_status hashlane_tuple_hash_element(hashlane_tuple_hash_context *hash, const uint8_t *element,
                                            size_t bytes) HASHLANE_NOEXCEPT;

/* Ends the tuple, writes `bytes` bytes of output and wipes the context. */
hashlane_status hashlane_tuple_hash_final(hashlane_tuple_hash_context *hash, uint8_t *output,
                                          size_t bytes) HASHLANE_NOEXCEPT;

/* Of the XOF alone: writes the next `bytes` bytes of output; the first call ends the tuple. */
hashlane_status hashlane_tuple_hash_squeeze(hashlane_tuple_hash_context *hash, uint8_t *output,
                                            size_t bytes) HASHLANE_NOEXCEPT;

/* All in one call: element i has element_bytes[i] bytes at elements[i]. */
hashlane_status hashlane_tuple_hash(hashlane_tuple_hash_function function,
                                         const uint8_t *customization, size_t customization_bytes,
                                         const uint8_t *const *elements,
                                         const size_t *element_bytes, size_t count, uint8_t *output,
                                         size_t output_bytes) HASHLANE_NOEXCEPT;

/* ---- ParallelHash: a long message, its blocks hashed on all lanes, section 6 ---- */

/* The output of ParallelHash depends on the length that is asked for; that of the XOF has no end.
 */
typedef enum hashlane_parallel_hash_function {
    HASHLANE_PARALLEL_HASH128,
    HASHLANE_PARALLEL_HASH256,
    HASHLANE_PARALLEL_HASH_XOF128,
    HASHLANE_PARALLEL_HASH_XOF256
} hashlane_parallel_hash_function;

typedef struct hashlane_parallel_hash_context {
    hashlane_custom_sponge inside;
    hashlane_sha3_context block; /* the one that has been begun */
    uint64_t block_bytes;
    uint64_t position; /* bytes of that block */
    uint64_t blocks;   /* that have ended */
    uint64_t reserved[2];
} hashlane_parallel_hash_context;

/*
 * Starts a message that is hashed in blocks of block_bytes bytes, at least 1. The result depends on
 * block_bytes. With 8 KiB or more, hashing the blocks' digests costs little beside the blocks.
 */
hashlane_status hashlane_parallel_hash_init(hashlane_parallel_hash_context *hash,
                                            hashlane_parallel_hash_function function,
                                            size_t block_bytes, const uint8_t *customization,
                                            size_t customization_bytes) HASHLANE_NOEXCEPT;

/*
 * Appends to the message, in any number of calls. The blocks that are whole in one call share the
 * lanes; what begins in one call and ends in another has one lane. So give as many blocks a call as
 * the processor has lanes (8 at most today), or a multiple of that.
 */
hashlane_status hashlane_parallel_hash_absorb(hashlane_parallel_hash_context *hash, const uint8_t *message,
                                              size_t bytes) HASHLANE_NOEXCEPT;

/* Ends the message, writes `bytes` bytes of output and wipes the context. */
hashlane_status hashlane_parallel_hash_final(hashlane_parallel_hash_context *hash, uint8_t *output,
                                             size_t bytes) HASHLANE_NOEXCEPT;

/* Of the XOF alone: writes the next `bytes` bytes of output; the first call ends the message. */
hashlane_status hashlane_parallel_hash_squeeze(hashlane_parallel_hash_context *hash, uint8_t *output,
                                               size_t bytes) HASHLANE_NOEXCEPT;

/* init, absorb and final in one call. */
hashlane_status hashlane_parallel_hash(hashlane_parallel_hash_function function,
                                            size_t block_bytes, const uint8_t *customization,
                                            size_t customization_bytes, const uint8_t *message,
                                            size_t bytes, uint8_t *output,
                                            size_t output_bytes) HASHLANE_NOEXCEPT;

#ifdef __cplusplus
}
#endif

#endif
