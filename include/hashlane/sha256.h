/* SPDX-License-Identifier: MIT */
/*
 * SHA-256 of messages, NIST FIPS 180-4: one message, many of any lengths, nodes of trees, and short
 * messages after a common beginning. Chains d = SHA256(d) are in chain.h. docs/library/c.md says
 * which function is for which use.
 *
 * Messages and digests are bytes at any alignment; a digest is 32 bytes as SHA-256 prints it. With
 * 0 bytes a pointer may be NULL. No function allocates, locks, or branches on, or takes an address
 * from, the bytes of a message. Lengths and counts are no secrets. The copy of a message's last
 * bytes that is padded is wiped before a function returns; what else of a message registers and the
 * stack hold is not.
 */
#ifndef HASHLANE_SHA256_H
#define HASHLANE_SHA256_H

#include "common.h"

#ifdef __cplusplus
extern "C" {
#endif

#define HASHLANE_SHA256_BYTES 32       /* of a digest */
#define HASHLANE_SHA256_BLOCK_BYTES 64 /* that are hashed at a time */
#define HASHLANE_SHA256_NODE_BYTES 64  /* of a node: two digests */

/* The longest message, in bytes: 2^61 - 1, which is just below 2^64 bits. */
#define HASHLANE_SHA256_MAX_BYTES (UINT64_MAX / 8)

/* ---- One message ---- */

/* digest = SHA256(message). `digest` may overlap `message`. */
void hashlane_sha256(const uint8_t *message, size_t bytes, uint8_t *digest) HASHLANE_NOEXCEPT;

/*
 * A message being hashed. To fork a hash, copy the structure. Do not use the fields directly: they
 * may change with the library, the size of the whole does not.
 */
typedef struct hashlane_sha256_context {
    uint64_t bytes; /* so far */
    uint32_t state[8];
    uint8_t block[64]; /* the bytes after the last whole block */
    uint32_t version;  /* of what the fields mean */
    uint32_t reserved[21];
} hashlane_sha256_context;

/* Starts a message. */
void hashlane_sha256_init(hashlane_sha256_context *context) HASHLANE_NOEXCEPT;

/*
 * Appends `bytes` bytes to the message, in any number of calls. HASHLANE_BAD_ARGUMENT if `context`
 * was not started, or if the message would be longer than HASHLANE_SHA256_MAX_BYTES; nothing was
 * appended then. `context` and `message` do not overlap.
 */
hashlane_status hashlane_sha256_update(hashlane_sha256_context *context, const uint8_t *message,
                                       size_t bytes) HASHLANE_NOEXCEPT;

/*
 * Writes the digest of the message and wipes `context`, which then takes hashlane_sha256_init()
 * again and nothing else. HASHLANE_BAD_ARGUMENT if it was not started; nothing was written then.
 */
hashlane_status hashlane_sha256_final(hashlane_sha256_context *context,
                                      uint8_t *digest) HASHLANE_NOEXCEPT;

/* ---- Many messages ---- */

/*
 * Hashes `count` messages, as many at once as the processor has lanes for: message i is bytes[i]
 * bytes at messages[i], and its digest goes to digests + 32 × i. Lengths may differ: as a message
 * ends, the next takes its lane. Messages are begun in their order, so that the shortest time is
 * taken where the longest come first.
 * digests: count × 32 bytes, which overlap neither a message nor the two arrays. Messages may
 * overlap each other.
 */
void hashlane_sha256_many(const uint8_t *const *messages, const size_t *bytes, size_t count,
                          uint8_t *digests) HASHLANE_NOEXCEPT;

/* ---- Trees ---- */

/*
 * Hashes `count` nodes of 64 bytes, one after another in memory: digests[i] = SHA256(nodes[i]).
 * nodes: count × 64 bytes. digests: count × 32 bytes, which may begin where the nodes begin or
 * before, and then overwrite them as they are hashed; or they do not overlap.
 */
void hashlane_sha256_nodes(uint8_t *digests, const uint8_t *nodes, size_t count) HASHLANE_NOEXCEPT;

/*
 * The root of the binary tree over `count` leaves of 32 bytes each. An inner node is the SHA-256 of
 * its two children, 64 bytes, without a prefix; a last node of a level that has no neighbour is
 * taken into the next level as it is. That is the shape of RFC 9162, 2.1.1, and no two sequences of
 * leaves of one length have the same root. One leaf is its own root; of no leaf, the root is the
 * SHA-256 of no bytes.
 *
 * The tree itself tells leaves from inner nodes by `count` alone. Where others choose `count`,
 * hash the data to leaves with a prefix of its own, as RFC 9162 does with 0x00.
 *
 * leaves: count × 32 bytes. scratch: ⌈count / 2⌉ × 32 bytes, which may be `leaves`, then
 * overwritten, or does not overlap them; NULL if count ≤ 1. root: 32 bytes, anywhere.
 */
void hashlane_sha256_merkle_root(const uint8_t *leaves, size_t count, uint8_t *scratch,
                                 uint8_t *root) HASHLANE_NOEXCEPT;

/* How many digests hashlane_sha256_merkle_levels() writes: 0 if count ≤ 1, fewer than count + 64.
 */
size_t hashlane_sha256_merkle_nodes(size_t count) HASHLANE_NOEXCEPT;

/*
 * The same tree with all its levels above the leaves, for those who keep it: first the ⌈count / 2⌉
 * digests above the leaves, then those above them, and so on; the last one is the root. A last node
 * without a neighbour is in each of the levels that it is taken into.
 * levels: hashlane_sha256_merkle_nodes(count) × 32 bytes, which do not overlap the leaves.
 */
void hashlane_sha256_merkle_levels(const uint8_t *leaves, size_t count,
                                   uint8_t *levels) HASHLANE_NOEXCEPT;

/* ---- Short messages after a common beginning ---- */

/*
 * What SHA-256 has come to after whole blocks, for messages that all begin with them: in SLH-DSA
 * (FIPS 205, 11.2), with PK.seed and zeros up to 64 bytes. Do not use the fields directly.
 */
typedef struct hashlane_sha256_seed {
    uint64_t bytes;
    uint32_t state[8];
    uint32_t version;
    uint32_t reserved[5];
} hashlane_sha256_seed;

/*
 * Hashes the common beginning. bytes: a multiple of 64, 0 for none; else, or if longer than
 * HASHLANE_SHA256_MAX_BYTES, HASHLANE_BAD_ARGUMENT, and `seed` is not to be used.
 */
hashlane_status hashlane_sha256_seed_init(hashlane_sha256_seed *seed, const uint8_t *beginning,
                                          size_t bytes) HASHLANE_NOEXCEPT;

/*
 * Hashes `count` messages of `bytes` bytes each, all after the same beginning: digests + 32 × i
 * gets SHA256(beginning ‖ messages[i]). HASHLANE_BAD_ARGUMENT if `seed` was not started, or
 * beginning and message together are longer than HASHLANE_SHA256_MAX_BYTES; nothing was written
 * then. digests: count × 32 bytes, which overlap neither a message nor the array.
 */
hashlane_status hashlane_sha256_seeded_many(const hashlane_sha256_seed *seed,
                                            const uint8_t *const *messages, size_t bytes,
                                            size_t count, uint8_t *digests) HASHLANE_NOEXCEPT;

/* ---- Salted chains: d = SHA256(salt ‖ d) ---- */

/*
 * Replaces each of `lanes` digests by SHA256(salt ‖ digest), `iterations` times, in place, each
 * with a salt of its own. digests, salts: lanes × 32 bytes, which do not overlap.
 */
void hashlane_sha256_salted(uint8_t *digests, const uint8_t *salts, size_t lanes,
                            uint64_t iterations) HASHLANE_NOEXCEPT;

#ifdef __cplusplus
}
#endif

#endif
