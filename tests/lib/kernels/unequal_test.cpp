// SPDX-License-Identifier: MIT
//
// Messages of unequal lengths, over every sha3 kernel, against the oracle.

#include "support/forced_kernel.h"
#include "support/kernel_param.h"
#include "support/messages.h"
#include "support/oracle.h"

#include "hashlane/keccak.h"
#include "hashlane/sha3.h"
#include "lib/sha3/sponge.h"

namespace hashlane::test {
namespace {

std::vector<std::size_t> random_lengths(std::size_t count, std::size_t most, std::uint64_t seed)
{
    std::mt19937_64 random(seed);
    std::vector<std::size_t> lengths(count);
    std::ranges::generate(lengths, [&] { return static_cast<std::size_t>(random() % (most + 1)); });
    return lengths;
}

void expect_oracle(const Sha3Function &function, const std::vector<std::size_t> &lengths,
                   std::size_t output_bytes)
{
    ManyMessages many(lengths, output_bytes);
    ASSERT_EQ(hashlane_sha3_hash_many(function.function, many.from(), many.bytes(), many.count(),
                                      many.to(), many.stride(), output_bytes),
              HASHLANE_OK);
    for (std::size_t i = 0; i < many.count(); ++i) {
        Bytes expected = oracle_digest(std::string(function.name), many.message(i), output_bytes);
        expected.resize(output_bytes);
        EXPECT_EQ(many.output(i), expected) << function.name << ", message " << i << " of "
                                            << lengths.size() << ", " << lengths[i] << " bytes";
    }
    EXPECT_TRUE(many.is_clean_between());
}

class Unequal : public KernelTest {};

TEST_P(Unequal, EqualsOracle)
{
    const ForcedKernel forced(*GetParam());
    for (const Sha3Function &function : sha3_functions()) {
        const std::size_t size = function.digest_bytes != 0 ? function.digest_bytes : 333;
        expect_oracle(function, random_lengths(19, 700, function.rate_bytes), size);
    }
    const Sha3Function &shake128 = *find_sha3_function(HASHLANE_SHAKE128);
    for (const std::size_t output_bytes : {0U, 1U, 167U, 168U, 169U})
        expect_oracle(shake128, random_lengths(11, 3000, output_bytes), output_bytes);
}

// Lengths around the blocks' ends, and around the copied part of a message's end.
TEST_P(Unequal, LengthsBesideTheEdges)
{
    const ForcedKernel forced(*GetParam());
    const Sha3Function &sha3_256 = *find_sha3_function(HASHLANE_SHA3_256);
    std::vector<std::size_t> lengths;
    for (const std::size_t blocks : {0U, 1U, 2U, 6U, 7U, 8U, 14U, 15U})
        for (const std::size_t more : {0U, 1U, 134U, 135U})
            lengths.push_back(136 * blocks + more);
    expect_oracle(sha3_256, lengths, 32);
    std::ranges::reverse(lengths);
    expect_oracle(sha3_256, lengths, 32);
}

TEST_P(Unequal, AnyCount)
{
    const ForcedKernel forced(*GetParam());
    const Sha3Function &sha3_256 = *find_sha3_function(HASHLANE_SHA3_256);
    for (std::size_t count = 0; count <= 18; ++count)
        expect_oracle(sha3_256, random_lengths(count, 300, count), 32);
}

// Enough of each number of blocks that kernels which take whole messages are called for it.
TEST_P(Unequal, ManyOfEachNumberOfBlocks)
{
    const ForcedKernel forced(*GetParam());
    for (const Sha3Function &function : sha3_functions()) {
        const std::size_t size = function.digest_bytes != 0 ? function.digest_bytes : 33;
        expect_oracle(function, random_lengths(100, 3 * function.rate_bytes, 1), size);
        expect_oracle(function, random_lengths(40, function.rate_bytes - 1, 2), size);
    }
    const Sha3Function &shake128 = *find_sha3_function(HASHLANE_SHAKE128);
    for (const std::size_t output_bytes : {0U, 1U, 32U, 64U, 65U})
        expect_oracle(shake128, random_lengths(60, 500, output_bytes), output_bytes);
}

INSTANTIATE_TEST_SUITE_P(Registry, Unequal, testing::ValuesIn(kernels_of(Workload::sha3)),
                         kernel_test_name);

// All of one length, which may take another way.
TEST_P(Unequal, EqualLengths)
{
    const ForcedKernel forced(*GetParam());
    const Sha3Function &sha3_256 = *find_sha3_function(HASHLANE_SHA3_256);
    for (const std::size_t bytes : {0U, 32U, 135U, 136U, 300U})
        for (const std::size_t count : {1U, 2U, 3U, 7U, 12U, 17U})
            expect_oracle(sha3_256, std::vector<std::size_t>(count, bytes), 32);
    const Sha3Function &shake128 = *find_sha3_function(HASHLANE_SHAKE128);
    for (const std::size_t output_bytes : {0U, 1U, 200U})
        expect_oracle(shake128, std::vector<std::size_t>(5, 100), output_bytes);
}

TEST(UnequalMessages, AnOutputMayBeItsOwnMessage)
{
    constexpr std::size_t count = 20, stride = 400 + 37 * count;
    Bytes rows = random_bytes(count * stride, 1);
    std::vector<Bytes> expected;
    std::vector<const std::uint8_t *> places;
    std::vector<std::size_t> bytes;
    for (std::size_t i = 0; i < count; ++i) {
        places.push_back(rows.data() + i * stride);
        bytes.push_back(400 + 37 * i);
        expected.push_back(oracle_digest("shake256", std::span(places[i], bytes[i]), 400));
    }
    hashlane_sha3_hash_many(HASHLANE_SHAKE256, places.data(), bytes.data(), count, rows.data(),
                            stride, 400);
    for (std::size_t i = 0; i < count; ++i)
        EXPECT_TRUE(std::equal(expected[i].begin(), expected[i].end(), places[i])) << i;
}

// Messages are put in order in parts.
TEST(UnequalMessages, Thousands)
{
    const Sha3Function &sha3_256 = *find_sha3_function(HASHLANE_SHA3_256);
    expect_oracle(sha3_256, random_lengths(2100, 300, 3), 32);
    expect_oracle(sha3_256, random_lengths(1030, 1500, 4), 32);
}

TEST(UnequalMessages, NothingAndUnknownFunctions)
{
    EXPECT_EQ(hashlane_sha3_hash_many(HASHLANE_SHA3_256, nullptr, nullptr, 0, nullptr, 32, 32),
              HASHLANE_OK);
    const std::uint8_t *const no_message = nullptr;
    const std::size_t no_bytes = 0;
    Bytes output(32, 0xc5);
    EXPECT_EQ(hashlane_sha3_hash_many(HASHLANE_SHA3_256, &no_message, &no_bytes, 1, output.data(),
                                      32, 32),
              HASHLANE_OK);
    EXPECT_EQ(output, oracle_digest("sha3-256", {}));
    output.assign(32, 0xc5);
    EXPECT_EQ(hashlane_sha3_hash_many(static_cast<hashlane_sha3_function>(10), &no_message,
                                      &no_bytes, 1, output.data(), 32, 32),
              HASHLANE_BAD_ARGUMENT);
    EXPECT_EQ(output, Bytes(32, 0xc5));
}

// The permutations of keccak.h, which go the same way over the kernels.
class Permutations : public KernelTest {};

TEST_P(Permutations, AnyCountEqualsReference)
{
    const ForcedKernel forced(*GetParam());
    Sha3Absorb *const ref = function_of<Workload::sha3>(reference_kernel(Workload::sha3));
    for (const unsigned rounds : {keccak_f_rounds, keccak_p_rounds}) {
        auto *const permute =
            rounds == keccak_f_rounds ? hashlane_keccak_f1600 : hashlane_keccak_p1600_12;
        permute(nullptr, 0);
        for (std::size_t count = 1; count <= 18; ++count) {
            std::mt19937_64 random(count);
            std::vector<std::uint64_t> states((count + 1) * keccak_state_words);
            std::ranges::generate(states, std::ref(random));
            std::vector<std::uint64_t> expected = states;
            for (std::size_t i = 0; i < count; ++i)
                ref(expected.data() + i * keccak_state_words, nullptr, 0, 1, rounds);
            permute(states.data(), count);
            EXPECT_EQ(states, expected) << count << " states, " << rounds << " rounds";
        }
    }
}

// The kernel's lanes are the whole stride, a part of it, or not all filled, and the first word is
// not aligned as a register.
TEST_P(Permutations, InterleavedStatesEqualReference)
{
    const ForcedKernel forced(*GetParam());
    Sha3Absorb *const ref = function_of<Workload::sha3>(reference_kernel(Workload::sha3));
    for (const unsigned rounds : {keccak_f_rounds, keccak_p_rounds}) {
        auto *const permute = rounds == keccak_f_rounds ? hashlane_keccak_f1600_interleaved
                                                        : hashlane_keccak_p1600_12_interleaved;
        permute(nullptr, 0);
        for (std::size_t count = 1; count <= 18; ++count) {
            std::mt19937_64 random(count);
            std::vector<std::uint64_t> words(count * keccak_state_words + 2);
            std::ranges::generate(words, std::ref(random));
            std::vector<std::uint64_t> expected = words;
            for (std::size_t s = 0; s < count; ++s) {
                std::array<std::uint64_t, keccak_state_words> state;
                for (std::size_t i = 0; i < keccak_state_words; ++i)
                    state[i] = words[1 + i * count + s];
                ref(state.data(), nullptr, 0, 1, rounds);
                for (std::size_t i = 0; i < keccak_state_words; ++i)
                    expected[1 + i * count + s] = state[i];
            }
            permute(words.data() + 1, count);
            EXPECT_EQ(words, expected) << count << " states, " << rounds << " rounds";
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Registry, Permutations, testing::ValuesIn(kernels_of(Workload::sha3)),
                         kernel_test_name);

} // namespace
} // namespace hashlane::test
