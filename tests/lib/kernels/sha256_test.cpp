// SPDX-License-Identifier: MIT
//
// Every sha256 and sha256-nodes kernel against the reference kernel and the oracle.

#include "lib/sha256/message.h"
#include "support/files.h"
#include "support/hex.h"
#include "support/kernel_param.h"
#include "support/oracle.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <random>

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

class Sha256Kernel : public KernelTest {
protected:
    Sha256Blocks *compress() const { return function_of<Workload::sha256>(*GetParam()); }

    // The digests of as many messages of one length as the kernel has lanes.
    std::vector<Bytes> hash(const std::vector<Bytes> &messages) const
    {
        std::vector<Bytes> digests(messages.size(), Bytes(sha256_digest_bytes));
        std::vector<const std::uint8_t *> from;
        std::vector<std::uint8_t *> to;
        for (std::size_t i = 0; i < messages.size(); ++i) {
            from.push_back(messages[i].data());
            to.push_back(digests[i].data());
        }
        hash_messages(compress(), GetParam()->lanes, from.data(), messages[0].size(), to.data());
        return digests;
    }
};

// Different blocks and states in every lane, at odd addresses.
TEST_P(Sha256Kernel, EqualsReference)
{
    auto *const ref = function_of<Workload::sha256>(reference_kernel(Workload::sha256));
    const unsigned lanes = GetParam()->lanes;
    std::mt19937 random(3);
    for (const std::uint64_t count : {0U, 1U, 2U, 3U, 17U}) {
        std::vector<std::uint32_t> states(lanes * sha256_state_words);
        std::ranges::generate(states, std::ref(random));
        std::vector<std::uint32_t> expected = states;
        std::vector<Bytes> messages;
        std::vector<const std::uint8_t *> blocks;
        for (unsigned lane = 0; lane < lanes; ++lane)
            messages.push_back(random_bytes(static_cast<std::size_t>(64 * count + 8), lane));
        for (unsigned lane = 0; lane < lanes; ++lane)
            blocks.push_back(messages[lane].data() + lane % 8);
        compress()(states.data(), blocks.data(), count);
        for (unsigned lane = 0; lane < lanes; ++lane) {
            std::uint32_t state[sha256_state_words];
            for (std::size_t j = 0; j < sha256_state_words; ++j)
                state[j] = expected[j * lanes + lane];
            ref(state, &blocks[lane], count);
            set_lane(expected.data(), lanes, lane, state);
        }
        EXPECT_EQ(states, expected) << count << " blocks";
    }
}

// A message of its own in each lane; lengths around the ends of blocks and of the padding.
TEST_P(Sha256Kernel, EqualsOracle)
{
    for (const std::size_t length :
         {0U, 1U, 54U, 55U, 56U, 57U, 63U, 64U, 65U, 118U, 119U, 120U, 128U, 700U}) {
        std::vector<Bytes> messages;
        for (unsigned lane = 0; lane < GetParam()->lanes; ++lane)
            messages.push_back(random_bytes(length, 1000 * length + lane));
        const std::vector<Bytes> digests = hash(messages);
        for (std::size_t lane = 0; lane < messages.size(); ++lane)
            EXPECT_EQ(digests[lane], oracle_digest("sha256", messages[lane]))
                << length << " bytes in lane " << lane;
    }
}

TEST_P(Sha256Kernel, EqualsPublishedVectors)
{
    const auto vectors =
        nlohmann::json::parse(read_file(test_path("vectors/sha256_cavp.json")))["messages"];
    ASSERT_GT(vectors.size(), 70U);
    for (const auto &vector : vectors) {
        const std::vector<Bytes> messages(GetParam()->lanes, from_hex(vector["message"]));
        for (const Bytes &digest : hash(messages))
            EXPECT_EQ(to_hex(digest), vector["digest"].get<std::string>())
                << messages[0].size() << " bytes";
    }
}

INSTANTIATE_TEST_SUITE_P(Registry, Sha256Kernel, testing::ValuesIn(kernels_of(Workload::sha256)),
                         kernel_test_name);

class NodesKernel : public KernelTest {
protected:
    void hash(std::uint8_t *digests, const std::uint8_t *nodes, std::uint64_t groups) const
    {
        function_of<Workload::sha256_nodes> (*GetParam())(digests, nodes, groups);
    }
    Bytes expected(std::span<const std::uint8_t> nodes) const
    {
        Bytes digests;
        for (std::size_t at = 0; at < nodes.size(); at += sha256_block_bytes)
            std::ranges::copy(oracle_digest("sha256", nodes.subspan(at, sha256_block_bytes)),
                              std::back_inserter(digests));
        return digests;
    }
};

// At odd addresses, with bytes around the digests that must stay.
TEST_P(NodesKernel, EqualsOracle)
{
    constexpr std::size_t room = 64;
    for (const std::size_t groups : {0U, 1U, 2U, 5U}) {
        const std::size_t count = groups * GetParam()->lanes;
        const Bytes nodes = random_bytes(count * sha256_block_bytes + 1, groups);
        const auto from = std::span(nodes).subspan(1);
        Bytes digests(count * sha256_digest_bytes + 2 * room + 1, 0xa5);
        hash(digests.data() + room + 1, from.data(), groups);
        Bytes whole(room + 1, 0xa5);
        std::ranges::copy(expected(from), std::back_inserter(whole));
        whole.resize(digests.size(), 0xa5);
        EXPECT_EQ(digests, whole) << groups << " groups";
    }
}

// Digests may begin where the nodes do, or before.
TEST_P(NodesKernel, OverwritesItsNodes)
{
    for (const std::size_t before : {0U, 1U, 32U, 64U, 100U}) {
        const std::size_t count = std::size_t{4} * GetParam()->lanes;
        Bytes data = random_bytes(before + count * sha256_block_bytes, before);
        const Bytes right = expected(std::span(data).subspan(before));
        hash(data.data(), data.data() + before, 4);
        data.resize(right.size());
        EXPECT_EQ(data, right) << "digests begin " << before << " bytes before the nodes";
    }
}

INSTANTIATE_TEST_SUITE_P(Registry, NodesKernel,
                         testing::ValuesIn(kernels_of(Workload::sha256_nodes)), kernel_test_name);

} // namespace
} // namespace hashlane::test
