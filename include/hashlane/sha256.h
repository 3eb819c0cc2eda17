/* SPDX-License-Identifier: MIT */
/*
 * SHA-256, NIST FIPS 180-4: one message, many messages of any lengths, nodes of trees, short
 * messages after a common beginning, double SHA-256, and the compression function alone. Chains are
 * in chain.h.
 *
 *     const uint8_t *messages[] = {first, second};
 *     const size_t bytes[] = {first_bytes, second_bytes};
 *     uint8_t digests[2 * HASHLANE_SHA256_BYTES];
 *     hashlane_sha256_many(messages, bytes, 2, digests);
 *
 * Rules for all functions:
 * - Messages and digests are bytes at any alignment. A digest has 32 bytes, in the order in which
 *   SHA-256 prints them. A pointer to 0 bytes may be NULL.
 * - No function allocates or locks.
 * - No branch and no address depends on the bytes of a message; lengths and counts are not secret.
 *   Checked for all kernels of x86-64 and ARM64: SECURITY.md.
 * - Each call wipes its internal copy of a message's final block. Other traces of a message may
 *   remain in registers and on the stack.
 */
#ifndef HASHLANE_SHA256_H
#define HASHLANE_SHA256_H

#include "pool.h"

#ifdef __cplusplus
extern "C" {
#endif

#define HASHLANE_SHA256_BYTES 32       /* of a digest */
#define HASHLANE_SHA256_BLOCK_BYTES 64 /* of a block, which is compressed as a whole */
#define HASHLANE_SHA256_NODE_BYTES 64  /* of a node: two digests */

/* The longest message, in bytes: 2^61 - 1, which is just below 2^64 bits. */
#define HASHLANE_SHA256_MAX_BYTES (UINT64_MAX / 8)

/* ---- One message ---- */

/* Writes SHA256(message) to `digest`, which may overlap `message`. */
void hashlane_sha256(const void *message, size_t bytes, uint8_t *digest) HASHLANE_NOEXCEPT;

/*
 * A message that is being hashed. To fork a hash, copy the structure. Do not use the fields
 * directly: their meaning may change between versions of the library, the structure's size does
 * not.
 */
typedef struct hashlane_sha256_context {
    uint64_t bytes; /* appended so far */
    uint32_t state[8];
    uint8_t block[64]; /* the bytes after the last whole block */
    uint32_t version;  /* of the fields' meaning */
    uint32_t reserved[21];
} hashlane_sha256_context;

/* Starts a message. Members that it does not need yet, `block` and `reserved`, stay as they are. */
void hashlane_sha256_init(hashlane_sha256_context *context) HASHLANE_NOEXCEPT;

/*
 * Appends `bytes` bytes to the message, in any number of calls. `context` and `message` must not
 * overlap. HASHLANE_BAD_ARGUMENT, with nothing appended, if `context` was not started or the
 * message would be longer than HASHLANE_SHA256_MAX_BYTES.
 */
hashlane_status hashlane_sha256_update(hashlane_sha256_context *context, const void *message,
                                       size_t bytes) HASHLANE_NOEXCEPT;

/*
 * Writes the digest of the message and wipes all that `context` has of it; use
 * hashlane_sha256_init() to start another one. HASHLANE_BAD_ARGUMENT, with nothing written, if
 * `context` was not started.
 */
hashlane_status hashlane_sha256_final(hashlane_sha256_context *context,
                                      uint8_t *digest) HASHLANE_NOEXCEPT;

/* ---- Many messages ---- */

/*
 * Hashes `count` messages on all lanes of a core: message i has bytes[i] bytes at messages[i], and
 * its digest goes to digests + 32 * i. Lengths may differ: when a message ends, the next takes its
 * lane. Messages start in order: order them longest first for the best speed.
 *
 * digests: count * 32 bytes, which overlap neither a message nor the two arrays. Messages may
 * overlap each other.
 */
void hashlane_sha256_many(const uint8_t *const *messages, const size_t *bytes, size_t count,
                          uint8_t *digests) HASHLANE_NOEXCEPT;

/* Does the same on the threads of a pool (pool.h). */
void hashlane_sha256_many_pool(const uint8_t *const *messages, const size_t *bytes, size_t count,
                               uint8_t *digests, const hashlane_pool *pool) HASHLANE_NOEXCEPT;

/*
 * Hashes `count` messages of one length on all lanes of a core: each is its parts in the columns
 * (common.h), which are not copied as a whole. The digest of message i goes to
 * digests + i * digest_stride.
 *
 * digests: 32 bytes each, which overlap no message.
 */
void hashlane_sha256_columns(const hashlane_column *columns, size_t columns_count, size_t count,
                             uint8_t *digests, size_t digest_stride) HASHLANE_NOEXCEPT;

/* ---- Nodes of trees, which merkle.h computes as a whole ---- */

/*
 * Hashes `count` nodes of 64 bytes, contiguous in memory: digests[i] = SHA256(nodes[i]).
 *
 * nodes: count * 64 bytes. digests: count * 32 bytes, which either do not overlap the nodes, or
 * begin where the nodes begin or before, and then overwrite them as they are hashed.
 */
void hashlane_sha256_nodes(const uint8_t *nodes, size_t count, uint8_t *digests) HASHLANE_NOEXCEPT;

/* Does the same on the threads of a pool (pool.h). The digests do not overlap the nodes. */
void hashlane_sha256_nodes_pool(const uint8_t *nodes, size_t count, uint8_t *digests,
                                const hashlane_pool *pool) HASHLANE_NOEXCEPT;

/* ---- Short messages after a common beginning ---- */

/*
 * The state of SHA-256 after whole blocks with which many messages begin: in SLH-DSA (FIPS 205,
 * 11.2), PK.seed and zeros up to 64 bytes. Do not use the fields directly.
 */
typedef struct hashlane_sha256_seed {
    uint64_t bytes;
    uint32_t state[8];
    uint32_t version;
    uint32_t reserved[5];
} hashlane_sha256_seed;

/*
 * Hashes the common beginning. HASHLANE_BAD_ARGUMENT, with a seed that cannot be used, if `bytes`
 * is not a multiple of 64 (0 is one), or exceeds HASHLANE_SHA256_MAX_BYTES.
 */
hashlane_status hashlane_sha256_seed_init(hashlane_sha256_seed *seed, const void *beginning,
                                          size_t bytes) HASHLANE_NOEXCEPT;

/*
 * Hashes `count` messages after the common beginning, as hashlane_sha256_many() does: message i has
 * bytes[i] bytes at messages[i], and SHA256(beginning || message) goes to digests + 32 * i.
 * HASHLANE_BAD_ARGUMENT, with nothing written, if `seed` was not started, or the beginning and a
 * message together are longer than HASHLANE_SHA256_MAX_BYTES.
 *
 * digests: count * 32 bytes, which overlap neither a message nor the two arrays.
 */
hashlane_status hashlane_sha256_seeded_many(const hashlane_sha256_seed *seed,
                                            const uint8_t *const *messages, const size_t *bytes,
                                            size_t count, uint8_t *digests) HASHLANE_NOEXCEPT;

/* Does the same on the threads of a pool (pool.h). */
hashlane_status hashlane_sha256_seeded_many_pool(const hashlane_sha256_seed *seed,
                                                 const uint8_t *const *messages,
                                                 const size_t *bytes, size_t count,
                                                 uint8_t *digests,
                                                 const hashlane_pool *pool) HASHLANE_NOEXCEPT;

/* ---- Double SHA-256: SHA256(SHA256(message)), as in Bitcoin ---- */

/*
 * Hashes `count` messages twice on all lanes of a core: hashlane_sha256_many(), then each digest
 * once more. Block headers are messages of 80 bytes.
 *
 * digests: count * 32 bytes, which overlap neither a message nor the two arrays.
 */
void hashlane_sha256d_many(const uint8_t *const *messages, const size_t *bytes, size_t count,
                           uint8_t *digests) HASHLANE_NOEXCEPT;

/* Does the same on the threads of a pool (pool.h). */
void hashlane_sha256d_many_pool(const uint8_t *const *messages, const size_t *bytes, size_t count,
                                uint8_t *digests, const hashlane_pool *pool) HASHLANE_NOEXCEPT;

/*
 * Hashes `count` nodes of 64 bytes twice: hashlane_sha256_nodes(), with its rules for `digests`,
 * then each digest once more.
 */
void hashlane_sha256d_nodes(const uint8_t *nodes, size_t count, uint8_t *digests) HASHLANE_NOEXCEPT;

/* ---- The compression function, without padding ---- */

/*
 * Compresses blocks_each blocks of 64 bytes into each of `count` states, in place, on all lanes of
 * a core (FIPS 180-4, 6.2.2): those at blocks[i] into the 32 bytes at states + 32 * i.
 *
 * A state is 32 bytes, its eight words big-endian: after the last block of a padded message it is
 * the digest. The first state of a message is the initial hash value of FIPS 180-4, 5.3.3. states:
 * count * 32 bytes, which overlap neither a block nor the array. Blocks may overlap each other.
 */
void hashlane_sha256_compress_equal(const uint8_t *const *blocks, size_t blocks_each, size_t count,
                                    uint8_t *states) HASHLANE_NOEXCEPT;

#ifdef __cplusplus
}
#endif

#endif
