// SPDX-License-Identifier: MIT
//
// Every chain kernel against vectors from another implementation and against an oracle on random
// data: OpenSSL for SHA-256 where it is there, the reference kernel for Keccak (itself held to the
// vectors).

#include "lib/core/kernel.h"
#include "lib/keccak/keccak_suite.h"
#include "support/files.h"
#include "support/hex.h"
#include "support/kernel_param.h"
#include "support/oracle.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>
#include <random>
#include <span>

namespace hashlane::test {
namespace {

constexpr std::uint64_t iteration_counts[] = {0, 1, 2, 3, 63, 64, 65, 1000};

nlohmann::json load_vectors(const std::string &name)
{
    return nlohmann::json::parse(read_file(test_path("vectors/" + name)))["vectors"];
}

// The differences between the two chains, so that each property below is written once.
struct Sha256 {
    static constexpr Workload workload = Workload::sha256_chain;
    using Element = std::uint8_t;
    static constexpr std::size_t size = sha256_digest_bytes;

    static void oracle(std::uint8_t *digest, std::uint64_t iterations)
    {
        for (; iterations != 0; --iterations)
            std::ranges::copy(oracle_digest("sha256", {digest, size}), digest);
    }
};

struct Keccak {
    static constexpr Workload workload = Workload::keccak_chain;
    using Element = std::uint64_t;
    static constexpr std::size_t size = keccak_state_words;

    static void oracle(std::uint64_t *state, std::uint64_t loops)
    {
        const Kernel *ref = kernels_of(Workload::keccak_chain).back();
        ASSERT_EQ(ref->id, "keccak-chain.ref.x1");
        function_of<Workload::keccak_chain> (*ref)(state, loops);
    }
};

template <class Chain> using Lanes = std::vector<typename Chain::Element>;

template <class Chain> Lanes<Chain> random_lanes(unsigned lanes, std::uint64_t seed)
{
    std::mt19937_64 random(seed);
    Lanes<Chain> data(lanes * Chain::size);
    std::ranges::generate(data, [&] { return static_cast<typename Chain::Element>(random()); });
    return data;
}

template <class Chain>
void run(const Kernel &kernel, typename Chain::Element *data, std::uint64_t iterations)
{
    function_of<Chain::workload>(kernel)(data, iterations);
}

// Random data of its own in each lane, every count of iterations.
template <class Chain> void expect_oracle(const Kernel &kernel)
{
    for (const std::uint64_t iterations : iteration_counts) {
        Lanes<Chain> data = random_lanes<Chain>(kernel.lanes, iterations);
        Lanes<Chain> expected = data;
        run<Chain>(kernel, data.data(), iterations);
        for (unsigned lane = 0; lane < kernel.lanes; ++lane)
            Chain::oracle(expected.data() + lane * Chain::size, iterations);
        EXPECT_EQ(data, expected) << iterations << " iterations";
    }
}

// Calls that continue each other equal one call.
template <class Chain> void expect_continuation(const Kernel &kernel)
{
    Lanes<Chain> once = random_lanes<Chain>(kernel.lanes, 7);
    Lanes<Chain> parts = once;
    run<Chain>(kernel, once.data(), 15);
    for (const std::uint64_t part : {1U, 2U, 0U, 5U, 7U})
        run<Chain>(kernel, parts.data(), part);
    EXPECT_EQ(once, parts);
}

// Lanes do not see each other: reversed inputs give reversed outputs.
template <class Chain> void expect_permutable(const Kernel &kernel)
{
    const auto reversed = [&](const Lanes<Chain> &data) {
        Lanes<Chain> other;
        for (unsigned lane = kernel.lanes; lane-- != 0;)
            other.insert(other.end(), data.begin() + lane * Chain::size,
                         data.begin() + (lane + 1) * Chain::size);
        return other;
    };
    Lanes<Chain> forward = random_lanes<Chain>(kernel.lanes, 11);
    Lanes<Chain> backward = reversed(forward);
    run<Chain>(kernel, forward.data(), 5);
    run<Chain>(kernel, backward.data(), 5);
    EXPECT_EQ(reversed(forward), backward);
}

// Tests any alignment that the contract allows, and that no byte outside the buffer is touched.
template <class Chain> void expect_in_bounds(const Kernel &kernel)
{
    constexpr std::size_t margin = 64;
    constexpr auto canary = static_cast<typename Chain::Element>(0xa5a5a5a5a5a5a5a5);
    const std::size_t size = kernel.lanes * Chain::size;
    const Lanes<Chain> input = random_lanes<Chain>(kernel.lanes, 13);
    Lanes<Chain> expected = input;
    run<Chain>(kernel, expected.data(), 3);
    for (std::size_t offset = 0; offset < 9; ++offset) {
        Lanes<Chain> buffer(size + 2 * margin, canary);
        const auto begin = buffer.begin() + static_cast<std::ptrdiff_t>(margin + offset);
        std::ranges::copy(input, begin);
        run<Chain>(kernel, &*begin, 3);
        EXPECT_TRUE(std::ranges::equal(std::span(&*begin, size), expected)) << offset;
        std::fill_n(begin, size, canary);
        EXPECT_EQ(std::ranges::count(buffer, canary), static_cast<std::ptrdiff_t>(buffer.size()))
            << "written outside the buffer at offset " << offset;
    }
}

class Sha256ChainKernel : public KernelTest {};

TEST_P(Sha256ChainKernel, EqualsPublishedVectors)
{
    const unsigned lanes = GetParam()->lanes;
    const nlohmann::json vectors = load_vectors("sha256_chain.json");
    ASSERT_GT(vectors.size(), 50U);
    // A different start in each lane, all of one iteration count at a time.
    std::map<std::uint64_t, std::vector<const nlohmann::json *>> by_count;
    for (const nlohmann::json &vector : vectors)
        by_count[vector["iterations"]].push_back(&vector);
    for (const auto &[iterations, group] : by_count) {
        std::string starts, digests;
        for (unsigned lane = 0; lane < lanes; ++lane) {
            starts += (*group[lane % group.size()])["start"];
            digests += (*group[lane % group.size()])["digest"];
        }
        std::vector<std::uint8_t> data = from_hex(starts);
        run<Sha256>(*GetParam(), data.data(), iterations);
        EXPECT_EQ(to_hex(data), digests) << iterations << " iterations";
    }
}

TEST_P(Sha256ChainKernel, EqualsOracle) { expect_oracle<Sha256>(*GetParam()); }
TEST_P(Sha256ChainKernel, ContinuesWhereItStopped) { expect_continuation<Sha256>(*GetParam()); }
TEST_P(Sha256ChainKernel, KeepsLanesApart) { expect_permutable<Sha256>(*GetParam()); }
TEST_P(Sha256ChainKernel, StaysInItsBuffer) { expect_in_bounds<Sha256>(*GetParam()); }

INSTANTIATE_TEST_SUITE_P(Registry, Sha256ChainKernel,
                         testing::ValuesIn(kernels_of(Workload::sha256_chain)), kernel_test_name);

class KeccakChainKernel : public KernelTest {};

TEST_P(KeccakChainKernel, EqualsPublishedVectors)
{
    const unsigned lanes = GetParam()->lanes;
    std::map<std::uint64_t, std::vector<nlohmann::json>> by_count;
    for (const nlohmann::json &vector : load_vectors("keccak_chain.json"))
        by_count[vector["loops"]].push_back(vector);
    ASSERT_GT(by_count.size(), 5U);
    for (const auto &[loops, group] : by_count) {
        std::vector<std::uint64_t> states(lanes * keccak_state_words);
        for (unsigned lane = 0; lane < lanes; ++lane)
            keccak_suite_start(states.data() + lane * keccak_state_words,
                               word_from_hex(group[lane % group.size()]["key"]));
        run<Keccak>(*GetParam(), states.data(), loops);
        for (unsigned lane = 0; lane < lanes; ++lane)
            for (std::size_t i = 0; i < keccak_state_words; ++i)
                ASSERT_EQ(states[lane * keccak_state_words + i],
                          word_from_hex(group[lane % group.size()]["state"][i]))
                    << loops << " loops, lane " << lane << ", word " << i;
    }
}

TEST_P(KeccakChainKernel, EqualsReference) { expect_oracle<Keccak>(*GetParam()); }
TEST_P(KeccakChainKernel, ContinuesWhereItStopped) { expect_continuation<Keccak>(*GetParam()); }
TEST_P(KeccakChainKernel, KeepsLanesApart) { expect_permutable<Keccak>(*GetParam()); }
TEST_P(KeccakChainKernel, StaysInItsBuffer) { expect_in_bounds<Keccak>(*GetParam()); }

INSTANTIATE_TEST_SUITE_P(Registry, KeccakChainKernel,
                         testing::ValuesIn(kernels_of(Workload::keccak_chain)), kernel_test_name);

} // namespace
} // namespace hashlane::test
