// SPDX-License-Identifier: MIT
//
// Trees of merkle.h against the published values of their standards, and against trees that are
// built here node by node with the oracle.

#include "fuzz/spec.h"
#include "support/hex.h"
#include "support/oracle.h"
#include "support/random_bytes.h"

#include "hashlane/merkle.h"
#include "hashlane/sha256.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <set>

namespace hashlane::test {
namespace {

using View = std::span<const std::uint8_t>;

Bytes operator+(Bytes a, View b)
{
    a.insert(a.end(), b.begin(), b.end());
    return a;
}

View digest_at(const Bytes &digests, std::size_t i) { return View(digests).subspan(32 * i, 32); }

constexpr hashlane_merkle_kind kinds[] = {
    HASHLANE_MERKLE_PLAIN, HASHLANE_MERKLE_RFC9162,    HASHLANE_MERKLE_BITCOIN,
    HASHLANE_MERKLE_SSZ,   HASHLANE_MERKLE_KECCAK_256, HASHLANE_MERKLE_KECCAK_256_SORTED};

Bytes keccak_256(const Bytes &message) { return fuzz::spec::sponge(136, 24, message, 0x01, 32); }

Bytes node_of(hashlane_merkle_kind kind, View left, View right)
{
    if (kind == HASHLANE_MERKLE_KECCAK_256)
        return keccak_256(Bytes() + left + right);
    if (kind == HASHLANE_MERKLE_KECCAK_256_SORTED)
        return keccak_256(Bytes() + std::min(left, right, std::ranges::lexicographical_compare) +
                          std::max(left, right, std::ranges::lexicographical_compare));
    const Bytes both = (kind == HASHLANE_MERKLE_RFC9162 ? Bytes{0x01} : Bytes{}) + left + right;
    const Bytes digest = oracle_digest("sha256", both);
    return kind == HASHLANE_MERKLE_BITCOIN ? oracle_digest("sha256", digest) : digest;
}

// RFC 9162, 2.1.1: from the top, at the largest power of two below the number of leaves.
Bytes root_from_the_top(hashlane_merkle_kind kind, View leaves)
{
    const std::size_t count = leaves.size() / 32;
    if (count == 1)
        return {leaves.begin(), leaves.end()};
    const std::size_t left = 32 * std::bit_floor(count - 1);
    return node_of(kind, root_from_the_top(kind, leaves.first(left)),
                   root_from_the_top(kind, leaves.subspan(left)));
}

// All leaves that there are at this depth, the missing ones as the standards have them.
Bytes filled_root(hashlane_merkle_kind kind, Bytes level, unsigned depth)
{
    if (kind == HASHLANE_MERKLE_SSZ)
        level.resize(std::size_t{32} << depth);
    while (level.size() > 32) {
        if (level.size() % 64 != 0)
            level = level + Bytes(level.end() - 32, level.end()); // Bitcoin
        Bytes above;
        for (std::size_t i = 0; i < level.size() / 32; i += 2)
            above = above + node_of(kind, digest_at(level, i), digest_at(level, i + 1));
        level = above;
    }
    return level;
}

hashlane_merkle_tree tree_of(hashlane_merkle_kind kind, std::size_t count)
{
    const unsigned least = count <= 1 ? 0 : static_cast<unsigned>(std::bit_width(count - 1));
    return {kind, kind == HASHLANE_MERKLE_SSZ ? least + static_cast<unsigned>(count % 3) : 0,
            count};
}

Bytes right_root(const hashlane_merkle_tree &tree, const Bytes &leaves)
{
    return tree.kind == HASHLANE_MERKLE_BITCOIN || tree.kind == HASHLANE_MERKLE_SSZ
               ? filled_root(tree.kind, leaves, tree.depth)
               : root_from_the_top(tree.kind, leaves);
}

Bytes root_of(const hashlane_merkle_tree &tree, const Bytes &leaves)
{
    Bytes scratch((tree.count + 1) / 2 * 32 + 1, 0xa5), root(32);
    EXPECT_EQ(hashlane_merkle_root(&tree, leaves.data(), scratch.data(), root.data()), HASHLANE_OK);
    EXPECT_EQ(scratch.back(), 0xa5);
    return root;
}

Bytes levels_of(const hashlane_merkle_tree &tree, const Bytes &leaves)
{
    Bytes levels(32 * hashlane_merkle_nodes(&tree) + 1, 0xa5);
    EXPECT_EQ(hashlane_merkle_levels(&tree, leaves.data(), levels.data()), HASHLANE_OK);
    EXPECT_EQ(levels.back(), 0xa5);
    levels.pop_back();
    return levels;
}

// certificate-transparency-go and RFC 6962's reference implementation test with these entries.
const char *const entries[] = {"",
                               "00",
                               "10",
                               "2021",
                               "3031",
                               "40414243",
                               "5051525354555657",
                               "606162636465666768696a6b6c6d6e6f"};
const char *const roots[] = {"6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
                             "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
                             "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
                             "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
                             "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
                             "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
                             "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
                             "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328"};

TEST(Merkle, RootsOfCertificateTransparency)
{
    std::vector<Bytes> data;
    std::vector<const std::uint8_t *> from;
    std::vector<std::size_t> bytes;
    for (const char *entry : entries)
        data.push_back(from_hex(entry));
    for (const Bytes &entry : data) {
        from.push_back(entry.data());
        bytes.push_back(entry.size());
    }
    for (std::size_t count = 1; count <= 8; ++count) {
        Bytes leaves(32 * count);
        hashlane_merkle_rfc9162_leaves(from.data(), bytes.data(), count, leaves.data());
        EXPECT_EQ(to_hex(root_of({HASHLANE_MERKLE_RFC9162, 0, count}, leaves)), roots[count - 1]);
    }
}

// The consensus specification's tests list these as zerohashes.
TEST(Merkle, RootsOfEmptyTreesInSsz)
{
    const std::pair<unsigned, const char *> known[] = {
        {0, "0000000000000000000000000000000000000000000000000000000000000000"},
        {1, "f5a5fd42d16a20302798ef6ed309979b43003d2320d9f0e8ea9831a92759fb4b"},
        {2, "db56114e00fdd4c1f85c892bf35ac9a89289aaecb1ebd0a96cde606a748b5d71"},
        {3, "c78009fdf07fc56a11f122370658a353aaa542ed63e44c4bc15ff4cd105ab33c"}};
    for (const auto &[depth, root] : known) {
        EXPECT_EQ(to_hex(root_of({HASHLANE_MERKLE_SSZ, depth, 0}, {})), root);
        const Bytes zeros(std::size_t{32} << depth);
        EXPECT_EQ(to_hex(root_of({HASHLANE_MERKLE_SSZ, depth, std::size_t{1} << depth}, zeros)),
                  root);
    }
}

// Block 100,000 has four transactions; the ids and the root are reversed as they are shown.
TEST(Merkle, RootOfABlockOfBitcoin)
{
    const auto reversed = [](const char *hex) {
        Bytes bytes = from_hex(hex);
        std::ranges::reverse(bytes);
        return bytes;
    };
    const Bytes leaves =
        reversed("8c14f0db3df150123e6f3dbbf30f8b955a8249b62ac1d1ff16284aefa3d06d87") +
        reversed("fff2525b8931402dd09222c50775608f75787bd2b87e56995a7bdd30f79702c4") +
        reversed("6359f0868171b1d194cbee1af2f16ea598ae8fad666d9b012c8ed2b79a236ec4") +
        reversed("e9a66845e05d5abc0ad04ec80f774a7e585c6e8db975962d069a522137b80c1d");
    EXPECT_EQ(root_of({HASHLANE_MERKLE_BITCOIN, 0, 4}, leaves),
              reversed("f3e94742aca4b5ef85488dc37c06c3282295ffec960994b2c0d5ac2a25a95766"));
}

// The example of OpenZeppelin's library of trees: two entries of an address and a number.
TEST(Merkle, RootOfOpenZeppelinsExample)
{
    const auto leaf = [](std::uint8_t address, const char *amount) {
        return keccak_256(
            keccak_256(Bytes(12) + Bytes(20, address) + Bytes(24) + from_hex(amount)));
    };
    const Bytes leaves = leaf(0x11, "4563918244f40000") + leaf(0x22, "22b1c8c1227a0000");
    const Bytes root = from_hex("d4dee0beab2d53f2cc83e567171bd2820e49898130a22622b10ead383e90bd77");
    const hashlane_merkle_tree tree = {HASHLANE_MERKLE_KECCAK_256_SORTED, 0, 2};
    EXPECT_EQ(root_of(tree, leaves), root);
    const Bytes proof =
        from_hex("b92c48e9d7abe27fd8dfd6b5dfdbfb1c9a463f80c712b66f3a5180a090cccafc");
    EXPECT_EQ(hashlane_merkle_verify(&tree, 0, leaves.data(), proof.data(), 1, root.data()),
              HASHLANE_OK);
}

// Pairs whose digests differ in one byte, or not at all.
TEST(Merkle, SortedPairs)
{
    const hashlane_merkle_tree tree = {HASHLANE_MERKLE_KECCAK_256_SORTED, 0, 2};
    const Bytes base = random_bytes(32, 1);
    for (std::size_t at = 0; at <= 32; ++at) {
        Bytes other = base;
        if (at < 32)
            other[at] ^= at % 2 != 0 ? 0x80 : 0x01;
        const Bytes expected = node_of(tree.kind, base, other);
        EXPECT_EQ(root_of(tree, base + other), expected) << at;
        EXPECT_EQ(root_of(tree, other + base), expected) << at;
    }
}

TEST(Merkle, RootsOfNoLeaves)
{
    for (const auto kind : {HASHLANE_MERKLE_KECCAK_256, HASHLANE_MERKLE_KECCAK_256_SORTED})
        EXPECT_EQ(root_of({kind, 0, 0}, {}), keccak_256({}));
    for (const auto kind : {HASHLANE_MERKLE_PLAIN, HASHLANE_MERKLE_RFC9162})
        EXPECT_EQ(root_of({kind, 0, 0}, {}), oracle_digest("sha256", {}));
    EXPECT_EQ(root_of({HASHLANE_MERKLE_BITCOIN, 0, 0}, {}), Bytes(32));
}

TEST(Merkle, LeavesOfAnyLengths)
{
    for (const std::size_t count : {1U, 2U, 17U, 70U})
        for (const std::size_t longest : {70U, 700U}) {
            std::vector<Bytes> data;
            std::vector<const std::uint8_t *> from;
            std::vector<std::size_t> bytes;
            Bytes expected;
            for (std::size_t i = 0; i < count; ++i) {
                data.push_back(random_bytes((i * 37 + count) % longest, i));
                const Bytes leaf = oracle_digest("sha256", Bytes{0x00} + data[i]);
                expected = expected + leaf;
            }
            for (const Bytes &entry : data) {
                from.push_back(entry.data());
                bytes.push_back(entry.size());
            }
            Bytes leaves(32 * count);
            hashlane_merkle_rfc9162_leaves(from.data(), bytes.data(), count, leaves.data());
            EXPECT_EQ(leaves, expected) << count << " entries of up to " << longest;
        }
}

TEST(Merkle, RootsAndLevelsOfEveryKind)
{
    for (const hashlane_merkle_kind kind : kinds)
        for (const std::size_t count : {1U, 2U, 3U, 5U, 8U, 33U, 70U, 131U}) {
            const hashlane_merkle_tree tree = tree_of(kind, count);
            const Bytes leaves = random_bytes(32 * count, count);
            const Bytes expected = right_root(tree, leaves);
            EXPECT_EQ(root_of(tree, leaves), expected) << kind << ", " << count << " leaves";
            Bytes own = leaves;
            hashlane_merkle_root(&tree, own.data(), own.data(), own.data());
            own.resize(32);
            EXPECT_EQ(own, expected) << kind << ", " << count << " leaves, all in one place";
            const Bytes all = leaves + levels_of(tree, leaves);
            EXPECT_TRUE(std::ranges::equal(View(all).last(32), expected));
        }
    const hashlane_merkle_tree deep = {HASHLANE_MERKLE_SSZ, 40, 3};
    EXPECT_EQ(hashlane_merkle_nodes(&deep), 2U + 39U);
}

// Every leaf's, and none after any change.
TEST(Merkle, ProofsOfEveryKind)
{
    for (const hashlane_merkle_kind kind : kinds)
        for (const std::size_t count : {1U, 2U, 3U, 7U, 8U, 21U}) {
            const hashlane_merkle_tree tree = tree_of(kind, count);
            const Bytes leaves = random_bytes(32 * count, count), levels = levels_of(tree, leaves);
            const Bytes root = root_of(tree, leaves);
            for (std::size_t i = 0; i < count; ++i) {
                Bytes proof(64 * 32, 0xa5);
                std::size_t length = 99;
                ASSERT_EQ(hashlane_merkle_proof(&tree, i, leaves.data(), levels.data(),
                                                proof.data(), &length),
                          HASHLANE_OK);
                ASSERT_LT(length, 10U);
                EXPECT_EQ(proof[32 * length], 0xa5);
                Bytes leaf(leaves.begin() + static_cast<long>(32 * i),
                           leaves.begin() + static_cast<long>(32 * i + 32));
                const auto verify = [&](std::size_t at, std::size_t digests) {
                    return hashlane_merkle_verify(&tree, at, leaf.data(), proof.data(), digests,
                                                  root.data());
                };
                EXPECT_EQ(verify(i, length), HASHLANE_OK) << kind << ", " << i << " of " << count;
                EXPECT_EQ(verify(i, length + 1), HASHLANE_WRONG);
                EXPECT_EQ(verify(count, length), HASHLANE_BAD_ARGUMENT);
                if (length != 0) {
                    EXPECT_EQ(verify(i, length - 1), HASHLANE_WRONG);
                    proof[32 * length - 1] ^= 1;
                    EXPECT_EQ(verify(i, length), HASHLANE_WRONG);
                    proof[32 * length - 1] ^= 1;
                }
                leaf[31] ^= 0x80;
                EXPECT_EQ(verify(i, length), HASHLANE_WRONG);
            }
        }
}

// With a root and a count that are known, no sequence of a tree's digests shows any of them at any
// place, but each leaf's own proof that leaf at its own place.
TEST(Merkle, NothingElseIsVerified)
{
    // With sorted pairs a leaf has no place.
    for (const hashlane_merkle_kind kind : std::span(kinds).first<5>())
        for (const std::size_t count : {1U, 2U, 3U, 4U, 5U}) {
            hashlane_merkle_tree tree = tree_of(kind, count);
            tree.depth =
                kind == HASHLANE_MERKLE_SSZ ? static_cast<unsigned>(std::bit_width(count - 1)) : 0;
            const Bytes leaves = random_bytes(32 * count, count), levels = levels_of(tree, leaves);
            const Bytes root = root_of(tree, leaves), zeros(32);
            const Bytes all = leaves + levels + zeros + node_of(kind, zeros, zeros);
            std::set<Bytes> digests;
            for (std::size_t i = 0; i < all.size() / 32; ++i)
                digests.emplace(digest_at(all, i).begin(), digest_at(all, i).end());
            std::vector<Bytes> proofs = {{}}, longest = proofs;
            for (unsigned length = 0; length < 3; ++length) {
                std::vector<Bytes> longer;
                for (const Bytes &proof : longest)
                    for (const Bytes &digest : digests)
                        longer.push_back(proof + digest);
                proofs.insert(proofs.end(), longer.begin(), longer.end());
                longest = longer;
            }
            std::size_t verified = 0;
            for (std::size_t index = 0; index < count; ++index)
                for (const Bytes &leaf : digests)
                    for (const Bytes &proof : proofs) {
                        if (hashlane_merkle_verify(&tree, index, leaf.data(), proof.data(),
                                                   proof.size() / 32, root.data()) != HASHLANE_OK)
                            continue;
                        ++verified;
                        EXPECT_TRUE(std::ranges::equal(leaf, digest_at(leaves, index)))
                            << kind << ", " << index << " of " << count;
                    }
            EXPECT_EQ(verified, count) << kind;
        }
}

TEST(Merkle, AnUpdateIsTheTreeOfTheOtherLeaves)
{
    for (const hashlane_merkle_kind kind : kinds)
        for (const std::size_t count : {1U, 2U, 3U, 6U, 21U}) {
            const hashlane_merkle_tree tree = tree_of(kind, count);
            Bytes leaves = random_bytes(32 * count, count), levels = levels_of(tree, leaves);
            for (std::size_t i = 0; i < count; ++i) {
                const Bytes leaf = random_bytes(32, 1000 + i);
                ASSERT_EQ(
                    hashlane_merkle_update(&tree, i, leaf.data(), leaves.data(), levels.data()),
                    HASHLANE_OK);
                EXPECT_TRUE(std::ranges::equal(digest_at(leaves, i), leaf));
                EXPECT_EQ(levels, levels_of(tree, leaves)) << kind << ", " << i << " of " << count;
            }
        }
}

TEST(Merkle, WhatIsNoTree)
{
    const Bytes leaves(5 * 32);
    for (const hashlane_merkle_tree tree : {hashlane_merkle_tree{HASHLANE_MERKLE_PLAIN, 3, 5},
                                            hashlane_merkle_tree{HASHLANE_MERKLE_SSZ, 2, 5},
                                            hashlane_merkle_tree{HASHLANE_MERKLE_SSZ, 64, 5}}) {
        Bytes room(200, 7);
        std::size_t length = 7;
        std::uint8_t *const to = room.data();
        EXPECT_EQ(hashlane_merkle_nodes(&tree), 0U);
        EXPECT_EQ(hashlane_merkle_root(&tree, leaves.data(), to, to), HASHLANE_BAD_ARGUMENT);
        EXPECT_EQ(hashlane_merkle_levels(&tree, leaves.data(), to), HASHLANE_BAD_ARGUMENT);
        EXPECT_EQ(hashlane_merkle_update(&tree, 0, leaves.data(), to, to), HASHLANE_BAD_ARGUMENT);
        EXPECT_EQ(hashlane_merkle_proof(&tree, 0, leaves.data(), to, to, &length),
                  HASHLANE_BAD_ARGUMENT);
        EXPECT_EQ(hashlane_merkle_verify(&tree, 0, leaves.data(), to, 0, to),
                  HASHLANE_BAD_ARGUMENT);
        EXPECT_EQ(room, Bytes(200, 7));
        EXPECT_EQ(length, 7U);
    }
    const hashlane_merkle_tree none = {HASHLANE_MERKLE_SSZ, 5, 0};
    EXPECT_EQ(hashlane_merkle_nodes(&none), 0U);
    EXPECT_EQ(hashlane_merkle_levels(&none, nullptr, nullptr), HASHLANE_OK);
}

// Leaves a, b, … of trees of Bitcoin, and what a proof of them claims.
hashlane_status claim(const Bytes &root, View leaf, std::size_t index, std::size_t count,
                      const Bytes &proof)
{
    const hashlane_merkle_tree tree = {HASHLANE_MERKLE_BITCOIN, 0, count};
    return hashlane_merkle_verify(&tree, index, leaf.data(), proof.data(), proof.size() / 32,
                                  root.data());
}

// CVE-2012-2459: trees whose last leaves are repeated have the same root.
TEST(MerkleBitcoin, NoLeafIsProvenTwice)
{
    const Bytes leaves = random_bytes(32 * 6, 1);
    const auto leaf = [&](std::size_t i) { return digest_at(leaves, i); };
    const auto node = [](View a, View b) { return node_of(HASHLANE_MERKLE_BITCOIN, a, b); };
    const Bytes ab = node(leaf(0), leaf(1)), cd = node(leaf(2), leaf(3));
    const Bytes cc = node(leaf(2), leaf(2)), ef = node(leaf(4), leaf(5));
    const Bytes of_three = node(ab, cc), of_four = node(ab, cd);
    const Bytes c(leaf(2).begin(), leaf(2).end()), d(leaf(3).begin(), leaf(3).end());

    EXPECT_EQ(claim(of_three, c, 2, 3, c + ab), HASHLANE_OK);
    EXPECT_EQ(claim(of_three, c, 3, 4, c + ab), HASHLANE_WRONG) << "at a second place";
    EXPECT_EQ(claim(of_three, c, 2, 4, c + ab), HASHLANE_WRONG) << "in a larger tree";
    EXPECT_EQ(claim(of_four, c, 2, 4, d + ab), HASHLANE_OK);
    EXPECT_EQ(claim(of_four, c, 2, 3, d + ab), HASHLANE_WRONG) << "in a smaller tree";

    // The pair (e, f) is lone one level up.
    const Bytes abcd = node(ab, cd), efef = node(ef, ef), of_six = node(abcd, efef);
    const Bytes e(leaf(4).begin(), leaf(4).end()), f(leaf(5).begin(), leaf(5).end());
    EXPECT_EQ(claim(of_six, e, 4, 6, f + ef + abcd), HASHLANE_OK);
    EXPECT_EQ(claim(of_six, f, 5, 6, e + ef + abcd), HASHLANE_OK);
    EXPECT_EQ(claim(of_six, e, 6, 8, f + ef + abcd), HASHLANE_WRONG);
    EXPECT_EQ(claim(of_six, e, 4, 8, f + ef + abcd), HASHLANE_WRONG);
}

} // namespace
} // namespace hashlane::test
