// SPDX-License-Identifier: MIT
//
// Trees of merkle.h: root, levels, updates and proofs against a tree that is built with OpenSSL
// level by level.
#include "canaries.h"
#include "spec.h"
#include "support/oracle.h"

#include "hashlane/merkle.h"

namespace hashlane::fuzz::merkle_target {
namespace {

using Levels = std::vector<std::vector<Bytes>>; // the leaves first

Bytes node_of(hashlane_merkle_kind kind, const Bytes &left, const Bytes &right)
{
    if (kind == HASHLANE_MERKLE_KECCAK_256 || kind == HASHLANE_MERKLE_KECCAK_256_SORTED) {
        const bool swapped = kind == HASHLANE_MERKLE_KECCAK_256_SORTED && right < left;
        Bytes pair = swapped ? right : left;
        const Bytes &second = swapped ? left : right;
        pair.insert(pair.end(), second.begin(), second.end());
        return spec::sponge(136, 24, pair, 0x01, 32);
    }
    Bytes both = kind == HASHLANE_MERKLE_RFC9162 ? Bytes{1} : Bytes{};
    both.insert(both.end(), left.begin(), left.end());
    both.insert(both.end(), right.begin(), right.end());
    const Bytes digest = test::oracle_digest("sha256", both);
    return kind == HASHLANE_MERKLE_BITCOIN ? test::oracle_digest("sha256", digest) : digest;
}

// A tree that has the right digests, built node by node.
class RightTree {
public:
    // Precondition: there is a leaf.
    RightTree(const hashlane_merkle_tree &tree, const std::vector<Bytes> &leaves)
        : tree_(tree), levels_{leaves}, empty_{Bytes(32)}
    {
        while (levels_.back().size() > 1 || levels_.size() < tree.depth + std::size_t{1}) {
            std::vector<Bytes> above((levels_.back().size() + 1) / 2);
            for (std::size_t i = 0; i < above.size(); ++i)
                above[i] = parent(levels_.size() - 1, i);
            levels_.push_back(above);
            empty_.push_back(node_of(tree.kind, empty_.back(), empty_.back()));
        }
    }

    void update(std::size_t index, const Bytes &leaf)
    {
        levels_[0][index] = leaf;
        for (std::size_t level = 0; level + 1 < levels_.size(); ++level) {
            index /= 2;
            levels_[level + 1][index] = parent(level, index);
        }
    }

    const Levels &levels() const { return levels_; }
    const Bytes &root() const { return levels_.back().front(); }

private:
    Bytes parent(std::size_t level, std::size_t index) const
    {
        const std::vector<Bytes> &below = levels_[level];
        const Bytes &left = below[2 * index];
        if (2 * index + 1 < below.size())
            return node_of(tree_.kind, left, below[2 * index + 1]);
        switch (tree_.kind) {
        case HASHLANE_MERKLE_SSZ:
            return node_of(tree_.kind, left, empty_[level]);
        case HASHLANE_MERKLE_BITCOIN:
            return node_of(tree_.kind, left, left);
        default:
            return left;
        }
    }

    hashlane_merkle_tree tree_;
    Levels levels_;
    std::vector<Bytes> empty_; // a node of empty leaves of each level
};

Bytes joined(const Levels &levels, std::size_t first)
{
    Bytes all;
    for (std::size_t level = first; level < levels.size(); ++level)
        for (const Bytes &digest : levels[level])
            all.insert(all.end(), digest.begin(), digest.end());
    return all;
}

// Leaves of RFC 9162 are hashes of entries with a prefix.
void hash_leaves(Input &input)
{
    const std::size_t count = input.size(0, 40);
    std::vector<Bytes> entries;
    std::vector<const std::uint8_t *> from;
    std::vector<std::size_t> bytes;
    for (std::size_t i = 0; i < count; ++i)
        entries.push_back(drawn_message(input, 400));
    for (const Bytes &entry : entries) {
        from.push_back(entry.data());
        bytes.push_back(entry.size());
    }
    Guarded leaves(32 * count, input.size(0, 15));
    hashlane_merkle_rfc9162_leaves(from.data(), bytes.data(), count, leaves.data());
    leaves.require_whole("leaves");
    for (std::size_t i = 0; i < count; ++i) {
        Bytes prefixed{0};
        prefixed.insert(prefixed.end(), entries[i].begin(), entries[i].end());
        require(std::ranges::equal(test::oracle_digest("sha256", prefixed),
                                   std::span(leaves.data() + 32 * i, 32)),
                "a wrong leaf");
    }
}

// The leaf's proof is right, and no other leaf's, place's or length's.
void prove(Input &input, const hashlane_merkle_tree &tree, const std::uint8_t *leaves,
           const std::uint8_t *levels, const Bytes &root)
{
    const std::size_t index = input.size(0, tree.count - 1);
    Guarded proof(64 * 32, input.size(0, 15));
    std::size_t count = 0;
    require(hashlane_merkle_proof(&tree, index, leaves, levels, proof.data(), &count) ==
                HASHLANE_OK,
            "proof's status");
    proof.require_whole("a proof");
    const auto verify = [&](const std::uint8_t *leaf, std::size_t digests) {
        return hashlane_merkle_verify(&tree, index, leaf, proof.data(), digests, root.data());
    };
    require(verify(leaves + 32 * index, count) == HASHLANE_OK, "a right proof is wrong");
    require(verify(leaves + 32 * index, count + 1) == HASHLANE_WRONG, "a long proof is right");
    require(verify(proof.data() + 64, count) == HASHLANE_WRONG, "another leaf's proof is right");
    if (count != 0) {
        proof.data()[input.size(0, 32 * count - 1)] ^= 1;
        require(verify(leaves + 32 * index, count) == HASHLANE_WRONG, "a wrong proof is right");
    }
}

void run(Input &input)
{
    const auto kind = static_cast<hashlane_merkle_kind>(input.number(0, 5));
    const std::size_t count = input.size(1, 70);
    const hashlane_merkle_tree tree = {
        kind, kind == HASHLANE_MERKLE_SSZ ? static_cast<std::uint32_t>(input.number(0, 12)) : 0,
        count};
    std::vector<Bytes> leaves;
    for (std::size_t i = 0; i < count; ++i)
        leaves.push_back(seeded_bytes(32, i + 1));
    Guarded from(joined({leaves}, 0), input.size(0, 15));
    Guarded levels(32 * hashlane_merkle_nodes(&tree), input.size(0, 15)), root(32);
    const bool fits = kind != HASHLANE_MERKLE_SSZ || count <= std::size_t{1} << tree.depth;
    require(hashlane_merkle_levels(&tree, from.data(), levels.data()) ==
                (fits ? HASHLANE_OK : HASHLANE_BAD_ARGUMENT),
            "the levels' status");
    if (!fits)
        return;
    RightTree right(tree, leaves);
    require(levels.content() == joined(right.levels(), 1), "wrong levels");
    for (std::uint64_t updates = 0; updates < 3; ++updates) {
        const std::size_t index = input.size(0, count - 1);
        // Different ones: in a tree of Bitcoin's, a proof of two equal neighbours is a forged one.
        const Bytes leaf = seeded_bytes(32, 1000 + 256 * updates + input.number(0, 255));
        right.update(index, leaf);
        require(hashlane_merkle_update(&tree, index, leaf.data(), from.data(), levels.data()) ==
                    HASHLANE_OK,
                "update's status");
        require(levels.content() == joined(right.levels(), 1), "wrong levels after an update");
        prove(input, tree, from.data(), levels.data(), right.root());
    }
    hashlane_merkle_root(&tree, from.data(), from.data(), root.data());
    require(root.content() == right.root(), "a wrong root");
    for (const Guarded *buffer : {&from, &levels, &root})
        buffer->require_whole("a tree");
    hash_leaves(input);
}

const Target target("merkle", run);

} // namespace
} // namespace hashlane::fuzz::merkle_target
