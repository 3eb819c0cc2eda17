// SPDX-License-Identifier: MIT
//
// The C interface, as a program that embeds the library sees it.

#include "hashlane/hashlane.h"
#include "support/files.h"
#include "support/hex.h"
#include "support/oracle.h"
#include "support/random_bytes.h"
#include "support/slow_build.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <set>
#include <span>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

extern "C" int hashlane_c_client(void); // c_client.c

namespace hashlane::test {
namespace {

TEST(Api, WorksFromC) { EXPECT_EQ(hashlane_c_client(), 0); }

// Every count of lanes up to two full groups of the widest kernel and some.
TEST(Api, AnyNumberOfSha256Chains)
{
    for (std::size_t lanes = 0; lanes <= 37; ++lanes) {
        std::vector<std::uint8_t> digests(lanes * 32);
        std::iota(digests.begin(), digests.end(), std::uint8_t{1});
        std::vector<std::uint8_t> expected;
        for (std::size_t lane = 0; lane < lanes; ++lane) {
            std::vector<std::uint8_t> digest(digests.begin() + static_cast<long>(lane * 32),
                                             digests.begin() + static_cast<long>(lane * 32 + 32));
            for (int i = 0; i < 3; ++i)
                digest = oracle_digest("sha256", digest);
            expected.insert(expected.end(), digest.begin(), digest.end());
        }
        hashlane_sha256_chain(digests.data(), lanes, 3);
        EXPECT_EQ(digests, expected) << lanes << " lanes";
    }
}

TEST(Api, AnyNumberOfKeccakChains)
{
    std::vector<std::uint64_t> single(25);
    for (std::size_t lanes = 0; lanes <= 19; ++lanes) {
        std::vector<std::uint64_t> states(lanes * 25);
        for (std::size_t lane = 0; lane < lanes; ++lane)
            hashlane_keccak_chain_start(states.data() + lane * 25, lane);
        hashlane_keccak_chain(states.data(), lanes, 7);
        for (std::size_t lane = 0; lane < lanes; ++lane) {
            hashlane_keccak_chain_start(single.data(), lane);
            hashlane_keccak_chain(single.data(), 1, 7);
            EXPECT_TRUE(std::equal(single.begin(), single.end(),
                                   states.begin() + static_cast<long>(lane * 25)))
                << "lane " << lane << " of " << lanes;
        }
    }
}

TEST(Api, KeccakChecksumOfTheSuite)
{
    if (slow_build)
        GTEST_SKIP() << "would take minutes under a sanitizer";
    std::vector<std::uint64_t> states(8 * 25);
    for (std::uint64_t key = 0; key < 8; ++key)
        hashlane_keccak_chain_start(states.data() + key * 25, key);
    hashlane_keccak_chain(states.data(), 8, 1 << 20);
    std::uint64_t sum = 0;
    for (std::size_t key = 0; key < 8; ++key)
        sum ^= hashlane_keccak_chain_checksum(states.data() + key * 25);
    EXPECT_EQ(sum, 0x398ddcce042179a4U);
}

TEST(Api, Sha3EqualsOracle)
{
    const std::string message = "The quick brown fox jumps over the lazy dog";
    const std::span bytes(reinterpret_cast<const std::uint8_t *>(message.data()), message.size());
    const char *names[] = {"sha3-224", "sha3-256", "sha3-384", "sha3-512", "shake128", "shake256"};
    for (int i = 0; i < 6; ++i) {
        const auto function = static_cast<hashlane_sha3_function>(i);
        std::vector<std::uint8_t> output(
            std::max<std::size_t>(hashlane_sha3_digest_bytes(function), i < 4 ? 0 : 99));
        ASSERT_EQ(
            hashlane_sha3_hash(function, bytes.data(), bytes.size(), output.data(), output.size()),
            HASHLANE_OK);
        EXPECT_EQ(output, oracle_digest(names[i], bytes, output.size())) << names[i];
    }
}

// The digests of "" and "abc" are those in Ethereum's documents, "testing" is of the tests of
// py-evm; the long one is by pycryptodome 4.4.0.
TEST(Api, KeccakEqualsEthereum)
{
    const std::pair<std::string, const char *> known[] = {
        {"", "c5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470"},
        {"abc", "4e03657aea45a94fc7d47ba826c8d667c0d1e6e33a64a036ec44f58fa12d6c45"},
        {"testing", "5f16f4c7f149ac4f9510d9cf8cf384038ad348b3bcdc01915f95de12df9d1b02"},
        {std::string(1000, 'a'),
         "b6a4ac1f51884d71f30fa397a5e155de3099e11fc0edef5d08b646e621e19de9"},
    };
    std::vector<const std::uint8_t *> messages;
    std::vector<std::size_t> bytes;
    std::array<std::array<std::uint8_t, 32>, std::size(known)> digests;
    for (std::size_t i = 0; i < std::size(known); ++i) {
        messages.push_back(reinterpret_cast<const std::uint8_t *>(known[i].first.data()));
        bytes.push_back(known[i].first.size());
        Bytes digest(32);
        ASSERT_EQ(hashlane_sha3_hash(HASHLANE_KECCAK_256, messages[i], bytes[i], digest.data(),
                                     digest.size()),
                  HASHLANE_OK);
        EXPECT_EQ(to_hex(digest), known[i].second);
        hashlane_sha3_context hash;
        ASSERT_EQ(hashlane_sha3_init(&hash, HASHLANE_KECCAK_256), HASHLANE_OK);
        hashlane_sha3_update(&hash, messages[i], bytes[i] / 2);
        hashlane_sha3_update(&hash, messages[i] + bytes[i] / 2, bytes[i] - bytes[i] / 2);
        hashlane_sha3_squeeze(&hash, digest.data(), 5);
        hashlane_sha3_squeeze(&hash, digest.data() + 5, 27);
        EXPECT_EQ(to_hex(digest), known[i].second);
    }
    ASSERT_EQ(hashlane_sha3_hash_many(HASHLANE_KECCAK_256, messages.data(), bytes.data(),
                                      messages.size(), digests[0].data(), 32, 32),
              HASHLANE_OK);
    for (std::size_t i = 0; i < std::size(known); ++i)
        EXPECT_EQ(to_hex(digests[i]), known[i].second);
    const std::vector<const std::uint8_t *> equal(19, messages[1]);
    std::array<std::array<std::uint8_t, 32>, 19> same;
    ASSERT_EQ(hashlane_sha3_hash_equal(HASHLANE_KECCAK_256, equal.data(), 3, same.size(),
                                       same[0].data(), 32, 32),
              HASHLANE_OK);
    for (const auto &digest : same)
        EXPECT_EQ(to_hex(digest), known[1].second);
}

// Every count up to two groups of the widest kernel and some; output over its own message.
TEST(Api, AnyNumberOfSha3Messages)
{
    for (std::size_t count = 0; count <= 19; ++count) {
        const std::size_t bytes = 200 + 7 * (count % 3);
        Bytes rows = random_bytes(count * bytes, count);
        std::vector<Bytes> expected;
        std::vector<const std::uint8_t *> messages;
        for (std::size_t i = 0; i < count; ++i) {
            messages.push_back(rows.data() + i * bytes);
            expected.push_back(oracle_digest("shake128", std::span(messages[i], bytes), 190));
        }
        ASSERT_EQ(hashlane_sha3_hash_equal(HASHLANE_SHAKE128, messages.data(), bytes, count,
                                           rows.data(), bytes, 190),
                  HASHLANE_OK);
        for (std::size_t i = 0; i < count; ++i)
            EXPECT_TRUE(std::equal(expected[i].begin(), expected[i].end(), messages[i]))
                << "message " << i << " of " << count;
    }
}

TEST(Api, FunctionsWithTheirNames)
{
    for (const std::size_t bytes : {0U, 1U, 135U, 136U, 500U}) {
        std::vector<std::uint8_t> message(bytes + 32, 0x3c);
        const auto text = std::span(message).first(bytes);
        const auto expected = oracle_digest("sha3-256", text);
        hashlane_sha3_256(message.data(), bytes, message.data() + bytes / 2);
        EXPECT_TRUE(std::equal(expected.begin(), expected.end(),
                               message.begin() + static_cast<long>(bytes / 2)));
    }
    // The Keccak of Ethereum, as its "Yellow Paper" and every client has it.
    const std::pair<std::string, std::string> known[] = {
        {"", "c5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470"},
        {"abc", "4e03657aea45a94fc7d47ba826c8d667c0d1e6e33a64a036ec44f58fa12d6c45"},
    };
    for (const auto &[text, digest] : known) {
        std::vector<std::uint8_t> message(text.begin(), text.end()), output(32);
        hashlane_keccak_256(message.data(), message.size(), output.data());
        EXPECT_EQ(to_hex(output), digest) << text;
    }
}

// As the list of the interface has them, which a C compiler made.
TEST(Api, SizesOfStructures)
{
    const std::set<std::string> in_other_headers = {"hashlane_plugin", "hashlane_plugin_count",
                                                    "hashlane_workload"};
    std::istringstream list(read_file(test_path("../packaging/abi/libhashlane.abi")));
    std::size_t found = 0;
    for (std::string word, name; list >> word;) {
        if (word != "structure")
            continue;
        std::size_t bytes = 0;
        list >> name >> bytes;
        name.pop_back(); // the colon
        const bool is_known = !in_other_headers.contains(name);
        if (sizeof(void *) == 8) {
            EXPECT_EQ(hashlane_size_of(name.c_str()), is_known ? bytes : 0) << name;
        }
        found += is_known ? 1 : 0;
    }
    EXPECT_EQ(found, 20U);
    EXPECT_EQ(hashlane_size_of("hashlane_sha256_context"), sizeof(hashlane_sha256_context));
    EXPECT_EQ(hashlane_size_of("hashlane_sha256"), 0U);
    EXPECT_EQ(hashlane_size_of(""), 0U);
}

TEST(Api, LanesAreThoseOfAChosenKernel)
{
    const std::pair<hashlane_work, std::string> works[] = {
        {HASHLANE_WORK_SHA256, "sha256"},
        {HASHLANE_WORK_SHA256_NODES, "sha256-nodes"},
        {HASHLANE_WORK_SHA256_CHAIN, "sha256-chain"},
        {HASHLANE_WORK_SHA256_SALTED, "sha256-salted"},
        {HASHLANE_WORK_KECCAK, "sha3"},
    };
    for (const auto &[work, name] : works) {
        hashlane_kernel_info info = {};
        for (std::size_t i = 0; info.chosen == 0 || info.workload != name; ++i)
            ASSERT_EQ(hashlane_kernel_describe(i, &info), HASHLANE_OK) << name;
        EXPECT_EQ(hashlane_lanes(work), info.lanes) << name;
    }
    EXPECT_EQ(hashlane_lanes(static_cast<hashlane_work>(5)), 0U);
}

TEST(Api, RefusesBadArguments)
{
    hashlane_sha3_context hash;
    const auto none = static_cast<hashlane_sha3_function>(10);
    EXPECT_EQ(hashlane_sha3_init(&hash, none), HASHLANE_BAD_ARGUMENT);
    EXPECT_EQ(hashlane_sha3_digest_bytes(none), 0U);
    EXPECT_EQ(hashlane_sha3_hash_equal(none, nullptr, 0, 0, nullptr, 0, 0), HASHLANE_BAD_ARGUMENT);
    ASSERT_EQ(hashlane_sha3_init(&hash, HASHLANE_SHAKE128), HASHLANE_OK);
    std::uint8_t byte = 0;
    hashlane_sha3_squeeze(&hash, &byte, 1);
    EXPECT_EQ(hashlane_sha3_update(&hash, &byte, 1), HASHLANE_BAD_ARGUMENT);
    hashlane_kernel_info info;
    EXPECT_EQ(hashlane_kernel_describe(hashlane_kernel_count(), &info), HASHLANE_BAD_ARGUMENT);
}

// In every function that takes an enumeration; under UBSan, too.
TEST(Api, RefusesNumbersWithoutAName)
{
    std::uint8_t to[64] = {};
    const std::uint8_t *const from[] = {to};
    const std::size_t bytes[] = {1};
    const hashlane_column column = {to, 1, 1};
    for (const unsigned value : {100U, 127U, 129U, 255U, 257U, 1000U, 0x7fffffffU, 0xffffffffU}) {
        const auto sha3 = static_cast<hashlane_sha3_function>(value);
        const auto turboshake = static_cast<hashlane_turboshake_function>(value);
        const auto kangarootwelve = static_cast<hashlane_kangarootwelve_function>(value);
        const auto cshake = static_cast<hashlane_cshake_function>(value);
        const auto kmac = static_cast<hashlane_kmac_function>(value);
        const auto tuple_hash = static_cast<hashlane_tuple_hash_function>(value);
        const auto parallel_hash = static_cast<hashlane_parallel_hash_function>(value);
        const hashlane_merkle_tree tree = {static_cast<hashlane_merkle_kind>(value), 0, 1};
        hashlane_sha3_context sha3_context;
        hashlane_turboshake_context turboshake_context;
        hashlane_kangarootwelve_context kangarootwelve_context;
        hashlane_cshake_context cshake_context;
        hashlane_kmac_context kmac_context;
        hashlane_tuple_hash_context tuple_context;
        hashlane_parallel_hash_context parallel_context;
        std::size_t count = 0;
        const hashlane_status refused[] = {
            hashlane_sha3_init(&sha3_context, sha3),
            hashlane_sha3_hash(sha3, to, 1, to, 32),
            hashlane_sha3_hash_many(sha3, from, bytes, 1, to, 32, 32),
            hashlane_sha3_hash_many_pool(sha3, from, bytes, 1, to, 32, 32, nullptr),
            hashlane_sha3_hash_equal(sha3, from, 1, 1, to, 32, 32),
            hashlane_sha3_hash_columns(sha3, &column, 1, 1, to, 32, 32),
            hashlane_turboshake_init(&turboshake_context, turboshake, 0x1f),
            hashlane_turboshake_hash(turboshake, 0x1f, to, 1, to, 32),
            hashlane_turboshake_hash_many(turboshake, 0x1f, from, bytes, 1, to, 32, 32),
            hashlane_kangarootwelve_init(&kangarootwelve_context, kangarootwelve),
            hashlane_kangarootwelve_hash(kangarootwelve, to, 1, to, 1, to, 32),
            hashlane_cshake_init(&cshake_context, cshake, to, 1, to, 1),
            hashlane_cshake_hash(cshake, to, 1, to, 1, to, 1, to, 32),
            hashlane_kmac_init(&kmac_context, kmac, to, 32, to, 1),
            hashlane_kmac(kmac, to, 32, to, 1, to, 1, to, 32),
            hashlane_kmac_verify(kmac, to, 32, to, 1, to, 1, to, 32),
            hashlane_tuple_hash_init(&tuple_context, tuple_hash, to, 1),
            hashlane_tuple_hash(tuple_hash, to, 1, from, bytes, 1, to, 32),
            hashlane_parallel_hash_init(&parallel_context, parallel_hash, 8, to, 1),
            hashlane_parallel_hash(parallel_hash, 8, to, 1, to, 1, to, 32),
            hashlane_merkle_root(&tree, to, to, to),
            hashlane_merkle_root_pool(&tree, to, to, to, nullptr),
            hashlane_merkle_levels(&tree, to, to),
            hashlane_merkle_levels_pool(&tree, to, to, nullptr),
            hashlane_merkle_update(&tree, 0, to, to, to),
            hashlane_merkle_proof(&tree, 0, to, to, to, &count),
            hashlane_merkle_verify(&tree, 0, to, to, 0, to),
        };
        EXPECT_EQ(std::ranges::count(refused, HASHLANE_BAD_ARGUMENT), std::ssize(refused)) << value;
        EXPECT_EQ(hashlane_sha3_digest_bytes(sha3), 0U) << value;
        EXPECT_EQ(hashlane_merkle_nodes(&tree), 0U) << value;
        EXPECT_EQ(hashlane_lanes(static_cast<hashlane_work>(value)), 0U) << value;
        EXPECT_STREQ(hashlane_status_text(static_cast<hashlane_status>(value)), "unknown status");
        EXPECT_TRUE(std::ranges::all_of(to, [](std::uint8_t byte) { return byte == 0; })) << value;
    }
}

// SHA3-* and Keccak-* have digests of one length; SHAKE* have outputs of any.
TEST(Api, RefusesLengthsThatADigestDoesNotHave)
{
    const std::uint8_t message[3] = {'a', 'b', 'c'};
    const std::uint8_t *const from = message;
    const std::size_t bytes = sizeof message;
    for (int value = 0; value < 10; ++value) {
        const auto function = static_cast<hashlane_sha3_function>(value);
        const std::size_t digest = hashlane_sha3_digest_bytes(function);
        for (const std::size_t size : {0U, 1U, 28U, 31U, 32U, 33U, 48U, 63U, 64U, 65U, 200U}) {
            const hashlane_status expected =
                digest == 0 || digest == size ? HASHLANE_OK : HASHLANE_BAD_ARGUMENT;
            std::vector<std::uint8_t> output(201, 0x5a);
            std::uint8_t *const to = output.data();
            EXPECT_EQ(hashlane_sha3_hash(function, message, bytes, to, size), expected)
                << value << ", " << size << " bytes";
            EXPECT_EQ(hashlane_sha3_hash_many(function, &from, &bytes, 1, to, size, size),
                      expected);
            EXPECT_EQ(hashlane_sha3_hash_equal(function, &from, bytes, 1, to, size, size),
                      expected);
            const bool untouched = output == std::vector<std::uint8_t>(201, 0x5a);
            EXPECT_EQ(untouched, expected != HASHLANE_OK || size == 0);
        }
    }
}

TEST(Api, EachStatusHasATextOfItsOwn)
{
    std::set<std::string> texts;
    for (int value = HASHLANE_OK; value <= HASHLANE_STOPPED + 1; ++value) {
        const std::string text = hashlane_status_text(static_cast<hashlane_status>(value));
        EXPECT_FALSE(text.empty());
        EXPECT_EQ(text == "unknown status", value > HASHLANE_STOPPED) << text;
        texts.insert(text);
    }
    EXPECT_EQ(texts.size(), 7U);
}

TEST(Api, TheVersionsNumbersAreThoseOfItsText)
{
    std::ostringstream text;
    text << HASHLANE_VERSION_MAJOR << '.' << HASHLANE_VERSION_MINOR << '.'
         << HASHLANE_VERSION_PATCH;
    EXPECT_EQ(text.str(), hashlane_version());
    EXPECT_EQ(hashlane_version_number(), HASHLANE_VERSION_NUMBER);
#if HASHLANE_VERSION_NUMBER !=                                                                     \
    HASHLANE_VERSION_MAJOR * 10000 + HASHLANE_VERSION_MINOR * 100 + HASHLANE_VERSION_PATCH
    ADD_FAILURE() << HASHLANE_VERSION_NUMBER;
#endif
}

// hashlane.h gives this advice to callers that must stay responsive.
TEST(Api, AChainInPiecesIsTheSameChain)
{
    std::vector<std::uint8_t> whole(5 * 32, 7), in_pieces = whole;
    hashlane_sha256_chain(whole.data(), 5, 1000);
    std::vector<std::uint64_t> state(25), state_in_pieces(25);
    hashlane_keccak_chain(state.data(), 1, 1000);
    for (const std::uint64_t piece : {1U, 0U, 499U, 500U}) {
        hashlane_sha256_chain(in_pieces.data(), 5, piece);
        hashlane_keccak_chain(state_in_pieces.data(), 1, piece);
    }
    EXPECT_EQ(in_pieces, whole);
    EXPECT_EQ(state_in_pieces, state);
}

// A caller that ignores the status gets neither a crash nor the memory behind the state.
TEST(Api, AHashThatWasNotStartedIsInert)
{
    for (const bool had_another : {false, true}) {
        hashlane_sha3_context hash;
        std::ranges::fill(std::span(reinterpret_cast<std::uint8_t *>(&hash), sizeof hash), 0xff);
        if (had_another) {
            ASSERT_EQ(hashlane_sha3_init(&hash, HASHLANE_SHA3_512), HASHLANE_OK);
        }
        EXPECT_EQ(hashlane_sha3_init(&hash, static_cast<hashlane_sha3_function>(10)),
                  HASHLANE_BAD_ARGUMENT);
        std::vector<std::uint8_t> bytes(1000, 0xab);
        EXPECT_EQ(hashlane_sha3_update(&hash, bytes.data(), bytes.size()), HASHLANE_BAD_ARGUMENT);
        EXPECT_EQ(hashlane_sha3_squeeze(&hash, bytes.data(), bytes.size()), HASHLANE_BAD_ARGUMENT);
        EXPECT_EQ(bytes, std::vector<std::uint8_t>(1000, 0xab));
    }
}

// Covers the cases that can be detected: no init at all, or a structure that something wrote over.
TEST(Api, AHashOutsideItsStateIsInert)
{
    for (const auto &[rate, position] :
         {std::pair{136U, 137U}, std::pair{136U, 0U}, std::pair{137U, 0U}, std::pair{200U, 0U},
          std::pair{0U, 0U}, std::pair{0xffffffffU, 800U}, std::pair{8U, 0U}})
        for (const bool squeezing : {false, true}) {
            hashlane_sha3_context hash;
            ASSERT_EQ(hashlane_sha3_init(&hash, HASHLANE_SHAKE256), HASHLANE_OK);
            hash.rate_bytes = rate;
            hash.position = position;
            hash.squeezing = squeezing;
            hash.version = rate == 136 && position == 0 ? 0 : hash.version;
            std::vector<std::uint8_t> bytes(500, 0xcd);
            EXPECT_EQ(hashlane_sha3_update(&hash, bytes.data(), bytes.size()),
                      HASHLANE_BAD_ARGUMENT);
            EXPECT_EQ(hashlane_sha3_squeeze(&hash, bytes.data(), bytes.size()),
                      HASHLANE_BAD_ARGUMENT);
            EXPECT_EQ(bytes, std::vector<std::uint8_t>(500, 0xcd)) << rate << " " << position;
        }
}

TEST(Api, DescribesKernels)
{
    ASSERT_GT(hashlane_kernel_count(), 10U);
    std::size_t chosen = 0;
    std::set<std::string> workloads;
    for (std::size_t i = 0; i < hashlane_kernel_count(); ++i) {
        hashlane_kernel_info info;
        ASSERT_EQ(hashlane_kernel_describe(i, &info), HASHLANE_OK);
        EXPECT_EQ(std::string(info.id).rfind(std::string(info.workload) + "." + info.isa, 0), 0U);
        EXPECT_TRUE(!info.chosen || info.runnable) << info.id;
        chosen += info.chosen != 0 ? 1 : 0;
        workloads.insert(info.workload);
    }
    EXPECT_EQ(chosen, workloads.size());
    EXPECT_STREQ(hashlane_version(), HASHLANE_VERSION);
}

} // namespace
} // namespace hashlane::test
