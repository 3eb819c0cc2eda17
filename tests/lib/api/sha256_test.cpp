// SPDX-License-Identifier: MIT
//
// SHA-256 of messages through the C interface.

#include "hashlane/sha256.h"
#include "hashlane/wipe.h"
#include "lib/core/cpu_features.h"
#include "lib/sha256/message.h"
#include "support/costs.h"
#include "support/files.h"
#include "support/hex.h"
#include "support/oracle.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <random>
#include <set>

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace hashlane::test {
namespace {

using Bytes = std::vector<std::uint8_t>;

Bytes random_bytes(std::size_t count, std::uint64_t seed)
{
    std::mt19937_64 random(seed);
    Bytes bytes(count);
    std::ranges::generate(bytes, [&] { return static_cast<std::uint8_t>(random()); });
    return bytes;
}

Bytes digest_of(std::span<const std::uint8_t> message)
{
    Bytes digest(32);
    hashlane_sha256(message.data(), message.size(), digest.data());
    return digest;
}

TEST(Sha256, EveryShortLengthAtAnyAlignment)
{
    const Bytes bytes = random_bytes(400, 1);
    for (std::size_t length = 0; length < 300; ++length) {
        const auto message = std::span(bytes).subspan(length % 9, length);
        EXPECT_EQ(digest_of(message), oracle_digest("sha256", message)) << length << " bytes";
    }
    EXPECT_EQ(digest_of({}), oracle_digest("sha256", {})) << "no bytes at no address";
}

TEST(Sha256, DigestMayOverlapItsMessage)
{
    Bytes bytes = random_bytes(200, 2);
    const Bytes expected = oracle_digest("sha256", bytes);
    hashlane_sha256(bytes.data(), bytes.size(), bytes.data() + 100);
    EXPECT_TRUE(std::ranges::equal(expected, std::span(bytes).subspan(100, 32)));
    for (std::size_t at = 0; at < 64; ++at) { // a node, which may have a kernel of its own
        bytes = random_bytes(64 + 32, at);
        const Bytes of_node = oracle_digest("sha256", std::span(bytes).first(64));
        hashlane_sha256(bytes.data(), 64, bytes.data() + at);
        EXPECT_TRUE(std::ranges::equal(of_node, std::span(bytes).subspan(at, 32))) << at;
    }
}

// Zeros that nothing has been written to take no memory. hashlib gives the digest; it takes two
// seconds where the processor has instructions for SHA-256, and no test should take longer.
TEST(Sha256, LongerThan32BitsCount)
{
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || !HASHLANE_OPENSSL ||          \
    !defined(__linux__)
    GTEST_SKIP() << "would take too long under a sanitizer or an emulator";
#else
    const Kernel &kernel = active_dispatch().single(Workload::sha256);
    if (kernel.isa.tag != "shani" && kernel.isa.tag != "armv8")
        GTEST_SKIP() << "would take too long on " << kernel.id;
    constexpr std::size_t bytes = (std::size_t{1} << 32) + 3;
    void *const zeros =
        mmap(nullptr, bytes, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    ASSERT_NE(zeros, MAP_FAILED);
    madvise(zeros, bytes, MADV_HUGEPAGE); // fewer pages to fault in
    EXPECT_EQ(to_hex(digest_of({static_cast<const std::uint8_t *>(zeros), bytes})),
              "930fa067940ff8d9f427e3a116b7598503c70ce7380d66ff65f8de33d558f7f3");
    munmap(zeros, bytes);
#endif
}

TEST(Sha256, MonteCarloTestOfCavp)
{
    const auto test =
        nlohmann::json::parse(read_file(test_path("vectors/sha256_cavp.json")))["monte_carlo"];
    const Bytes seed = from_hex(test["seed"]);
    ASSERT_EQ(test["digests"].size(), 100U);
    Bytes digest = seed;
    for (std::size_t i = 0; i < 10; ++i) { // 10,000 messages, each of the digests before
        Bytes message;
        for (int copy = 0; copy < 3; ++copy)
            message.insert(message.end(), digest.begin(), digest.end());
        for (int round = 0; round < 1000; ++round) {
            digest = digest_of(message);
            std::ranges::copy(std::span(message).subspan(32), message.begin());
            std::ranges::copy(digest, message.end() - 32);
        }
        EXPECT_EQ(to_hex(digest), test["digests"][i].get<std::string>()) << i;
    }
}

TEST(Sha256Context, HoweverAMessageIsCut)
{
    std::mt19937_64 random(5);
    for (int round = 0; round < 100; ++round) {
        const Bytes message = random_bytes(static_cast<std::size_t>(random() % 700), random());
        hashlane_sha256_context context;
        hashlane_sha256_init(&context);
        for (std::size_t at = 0; at < message.size();) {
            const std::size_t piece = std::min<std::size_t>(
                static_cast<std::size_t>(random() % 200), message.size() - at);
            EXPECT_EQ(hashlane_sha256_update(&context, message.data() + at, piece), HASHLANE_OK);
            at += piece;
        }
        hashlane_sha256_context fork = context;
        Bytes digest(32);
        EXPECT_EQ(hashlane_sha256_final(&context, digest.data()), HASHLANE_OK);
        EXPECT_EQ(digest, oracle_digest("sha256", message)) << message.size() << " bytes";
        EXPECT_EQ(hashlane_sha256_final(&fork, digest.data()), HASHLANE_OK);
        EXPECT_EQ(digest, oracle_digest("sha256", message)) << "of a fork";
    }
}

// Every length of a piece, behind every number of bytes that a block may have.
TEST(Sha256Context, ShortPiecesAtAnyPlace)
{
    const Bytes message = random_bytes(200, 9);
    for (std::size_t before = 0; before < 64; ++before)
        for (std::size_t piece = 0; piece <= 66; ++piece) {
            hashlane_sha256_context context;
            hashlane_sha256_init(&context);
            hashlane_sha256_update(&context, message.data(), before);
            hashlane_sha256_update(&context, message.data() + before, piece);
            Bytes digest(32);
            hashlane_sha256_final(&context, digest.data());
            EXPECT_EQ(digest, oracle_digest("sha256", std::span(message).first(before + piece)))
                << before << " bytes, then " << piece;
        }
}

TEST(Sha256Context, RefusesWhatWasNotStartedOrIsTooLong)
{
    const std::uint8_t byte = 0;
    Bytes digest(32, 7);
    hashlane_sha256_context context{};
    EXPECT_EQ(hashlane_sha256_update(&context, &byte, 1), HASHLANE_BAD_ARGUMENT);
    EXPECT_EQ(hashlane_sha256_final(&context, digest.data()), HASHLANE_BAD_ARGUMENT);
    EXPECT_EQ(digest, Bytes(32, 7)) << "nothing is written";
    hashlane_sha256_init(&context);
    EXPECT_EQ(hashlane_sha256_update(&context, nullptr, 0), HASHLANE_OK);
    context.bytes = HASHLANE_SHA256_MAX_BYTES;
    EXPECT_EQ(hashlane_sha256_update(&context, nullptr, 0), HASHLANE_OK);
    EXPECT_EQ(hashlane_sha256_update(&context, &byte, 1), HASHLANE_BAD_ARGUMENT);
    EXPECT_EQ(hashlane_sha256_final(&context, digest.data()), HASHLANE_OK);
    const auto *const first = reinterpret_cast<const std::uint8_t *>(&context);
    EXPECT_EQ(std::count(first, first + sizeof context, 0), sizeof context) << "it is wiped";
    EXPECT_EQ(hashlane_sha256_final(&context, digest.data()), HASHLANE_BAD_ARGUMENT);
}

// No more is written than a message needs: what is behind it costs time in every short one.
TEST(Sha256Context, IsClearedAndWipedWhereItIsUsed)
{
    constexpr std::size_t used = offsetof(hashlane_sha256_context, reserved);
    for (const std::size_t bytes : {0U, 31U, 55U, 56U, 63U, 64U, 200U}) {
        const Bytes message = random_bytes(bytes, bytes);
        hashlane_sha256_context context;
        auto *const first = reinterpret_cast<std::uint8_t *>(&context);
        std::fill_n(first, sizeof context, std::uint8_t{0xa5});
        hashlane_sha256_init(&context);
        EXPECT_EQ(std::ranges::count(context.block, 0xa5), sizeof context.block);
        hashlane_sha256_update(&context, message.data(), bytes);
        Bytes digest(32);
        EXPECT_EQ(hashlane_sha256_final(&context, digest.data()), HASHLANE_OK);
        EXPECT_EQ(digest, oracle_digest("sha256", message)) << bytes << " bytes";
        EXPECT_EQ(std::count(first, first + used, 0), used) << bytes << " bytes";
        EXPECT_EQ(std::count(first + used, first + sizeof context, 0xa5), sizeof context - used);
    }
}

// Messages with lengths of their own, and their digests.
struct Messages {
    Messages(std::size_t count, std::size_t longest, std::uint64_t seed)
        : data(random_bytes(longest + 64, seed)), digests(count * 32 + 1, 0xa5)
    {
        std::mt19937_64 random(seed);
        for (std::size_t i = 0; i < count; ++i) {
            from.push_back(data.data() + random() % 64);
            bytes.push_back(static_cast<std::size_t>(random() % (longest + 1)));
            const Bytes digest = oracle_digest("sha256", {from[i], bytes[i]});
            expected.insert(expected.end(), digest.begin(), digest.end());
        }
        expected.push_back(0xa5); // behind the digests nothing is written
    }

    Bytes data, digests, expected;
    std::vector<const std::uint8_t *> from;
    std::vector<std::size_t> bytes;
};

TEST(Sha256Many, UnequalLengthsInTheCallersOrder)
{
    for (std::size_t count = 0; count <= 70; count += count < 20 ? 1 : 7)
        for (const std::size_t longest : {0U, 60U, 130U, 1500U}) {
            Messages m(count, longest, count + longest);
            hashlane_sha256_many(m.from.data(), m.bytes.data(), count, m.digests.data());
            EXPECT_EQ(m.digests, m.expected) << count << " messages of up to " << longest;
        }
}

// Two and three messages of any numbers of blocks, from a message without a block before its end
// on.
TEST(Sha256Many, EveryPairOfLengths)
{
    const Bytes data = random_bytes(700, 3);
    const std::size_t lengths[] = {0, 32, 55, 56, 63, 64, 65, 100, 119, 120, 128, 200, 256, 600};
    std::vector<Bytes> expected;
    for (const std::size_t bytes : lengths)
        expected.push_back(oracle_digest("sha256", std::span(data).first(bytes)));
    const std::uint8_t *const from[] = {data.data(), data.data(), data.data()};
    for (std::size_t i = 0; i < std::size(lengths); ++i)
        for (std::size_t j = 0; j < std::size(lengths); ++j)
            for (const std::size_t count : {2U, 3U}) {
                const std::size_t bytes[] = {lengths[i], lengths[j], lengths[i]};
                Bytes digests(count * 32), wanted;
                for (const std::size_t k : {i, j, i})
                    wanted.insert(wanted.end(), expected[k].begin(), expected[k].end());
                wanted.resize(digests.size());
                hashlane_sha256_many(from, bytes, count, digests.data());
                EXPECT_EQ(digests, wanted) << count << ": " << lengths[i] << ", " << lengths[j];
            }
}

// Nodes in a row need no copy; a row that ends early, or has a gap, does.
TEST(Sha256Many, NodesInARow)
{
    const Bytes data = random_bytes(64 * 72, 4);
    for (std::size_t count = 2; count <= 70; count += count < 10 ? 1 : 15)
        for (std::size_t gap_at = 1; gap_at <= count; ++gap_at) {
            Messages m(count, 0, count);
            for (std::size_t i = 0; i < count; ++i) {
                m.from[i] = data.data() + 64 * i + (i < gap_at ? 0 : 1);
                m.bytes[i] = 64;
                std::ranges::copy(oracle_digest("sha256", {m.from[i], 64}),
                                  m.expected.begin() + static_cast<long>(32 * i));
            }
            hashlane_sha256_many(m.from.data(), m.bytes.data(), count, m.digests.data());
            EXPECT_EQ(m.digests, m.expected) << count << " nodes, a gap before " << gap_at;
        }
}

// Messages of one length, which share lanes from their first block to their last; and nodes, which
// have kernels of their own, with others behind them.
TEST(Sha256Many, EqualLengths)
{
    for (const std::size_t bytes : {0U, 32U, 55U, 56U, 64U, 119U, 128U, 200U})
        for (std::size_t count = 1; count <= 70; count += count < 20 ? 1 : 7) {
            Messages m(count, 0, count + bytes);
            const Bytes data = random_bytes(300, bytes);
            for (std::size_t i = 0; i < count; ++i) {
                m.from[i] = data.data() + i;
                m.bytes[i] = i > 9 && i % 10 == 0 ? bytes / 2 : bytes;
                std::ranges::copy(oracle_digest("sha256", {m.from[i], m.bytes[i]}),
                                  m.expected.begin() + static_cast<long>(32 * i));
            }
            hashlane_sha256_many(m.from.data(), m.bytes.data(), count, m.digests.data());
            EXPECT_EQ(m.digests, m.expected) << count << " messages of " << bytes;
        }
}

TEST(Sha256Many, OneLongMessageAmongShortOnes)
{
    for (const std::size_t place : {0U, 5U, 39U}) {
        Messages m(40, 100, place);
        const Bytes message = random_bytes(20000, place);
        m.from[place] = message.data();
        m.bytes[place] = message.size();
        std::ranges::copy(oracle_digest("sha256", message),
                          m.expected.begin() + static_cast<long>(32 * place));
        hashlane_sha256_many(m.from.data(), m.bytes.data(), 40, m.digests.data());
        EXPECT_EQ(m.digests, m.expected);
    }
}

// Every choice of kernels that some processor with a part of this one's features would have.
TEST(Sha256Many, EverySubsetOfTheFeatures)
{
    const FeatureSet here = this_cpu().features;
    std::set<FeatureSet> subsets = {no_features};
    for (const Kernel &kernel : all_kernels())
        if (is_runnable(kernel, here))
            for (const FeatureSet subset : std::set(subsets))
                subsets.insert(subset | kernel.isa.features);
    for (const FeatureSet features : subsets) {
        CpuInfo known = this_cpu();
        known.features = features;
        for (const CpuInfo &cpu : {known, unknown_cpu(features)}) {
            // With up to 50 bytes, many that follow each other have one number of blocks.
            for (const std::size_t longest : {50U, 300U}) {
                Messages m(37, longest, features);
                hash_list({m.from.data(), m.bytes.data(), false, 37, sha256_initial_state, 0,
                           m.digests.data()},
                          built_in_dispatch(cpu).of(Workload::sha256));
                EXPECT_EQ(m.digests, m.expected) << feature_names(features);
            }
        }
    }
}

TEST(Sha256Seeded, IsTheHashOfBothTogether)
{
    for (const std::size_t before : {0U, 64U, 192U})
        for (const std::size_t bytes : {0U, 22U, 38U, 55U, 56U, 64U, 150U}) {
            const Bytes beginning = random_bytes(before, before);
            hashlane_sha256_seed seed;
            ASSERT_EQ(hashlane_sha256_seed_init(&seed, beginning.data(), before), HASHLANE_OK);
            for (const std::size_t count : {1U, 2U, 3U, 21U}) {
                Messages m(count, bytes, bytes);
                // The same text at any lengths: all of it, or one byte less for each message.
                for (std::size_t i = 0; i < count; ++i)
                    m.bytes[i] = bytes - std::min(bytes, before == 64 ? i : 0);
                Bytes expected;
                for (std::size_t i = 0; i < count; ++i) {
                    Bytes whole = beginning;
                    whole.insert(whole.end(), m.from[i], m.from[i] + m.bytes[i]);
                    std::ranges::copy(oracle_digest("sha256", whole), std::back_inserter(expected));
                }
                expected.push_back(0xa5);
                ASSERT_EQ(hashlane_sha256_seeded_many(&seed, m.from.data(), m.bytes.data(), count,
                                                      m.digests.data()),
                          HASHLANE_OK);
                EXPECT_EQ(m.digests, expected) << before << " bytes, then " << bytes;
            }
        }
}

TEST(Sha256Seeded, RefusesWhatIsNoSeed)
{
    const Bytes beginning(65);
    hashlane_sha256_seed seed{};
    Bytes digest(32, 7);
    const std::uint8_t *const message = beginning.data();
    std::size_t size = 1;
    EXPECT_EQ(hashlane_sha256_seeded_many(&seed, &message, &size, 1, digest.data()),
              HASHLANE_BAD_ARGUMENT);
    EXPECT_EQ(hashlane_sha256_seed_init(&seed, beginning.data(), 65), HASHLANE_BAD_ARGUMENT);
    EXPECT_EQ(hashlane_sha256_seeded_many(&seed, &message, &size, 1, digest.data()),
              HASHLANE_BAD_ARGUMENT);
    if constexpr (sizeof(std::size_t) == 8) {
        ASSERT_EQ(hashlane_sha256_seed_init(&seed, beginning.data(), 64), HASHLANE_OK);
        size = HASHLANE_SHA256_MAX_BYTES - 63;
        EXPECT_EQ(hashlane_sha256_seeded_many(&seed, &message, &size, 1, digest.data()),
                  HASHLANE_BAD_ARGUMENT);
    }
    EXPECT_EQ(digest, Bytes(32, 7)) << "nothing is written";
}

TEST(Sha256Salted, IsTheHashOfSaltAndDigest)
{
    for (const std::size_t lanes : {0U, 1U, 17U, 64U, 65U, 130U}) {
        Bytes digests = random_bytes(lanes * 32, lanes);
        const Bytes salts = random_bytes(lanes * 32, lanes + 1);
        Bytes expected;
        for (std::size_t lane = 0; lane < lanes; ++lane) {
            Bytes digest(digests.begin() + static_cast<long>(lane * 32),
                         digests.begin() + static_cast<long>(lane * 32 + 32));
            for (int i = 0; i < 2; ++i) {
                Bytes message(salts.begin() + static_cast<long>(lane * 32),
                              salts.begin() + static_cast<long>(lane * 32 + 32));
                message.insert(message.end(), digest.begin(), digest.end());
                digest = oracle_digest("sha256", message);
            }
            expected.insert(expected.end(), digest.begin(), digest.end());
        }
        hashlane_sha256_salted(digests.data(), salts.data(), lanes, 2);
        EXPECT_EQ(digests, expected) << lanes << " lanes";
    }
}

TEST(Wipe, LeavesZeros)
{
    Bytes bytes = random_bytes(100, 1);
    hashlane_wipe(bytes.data() + 1, 98);
    EXPECT_EQ(std::count(bytes.begin() + 1, bytes.end() - 1, 0), 98);
    EXPECT_EQ(bytes.front(), random_bytes(100, 1).front());
    EXPECT_EQ(bytes.back(), random_bytes(100, 1).back());
}

} // namespace
} // namespace hashlane::test
