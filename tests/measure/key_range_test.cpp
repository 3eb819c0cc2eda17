// SPDX-License-Identifier: MIT
//
// The Keccak suite's run on every kernel: the same sums whatever the lanes and threads.

#include "lib/keccak/keccak_suite.h"
#include "measure/key_range.h"
#include "support/kernel_param.h"
#include "workloads/keccak_chain.h"

#include <gtest/gtest.h>

#include <chrono>

namespace hashlane::test {
namespace {

std::uint64_t reference_sum(const measure::KeyRange &range)
{
    const auto ref =
        function_of<Workload::keccak_chain>(*kernels_of(Workload::keccak_chain).back());
    std::uint64_t sum = 0;
    for (std::uint64_t key = range.first; key != range.last; ++key) {
        std::uint64_t state[keccak_state_words];
        keccak_suite_start(state, key);
        ref(state, range.loops);
        sum ^= keccak_suite_checksum(state);
    }
    return sum;
}

class KeyRangeKernel : public KernelTest {
protected:
    std::atomic<bool> stop = false;
    measure::KeyRangeResult run(const measure::KeyRange &range, const std::vector<int> &cpus,
                                bool keep = false)
    {
        auto outcome = measure::run_key_range(*GetParam(), {range, keep, {}}, cpus, {{}, {}, stop});
        if (const auto *mismatch = std::get_if<results::Mismatch>(&outcome))
            throw std::runtime_error(results::describe(*mismatch));
        return std::get<measure::KeyRangeResult>(outcome);
    }
};

TEST_P(KeyRangeKernel, AnyRangeGivesTheSameSum)
{
    constexpr std::uint64_t top = UINT64_MAX;
    const measure::KeyRange ranges[] = {{0, 1, 1},  {0, 8, 1000},       {5, 18, 333},
                                        {3, 4, 0},  {top - 3, top, 70}, {1000, 1033, 65},
                                        {0, 100, 1}};
    for (const measure::KeyRange &range : ranges)
        EXPECT_EQ(run(range, {0}).row.key_range->checksum, reference_sum(range))
            << range.first << " to " << range.last << ", " << range.loops << " loops";
}

TEST_P(KeyRangeKernel, ThreadsShareTheRange)
{
    const measure::KeyRange range{7, 60, 200};
    const measure::KeyRangeResult result = run(range, {0, 0, 0});
    EXPECT_EQ(result.row.key_range->checksum, reference_sum(range));
    EXPECT_EQ(result.row.location.threads, 3U);
}

TEST_P(KeyRangeKernel, KeepsTheEndOfEachChain)
{
    const measure::KeyRangeResult result = run({2, 15, 10}, {0}, true);
    ASSERT_EQ(result.chains.size(), 13U);
    for (std::size_t i = 0; i < 13; ++i)
        EXPECT_EQ(result.chains[i].checksum, reference_sum({2 + i, 3 + i, 10})) << i;
    EXPECT_NE(result.row.proof.text.find("stretches"), std::string::npos) << result.row.proof.text;
}

TEST_P(KeyRangeKernel, StopsWhenAsked)
{
    stop = true;
    const auto outcome =
        measure::run_key_range(*GetParam(), {{0, 8, 1 << 30}, false, {}}, {0}, {{}, {}, stop});
    EXPECT_TRUE(std::holds_alternative<measure::Interrupted>(outcome));
}

INSTANTIATE_TEST_SUITE_P(Registry, KeyRangeKernel,
                         testing::ValuesIn(kernels_of(Workload::keccak_chain)), kernel_test_name);

TEST(KeyRange, DrawsASeedAndTellsIt)
{
    const Kernel &kernel = *kernels_of(Workload::keccak_chain).back();
    const std::atomic<bool> stop = false;
    const auto seed = [&](std::optional<std::uint64_t> given) {
        const auto outcome =
            measure::run_key_range(kernel, {{0, 9, 20}, false, given}, {0}, {{}, {}, stop});
        return std::get<measure::KeyRangeResult>(outcome).row.proof.spot_check_seed;
    };
    EXPECT_EQ(seed(42), 42U);
    EXPECT_EQ(seed(UINT64_MAX), UINT64_MAX);
    EXPECT_NE(seed({}), seed({}));
}

TEST(KeyRange, CountsTheChainsWithPublishedChecksums)
{
    std::uint64_t published = 0;
    while (workloads::keccak_suite_known_checksum(published, keccak_suite_loops))
        ++published;
    ASSERT_GT(published, 2U);
    const auto proof = [](std::uint64_t first, std::uint64_t last) {
        return measure::key_range_proof({first, last, keccak_suite_loops}, {3, 70, "ref", {}}, 1)
            .text;
    };
    const std::string repeated = "3 stretches of 70 loops in total repeated by ref";
    const auto with = [&](std::uint64_t chains) {
        return std::to_string(chains) + " chains at published checksums; " + repeated;
    };
    EXPECT_EQ(proof(2, published + 5), with(published - 2));
    EXPECT_EQ(proof(0, 2), with(2));
    EXPECT_EQ(proof(published, published + 5), repeated);
}

// Lower limits are loose, as other work may take the core meanwhile.
TEST(KeyRange, TimesGroupsAndTheWhole)
{
    const Kernel &kernel = *kernels_of(Workload::keccak_chain).back();
    const std::atomic<bool> stop = false;
    using Clock = std::chrono::steady_clock;
    const Clock::time_point start = Clock::now();
    const auto outcome =
        measure::run_key_range(kernel, {{0, 8, 20000}, true, 1}, {0}, {{}, {}, stop});
    const double whole_s = std::chrono::duration<double>(Clock::now() - start).count();
    const auto &result = std::get<measure::KeyRangeResult>(outcome);
    const double range_s = result.row.key_range->seconds;
    EXPECT_LE(range_s, whole_s);
    EXPECT_GT(range_s, whole_s * 0.6);
    double groups_s = 0;
    for (std::size_t i = 0; i < result.chains.size(); i += kernel.lanes)
        groups_s += result.chains[i].seconds;
    EXPECT_LE(groups_s, range_s);
    EXPECT_GT(groups_s, range_s * 0.6);
}

// A kernel that is wrong in its last lane only.
extern "C" void wrong_in_lane_1(std::uint64_t *states, std::uint64_t loops) noexcept
{
    const auto ref =
        function_of<Workload::keccak_chain>(*kernels_of(Workload::keccak_chain).back());
    ref(states, loops);
    ref(states + keccak_state_words, loops);
    states[2 * keccak_state_words - 1] ^= 1;
}

TEST(KeyRange, FindsAWrongLane)
{
    Kernel wrong = *kernels_of(Workload::keccak_chain).back();
    wrong.id = "keccak-chain.wrong.x2";
    wrong.lanes = 2;
    wrong.function = &wrong_in_lane_1;
    const std::atomic<bool> stop = false;
    const auto outcome =
        measure::run_key_range(wrong, {{100, 110, 50}, false, {}}, {0}, {{}, {}, stop});
    ASSERT_TRUE(std::holds_alternative<results::Mismatch>(outcome));
    EXPECT_EQ(std::get<results::Mismatch>(outcome).lane, 1U);
}

} // namespace
} // namespace hashlane::test
