// SPDX-License-Identifier: MIT
#include "measure/summary.h"

#include "lib/core/registry.h"
#include "support/text.h"

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
        EXPECT_TRUE(contains(row.quality.note, "shared this core throughout"));
    }
}

TEST(Summary, AThreadThatWasAlwaysDisturbedCountsInTheRowsRate)
{
    const results::Row row = summarised({thread(7, burst_of_others), thread(7, shared)}, {0, 1});
    ASSERT_EQ(row.figures.thread_units_per_second.size(), 2U);
    EXPECT_DOUBLE_EQ(row.figures.thread_units_per_second[1], 3e7);
    EXPECT_DOUBLE_EQ(row.figures.units_per_second, 6e7);
    EXPECT_FALSE(row.quality.trustworthy);
    EXPECT_TRUE(row.quality.note.starts_with("CPU 1: ")) << row.quality.note;
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

// All of its visits kept nothing.
TEST(Summary, ARowThatWasAlwaysPreemptedHasFigures)
{
    measure::ThreadSamples always = thread(7, 0);
    for (measure::Sample &sample : always.samples.taken)
        sample.preempted = true;
    const results::Row row = summarised({always}, {0});
    EXPECT_DOUBLE_EQ(row.figures.cycles_per_unit.median, 100);
    EXPECT_FALSE(row.quality.trustworthy);
}

// Samples on other CPUs than a thread was bound to are no samples of its own.
TEST(Summary, NamesEachCpuThatWasTakenFromItsThreadOnce)
{
    std::vector<measure::ThreadSamples> threads(3, thread(7, burst_of_others));
    for (measure::ThreadSamples &moved : threads)
        moved.samples.taken[30].cpu = 5;
    const results::Row row = summarised(threads, {3, 1, 3});
    EXPECT_EQ(row.quality.note.find("CPUs 1,3 were taken away"), 0U) << row.quality.note;
    EXPECT_FALSE(row.location.pinned);
    const results::RawSamples &raw = row.sampling.threads.front();
    EXPECT_EQ(raw.verdicts[30], results::SampleVerdict::moved);
    EXPECT_EQ(raw.burst_cycles[30], 0);
    EXPECT_EQ(raw.burst_cycles[31], burst_of_others);
}

// 0.6 % between the ends by the visits alone, and what two runs differ by.
TEST(Summary, ARowIsSettledAfterNineVisitsThatAgree)
{
    const auto row = [](std::size_t visits, double width) {
        results::Row made;
        made.quality.trustworthy = true;
        made.sampling.visits.resize(visits);
        made.figures.interval = statistics::of_another_run({100, 100 * (1 + width)});
        return made;
    };
    EXPECT_TRUE(measure::is_settled(row(9, 0.0059)));
    EXPECT_FALSE(measure::is_settled(row(9, 0.0061)));
    EXPECT_FALSE(measure::is_settled(row(8, 0.001)));
    results::Row noisy = row(20, 0.001);
    noisy.quality.trustworthy = false;
    EXPECT_FALSE(measure::is_settled(noisy));
    results::Row without = row(20, 0.001);
    without.figures.interval.reset();
    EXPECT_FALSE(measure::is_settled(without));
    EXPECT_TRUE(measure::is_comparable(row(results::comparable_visits, 0.5)));
    EXPECT_FALSE(measure::is_comparable(row(results::comparable_visits - 1, 0.5)));
    EXPECT_FALSE(measure::is_comparable(noisy));
}

TEST(Job, HasTheOperationsOfItsKernelOrItsOwn)
{
    const Kernel &kernel = all_kernels().front();
    measure::Job job = measure::kernel_job(kernel);
    EXPECT_EQ(measure::operations_of(job), workloads::operations_of(kernel));
    job.kernel = nullptr;
    EXPECT_EQ(measure::operations_of(job), nullptr);
    job.operations = std::make_shared<workloads::Operations>();
    EXPECT_EQ(measure::operations_of(job), job.operations.get());
}

} // namespace
} // namespace hashlane::test
