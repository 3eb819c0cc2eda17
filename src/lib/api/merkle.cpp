// SPDX-License-Identifier: MIT
//
// The C interface of merkle.h.

#include "../base/little_endian.h"
#include "../base/pool.h"
#include "../dispatch/call_plan.h"
#include "../sha256/message.h"

#include "hashlane/merkle.h"
#include "hashlane/sha256.h"
#include "hashlane/sha3.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <type_traits>

using namespace hashlane;

namespace {

using Tree = hashlane_merkle_tree;

constexpr std::uint8_t leaf_prefix = 0x00, node_prefix = 0x01; // RFC 9162, 2.1.1

struct Digest {
    std::uint8_t bytes[sha256_digest_bytes] = {};
};

bool is_tree(const Tree &tree)
{
    std::underlying_type_t<hashlane_merkle_kind> kind; // the caller's: any number
    std::memcpy(&kind, &tree.kind, sizeof kind);
    if (kind == HASHLANE_MERKLE_SSZ)
        return tree.depth < 64 && tree.count <= std::uint64_t{1} << tree.depth;
    const auto number = static_cast<unsigned>(kind);
    return number <= HASHLANE_MERKLE_KECCAK_256_SORTED && tree.depth == 0;
}

bool has_leaf(const Tree &tree, std::size_t index) { return is_tree(tree) && index < tree.count; }

// Levels above the leaves.
unsigned height_of(const Tree &tree)
{
    if (tree.kind == HASHLANE_MERKLE_SSZ)
        return tree.depth;
    return tree.count == 0 ? 0 : static_cast<unsigned>(std::bit_width(tree.count - 1));
}

// SHA256(0x01 ‖ node) of each: two blocks, in which only the node differs.
void hash_prefixed_nodes(const std::uint8_t *nodes, std::size_t count, std::uint8_t *digests)
{
    constexpr std::size_t bytes = 1 + sha256_node_bytes;
    std::uint8_t messages[max_lanes][message_end_bytes];
    for (std::size_t lane = 0; lane < std::min<std::size_t>(count, max_lanes); ++lane) {
        std::fill_n(messages[lane], message_end_bytes, std::uint8_t{0});
        messages[lane][0] = node_prefix;
        messages[lane][bytes] = 0x80; // FIPS 180-4, 5.1.1
        messages[lane][message_end_bytes - 2] = 8 * bytes >> 8;
        messages[lane][message_end_bytes - 1] = 8 * bytes & 0xff;
    }
    for_each_call(active_table<Workload::sha256>(), count, [&](const KernelCall &call) {
        const unsigned lanes = call.kernel.lanes;
        const std::uint8_t *blocks[max_lanes];
        alignas(64) std::uint32_t states[max_lanes * sha256_state_words];
        for (unsigned lane = 0; lane < lanes; ++lane) {
            blocks[lane] = messages[lane < call.count ? lane : 0];
            set_lane(states, lanes, lane, sha256_initial_state);
        }
        for (std::size_t lane = 0; lane < call.count; ++lane)
            std::copy_n(nodes + (call.first + lane) * sha256_node_bytes, sha256_node_bytes,
                        messages[lane] + 1);
        function_of<Workload::sha256>(call.kernel)(states, blocks, 2);
        for (unsigned lane = 0; lane < call.count; ++lane)
            store_lane(digests + (call.first + lane) * sha256_digest_bytes, states, lanes, lane);
    });
}

// Digests may overwrite the nodes: each call of a kernel reads its own before it writes.
void hash_with_keccak(const std::uint8_t *nodes, std::size_t count, std::uint8_t *digests)
{
    const hashlane_column whole = {nodes, sha256_node_bytes, sha256_node_bytes};
    hashlane_sha3_hash_columns(HASHLANE_KECCAK_256, &whole, 1, count, digests, sha256_digest_bytes,
                               sha256_digest_bytes);
}

// Writes the two digests of a node in their order as numbers. No branch depends on them.
void sort_node(const std::uint8_t *node, std::uint8_t *sorted)
{
    constexpr std::size_t words = sha256_digest_bytes / 8;
    std::uint64_t pair[2 * words], borrow = 0;
    std::memcpy(pair, node, sizeof pair);
    for (std::size_t i = words; i-- != 0;) {
        const std::uint64_t a = __builtin_bswap64(from_little_endian(pair[i]));
        const std::uint64_t b = __builtin_bswap64(from_little_endian(pair[words + i]));
        const std::uint64_t difference = a - b - borrow;
        borrow = ((~a & b) | ((~a | b) & difference)) >> 63;
    }
    std::uint64_t swapped = borrow - 1; // all bits, unless the first is the lower
    // Clang knows that it is one of two values, and would branch on it.
    __asm__("" : "+r"(swapped));
    for (std::size_t i = 0; i < words; ++i) {
        const std::uint64_t change = (pair[i] ^ pair[words + i]) & swapped;
        pair[i] ^= change;
        pair[words + i] ^= change;
    }
    std::memcpy(sorted, pair, sizeof pair);
}

void hash_sorted_with_keccak(const std::uint8_t *nodes, std::size_t count, std::uint8_t *digests)
{
    constexpr std::size_t most = 64;
    std::uint8_t sorted[most * sha256_node_bytes];
    while (count != 0) {
        const std::size_t part = std::min(count, most);
        for (std::size_t i = 0; i < part; ++i)
            sort_node(nodes + i * sha256_node_bytes, sorted + i * sha256_node_bytes);
        hash_with_keccak(sorted, part, digests);
        nodes += part * sha256_node_bytes;
        digests += part * sha256_digest_bytes;
        count -= part;
    }
}

void hash_pairs(hashlane_merkle_kind kind, const std::uint8_t *nodes, std::size_t count,
                std::uint8_t *digests)
{
    switch (kind) {
    case HASHLANE_MERKLE_RFC9162:
        return hash_prefixed_nodes(nodes, count, digests);
    case HASHLANE_MERKLE_BITCOIN:
        return hashlane_sha256d_nodes(nodes, count, digests);
    case HASHLANE_MERKLE_KECCAK_256:
        return hash_with_keccak(nodes, count, digests);
    case HASHLANE_MERKLE_KECCAK_256_SORTED:
        return hash_sorted_with_keccak(nodes, count, digests);
    default:
        return hashlane_sha256_nodes(nodes, count, digests);
    }
}

// Levels from the leaves up, with what has no neighbour there.
class Levels {
public:
    explicit Levels(const Tree &tree) : Levels(tree.kind, height_of(tree), tree.count) {}
    Levels(hashlane_merkle_kind kind, unsigned height, std::size_t count)
        : kind_(kind), left_(height), count_(count)
    {
    }

    bool is_below_root() const { return left_ != 0; }
    std::size_t count() const { return count_; } // digests of this level

    // True if a node without a neighbour does.
    bool moves_up() const
    {
        return kind_ != HASHLANE_MERKLE_BITCOIN && kind_ != HASHLANE_MERKLE_SSZ;
    }

    // Precondition: it does not move up.
    const std::uint8_t *neighbour_of(const std::uint8_t *lone) const
    {
        return kind_ == HASHLANE_MERKLE_SSZ ? empty_.bytes : lone;
    }

    // The root of no leaves. Precondition: nodes move up.
    void write_hash_of_nothing(std::uint8_t *root) const
    {
        const bool is_keccak =
            kind_ == HASHLANE_MERKLE_KECCAK_256 || kind_ == HASHLANE_MERKLE_KECCAK_256_SORTED;
        if (is_keccak)
            hashlane_keccak_256(nullptr, 0, root);
        else
            hashlane_sha256(nullptr, 0, root);
    }

    void join(const std::uint8_t *left, const std::uint8_t *right, std::uint8_t *parent) const
    {
        std::uint8_t pair[sha256_node_bytes];
        std::copy_n(left, sha256_digest_bytes, pair);
        std::copy_n(right, sha256_digest_bytes, pair + sha256_digest_bytes);
        hash_pairs(kind_, pair, 1, parent);
    }

    void raise(const std::uint8_t *lone, std::uint8_t *parent) const
    {
        if (moves_up())
            std::copy_n(lone, sha256_digest_bytes, parent);
        else
            join(lone, neighbour_of(lone), parent);
    }

    // Writes the level above, which may begin where this one does if there is no pool.
    void write_parents(const std::uint8_t *digests, std::uint8_t *parents,
                       const hashlane_pool *pool = nullptr) const
    {
        const std::size_t pairs = count_ / 2;
        divide_on_pool(pool, pairs, pairs * sha256_node_bytes, [&](size_t first, size_t part) {
            hash_pairs(kind_, digests + first * sha256_node_bytes, part,
                       parents + first * sha256_digest_bytes);
        });
        const std::uint8_t *const last = digests + (count_ - 1) * sha256_digest_bytes;
        if (count_ % 2 != 0)
            raise(last, parents + pairs * sha256_digest_bytes);
    }

    void rise()
    {
        if (kind_ == HASHLANE_MERKLE_SSZ)
            join(empty_.bytes, empty_.bytes, empty_.bytes);
        count_ = parents_of(count_);
        --left_;
    }

private:
    hashlane_merkle_kind kind_;
    unsigned left_;
    std::size_t count_;
    Digest empty_; // SSZ: the root of an empty tree of this level
};

// Writes the root of the levels from this one, which is at `digests` and has a digest, up; to any
// place. `scratch` may be `digests`.
void write_root(Levels levels, const std::uint8_t *digests, std::uint8_t *scratch,
                std::uint8_t *root)
{
    for (; levels.count() > 1; levels.rise(), digests = scratch)
        levels.write_parents(digests, scratch);
    Digest node;
    std::copy_n(digests, sha256_digest_bytes, node.bytes);
    for (; levels.is_below_root(); levels.rise())
        levels.raise(node.bytes, node.bytes);
    std::copy_n(node.bytes, sha256_digest_bytes, root);
}

// Threads take trees of this height, whose leaves are neighbours; 100 µs or so each.
constexpr unsigned piece_height = 12;
constexpr std::size_t piece_leaves = std::size_t{1} << piece_height;

// Writes the level of that height to `scratch`: the root of each piece.
void write_piece_roots(const Tree &tree, const std::uint8_t *leaves, std::uint8_t *scratch,
                       const hashlane_pool &pool)
{
    const std::size_t pieces = (tree.count - 1) / piece_leaves + 1;
    // The bytes from the scratch of one piece to that of the next.
    const std::size_t distance =
        (scratch == leaves ? piece_leaves : piece_leaves / 2) * sha256_digest_bytes;
    call_on_pool(pool, pieces, [&](std::size_t i) {
        const std::size_t first = i * piece_leaves;
        const std::size_t count = std::min(piece_leaves, tree.count - first);
        std::uint8_t *const own = scratch + i * distance;
        write_root({tree.kind, piece_height, count}, leaves + first * sha256_digest_bytes, own,
                   own);
    });
    for (std::size_t i = 1; i < pieces; ++i)
        std::copy_n(scratch + i * distance, sha256_digest_bytes, scratch + i * sha256_digest_bytes);
}

// True if a neighbour in a proof shows that it is forged. Transactions differ, and so do the nodes
// above them: in Bitcoin's trees a node equals its neighbour if it is paired with itself, and only
// then. Otherwise a leaf could be shown at a second place, or in a tree of another count
// (CVE-2012-2459).
bool is_forged(const Tree &tree, bool is_lone, const std::uint8_t *node,
               const std::uint8_t *neighbour)
{
    return tree.kind == HASHLANE_MERKLE_BITCOIN &&
           std::equal(node, node + sha256_digest_bytes, neighbour) != is_lone;
}

// A node of a stored tree, on its way to the root.
class Climb {
public:
    Climb(const Tree &tree, std::size_t index, const std::uint8_t *leaves,
          const std::uint8_t *levels)
        : levels_(tree), at_(index), level_(leaves), above_(levels)
    {
    }

    bool is_below_root() const { return levels_.is_below_root(); }
    const std::uint8_t *node() const { return level_ + at_ * sha256_digest_bytes; }

    bool is_lone() const { return beside() >= levels_.count(); }
    bool moves_up() const { return is_lone() && levels_.moves_up(); }

    // Precondition: it does not move up.
    const std::uint8_t *neighbour() const
    {
        return is_lone() ? levels_.neighbour_of(node()) : level_ + beside() * sha256_digest_bytes;
    }

    // Writes the node above.
    void join(std::uint8_t *parent) const
    {
        if (is_lone())
            levels_.raise(node(), parent);
        else if (at_ % 2 != 0)
            levels_.join(neighbour(), node(), parent);
        else
            levels_.join(node(), neighbour(), parent);
    }

    void rise()
    {
        levels_.rise();
        at_ /= 2;
        level_ = above_;
        above_ += levels_.count() * sha256_digest_bytes;
    }

private:
    std::size_t beside() const { return at_ ^ 1; }

    Levels levels_;
    std::size_t at_;
    const std::uint8_t *level_, *above_;
};

} // namespace

extern "C" {

void hashlane_merkle_rfc9162_leaves(const uint8_t *const *entries, const size_t *bytes,
                                    size_t count, uint8_t *leaves) noexcept
{
    hash_list({entries, bytes, false, count, sha256_initial_state, 0, leaves, &leaf_prefix, 1},
              active_table<Workload::sha256>());
}

void hashlane_merkle_rfc9162_leaves_pool(const uint8_t *const *entries, const size_t *bytes,
                                         size_t count, uint8_t *leaves,
                                         const hashlane_pool *pool) noexcept
{
    divide_on_pool(pool, count, bytes_for(pool, bytes, count), [&](size_t first, size_t part) {
        hashlane_merkle_rfc9162_leaves(entries + first, bytes + first, part,
                                       leaves + first * sha256_digest_bytes);
    });
}

hashlane_status hashlane_merkle_root(const hashlane_merkle_tree *tree, const uint8_t *leaves,
                                     uint8_t *scratch, uint8_t *root) noexcept
{
    return hashlane_merkle_root_pool(tree, leaves, scratch, root, nullptr);
}

hashlane_status hashlane_merkle_root_pool(const hashlane_merkle_tree *tree, const uint8_t *leaves,
                                          uint8_t *scratch, uint8_t *root,
                                          const hashlane_pool *pool) noexcept
{
    if (!is_tree(*tree))
        return HASHLANE_BAD_ARGUMENT;
    Levels levels(*tree);
    if (tree->count > piece_leaves && has_threads(pool)) {
        write_piece_roots(*tree, leaves, scratch, *pool);
        leaves = scratch;
        for (unsigned height = 0; height < piece_height; ++height)
            levels.rise();
    }
    const Digest empty;
    if (tree->count != 0)
        write_root(levels, leaves, scratch, root);
    else if (levels.moves_up())
        levels.write_hash_of_nothing(root);
    else
        write_root(levels, empty.bytes, nullptr, root);
    return HASHLANE_OK;
}

size_t hashlane_merkle_nodes(const hashlane_merkle_tree *tree) noexcept
{
    if (!is_tree(*tree) || tree->count == 0)
        return 0;
    size_t nodes = 0, count = tree->count;
    for (unsigned left = height_of(*tree); left != 0; --left, nodes += count)
        count = parents_of(count);
    return nodes;
}

hashlane_status hashlane_merkle_levels(const hashlane_merkle_tree *tree, const uint8_t *leaves,
                                       uint8_t *levels) noexcept
{
    return hashlane_merkle_levels_pool(tree, leaves, levels, nullptr);
}

hashlane_status hashlane_merkle_levels_pool(const hashlane_merkle_tree *tree, const uint8_t *leaves,
                                            uint8_t *levels, const hashlane_pool *pool) noexcept
{
    if (!is_tree(*tree))
        return HASHLANE_BAD_ARGUMENT;
    if (tree->count == 0)
        return HASHLANE_OK;
    Levels tower(*tree);
    for (const uint8_t *level = leaves; tower.is_below_root();) {
        tower.write_parents(level, levels, pool);
        tower.rise();
        level = levels;
        levels += tower.count() * sha256_digest_bytes;
    }
    return HASHLANE_OK;
}

hashlane_status hashlane_merkle_update(const hashlane_merkle_tree *tree, size_t index,
                                       const uint8_t *leaf, uint8_t *leaves,
                                       uint8_t *levels) noexcept
{
    if (!has_leaf(*tree, index))
        return HASHLANE_BAD_ARGUMENT;
    std::memmove(leaves + index * sha256_digest_bytes, leaf, sha256_digest_bytes);
    Climb climb(*tree, index, leaves, levels);
    while (climb.is_below_root()) {
        Digest parent;
        climb.join(parent.bytes);
        climb.rise();
        std::copy_n(parent.bytes, sha256_digest_bytes, levels + (climb.node() - levels));
    }
    return HASHLANE_OK;
}

hashlane_status hashlane_merkle_proof(const hashlane_merkle_tree *tree, size_t index,
                                      const uint8_t *leaves, const uint8_t *levels, uint8_t *proof,
                                      size_t *proof_count) noexcept
{
    if (!has_leaf(*tree, index))
        return HASHLANE_BAD_ARGUMENT;
    size_t written = 0;
    for (Climb climb(*tree, index, leaves, levels); climb.is_below_root(); climb.rise())
        if (!climb.moves_up())
            std::copy_n(climb.neighbour(), sha256_digest_bytes,
                        proof + sha256_digest_bytes * written++);
    *proof_count = written;
    return HASHLANE_OK;
}

hashlane_status hashlane_merkle_verify(const hashlane_merkle_tree *tree, size_t index,
                                       const uint8_t *leaf, const uint8_t *proof,
                                       size_t proof_count, const uint8_t *root) noexcept
{
    if (!has_leaf(*tree, index))
        return HASHLANE_BAD_ARGUMENT;
    Digest node;
    std::copy_n(leaf, sha256_digest_bytes, node.bytes);
    for (Levels levels(*tree); levels.is_below_root(); levels.rise(), index /= 2) {
        const bool is_lone = (index ^ 1) >= levels.count();
        if (is_lone && levels.moves_up())
            continue;
        if (proof_count == 0 || is_forged(*tree, is_lone, node.bytes, proof))
            return HASHLANE_WRONG;
        if (index % 2 != 0)
            levels.join(proof, node.bytes, node.bytes);
        else
            levels.join(node.bytes, proof, node.bytes);
        proof += sha256_digest_bytes;
        --proof_count;
    }
    const bool right =
        proof_count == 0 && std::equal(node.bytes, node.bytes + sha256_digest_bytes, root);
    return right ? HASHLANE_OK : HASHLANE_WRONG;
}

} // extern "C"
