// SPDX-License-Identifier: MIT
//
// The noise of a core whose disturbances are known: watched as a real one, and judged.
#include "measure/noise_report.h"

#include "support/simulated_core.h"

#include <gtest/gtest.h>

namespace hashlane::test {
namespace {

class NoiseOfACore : public testing::Test {
protected:
    NoiseOfACore() { core.burst_width = 4; }

    measure::NoiseReport watch(double seconds = 1)
    {
        windows = measure::watch_noise(core, seconds, stop);
        return measure::judge_windows(windows);
    }

    SimulatedCore core;
    std::atomic<bool> stop = false;
    std::vector<measure::WatchedWindow> windows;
};

TEST_F(NoiseOfACore, QuietIsQuiet)
{
    const measure::NoiseReport report = watch();
    EXPECT_NEAR(report.seconds, 1, 0.02);
    EXPECT_EQ(report.disturbed_share, 0);
    EXPECT_EQ(report.episodes.count, 0U);
    EXPECT_EQ(report.gaps.count, 0U);
    ASSERT_TRUE(report.contention);
    EXPECT_EQ(report.contention->share, 0);
    ASSERT_TRUE(report.clock);
    EXPECT_NEAR(report.clock->low_hz, 3e9, 0.01e9);
    EXPECT_NEAR(report.clock->high_hz, 3e9, 0.01e9);
    EXPECT_EQ(measure::noise_level(report), measure::NoiseLevel::quiet);
    EXPECT_FALSE(measure::clock_moves(report));
}

TEST_F(NoiseOfACore, WindowsLeaveNoHoles)
{
    watch(0.2);
    for (std::size_t i = 1; i < windows.size(); ++i)
        EXPECT_EQ(windows[i].start_ns, windows[i - 1].end_ns);
    EXPECT_NEAR(static_cast<double>(windows.size()), 20, 1);
}

TEST_F(NoiseOfACore, HalfContendedIsHalf)
{
    core.slowdown = [](double ns) { return std::fmod(ns, 200e6) < 100e6 ? 1.2 : 1.0; };
    const measure::NoiseReport report = watch(2);
    ASSERT_TRUE(report.contention);
    EXPECT_NEAR(report.contention->share, 0.5, 0.06);
    EXPECT_NEAR(report.contention->slowdown, 0.2, 0.01);
    EXPECT_NEAR(report.disturbed_share, 0.5, 0.06);
    EXPECT_NEAR(static_cast<double>(report.episodes.count), 10, 1);
    EXPECT_NEAR(report.episodes.median_s, 0.1, 0.021);
    EXPECT_EQ(report.gaps.count, 0U);
    EXPECT_EQ(measure::noise_level(report), measure::NoiseLevel::busy);
}

// Windows' timer ticks every 100 ns, a seventh of a burst.
TEST_F(NoiseOfACore, ACoarseTimerIsEnough)
{
    core.timer_tick_ns = 100;
    EXPECT_EQ(watch().disturbed_share, 0);
    core.slowdown = [](double ns) { return std::fmod(ns, 200e6) < 100e6 ? 1.06 : 1.0; };
    const measure::NoiseReport report = watch(2);
    EXPECT_NEAR(report.contention.value().share, 0.5, 0.06);
}

TEST_F(NoiseOfACore, GapsAreTimeTakenAway)
{
    core.preempt_every_ns = 50e6;
    core.preempt_ns = 5e6;
    const measure::NoiseReport report = watch(2);
    EXPECT_NEAR(report.gaps.share, 0.1, 0.01);
    EXPECT_NEAR(static_cast<double>(report.gaps.count), 40, 2);
    EXPECT_NEAR(report.gaps.longest_s, 5e-3, 1e-4);
    EXPECT_EQ(report.contention.value().share, 0) << "the work between them was as fast as ever";
    EXPECT_NEAR(static_cast<double>(report.episodes.count), 40, 2);
}

// Measuring leaves them out.
TEST_F(NoiseOfACore, TicksAreNoDisturbance)
{
    core.interrupt_every_ns = 1e6;
    core.interrupt_ns = 20e3;
    const measure::NoiseReport report = watch();
    EXPECT_NEAR(report.gaps.share, 0.02, 0.002);
    EXPECT_NEAR(static_cast<double>(report.gaps.count), 1000, 50);
    EXPECT_EQ(measure::noise_level(report), measure::NoiseLevel::quiet);
}

TEST_F(NoiseOfACore, AMovingClockIsNotContention)
{
    core.hz = [](double ns) { return 3e9 * (1 + 0.1 * std::sin(ns / 1e9 * 6.28)); };
    const measure::NoiseReport report = watch(2);
    EXPECT_EQ(report.contention.value().share, 0);
    EXPECT_NEAR(report.clock->low_hz, 2.7e9, 0.02e9);
    EXPECT_NEAR(report.clock->median_hz, 3e9, 0.05e9);
    EXPECT_NEAR(report.clock->high_hz, 3.3e9, 0.02e9);
    EXPECT_TRUE(measure::clock_moves(report));
    EXPECT_EQ(measure::noise_level(report), measure::NoiseLevel::quiet);
}

TEST_F(NoiseOfACore, AClockThatStepsIsNotContention)
{
    core.hz = [](double ns) { return std::fmod(ns, 70e6) < 35e6 ? 3e9 : 2e9; };
    const measure::NoiseReport report = watch(2);
    EXPECT_EQ(report.contention.value().share, 0);
    EXPECT_EQ(report.gaps.count, 0U);
}

// A quota that leaves 45 microseconds of every two milliseconds: too few bursts for a figure of
// their duration.
TEST_F(NoiseOfACore, GapsAreCountedAfterASlotWithFewBursts)
{
    core.step_cycles = 0; // no readings of the clock between slots
    core.preempt_every_ns = 2.045e6;
    core.preempt_ns = 2e6;
    watch(1);
    double taken_ns = 0;
    for (const measure::WatchedWindow &window : windows)
        taken_ns += window.taken_ns / window.ns();
    EXPECT_GT(taken_ns / static_cast<double>(windows.size()), 0.95);
}

// A burst is then so long that it could be one with a gap.
TEST_F(NoiseOfACore, AClockThatFallsIsAGapForAMomentOnly)
{
    core.hz = [](double ns) { return ns < 500e6 ? 3e9 : 0.5e9; };
    const measure::NoiseReport report = watch();
    EXPECT_LT(report.gaps.share, 0.021);
    EXPECT_EQ(windows.back().gaps, 0U);
}

TEST_F(NoiseOfACore, GapsAreSeenWhereNothingElseIs)
{
    core.burst_width = 0;
    core.step_cycles = 0;
    core.preempt_every_ns = 50e6;
    core.preempt_ns = 5e6;
    const measure::NoiseReport report = watch(0.2);
    EXPECT_NEAR(report.gaps.share, 0.1, 0.03);
    EXPECT_FALSE(report.contention);
    EXPECT_FALSE(report.clock);
}

TEST_F(NoiseOfACore, StopsWhenItIsTold)
{
    stop = true;
    EXPECT_TRUE(measure::watch_noise(core, 600, stop).empty());
}

// Ten windows of which those named in `disturbed` take twice as long for their work.
measure::NoiseReport ten_windows(const std::vector<std::size_t> &disturbed)
{
    std::vector<measure::WatchedWindow> made;
    for (std::size_t i = 0; i < 10; ++i) {
        const double start_ns = 5e9 + static_cast<double>(i) * 10e6;
        made.push_back({.start_ns = start_ns, .end_ns = start_ns + 10e6, .clock_hz = 3e9});
        made.back().burst_cycles = 2000;
    }
    for (const std::size_t i : disturbed)
        made[i].burst_cycles = 4000;
    return measure::judge_windows(made);
}

TEST(NoiseReport, EpisodesAreDisturbedWindowsInARow)
{
    const measure::NoiseReport report = ten_windows({0, 3, 4, 5, 9});
    EXPECT_EQ(report.episodes.count, 3U);
    EXPECT_NEAR(report.episodes.median_s, 0.01, 1e-9);
    EXPECT_NEAR(report.episodes.longest_s, 0.03, 1e-9);
    EXPECT_NEAR(report.disturbed_share, 0.5, 1e-9);
}

TEST(NoiseReport, SlowdownOverTimeIsOfTheTimeThatWorkTakes)
{
    const measure::NoiseReport report = ten_windows({0, 4, 5});
    const std::vector<double> fifths = measure::slowdown_over_time(report, 5);
    ASSERT_EQ(fifths.size(), 5U);
    EXPECT_NEAR(fifths[0], 1 / 0.75 - 1, 1e-6);
    EXPECT_NEAR(fifths[1], 0, 1e-6);
    EXPECT_NEAR(fifths[2], 1, 1e-6);
    const std::vector<double> finer = measure::slowdown_over_time(report, 40);
    EXPECT_NEAR(finer[3], 1, 1e-6);
    EXPECT_NEAR(finer[4], 0, 1e-6);
}

TEST(NoiseReport, LevelsHaveTheirNames)
{
    using measure::NoiseLevel;
    EXPECT_EQ(measure::noise_level_name(NoiseLevel::quiet), "quiet");
    EXPECT_EQ(measure::noise_level_name(NoiseLevel::disturbed), "disturbed");
    EXPECT_EQ(measure::noise_level_name(NoiseLevel::busy), "busy");
    EXPECT_EQ(measure::noise_level_name(NoiseLevel::overloaded), "overloaded");
}

TEST(NoiseReport, AClockMovesIfItDiffersByMoreThanATenth)
{
    const auto moves = [](double high_hz) {
        measure::NoiseReport report;
        report.clock.emplace();
        report.clock->low_hz = 3e9;
        report.clock->high_hz = high_hz;
        return measure::clock_moves(report);
    };
    EXPECT_FALSE(moves(3.29e9));
    EXPECT_TRUE(moves(3.31e9));
    EXPECT_FALSE(measure::clock_moves({}));
}

// The two highest and the two lowest of a hundred windows may be wrong.
TEST(NoiseReport, TheClockLeavesOutTwoWindowsInAHundred)
{
    std::vector<measure::WatchedWindow> made;
    for (std::size_t i = 0; i < 101; ++i) {
        const double start_ns = static_cast<double>(i) * 10e6;
        const double hz = i < 2 ? 1e9 : i < 3 ? 2e9 : i < 98 ? 3e9 : i < 99 ? 4e9 : 5e9;
        made.push_back({.start_ns = start_ns, .end_ns = start_ns + 10e6, .clock_hz = hz});
    }
    const measure::NoiseReport report = measure::judge_windows(made);
    ASSERT_TRUE(report.clock);
    EXPECT_DOUBLE_EQ(report.clock->low_hz, 2e9);
    EXPECT_DOUBLE_EQ(report.clock->high_hz, 4e9);
    EXPECT_DOUBLE_EQ(report.clock->median_hz, 3e9);
}

TEST(NoiseReport, LevelsAndBudgetsGoByDisturbedTime)
{
    using enum measure::NoiseLevel;
    measure::NoiseReport report;
    for (const auto &[share, level] :
         {std::pair{0.02, quiet}, std::pair{0.021, disturbed}, std::pair{0.2, disturbed},
          std::pair{0.21, busy}, std::pair{0.6, busy}, std::pair{0.61, overloaded}}) {
        report.disturbed_share = share;
        EXPECT_EQ(measure::noise_level(report), level) << share;
    }
    for (const auto &[share, seconds] : {std::pair{0.0, 60U}, std::pair{0.38, 120U},
                                         std::pair{0.75, 240U}, std::pair{1.0, 600U}}) {
        report.disturbed_share = share;
        EXPECT_EQ(measure::budget_seconds(report), seconds) << share;
    }
}

} // namespace
} // namespace hashlane::test
