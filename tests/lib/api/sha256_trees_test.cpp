// SPDX-License-Identifier: MIT
//
// Nodes and Merkle trees through the C interface.

#include "hashlane/merkle.h"
#include "hashlane/sha256.h"
#include "support/oracle.h"
#include "support/random_bytes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace hashlane::test {
namespace {

Bytes digests_of(std::span<const std::uint8_t> nodes)
{
    Bytes digests;
    for (std::size_t at = 0; at < nodes.size(); at += HASHLANE_SHA256_NODE_BYTES)
        std::ranges::copy(oracle_digest("sha256", nodes.subspan(at, HASHLANE_SHA256_NODE_BYTES)),
                          std::back_inserter(digests));
    return digests;
}

// RFC 9162, 2.1.1, without the prefixes: the left part of n leaves is the largest power of two
// that is less than n.
Bytes tree_head(std::span<const std::uint8_t> leaves)
{
    const std::size_t count = leaves.size() / 32;
    if (count == 1)
        return {leaves.begin(), leaves.end()};
    std::size_t left = 1;
    while (2 * left < count)
        left *= 2;
    Bytes node = tree_head(leaves.first(left * 32));
    std::ranges::copy(tree_head(leaves.subspan(left * 32)), std::back_inserter(node));
    return oracle_digest("sha256", node);
}

// Every count up to two groups of the widest kernels and more than dispatch's table has.
TEST(Sha256Nodes, AnyNumberAnywhere)
{
    for (std::size_t count = 0; count <= 70; ++count) {
        const Bytes nodes = random_bytes(count * 64 + 1, count);
        const auto from = std::span(nodes).subspan(1);
        const Bytes expected = digests_of(from);
        Bytes digests(count * 32 + 2, 0xa5);
        hashlane_sha256_nodes(from.data(), count, digests.data() + 1);
        EXPECT_TRUE(std::ranges::equal(expected, std::span(digests).subspan(1, count * 32)));
        EXPECT_EQ(digests.front(), 0xa5);
        EXPECT_EQ(digests.back(), 0xa5);
        Bytes in_place(from.begin(), from.end());
        hashlane_sha256_nodes(in_place.data(), count, in_place.data());
        in_place.resize(count * 32);
        EXPECT_EQ(in_place, expected) << count << " nodes in place";
    }
}

hashlane_merkle_tree plain(std::size_t count) { return {HASHLANE_MERKLE_PLAIN, 0, count}; }

std::size_t nodes_of(std::size_t count)
{
    const hashlane_merkle_tree tree = plain(count);
    return hashlane_merkle_nodes(&tree);
}

TEST(Sha256Merkle, RootIsThatOfRfc9162)
{
    for (std::size_t count = 1; count <= 70; ++count) {
        const Bytes leaves = random_bytes(count * 32, count);
        const Bytes expected = tree_head(leaves);
        Bytes root(32);
        Bytes scratch((count + 1) / 2 * 32 + 1, 0xa5);
        const hashlane_merkle_tree tree = plain(count);
        hashlane_merkle_root(&tree, leaves.data(), scratch.data(), root.data());
        EXPECT_EQ(root, expected) << count << " leaves";
        EXPECT_EQ(scratch.back(), 0xa5);
        Bytes own = leaves;
        hashlane_merkle_root(&tree, own.data(), own.data(), own.data());
        own.resize(32);
        EXPECT_EQ(own, expected) << count << " leaves, all in one place";
    }
}

TEST(Sha256Merkle, NoLeafAndOneLeaf)
{
    Bytes root(32);
    const hashlane_merkle_tree none = plain(0), one = plain(1);
    hashlane_merkle_root(&none, nullptr, nullptr, root.data());
    EXPECT_EQ(root, oracle_digest("sha256", {}));
    const Bytes leaf = random_bytes(32, 1);
    hashlane_merkle_root(&one, leaf.data(), nullptr, root.data());
    EXPECT_EQ(root, leaf);
}

TEST(Sha256Merkle, LevelsAreTheNodesAbove)
{
    EXPECT_EQ(nodes_of(0), 0U);
    EXPECT_EQ(nodes_of(1), 0U);
    EXPECT_EQ(nodes_of(2), 1U);
    EXPECT_EQ(nodes_of(5), 3U + 2U + 1U);
    EXPECT_EQ(nodes_of(SIZE_MAX), SIZE_MAX);
    for (const std::size_t count : {0U, 1U, 2U, 3U, 5U, 8U, 33U, 100U}) {
        const Bytes leaves = random_bytes(count * 32, count);
        Bytes expected;
        for (Bytes level = leaves; level.size() > 32;) {
            Bytes parents = digests_of(std::span(level).first(level.size() / 64 * 64));
            if (level.size() % 64 != 0)
                parents.insert(parents.end(), level.end() - 32, level.end());
            expected.insert(expected.end(), parents.begin(), parents.end());
            level = parents;
        }
        Bytes levels(nodes_of(count) * 32);
        const hashlane_merkle_tree tree = plain(count);
        hashlane_merkle_levels(&tree, leaves.data(), levels.data());
        EXPECT_EQ(levels, expected) << count << " leaves";
    }
}

} // namespace
} // namespace hashlane::test
