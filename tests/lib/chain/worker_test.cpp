// SPDX-License-Identifier: MIT
//
// How long the calls of kernels are made, on a processor of any speed; and lanes that change hands.

#include "lib/chain/worker.h"
#include "lib/dispatch/dispatch_table.h"

#include <gtest/gtest.h>

#include <thread>
#include <vector>

namespace hashlane::test {
namespace {

using namespace std::chrono_literals;

constexpr std::uint64_t unreachable_end = std::uint64_t{1} << 50;

// The time of the longest of `calls` calls, the first few aside, when an iteration takes `each`.
VerifyJob::Clock::duration longest_call(VerifyJob::Clock::duration each, int calls = 100)
{
    Pace pace;
    VerifyJob::Clock::duration longest{};
    for (int call = 0; call < calls; ++call) {
        const std::uint64_t iterations = pace.next(unreachable_end);
        const auto time = static_cast<std::int64_t>(iterations) * each;
        pace.took(iterations, time);
        if (call > 40)
            longest = std::max(longest, time);
    }
    return longest;
}

TEST(Pace, CallsAreNeitherShortNorLong)
{
    for (const auto each : {1ns, 30ns, 400ns, 20'000ns, 100'000ns}) {
        EXPECT_GE(longest_call(each), 125us) << each.count();
        EXPECT_LE(longest_call(each), 500us) << each.count();
    }
    EXPECT_EQ(longest_call(5ms), 5ms); // a single iteration is the least
}

TEST(Pace, ASlowdownIsFollowed)
{
    Pace pace;
    for (int call = 0; call < 40; ++call)
        pace.took(pace.next(unreachable_end), 1us);
    for (int call = 0; call < 60; ++call)
        pace.took(pace.next(unreachable_end), 600us);
    EXPECT_EQ(pace.next(unreachable_end), 1U);
}

// A call that was short because a lane ended is ignored.
TEST(Pace, AShortCallThatHadNoMoreToDoDoesNotCount)
{
    Pace pace;
    const std::uint64_t before = pace.next(unreachable_end);
    pace.took(pace.next(3), 1us);
    EXPECT_EQ(pace.next(unreachable_end), before);
    EXPECT_EQ(pace.next(3), 3U);
}

// One worker has begun all there is. The second has nothing to begin, and no lane ever ends: it
// goes on only with lanes of the first.
TEST(Worker, HandsLanesToOneThatHasNone)
{
    const std::size_t lanes = active_dispatch().kernel(Workload::sha256_chain).lanes;
    if (lanes == 1)
        GTEST_SKIP() << "the preferred kernel has one lane, of which there is no half";
    const std::uint8_t digest[32] = {};
    const std::vector<hashlane_chain_segment> segments(
        lanes, {digest, digest, unreachable_end, nullptr, nullptr});
    int cancel = 0;
    hashlane_chain_options options{};
    options.cancel = &cancel;
    VerifyJob job(segments.data(), segments.size(), options, 1);
    std::atomic<bool> has_left = false;
    const auto give_up = std::chrono::steady_clock::now() + 60s;
    std::thread first([&] { Worker(job).run(); });
    while (job.begun_segments() != segments.size() && std::chrono::steady_clock::now() < give_up)
        std::this_thread::yield();
    std::thread second([&] {
        Worker(job).run();
        has_left = true;
    });
    int busy_in_a_row = 0;
    while (busy_in_a_row < 20 && !has_left && std::chrono::steady_clock::now() < give_up) {
        std::this_thread::sleep_for(1ms);
        const bool both_busy = job.workers_here() == 2 && !job.is_any_waiting();
        busy_in_a_row = both_busy ? busy_in_a_row + 1 : 0;
    }
    EXPECT_EQ(busy_in_a_row, 20);
    std::atomic_ref<int>(cancel).store(1);
    first.join();
    second.join();
}

} // namespace
} // namespace hashlane::test
