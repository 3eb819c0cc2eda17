/* SPDX-License-Identifier: MIT */
/*
 * KT128 and KT256 (KangarooTwelve), RFC 9861, 3: a tree hash with an output of any length. Each
 * 8192 bytes after the first are a leaf, and leaves are independent: one long message fills the
 * lanes of a core, and a pool of threads if the caller has one.
 *
 *     uint8_t digest[32];
 *     hashlane_kangarootwelve_hash(HASHLANE_KT128, message, bytes, NULL, 0, digest, sizeof digest);
 *
 * Rules for all functions:
 * - Messages, customization strings and outputs are bytes at any alignment. A pointer to 0 bytes
 *   may be NULL.
 * - No function allocates or locks. Contexts are not wiped: use hashlane_wipe() after a secret.
 * - No branch and no address depends on the bytes of a message; lengths are not secret. Checked for
 *   all kernels of x86-64 and ARM64: SECURITY.md.
 */
#ifndef HASHLANE_KANGAROOTWELVE_H
#define HASHLANE_KANGAROOTWELVE_H

#include "pool.h"
#include "sha3.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum hashlane_kangarootwelve_function HASHLANE_ANY_VALUE {
    HASHLANE_KT128 = 128, /* 128 bits of security; 32 bytes of output for a digest */
    HASHLANE_KT256 = 256  /* 256 bits of security; 64 bytes of output for a digest */
} hashlane_kangarootwelve_function;

/* Bytes of a leaf. Pieces of many leaves use the lanes best. */
#define HASHLANE_KANGAROOTWELVE_LEAF_BYTES 8192

/* A message that is being hashed. To fork a hash, copy the structure. Do not use the fields
 * directly. */
typedef struct hashlane_kangarootwelve_context {
    hashlane_sha3_context node;
    hashlane_sha3_context leaf;
    uint64_t leaves;
    uint32_t chunk_bytes;
    uint32_t phase;
    uint64_t reserved[8];
} hashlane_kangarootwelve_context;

/*
 * Starts a message. HASHLANE_BAD_ARGUMENT if `function` is unknown: `hash` then accepts
 * no message and gives no output.
 */
hashlane_status
hashlane_kangarootwelve_init(hashlane_kangarootwelve_context *hash,
                             hashlane_kangarootwelve_function function) HASHLANE_NOEXCEPT;

/*
 * Appends `bytes` bytes to the message, in any number of calls. Leaves that are whole in one call
 * use all lanes, a leaf that arrives in pieces uses one: calls of 64 KiB and more are fastest.
 * HASHLANE_BAD_ARGUMENT, with nothing appended, after hashlane_kangarootwelve_customize(), or if
 * `hash` was not started.
 */
hashlane_status hashlane_kangarootwelve_update(hashlane_kangarootwelve_context *hash,
                                               const void *message, size_t bytes) HASHLANE_NOEXCEPT;

/*
 * Appends to the message on the threads of a pool (pool.h). The pool's run() is called once for
 * each 8 MiB of the message (KT256: 4 MiB). Only the thread that called this function accesses
 * `hash`.
 */
hashlane_status hashlane_kangarootwelve_update_pool(hashlane_kangarootwelve_context *hash,
                                                    const void *message, size_t bytes,
                                                    const hashlane_pool *pool) HASHLANE_NOEXCEPT;

/*
 * Ends the message with its customization string, which may be empty; the output follows from
 * hashlane_kangarootwelve_squeeze(). HASHLANE_BAD_ARGUMENT if the message has ended, or `hash` was
 * not started.
 */
hashlane_status hashlane_kangarootwelve_customize(hashlane_kangarootwelve_context *hash,
                                                  const void *customization,
                                                  size_t customization_bytes) HASHLANE_NOEXCEPT;

/*
 * Writes the next `bytes` bytes of the output, which has any length. If the message has not ended,
 * the first call ends it, with no customization string. HASHLANE_BAD_ARGUMENT, with nothing
 * written, if `hash` was not started.
 */
hashlane_status hashlane_kangarootwelve_squeeze(hashlane_kangarootwelve_context *hash,
                                                uint8_t *output, size_t bytes) HASHLANE_NOEXCEPT;

/*
 * Hashes one message in one call. `output` may overlap `message` and `customization`.
 * HASHLANE_BAD_ARGUMENT, with nothing written, if `function` is unknown.
 */
hashlane_status hashlane_kangarootwelve_hash(hashlane_kangarootwelve_function function,
                                             const void *message, size_t bytes,
                                             const void *customization, size_t customization_bytes,
                                             uint8_t *output,
                                             size_t output_bytes) HASHLANE_NOEXCEPT;

/* Does the same on the threads of a pool (pool.h). */
hashlane_status hashlane_kangarootwelve_hash_pool(hashlane_kangarootwelve_function function,
                                                  const void *message, size_t bytes,
                                                  const void *customization,
                                                  size_t customization_bytes, uint8_t *output,
                                                  size_t output_bytes,
                                                  const hashlane_pool *pool) HASHLANE_NOEXCEPT;

#ifdef __cplusplus
}
#endif

#endif
