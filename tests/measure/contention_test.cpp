// SPDX-License-Identifier: MIT
//
// Contention bursts and the verdicts on samples.
#include "measure/contention.h"
#include "measure/verdicts.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace hashlane::test {
namespace {

constexpr double undisturbed = 1800;

// Returns a visit of `count` samples of 1 ms each.
measure::Samples visit(std::size_t count, double burst_cycles, double start_ns = 0)
{
    measure::Samples samples;
    for (std::size_t i = 0; i < count; ++i) {
        measure::Sample sample;
        sample.start_ns = start_ns + static_cast<double>(i) * 1e6;
        sample.end_ns = sample.start_ns + 1e6;
        sample.burst_cycles = burst_cycles;
        samples.taken.push_back(sample);
    }
    return samples;
}

measure::Verdicts all_kept(const measure::Samples &samples)
{
    return measure::Verdicts(samples.taken.size(), results::SampleVerdict::kept);
}

void learn(measure::UndisturbedBurst &burst, std::size_t row, const measure::Samples &samples)
{
    burst.learn(row, samples.taken, all_kept(samples));
}

// Returns the verdicts of the last of several visits, so that contended samples are left out.
measure::Verdicts verdicts_with(const measure::Samples &samples, double undisturbed_burst_cycles)
{
    constexpr unsigned others = 4;
    measure::ThreadSamples thread;
    for (unsigned other = 0; other < others; ++other)
        measure::append_visit(thread, {visit(1, 0), {}}, other);
    measure::append_visit(thread, {samples, {}}, others);
    const std::vector<measure::ThreadSamples> threads{thread};
    measure::Verdicts verdicts =
        measure::verdicts_of({.threads = threads,
                              .bound = false,
                              .undisturbed_burst_cycles = undisturbed_burst_cycles})
            .threads.front();
    verdicts.erase(verdicts.begin(), verdicts.begin() + others);
    return verdicts;
}

std::size_t count_contended(const measure::Samples &samples, double undisturbed_burst_cycles)
{
    return static_cast<std::size_t>(std::ranges::count(
        verdicts_with(samples, undisturbed_burst_cycles), results::SampleVerdict::contended));
}

TEST(Windows, LastTenMillisecondsOfOneVisit)
{
    measure::Samples samples = visit(25, undisturbed);
    for (measure::Sample &sample : visit(5, undisturbed * 2, 26e6).taken) {
        sample.visit = 1;
        samples.taken.push_back(sample);
    }
    const std::vector<measure::Window> windows =
        measure::windows_of(samples.taken, all_kept(samples));
    ASSERT_EQ(windows.size(), 4U);
    EXPECT_EQ(windows[0].end, 10U);
    EXPECT_EQ(windows[1].end, 20U);
    EXPECT_EQ(windows[2].end, 25U) << "the visit ends";
    EXPECT_EQ(windows[2].burst_cycles, undisturbed);
    EXPECT_EQ(windows[3].burst_cycles, undisturbed * 2);
}

TEST(Windows, WithoutBurstsSayNothing)
{
    measure::Samples samples = visit(10, 0);
    EXPECT_EQ(measure::windows_of(samples.taken, all_kept(samples)).front().burst_cycles, 0);
    measure::UndisturbedBurst burst;
    learn(burst, 0, samples);
    EXPECT_FALSE(burst.cycles().has_value());
    EXPECT_EQ(count_contended(samples, undisturbed), 0U);
}

TEST(Contention, MarksWholeWindowsBeyondTheMargin)
{
    measure::Samples samples = visit(10, undisturbed * 1.029);
    EXPECT_EQ(count_contended(samples, undisturbed), 0U);
    samples = visit(10, undisturbed * 1.031);
    samples.taken[3].burst_cycles = undisturbed; // one lucky sample changes nothing
    samples.taken[4].preempted = true;
    EXPECT_EQ(count_contended(samples, undisturbed), 9U);
    EXPECT_EQ(verdicts_with(samples, undisturbed)[4], results::SampleVerdict::preempted);
    EXPECT_EQ(count_contended(samples, undisturbed * 1.01), 0U)
        << "what was learnt since takes it back";
}

// One visit of five was undisturbed: too few, so that the others' samples count as well.
TEST(Contention, ThroughoutTheRowLeavesEverySampleIn)
{
    std::vector<measure::ThreadSamples> threads(1);
    for (unsigned index = 0; index < 5; ++index)
        measure::append_visit(threads[0],
                              {visit(10, index == 0 ? undisturbed : undisturbed * 1.5), {}}, index);
    const measure::RowVerdicts row = measure::verdicts_of(
        {.threads = threads, .bound = false, .undisturbed_burst_cycles = undisturbed});
    EXPECT_TRUE(row.contended_throughout);
    EXPECT_FALSE(row.always_disturbed.has_value());
    EXPECT_EQ(std::ranges::count(row.threads.front(), results::SampleVerdict::kept), 50);
}

TEST(UndisturbedBurst, IsTheLeastButForLuck)
{
    measure::UndisturbedBurst burst;
    learn(burst, 0, visit(10, undisturbed * 0.8)); // one window in a hundred
    for (int i = 0; i < 99; ++i)
        learn(burst, 0, visit(10, i < 10 ? undisturbed : undisturbed * 1.3));
    EXPECT_EQ(burst.cycles(), undisturbed);
}

// While the clock's cost was measured, a neighbour made it too long: all bursts of that visit seem
// shorter than they were.
TEST(UndisturbedBurst, IsNotLearntFromOneVisitAlone)
{
    measure::UndisturbedBurst burst;
    learn(burst, 0, visit(50, undisturbed * 0.966)); // five windows of a hundred
    for (std::size_t row = 1; row < 20; ++row)
        learn(burst, row, visit(50, undisturbed));
    EXPECT_EQ(burst.cycles(), undisturbed);
    learn(burst, 0, visit(50, undisturbed * 0.967));
    learn(burst, 1, visit(50, undisturbed * 0.968));
    EXPECT_EQ(burst.cycles(), undisturbed * 0.967) << "three visits agree";
}

TEST(UndisturbedBurst, MayBeKnownFromEarlierRuns)
{
    measure::UndisturbedBurst burst(undisturbed);
    EXPECT_FALSE(burst.cycles().has_value()) << "a core without bursts";
    learn(burst, 0, visit(10, undisturbed * 1.4));
    EXPECT_EQ(burst.cycles(), undisturbed);
    learn(burst, 0, visit(10, undisturbed * 0.9));
    EXPECT_LT(*burst.cycles(), undisturbed);
}

TEST(UndisturbedBurst, TellsAKernelsAfterEffectFromANeighbour)
{
    measure::UndisturbedBurst burst;
    for (int round = 0; round < 8; ++round)
        for (std::size_t row = 0; row < 5; ++row)
            learn(burst, row, visit(10, row == 3 ? undisturbed * 1.055 : undisturbed));
    EXPECT_DOUBLE_EQ(*burst.cycles_after(0), undisturbed);
    EXPECT_DOUBLE_EQ(*burst.cycles_after(3), undisturbed * 1.055);
    EXPECT_DOUBLE_EQ(*burst.cycles_after(7), undisturbed) << "not visited yet";
}

// A neighbour that is there most of the time slows the bursts of all rows.
TEST(UndisturbedBurst, IsNotWhatAllRowsHaveInCommon)
{
    measure::UndisturbedBurst burst;
    for (int round = 0; round < 10; ++round)
        for (std::size_t row = 0; row < 5; ++row)
            learn(burst, row, visit(10, round == 0 ? undisturbed : undisturbed * 1.08));
    EXPECT_DOUBLE_EQ(*burst.cycles_after(2), undisturbed);
}

TEST(UndisturbedBurst, AllowsAKernelTenPercent)
{
    measure::UndisturbedBurst burst;
    for (std::size_t row = 0; row < 5; ++row)
        learn(burst, row, visit(10, row == 3 ? undisturbed * 1.5 : undisturbed));
    EXPECT_DOUBLE_EQ(*burst.cycles_after(3), undisturbed * 1.1);
}

} // namespace
} // namespace hashlane::test
