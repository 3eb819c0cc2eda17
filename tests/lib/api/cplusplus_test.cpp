// SPDX-License-Identifier: MIT

#include "hashlane/hashlane.hpp"

#include <gtest/gtest.h>

namespace hashlane::test {
namespace {

TEST(CPlusPlus, ATreeHasTheLeavesThatItHas)
{
    hashlane::MerkleTree tree(HASHLANE_MERKLE_SSZ, std::vector<Digest>(5), 4);
    const Digest root = tree.root();
    const hashlane::MerkleTree other(std::move(tree));
    EXPECT_EQ(other.root(), root);
    EXPECT_EQ(tree.root(), hashlane::MerkleTree(HASHLANE_MERKLE_SSZ, {}, 4).root());
    EXPECT_THROW(tree.proof(0), std::invalid_argument);
    EXPECT_THROW(tree.update(0, root), std::invalid_argument);
}

} // namespace
} // namespace hashlane::test
