// SPDX-License-Identifier: MIT
//
// What creates chains, against the oracle and against chains that others published.

#include "support/proof.h"

#include <memory>

namespace hashlane::test {
namespace {

#if HASHLANE_OPENSSL
Bytes join(const Bytes &a, const Bytes &b)
{
    Bytes both = a;
    both.insert(both.end(), b.begin(), b.end());
    return both;
}

Bytes salted(Bytes digest, const Bytes &salt, std::uint64_t hashes)
{
    for (; hashes != 0; --hashes)
        digest = oracle_digest("sha256", join(salt, digest));
    return digest;
}

TEST(ChainCreate, MixEqualsOracle)
{
    std::mt19937_64 random(1);
    for (int i = 0; i < 50; ++i) {
        Bytes digest = random_bytes(random);
        const Bytes mixin = random_bytes(random);
        const Bytes expected = oracle_digest("sha256", join(digest, mixin));
        hashlane_sha256_mix(digest.data(), mixin.data());
        EXPECT_EQ(digest, expected);
    }
}

TEST(ChainCreate, CheckpointsEqualOracle)
{
    std::mt19937_64 random(2);
    const Bytes start = random_bytes(random), salt = random_bytes(random);
    for (const bool with_salt : {false, true}) {
        Bytes digest = start, checkpoints(5 * 32);
        ASSERT_EQ(hashlane_chain_create(digest.data(), with_salt ? salt.data() : nullptr, 7, 5,
                                        checkpoints.data()),
                  HASHLANE_OK);
        Bytes expected = start;
        for (std::size_t i = 0; i < 5; ++i) {
            expected = salted(expected, with_salt ? salt : Bytes(), 7);
            EXPECT_TRUE(std::equal(expected.begin(), expected.end(),
                                   checkpoints.begin() + static_cast<long>(32 * i)));
        }
        EXPECT_EQ(digest, expected);
    }
}

// Every number of streams that fills groups of lanes differently, with salts among them.
TEST(ChainCreate, ManyStreamsEqualOracle)
{
    std::mt19937_64 random(3);
    for (const std::size_t count : {0U, 1U, 5U, 64U, 65U, 150U}) {
        std::vector<hashlane_chain_stream> streams(count);
        std::vector<hashlane_chain_stream *> all;
        std::vector<Bytes> expected;
        for (hashlane_chain_stream &stream : streams) {
            const Bytes start = random_bytes(random);
            const Bytes salt = random() % 2 == 0 ? random_bytes(random) : Bytes();
            hashlane_chain_init(&stream, start.data(), salt.empty() ? nullptr : salt.data());
            expected.push_back(salted(start, salt, 9));
            all.push_back(&stream);
        }
        hashlane_chain_advance_many(all.data(), all.size(), 9);
        for (std::size_t i = 0; i < count; ++i) {
            Bytes digest(32);
            EXPECT_EQ(hashlane_chain_checkpoint(&streams[i], digest.data()), 9U);
            EXPECT_EQ(digest, expected[i]);
        }
    }
}
#endif

TEST(ChainCreate, EveryNoHashIsRefused)
{
    Bytes digest(32), checkpoints(32, 1);
    EXPECT_EQ(hashlane_chain_create(digest.data(), nullptr, 0, 1, checkpoints.data()),
              HASHLANE_BAD_ARGUMENT);
    EXPECT_EQ(checkpoints, Bytes(32, 1));
}

TEST(ChainCreate, AStreamEqualsStoredSegments)
{
    for (const OwnedSegment &segment : stored_proof()) {
        hashlane_chain_stream stream;
        hashlane_chain_init(&stream, segment.start.data(), segment.view().salt);
        const std::uint64_t hashes = segment.hashes - !segment.mixin.empty();
        hashlane_chain_advance(&stream, hashes / 3);
        hashlane_chain_advance(&stream, hashes - hashes / 3);
        if (!segment.mixin.empty())
            hashlane_chain_mix(&stream, segment.mixin.data());
        Bytes digest(32);
        EXPECT_EQ(hashlane_chain_checkpoint(&stream, digest.data()), segment.hashes);
        EXPECT_EQ(digest, segment.end);
    }
}

// ---- Published chains ----

// Solana Foundation, specs, core/poh.md: mainnet blocks 0 and 1. A mixin there is a hash of its
// own, which follows the appends.
TEST(PublishedChain, ProofOfHistoryBlocks)
{
    const Bytes seed = from_hex("45296998a6f8e2a784db5d9f95e18fc23f70441a1039446801089879b08c7ef0");
    const Bytes block_0 =
        from_hex("3973e330c29b831f3fcb0e49374ed8d0388f410a23e4ebf23328505036efbd03");
    const Bytes block_1 =
        from_hex("8ee20607dcf1d9393cf5a2f2c9f7babe167dbdd267491b513c73d2cbf87413f5");
    const std::pair<std::uint64_t, const char *> entries[] = {
        {14612, "c95f2f13a9a77f32b1437976c4cffe3029298a49bf37007f8e45d793a520f30b"},
        {210347, "1aaeeb36611f484d984683a3db9269f2292dd9bb81bdab82b28c45625d9abd59"},
        {428775, "db31e861b310f44954403e345b6beeb3ded34084b90694bccaa2345306d366e1"},
    };
    hashlane_chain_stream stream;
    hashlane_chain_init(&stream, seed.data(), nullptr);
    Proof proof;
    Bytes before = seed;
    const auto add_segment = [&](std::uint64_t hashes, const Bytes &mixin) {
        Bytes digest(32);
        hashlane_chain_checkpoint(&stream, digest.data());
        proof.push_back({before, digest, hashes, mixin, {}});
        before = digest;
    };
    hashlane_chain_advance(&stream, 800'000);
    add_segment(800'000, {});
    EXPECT_EQ(before, block_0);
    for (const auto &[appends, mixin] : entries) {
        hashlane_chain_advance(&stream, appends);
        hashlane_chain_mix(&stream, from_hex(mixin).data());
        add_segment(appends + 1, from_hex(mixin));
    }
    hashlane_chain_advance(&stream, 146'263);
    add_segment(146'263, {});
    EXPECT_EQ(before, block_1);
    expect_right(proof);
    proof[2].mixin[0] ^= 1;
    expect_wrong(proof, 2);
}

// Arweave, apps/arweave/test/ar_mine_vdf_tests.erl: five checkpoints of ten hashes, whose salt
// counts up from 1.
TEST(PublishedChain, ArweaveCheckpoints)
{
    const char *const checkpoints[] = {
        "7ffcfb44bba0f1eb66dd2ae645ffb13f05c42f4650ff11e78360397a6443401c",
        "85ec27deaae91651943d57b102acaaadbef6bfb76f84031ddba0b08a1ed1f30f",
        "563cdc599926524aa19c89bb5a9672a7c07aee19c16f12acd25aadb248032c47",
        "1cc2e7ba9a92d23a815e9d01c3d0e3564bce9c3d8b700950f085b1287335b57c",
        "115c76f49a4774c67457395588f52b81b7d2fc4552580aa264a84970999471b2",
        "657c35dd0b2dfc1b5afeead07f38b0954d870883b89ffa0e9e8d3404449d805e"};
    Proof proof;
    for (std::size_t i = 0; i < 5; ++i) {
        Bytes salt(32);
        salt[31] = static_cast<std::uint8_t>(1 + i);
        proof.push_back({from_hex(checkpoints[i]), from_hex(checkpoints[i + 1]), 10, {}, salt});
    }
    expect_right(proof);
    // As its tests do: every byte of every checkpoint, broken.
    for (std::size_t i = 0; i < 5; ++i)
        for (std::size_t byte = 0; byte < 32; ++byte) {
            Proof broken = proof;
            broken[i].end[byte] ^= 1;
            if (i + 1 < 5)
                broken[i + 1].start[byte] ^= 1;
            expect_wrong(broken, i);
        }
}

} // namespace
} // namespace hashlane::test
