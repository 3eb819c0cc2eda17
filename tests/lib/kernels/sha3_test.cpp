// SPDX-License-Identifier: MIT
//
// Every sha3 kernel under the sponge against hashlib's vectors and the oracle, and by itself
// against the reference kernel.

#include "lib/sha3/sponge.h"
#include "support/files.h"
#include "support/hex.h"
#include "support/kernel_param.h"
#include "support/oracle.h"
#include "support/random_bytes.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <random>

namespace hashlane::test {
namespace {

// FIPS 202's rates, in bytes, 0, which permutes only, and the rests of KangarooTwelve's leaves;
// each with several counts of blocks.
std::vector<std::pair<std::uint64_t, std::uint64_t>> rates_and_counts()
{
    std::vector<std::pair<std::uint64_t, std::uint64_t>> pairs;
    for (const std::uint64_t rate : {0U, 32U, 72U, 104U, 128U, 136U, 144U, 168U})
        for (const std::uint64_t count : {0U, 1U, 2U, 3U, 17U})
            pairs.emplace_back(rate, count);
    return pairs;
}

class Sha3Kernel : public KernelTest {
protected:
    Sha3Absorb *absorb() const { return function_of<Workload::sha3>(*GetParam()); }

    // The outputs of as many messages as the kernel has lanes.
    std::vector<Bytes> hash(const Sha3Function &function, const std::vector<Bytes> &messages,
                            std::size_t output_bytes) const
    {
        std::vector<Bytes> outputs(messages.size(), Bytes(output_bytes));
        std::vector<const std::uint8_t *> from;
        std::vector<std::uint8_t *> to;
        for (std::size_t i = 0; i < messages.size(); ++i) {
            from.push_back(messages[i].data());
            to.push_back(outputs[i].data());
        }
        sponge_hash(function, absorb(), GetParam()->lanes, from.data(), messages[0].size(),
                    to.data(), output_bytes);
        return outputs;
    }
};

// FIPS 202, tables 3 and 4: the capacity is twice the strength, and a digest as long as that.
TEST(Sha3Functions, AreThoseOfTheEnumerationInItsOrder)
{
    std::vector<hashlane_sha3_function> functions;
    for (const Sha3Function &function : sha3_functions()) {
        functions.push_back(function.function);
        EXPECT_EQ(find_sha3_function(function.function), &function);
        if (function.digest_bytes != 0) {
            EXPECT_EQ(function.rate_bytes, 200 - 2 * function.digest_bytes) << function.name;
            EXPECT_EQ(function.name, "sha3-" + std::to_string(8 * function.digest_bytes));
        }
    }
    EXPECT_EQ(functions, (std::vector{HASHLANE_SHA3_224, HASHLANE_SHA3_256, HASHLANE_SHA3_384,
                                      HASHLANE_SHA3_512, HASHLANE_SHAKE128, HASHLANE_SHAKE256}));
    for (const Sha3Function &function : sha3_functions().last(2))
        EXPECT_EQ(function.digest_bytes, 0U) << function.name;
}

TEST(Sha3Functions, KeccakHasTheRatesAndDigestsOfSha3)
{
    int value = HASHLANE_KECCAK_224;
    for (const Sha3Function &function : keccak_functions()) {
        EXPECT_EQ(function.function, value++);
        EXPECT_EQ(find_sha3_function(function.function), &function);
        EXPECT_EQ(function.rate_bytes, 200 - 2 * function.digest_bytes) << function.name;
        EXPECT_EQ(function.name, "keccak-" + std::to_string(8 * function.digest_bytes));
    }
    EXPECT_EQ(value, HASHLANE_KECCAK_512 + 1);
}

// Different blocks and states in every lane, at odd addresses.
TEST_P(Sha3Kernel, EqualsReference)
{
    Sha3Absorb *const ref = function_of<Workload::sha3>(*kernels_of(Workload::sha3).back());
    ASSERT_EQ(kernels_of(Workload::sha3).back()->id, "sha3.ref.x1");
    const unsigned lanes = GetParam()->lanes;
    std::mt19937_64 random(3);
    for (const unsigned rounds : {keccak_f_rounds, keccak_p_rounds})
        for (const auto &[rate, count] : rates_and_counts()) {
            std::vector<std::uint64_t> states(lanes * keccak_state_words);
            std::ranges::generate(states, std::ref(random));
            std::vector<std::uint64_t> expected = states;
            std::vector<Bytes> messages;
            std::vector<const std::uint8_t *> blocks;
            for (unsigned lane = 0; lane < lanes; ++lane)
                messages.push_back(
                    random_bytes(static_cast<std::size_t>(rate * count + 8), lane + rate));
            for (unsigned lane = 0; lane < lanes; ++lane)
                blocks.push_back(messages[lane].data() + lane % 8);
            absorb()(states.data(), blocks.data(), rate, count, rounds);
            for (unsigned lane = 0; lane < lanes; ++lane)
                ref(expected.data() + lane * keccak_state_words, &blocks[lane], rate, count,
                    rounds);
            EXPECT_EQ(states, expected)
                << "rate " << rate << ", " << count << " blocks, " << rounds << " rounds";
        }
}

TEST_P(Sha3Kernel, EqualsPublishedVectors)
{
    for (const auto &[file, least] : {std::pair{"sha3", 200U}, std::pair{"keccak", 40U}}) {
        const auto vectors = nlohmann::json::parse(
            read_file(test_path(std::string("vectors/") + file + ".json")))["vectors"];
        ASSERT_GT(vectors.size(), least);
        for (const auto &vector : vectors) {
            const Sha3Function *const function =
                find_sha3_function(vector["function"].get<std::string>());
            ASSERT_NE(function, nullptr);
            Bytes message(vector["message_bytes"].get<std::size_t>());
            for (std::size_t i = 0; i < message.size(); ++i)
                message[i] = static_cast<std::uint8_t>(i % 251);
            const std::string expected = vector["output"];
            const std::vector<Bytes> messages(GetParam()->lanes, message);
            for (const Bytes &output : hash(*function, messages, expected.size() / 2))
                EXPECT_EQ(to_hex(output), expected)
                    << function->name << " of " << message.size() << " bytes";
        }
    }
}

// A message of its own in each lane.
TEST_P(Sha3Kernel, EqualsOracle)
{
    for (const Sha3Function &function : sha3_functions())
        for (std::size_t length = 0; length < 700; length += 23) {
            std::vector<Bytes> messages;
            for (unsigned lane = 0; lane < GetParam()->lanes; ++lane)
                messages.push_back(random_bytes(length, 1000 * length + lane));
            const std::size_t size = function.digest_bytes != 0 ? function.digest_bytes : 333;
            const std::vector<Bytes> outputs = hash(function, messages, size);
            for (std::size_t lane = 0; lane < messages.size(); ++lane)
                EXPECT_EQ(outputs[lane],
                          oracle_digest(std::string(function.name), messages[lane], size))
                    << function.name << " of " << length << " bytes in lane " << lane;
        }
}

// However message and output are cut, the result is the same.
TEST_P(Sha3Kernel, AbsorbsAndSqueezesInPieces)
{
    if (GetParam()->lanes != 1)
        GTEST_SKIP() << "the incremental sponge takes one message";
    std::mt19937_64 random(5);
    const Bytes message = random_bytes(2000, 1);
    for (const Sha3Function &function : sha3_functions()) {
        const Bytes whole = hash(function, {message}, 900)[0];
        hashlane_sha3_context state;
        sponge_init(state, function);
        for (std::size_t at = 0; at < message.size();) {
            const std::size_t piece = std::min<std::size_t>(
                static_cast<std::size_t>(random() % 400), message.size() - at);
            sponge_absorb(state, absorb(), std::span(message).subspan(at, piece));
            at += piece;
        }
        Bytes pieces(whole.size());
        for (std::size_t at = 0; at < pieces.size();) {
            const std::size_t piece =
                std::min<std::size_t>(static_cast<std::size_t>(random() % 250), pieces.size() - at);
            sponge_squeeze(state, absorb(), std::span(pieces).subspan(at, piece));
            at += piece;
        }
        EXPECT_EQ(pieces, whole) << function.name;
    }
}

INSTANTIATE_TEST_SUITE_P(Registry, Sha3Kernel, testing::ValuesIn(kernels_of(Workload::sha3)),
                         kernel_test_name);

} // namespace
} // namespace hashlane::test
