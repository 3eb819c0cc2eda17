// SPDX-License-Identifier: MIT
#include "measure/summary.h"

#include "lib/core/registry.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace hashlane::test {
namespace {

constexpr double shared = 3000;          // cycles of a burst
constexpr double burst_of_others = 1900; // that were undisturbed

// Returns `visits` visits of twenty samples of 1 ms, 100 cycles per unit.
measure::ThreadSamples thread(unsigned visits, double burst_cycles)
{
    measure::ThreadSamples all;
    for (unsigned visit = 0; visit < visits; ++visit) {
        measure::ThreadSamples one;
        for (int i = 0; i < 20; ++i) {
            const double start = visit * 1e9 + i * 1e6;
            one.samples.taken.push_back({.iterations = 30000,
                                         .interval = {1e6, 3e6, 3e9, 0},
                                         .start_ns = start,
                                         .end_ns = start + 1e6,
                                         .burst_cycles = burst_cycles});
        }
        measure::append_visit(all, one, visit);
    }
    return all;
}

results::Row summarised(const std::vector<measure::ThreadSamples> &threads,
                        const std::vector<int> &cpus)
{
    return measure::make_row(
        measure::kernel_job(reference_kernel(Workload::sha256_chain)),
        {.cpus = cpus, .threads = threads, .undisturbed_burst_cycles = burst_of_others});
}

// A permanent neighbour leaves nothing undisturbed. The row has its values nevertheless, with a
// note on their worth.
TEST(Summary, ARowThatWasAlwaysDisturbedHasFiguresAndIsNotTrusted)
{
    for (const unsigned visits : {1U, 7U}) {
        const results::Row row = summarised({thread(visits, shared)}, {0});
        EXPECT_DOUBLE_EQ(row.figures.cycles_per_unit.median, 100);
        EXPECT_DOUBLE_EQ(row.figures.units_per_second, 3e7);
        EXPECT_EQ(row.figures.clock_hz, 3e9);
        EXPECT_EQ(row.sampling.kept, 20 * visits);
        EXPECT_FALSE(row.quality.trustworthy);
        EXPECT_EQ(row.quality.noise, results::Noise::shared);
        EXPECT_NE(row.quality.note.find("shared this core throughout"), std::string::npos)
            << row.quality.note;
    }
}

TEST(Summary, AThreadThatWasAlwaysDisturbedCountsInTheRowsRate)
{
    for (const unsigned visits : {1U, 7U}) {
        const results::Row row =
            summarised({thread(visits, burst_of_others), thread(visits, shared)}, {0, 1});
        ASSERT_EQ(row.figures.thread_units_per_second.size(), 2U);
        EXPECT_DOUBLE_EQ(row.figures.thread_units_per_second[1], 3e7);
        EXPECT_DOUBLE_EQ(row.figures.units_per_second, 6e7);
        EXPECT_FALSE(row.quality.trustworthy);
        EXPECT_EQ(row.quality.note.rfind("CPU 1: ", 0), 0U) << row.quality.note;
    }
}

// While a thread ran alone, before or after, it may have been faster: that is no rate of the row.
TEST(Summary, RatesAreOfTheTimeInWhichAllThreadsRan)
{
    measure::ThreadSamples first, second;
    const auto add = [](measure::ThreadSamples &thread, double start_ns, double lasts_ns) {
        thread.samples.taken.push_back({.iterations = 30000,
                                        .interval = {lasts_ns, 3e6, 3e15 / lasts_ns, 0},
                                        .start_ns = start_ns,
                                        .end_ns = start_ns + lasts_ns});
        return start_ns + lasts_ns;
    };
    double first_ns = 0, second_ns = 10e6;
    for (int i = 0; i < 40; ++i)
        first_ns = add(first, first_ns, i >= 10 && i < 20 ? 2e6 : 1e6); // at half the clock
    while (second_ns < 30e6)
        second_ns = add(second, second_ns, 1e6);
    for (const bool swapped : {false, true}) {
        const results::Row row =
            swapped ? summarised({second, first}, {0, 1}) : summarised({first, second}, {0, 1});
        EXPECT_DOUBLE_EQ(row.figures.thread_units_per_second[swapped ? 1 : 0], 1.5e7);
        EXPECT_DOUBLE_EQ(row.figures.thread_units_per_second[swapped ? 0 : 1], 3e7);
    }
}

// Processor time is counted in coarser steps than wall time.
TEST(Summary, AThreadThatSharesACpuHasNoMoreThanAllOfIt)
{
    measure::ThreadSamples half = thread(1, 0), whole = thread(1, 0);
    half.cpu_ns = 1e6;
    half.wall_ns = 2e6;
    whole.cpu_ns = 2.1e6;
    whole.wall_ns = 2e6;
    const results::Row row = summarised({half, whole}, {0, 0});
    EXPECT_DOUBLE_EQ(row.figures.thread_units_per_second[0], 1.5e7);
    EXPECT_DOUBLE_EQ(row.figures.thread_units_per_second[1], 3e7);
}

TEST(Summary, UndisturbedVisitsAreTrusted)
{
    const results::Row row = summarised({thread(7, burst_of_others)}, {0});
    EXPECT_TRUE(row.quality.trustworthy);
    EXPECT_EQ(row.quality.noise, results::Noise::clean);
    EXPECT_EQ(row.sampling.visits.size(), 7U);
}

// All of its visits gave up, and kept nothing.
TEST(Summary, ARowThatWasAlwaysPreemptedHasFigures)
{
    measure::ThreadSamples always = thread(7, 0);
    always.samples.gave_up = true;
    for (measure::Sample &sample : always.samples.taken)
        sample.preempted = true;
    const results::Row row = summarised({always}, {0});
    EXPECT_DOUBLE_EQ(row.figures.cycles_per_unit.median, 100);
    EXPECT_FALSE(row.quality.trustworthy);
}

} // namespace
} // namespace hashlane::test
