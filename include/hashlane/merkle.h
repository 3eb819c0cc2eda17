/* SPDX-License-Identifier: MIT */
/*
 * Merkle trees over SHA-256 and Keccak-256 as others define them: roots, stored levels, proofs,
 * updates.
 *
 *     const hashlane_merkle_tree tree = {HASHLANE_MERKLE_RFC9162, 0, count};
 *     hashlane_merkle_rfc9162_leaves(entries, bytes, count, leaves);
 *     hashlane_merkle_root(&tree, leaves, scratch, root);
 *
 * Rules for all functions:
 * - A digest is 32 bytes at any alignment. Leaves and levels are digests, one after the other.
 * - Functions of a tree return HASHLANE_BAD_ARGUMENT, with nothing written, if `tree` is invalid:
 *   an unknown kind; SSZ with a depth above 63 or too small for `count`; another kind with a depth
 *   that is not 0.
 * - No function allocates or locks.
 * - No branch and no address depends on the bytes of a leaf, except in hashlane_merkle_verify().
 */
#ifndef HASHLANE_MERKLE_H
#define HASHLANE_MERKLE_H

#include "pool.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The definition of an inner node, and of a node at the end of its level without a neighbour. */
typedef enum hashlane_merkle_kind HASHLANE_ANY_VALUE {
    /* SHA256(left || right); a node without a neighbour moves up unchanged. Different sequences of
     * the same number of leaves have different roots. Only `count` distinguishes leaves from inner
     * nodes: if somebody else chooses it, make each leaf the hash of a prefix and the data. */
    HASHLANE_MERKLE_PLAIN = 0,
    /* Certificate Transparency, RFC 9162 and 6962: SHA256(0x01 || left || right); a node without a
     * neighbour moves up. */
    HASHLANE_MERKLE_RFC9162 = 1,
    /* Bitcoin: SHA256(SHA256(left || right)); a node without a neighbour is paired with itself, so
     * a list that repeats its last leaves can have the root of the rest. Refuse equal leaves. */
    HASHLANE_MERKLE_BITCOIN = 2,
    /* Ethereum's SSZ: SHA256(left || right); a node without a neighbour is paired with the root of
     * an empty tree, whose leaves are 32 zeros. */
    HASHLANE_MERKLE_SSZ = 3,
    /* The plain tree, with its rules, over Ethereum's Keccak-256 instead of SHA-256. */
    HASHLANE_MERKLE_KECCAK_256 = 4,
    /* The same with sorted pairs, as contracts verify it (OpenZeppelin's MerkleProof): the lower
     * digest of a pair is hashed first. Such a contract knows neither index nor count: whatever can
     * be hashed from 64 bytes passes for a leaf. Make each leaf the hash of a hash, or of data that
     * never has 64 bytes. The root does not show on which side of its neighbour a leaf is. */
    HASHLANE_MERKLE_KECCAK_256_SORTED = 5
} hashlane_merkle_kind;

typedef struct hashlane_merkle_tree {
    hashlane_merkle_kind kind;
    uint32_t depth; /* SSZ: levels above the leaves, for 2^depth leaves; other kinds: 0 */
    size_t count;   /* of leaves */
} hashlane_merkle_tree;

/*
 * Hashes `count` entries of any lengths to leaves of RFC 9162, SHA256(0x00 || entry), on all lanes
 * of a core: entry i has bytes[i] bytes at entries[i], and its leaf goes to leaves + 32 * i.
 *
 * leaves: count * 32 bytes, which overlap neither an entry nor the two arrays.
 */
void hashlane_merkle_rfc9162_leaves(const uint8_t *const *entries, const size_t *bytes,
                                    size_t count, uint8_t *leaves) HASHLANE_NOEXCEPT;

/* Does the same on the threads of a pool (pool.h). */
void hashlane_merkle_rfc9162_leaves_pool(const uint8_t *const *entries, const size_t *bytes,
                                         size_t count, uint8_t *leaves,
                                         const hashlane_pool *pool) HASHLANE_NOEXCEPT;

/*
 * Computes the root of a tree. One leaf is its own root, but in SSZ. The root of no leaves is the
 * hash of no bytes (plain, RFC 9162, Keccak-256), 32 zeros (Bitcoin), or that of an empty tree
 * (SSZ).
 *
 * leaves: count * 32 bytes. scratch: ceil(count / 2) * 32 bytes, which either do not overlap the
 * leaves or are `leaves`, which are then overwritten; NULL if count <= 1. root: 32 bytes, anywhere.
 */
hashlane_status hashlane_merkle_root(const hashlane_merkle_tree *tree, const uint8_t *leaves,
                                     uint8_t *scratch, uint8_t *root) HASHLANE_NOEXCEPT;

/* Does the same on the threads of a pool (pool.h). */
hashlane_status hashlane_merkle_root_pool(const hashlane_merkle_tree *tree, const uint8_t *leaves,
                                          uint8_t *scratch, uint8_t *root,
                                          const hashlane_pool *pool) HASHLANE_NOEXCEPT;

/* ---- Stored trees ---- */

/* Returns the number of digests that hashlane_merkle_levels() writes; 0 if `tree` is invalid. It is
 * always below count + 128. */
size_t hashlane_merkle_nodes(const hashlane_merkle_tree *tree) HASHLANE_NOEXCEPT;

/*
 * Computes all levels of a tree above the leaves: first the ceil(count / 2) digests above the
 * leaves, then those above them, and so on; the last digest is the root. SSZ's levels have at least
 * one digest each, and none if there is no leaf.
 *
 * levels: hashlane_merkle_nodes() * 32 bytes, which do not overlap the leaves.
 */
hashlane_status hashlane_merkle_levels(const hashlane_merkle_tree *tree, const uint8_t *leaves,
                                       uint8_t *levels) HASHLANE_NOEXCEPT;

/* Does the same on the threads of a pool (pool.h). */
hashlane_status hashlane_merkle_levels_pool(const hashlane_merkle_tree *tree, const uint8_t *leaves,
                                            uint8_t *levels,
                                            const hashlane_pool *pool) HASHLANE_NOEXCEPT;

/*
 * Replaces a leaf of a stored tree, and computes the nodes above it again. `leaf` may be the leaf
 * in its place. HASHLANE_BAD_ARGUMENT also if index >= tree->count.
 */
hashlane_status hashlane_merkle_update(const hashlane_merkle_tree *tree, size_t index,
                                       const uint8_t *leaf, uint8_t *leaves,
                                       uint8_t *levels) HASHLANE_NOEXCEPT;

/* ---- Proofs that a leaf is in a tree ---- */

/*
 * Copies the proof of a leaf from a stored tree: the neighbours on the way to the root, the lowest
 * first. A node that moves up has none; one that is paired with itself or with an empty tree has
 * that. HASHLANE_BAD_ARGUMENT also if index >= tree->count.
 *
 * proof: room for 64 * 32 bytes at most; *proof_count * 32 are written.
 */
hashlane_status hashlane_merkle_proof(const hashlane_merkle_tree *tree, size_t index,
                                      const uint8_t *leaves, const uint8_t *levels, uint8_t *proof,
                                      size_t *proof_count) HASHLANE_NOEXCEPT;

/*
 * Checks a proof, without the tree: HASHLANE_OK if `leaf` with these neighbours gives `root`,
 * HASHLANE_WRONG if not, or if the proof has too few or too many digests.
 * HASHLANE_BAD_ARGUMENT also if index >= tree->count. For SSZ, any count above `index` will do.
 *
 * `root` and tree->count, for SSZ tree->depth, must come from someone you trust: with those that
 * the author of the proof chooses, an inner node passes for a leaf of a smaller tree. Of RFC 9162
 * it does not if you hash the entry yourself (hashlane_merkle_rfc9162_leaves()). For Bitcoin, whose
 * block headers have no count: reject transactions of 64 bytes, which can pass for inner nodes. For
 * SSZ, a leaf beyond the last one is 32 zeros: compare `index` with the length of the list. With
 * sorted pairs a leaf is shown to be in the tree, but not to be number `index`; and where the count
 * is no power of two, an inner node can pass for the last leaf, unless leaves are hashed twice.
 *
 * Bitcoin: leaves 0, 1, 2 have the root of 0, 1, 2, 2. Therefore the result is HASHLANE_WRONG if a
 * node equals its neighbour, unless it is paired with itself, which is where it must equal it.
 */
HASHLANE_MUST_CHECK hashlane_status hashlane_merkle_verify(const hashlane_merkle_tree *tree,
                                                           size_t index, const uint8_t *leaf,
                                                           const uint8_t *proof, size_t proof_count,
                                                           const uint8_t *root) HASHLANE_NOEXCEPT;

#ifdef __cplusplus
}
#endif

#endif
