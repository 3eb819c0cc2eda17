// SPDX-License-Identifier: MIT
//
// What contention bursts say of samples.
#include "measure/contention.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace hashlane::test {
namespace {

constexpr double undisturbed = 1800;

// A visit of so many samples of 1 ms each.
Samples visit(std::size_t count, double burst_cycles, double start_ns = 0)
{
    Samples samples;
    for (std::size_t i = 0; i < count; ++i) {
        Sample sample;
        sample.start_ns = start_ns + static_cast<double>(i) * 1e6;
        sample.end_ns = sample.start_ns + 1e6;
        sample.burst_cycles = burst_cycles;
        samples.taken.push_back(sample);
    }
    return samples;
}

std::size_t count_contended(const Samples &samples)
{
    return static_cast<std::size_t>(
        std::ranges::count(samples.taken, SampleVerdict::contended, &Sample::verdict));
}

TEST(Windows, LastTenMillisecondsOfOneVisit)
{
    Samples samples = visit(25, undisturbed);
    for (Sample &sample : visit(5, undisturbed * 2, 26e6).taken) {
        sample.visit = 1;
        samples.taken.push_back(sample);
    }
    const std::vector<Window> windows = windows_of(samples);
    ASSERT_EQ(windows.size(), 4U);
    EXPECT_EQ(windows[0].end, 10U);
    EXPECT_EQ(windows[1].end, 20U);
    EXPECT_EQ(windows[2].end, 25U) << "the visit ends";
    EXPECT_EQ(windows[2].burst_cycles, undisturbed);
    EXPECT_EQ(windows[3].burst_cycles, undisturbed * 2);
}

TEST(Windows, WithoutBurstsSayNothing)
{
    Samples samples = visit(10, 0);
    EXPECT_EQ(windows_of(samples).front().burst_cycles, 0);
    UndisturbedBurst burst;
    burst.learn(0, samples);
    EXPECT_FALSE(burst.cycles().has_value());
    mark_contended(samples, undisturbed);
    EXPECT_EQ(count_contended(samples), 0U);
}

TEST(Contention, MarksWholeWindowsBeyondTheMargin)
{
    Samples samples = visit(10, undisturbed * 1.029);
    mark_contended(samples, undisturbed);
    EXPECT_EQ(count_contended(samples), 0U);
    samples = visit(10, undisturbed * 1.031);
    samples.taken[3].burst_cycles = undisturbed; // one lucky sample changes nothing
    samples.taken[4].verdict = SampleVerdict::preempted;
    mark_contended(samples, undisturbed);
    EXPECT_EQ(count_contended(samples), 9U);
    EXPECT_EQ(samples.taken[4].verdict, SampleVerdict::preempted);
    mark_contended(samples, undisturbed * 1.01);
    EXPECT_EQ(count_contended(samples), 0U) << "what was learnt since takes it back";
}

TEST(UndisturbedBurst, IsTheLeastButForLuck)
{
    UndisturbedBurst burst;
    burst.learn(0, visit(10, undisturbed * 0.8)); // one window in a hundred
    for (int i = 0; i < 99; ++i)
        burst.learn(0, visit(10, i < 10 ? undisturbed : undisturbed * 1.3));
    EXPECT_EQ(burst.cycles(), undisturbed);
}

TEST(UndisturbedBurst, MayBeKnownFromEarlierRuns)
{
    UndisturbedBurst burst(undisturbed);
    EXPECT_FALSE(burst.cycles().has_value()) << "a core without bursts";
    burst.learn(0, visit(10, undisturbed * 1.4));
    EXPECT_EQ(burst.cycles(), undisturbed);
    burst.learn(0, visit(10, undisturbed * 0.9));
    EXPECT_LT(*burst.cycles(), undisturbed);
}

TEST(UndisturbedBurst, TellsAKernelsAfterEffectFromANeighbour)
{
    UndisturbedBurst burst;
    for (int round = 0; round < 8; ++round)
        for (std::size_t row = 0; row < 5; ++row)
            burst.learn(row, visit(10, row == 3 ? undisturbed * 1.055 : undisturbed));
    EXPECT_DOUBLE_EQ(*burst.cycles_after(0), undisturbed);
    EXPECT_DOUBLE_EQ(*burst.cycles_after(3), undisturbed * 1.055);
    EXPECT_DOUBLE_EQ(*burst.cycles_after(7), undisturbed) << "not visited yet";
}

// A neighbour that is there most of the time slows the bursts of all rows.
TEST(UndisturbedBurst, IsNotWhatAllRowsHaveInCommon)
{
    UndisturbedBurst burst;
    for (int round = 0; round < 10; ++round)
        for (std::size_t row = 0; row < 5; ++row)
            burst.learn(row, visit(10, round == 0 ? undisturbed : undisturbed * 1.08));
    EXPECT_DOUBLE_EQ(*burst.cycles_after(2), undisturbed);
}

TEST(UndisturbedBurst, AllowsAKernelTenPercent)
{
    UndisturbedBurst burst;
    for (std::size_t row = 0; row < 5; ++row)
        burst.learn(row, visit(10, row == 3 ? undisturbed * 1.5 : undisturbed));
    EXPECT_DOUBLE_EQ(*burst.cycles_after(3), undisturbed * 1.1);
}

} // namespace
} // namespace hashlane::test
