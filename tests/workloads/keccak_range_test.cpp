// SPDX-License-Identifier: MIT
//
// The Keccak suite's run on every kernel: the same sums whatever the lanes and threads.

#include "workloads/keccak_range.h"

#include "lib/keccak/keccak_suite.h"
#include "machine/clock/this_core.h"
#include "support/kernel_param.h"

#include <gtest/gtest.h>

#include <random>

namespace hashlane::test {
namespace {

std::uint64_t reference_sum(const workloads::KeyRange &range)
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

using Completed = std::variant<results::Row, results::Mismatch>;

// Computes the whole as visits do: by several tasks at once, in segments of any length, each of
// which computes something else first, and leaves what it has not finished to later ones.
Completed compute(const Kernel &kernel, workloads::KeyRangeWork &work, std::size_t tasks = 2)
{
    std::mt19937_64 random(7);
    std::optional<results::Mismatch> wrong;
    while (!work.is_over()) {
        std::vector<std::unique_ptr<workloads::Task>> visit;
        for (std::size_t i = 0; i < tasks; ++i) {
            visit.push_back(workloads::make_key_range_task(kernel, work, 64));
            visit.back()->advance(3);
            visit.back()->reset();
        }
        for (const auto &task : visit)
            for (int segment = 0; segment < 3; ++segment) {
                const std::uint64_t loops = task->segment(1 + random() % 300);
                if (loops == 0)
                    break;
                const std::uint64_t first = random() % (loops + 1);
                task->advance(first);
                task->advance(loops - first);
                if (auto found = task->check(loops); found && !wrong)
                    wrong = found;
                task->reset();
            }
    }
    if (wrong)
        return *wrong;
    machine::ThisCore core;
    return work.complete({}, 0.25, independent_kernel(kernel), core);
}

class KeyRangeKernel : public KernelTest {};

TEST_P(KeyRangeKernel, AnyRangeGivesTheSameSum)
{
    constexpr std::uint64_t top = UINT64_MAX;
    const workloads::KeyRange ranges[] = {{0, 1, 1},  {0, 8, 1000},       {5, 18, 333},
                                          {3, 4, 0},  {top - 3, top, 70}, {1000, 1033, 65},
                                          {0, 100, 1}};
    for (const workloads::KeyRange &range : ranges)
        for (const std::size_t tasks : {1U, 3U}) {
            workloads::KeyRangeWork work({range, false}, std::string(GetParam()->id),
                                         GetParam()->lanes, 8);
            const Completed completed = compute(*GetParam(), work, tasks);
            ASSERT_TRUE(std::holds_alternative<results::Row>(completed));
            EXPECT_EQ(std::get<results::Row>(completed).key_range->checksum, reference_sum(range))
                << range.first << " to " << range.last << ", " << range.loops << " loops";
        }
}

TEST_P(KeyRangeKernel, KeepsTheEndOfEachChain)
{
    workloads::KeyRangeWork work({{2, 15, 400}, true}, std::string(GetParam()->id),
                                 GetParam()->lanes, 8);
    const results::Row row = std::get<results::Row>(compute(*GetParam(), work));
    ASSERT_EQ(work.chains().size(), 13U);
    for (std::size_t i = 0; i < 13; ++i) {
        EXPECT_EQ(work.chains()[i].checksum, reference_sum({2 + i, 3 + i, 400})) << i;
        EXPECT_GT(work.chains()[i].seconds, 0) << i;
    }
    EXPECT_NE(row.proof.text.find("stretches"), std::string::npos) << row.proof.text;
    EXPECT_EQ(row.figures.units_per_second, 13 * 400 / 0.25);
}

INSTANTIATE_TEST_SUITE_P(Registry, KeyRangeKernel,
                         testing::ValuesIn(kernels_of(Workload::keccak_chain)), kernel_test_name);

TEST(KeyRange, DrawsASeedAndTellsIt)
{
    const Kernel &kernel = *kernels_of(Workload::keccak_chain).back();
    const auto seed = [&] {
        workloads::KeyRangeWork work({{0, 9, 20}, false}, "id", kernel.lanes, 4);
        return std::get<results::Row>(compute(kernel, work)).proof.spot_check_seed.value();
    };
    EXPECT_NE(seed(), seed());
}

TEST(KeyRange, CountsTheChainsWithPublishedChecksums)
{
    std::uint64_t published = 0;
    while (workloads::keccak_suite_known_checksum(published, keccak_suite_loops))
        ++published;
    ASSERT_GT(published, 2U);
    machine::ThisCore core;
    const auto proof = [&](std::uint64_t first, std::uint64_t last) {
        workloads::KeyRangeWork work({{first, last, keccak_suite_loops}, false}, "id", 1, 1);
        return std::get<results::Row>(
                   work.complete({}, 1, reference_kernel(Workload::keccak_chain), core))
            .proof.text;
    };
    const std::string repeated = "0 stretches of 0 loops in total repeated by keccak-chain.ref.x1";
    const auto with = [&](std::uint64_t chains) {
        return std::to_string(chains) + " chains at published checksums; " + repeated;
    };
    EXPECT_EQ(proof(2, published + 5), with(published - 2));
    EXPECT_EQ(proof(0, 2), with(2));
    EXPECT_EQ(proof(published, published + 5), repeated);
}

// Work that was computed on another CPU is in the rate, and cannot be left out.
TEST(KeyRange, IsNotTrustedWhereACpuWasTakenAway)
{
    workloads::KeyRangeWork work({{0, 1, 1}, false}, "id", 1, 1);
    machine::ThisCore core;
    results::Row row;
    row.sampling.discarded_moved = 1;
    EXPECT_FALSE(std::get<results::Row>(
                     work.complete(row, 1, reference_kernel(Workload::keccak_chain), core))
                     .quality.trustworthy);
}

TEST(KeyRange, FindsAWrongPublishedChecksum)
{
    workloads::KeyRangeWork work({{0, 1, keccak_suite_loops}, false}, "id", 1, 1);
    auto group = work.take();
    ASSERT_TRUE(group);
    group->done = keccak_suite_loops;
    const auto wrong = work.end(*group); // its start, instead of its end
    ASSERT_TRUE(wrong);
    EXPECT_EQ(results::describe(*wrong), "id: wrong result in lane 0 at iteration 1048576 (key 0)");
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
    workloads::KeyRangeWork work({{100, 110, 50}, false}, "wrong", wrong.lanes, 4);
    const Completed outcome = compute(wrong, work);
    ASSERT_TRUE(std::holds_alternative<results::Mismatch>(outcome));
    EXPECT_EQ(std::get<results::Mismatch>(outcome).lane, 1U);
}

} // namespace
} // namespace hashlane::test
