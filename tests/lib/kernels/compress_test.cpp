// SPDX-License-Identifier: MIT
//
// The bare compression function and double SHA-256 of sha256.h, over every kernel, against the
// oracle.

#include "support/forced_kernel.h"
#include "support/hex.h"
#include "support/kernel_param.h"
#include "support/messages.h"
#include "support/oracle.h"

#include "hashlane/sha256.h"
#include "lib/sha256/message.h"

namespace hashlane::test {
namespace {

constexpr std::size_t block = HASHLANE_SHA256_BLOCK_BYTES;

// FIPS 180-4, 5.1.1.
Bytes padded(Bytes message)
{
    const std::uint64_t bits = 8 * std::uint64_t{message.size()};
    message.push_back(0x80);
    while (message.size() % block != block - 8)
        message.push_back(0);
    for (int shift = 56; shift >= 0; shift -= 8)
        message.push_back(static_cast<std::uint8_t>(bits >> shift));
    return message;
}

// FIPS 180-4, 5.3.3.
Bytes initial_states(std::size_t count)
{
    const Bytes one = from_hex("6a09e667bb67ae853c6ef372a54ff53a510e527f9b05688c1f83d9ab5be0cd19");
    Bytes states;
    for (std::size_t i = 0; i < count; ++i)
        states.insert(states.end(), one.begin(), one.end());
    return states;
}

Bytes sha256d(std::span<const std::uint8_t> message)
{
    return oracle_digest("sha256", oracle_digest("sha256", message));
}

class Compress : public KernelTest {};

// First one block each, then the others: the second call begins with states that differ.
TEST_P(Compress, PaddedMessagesBecomeTheirDigests)
{
    const ForcedKernel forced(*GetParam());
    for (const std::size_t count : {0U, 1U, 2U, 7U, 16U, 37U, 70U})
        for (const std::size_t blocks : {1U, 2U, 5U}) {
            Bytes states = initial_states(count), expected;
            states.push_back(0xa5); // nothing is written behind the states
            std::vector<Bytes> messages;
            std::vector<const std::uint8_t *> first, others;
            for (std::size_t i = 0; i < count; ++i) {
                const Bytes message = random_bytes(block * blocks - 9 - i % 50, 100 * blocks + i);
                messages.push_back(padded(message));
                ASSERT_EQ(messages[i].size(), block * blocks);
                const Bytes digest = oracle_digest("sha256", message);
                expected.insert(expected.end(), digest.begin(), digest.end());
            }
            expected.push_back(0xa5);
            for (const Bytes &message : messages) {
                first.push_back(message.data());
                others.push_back(message.data() + block);
            }
            hashlane_sha256_compress_equal(first.data(), 1, count, states.data());
            hashlane_sha256_compress_equal(others.data(), blocks - 1, count, states.data());
            EXPECT_EQ(states, expected) << count << " states, " << blocks << " blocks";
        }
}

void expect_list(const std::vector<std::size_t> &lengths)
{
    const ManyMessages many(lengths, 0);
    Bytes digests(32 * lengths.size() + 1, 0xa5), expected;
    for (std::size_t i = 0; i < lengths.size(); ++i) {
        const Bytes digest = oracle_digest("sha256", many.message(i));
        expected.insert(expected.end(), digest.begin(), digest.end());
    }
    expected.push_back(0xa5);
    hashlane_sha256_many(many.from(), many.bytes(), lengths.size(), digests.data());
    EXPECT_EQ(digests, expected) << lengths.size() << " messages, first " << lengths.front();
}

// Lists for forms that hash as many messages as there are lanes, all with the same number of
// blocks: every length of up to four blocks, and lengths of one to four.
TEST_P(Compress, ListsOfEqualNumbersOfBlocks)
{
    const ForcedKernel forced(*GetParam());
    const std::size_t lanes = GetParam()->lanes;
    for (std::size_t bytes = 0; bytes < 4 * 64; ++bytes)
        expect_list(std::vector<std::size_t>(lanes, bytes));
    for (std::size_t whole = 0; whole < 4; ++whole)
        for (const auto &[least, most] : {std::pair(0U, 55U), std::pair(56U, 63U)}) {
            std::vector<std::size_t> lengths;
            for (std::size_t i = 0; i < 3 * lanes + 2; ++i)
                lengths.push_back(64 * whole + least + 7 * i % (most - least + 1));
            expect_list(lengths);
            lengths[lanes + lanes / 2] = 300; // breaks the second group
            expect_list(lengths);
        }
}

TEST_P(Compress, MessagesAreHashedTwice)
{
    const ForcedKernel forced(*GetParam());
    for (const std::size_t count : {0U, 1U, 3U, 40U}) {
        std::vector<std::size_t> lengths;
        for (std::size_t i = 0; i < count; ++i)
            lengths.push_back(i % 2 == 0 ? 80 : 7 * i);
        const ManyMessages many(lengths, 0);
        Bytes digests(32 * count + 1, 0xa5), expected;
        for (std::size_t i = 0; i < count; ++i) {
            const Bytes digest = sha256d(many.message(i));
            expected.insert(expected.end(), digest.begin(), digest.end());
        }
        expected.push_back(0xa5);
        hashlane_sha256d_many(many.from(), many.bytes(), count, digests.data());
        EXPECT_EQ(digests, expected) << count << " messages";
    }
}

INSTANTIATE_TEST_SUITE_P(Registry, Compress, testing::ValuesIn(kernels_of(Workload::sha256)),
                         kernel_test_name);

// The first hash is by kernels of nodes, the second by kernels of chains.
class DoubleNodes : public KernelTest {};

TEST_P(DoubleNodes, EqualsOracle)
{
    const ForcedKernel forced(*GetParam());
    for (const std::size_t count : {0U, 1U, 5U, 33U, 255U, 256U, 257U, 600U}) {
        const Bytes nodes = random_bytes(64 * count, count);
        Bytes expected;
        for (std::size_t at = 0; at < nodes.size(); at += 64) {
            const Bytes digest = sha256d(std::span(nodes).subspan(at, 64));
            expected.insert(expected.end(), digest.begin(), digest.end());
        }
        Bytes digests(expected.size());
        hashlane_sha256d_nodes(nodes.data(), count, digests.data());
        EXPECT_EQ(digests, expected) << count << " nodes";
        Bytes in_place = nodes;
        hashlane_sha256d_nodes(in_place.data(), count, in_place.data());
        in_place.resize(expected.size());
        EXPECT_EQ(in_place, expected) << count << " nodes in place";
    }
}

// Whatever dispatch chooses on this processor.
TEST(DoubleNodesInRegisters, EqualOracle)
{
    for (const Kernel *const kernel : kernels_of(Workload::sha256_nodes)) {
        if (kernel->forms.twice == nullptr || !is_runnable(*kernel, this_cpu_features()))
            continue;
        constexpr std::size_t groups = 3;
        const Bytes nodes = random_bytes(64 * groups * kernel->lanes, 1);
        Bytes digests(32 * groups * kernel->lanes + 1, 0xa5), expected;
        for (std::size_t at = 0; at < nodes.size(); at += 64)
            std::ranges::copy(sha256d(std::span(nodes).subspan(at, 64)),
                              std::back_inserter(expected));
        expected.push_back(0xa5);
        kernel->forms.twice(digests.data(), nodes.data(), groups);
        EXPECT_EQ(digests, expected) << kernel->id;
    }
}

INSTANTIATE_TEST_SUITE_P(Nodes, DoubleNodes, testing::ValuesIn(kernels_of(Workload::sha256_nodes)),
                         kernel_test_name);
INSTANTIATE_TEST_SUITE_P(Chains, DoubleNodes, testing::ValuesIn(kernels_of(Workload::sha256_chain)),
                         kernel_test_name);

// The header of Bitcoin's first block, and its hash as it is stored: reversed when it is shown.
TEST(DoubleSha256, OfTheGenesisHeader)
{
    const Bytes header = from_hex(
        "0100000000000000000000000000000000000000000000000000000000000000000000003ba3edfd"
        "7a7b12b27ac72c3e67768f617fc81bc3888a51323a9fb8aa4b1e5e4a29ab5f49ffff001d1dac2b7c");
    const std::uint8_t *const from = header.data();
    const std::size_t bytes = header.size();
    Bytes digest(32);
    hashlane_sha256d_many(&from, &bytes, 1, digest.data());
    std::ranges::reverse(digest);
    EXPECT_EQ(to_hex(digest), "000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f");
}

} // namespace
} // namespace hashlane::test
