/* SPDX-License-Identifier: MIT */
/*
 * KT128 and KT256 (KangarooTwelve), RFC 9861, 3: a tree hash with an output of any length. A
 * message of more than 8192 bytes is cut into leaves of 8192 bytes, which are independent: one long
 * message fills the lanes of a core, and a pool of threads if the caller has one.
 *
 * Messages, customization strings and outputs are bytes at any alignment; with 0 bytes a pointer
 * may be NULL. No function allocates, locks, or branches on, or takes an address from, the bytes of
 * a message.
 */
#ifndef HASHLANE_KANGAROOTWELVE_H
#define HASHLANE_KANGAROOTWELVE_H

#include "common.h"
#include "sha3.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum hashlane_kangarootwelve_function {
    HASHLANE_KT128 = 128, /* 128 bits of security; 32 bytes of output for a digest */
    HASHLANE_KT256 = 256  /* 256 bits of security; 64 bytes of output for a digest */
} hashlane_kangarootwelve_function;

/* Bytes of a leaf. What arrives in pieces of many leaves uses the lanes best. */
#define HASHLANE_KANGAROOTWELVE_LEAF_BYTES 8192

/* A message being hashed. To fork a hash, copy the structure. Do not use the fields directly. */
typedef struct hashlane_kangarootwelve_context {
    hashlane_sha3_context node;
    hashlane_sha3_context leaf;
    uint64_t leaves;
    uint32_t chunk_bytes;
    uint32_t phase;
    uint64_t reserved[8];
} hashlane_kangarootwelve_context;

/*
 * Threads that the caller has. run() calls work(argument, i) for every i from 0 to count - 1, each
 * once, in any order and on any threads, and returns when all of these calls have returned.
 */
typedef struct hashlane_pool {
    void (*run)(void *context, void (*work)(void *argument, size_t index), void *argument,
                size_t count);
    void *context;
} hashlane_pool;

/*
 * Starts a message. HASHLANE_BAD_ARGUMENT if `function` is not one of the above: `hash` then takes
 * no message, and its output is zeros.
 */
hashlane_status
hashlane_kangarootwelve_init(hashlane_kangarootwelve_context *hash,
                             hashlane_kangarootwelve_function function) HASHLANE_NOEXCEPT;

/*
 * Appends `bytes` bytes to the message, in any number of calls. Whole leaves of one call are hashed
 * on all lanes, a leaf that arrives in pieces on one: calls of 64 KiB and more are fastest.
 * HASHLANE_BAD_ARGUMENT after hashlane_kangarootwelve_final(), or if `hash` was not started;
 * nothing was appended then.
 */
hashlane_status hashlane_kangarootwelve_absorb(hashlane_kangarootwelve_context *hash,
                                               const uint8_t *message,
                                               size_t bytes) HASHLANE_NOEXCEPT;

/*
 * The same on the threads of a pool, where there are leaves enough: it is run for each 8 MiB of the
 * message (KT256: 4 MiB), in pieces of 32 leaves, 256 KiB. What run() returns to is the only thread
 * that touches `hash`. It takes 32 KiB of stack. HASHLANE_BAD_ARGUMENT as well if pool->run is
 * NULL.
 */
hashlane_status hashlane_kangarootwelve_absorb_pool(hashlane_kangarootwelve_context *hash,
                                                    const uint8_t *message, size_t bytes,
                                                    const hashlane_pool *pool) HASHLANE_NOEXCEPT;

/*
 * Ends the message, with its customization string. HASHLANE_BAD_ARGUMENT if it has ended, or `hash`
 * was not started.
 */
hashlane_status hashlane_kangarootwelve_final(hashlane_kangarootwelve_context *hash,
                                               const uint8_t *customization,
                                               size_t customization_bytes) HASHLANE_NOEXCEPT;

/*
 * Writes the next `bytes` bytes of the output, which has no end. If the message has not ended, it
 * ends here, with no customization string.
 */
void hashlane_kangarootwelve_squeeze(hashlane_kangarootwelve_context *hash, uint8_t *output,
                                     size_t bytes) HASHLANE_NOEXCEPT;

/*
 * All of it in one call. `output` may overlap `message` and `customization`. pool: NULL for the
 * calling thread alone.
 */
hashlane_status hashlane_kangarootwelve_hash(hashlane_kangarootwelve_function function,
                                             const uint8_t *message, size_t bytes,
                                             const uint8_t *customization,
                                             size_t customization_bytes, uint8_t *output,
                                             size_t output_bytes,
                                             const hashlane_pool *pool) HASHLANE_NOEXCEPT;

#ifdef __cplusplus
}
#endif

#endif
