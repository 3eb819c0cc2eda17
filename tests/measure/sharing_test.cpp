// SPDX-License-Identifier: MIT
//
// Threads that take turns on one CPU: that is no defect, and hides none.

#include "lib/core/registry.h"
#include "measure/summary.h"
#include "support/alone.h"
#include "support/simulated_core.h"
#include "support/text.h"

#include <gtest/gtest.h>

#include <cmath>

namespace hashlane::test {
namespace {

constexpr const char *sharing = "threads share a CPU; each one's rate is scaled by its processor "
                                "time";

class SharedCpu : public testing::Test {
protected:
    SharedCpu() { let_take_turns(3e6, 3e6); }
    void let_take_turns(double every_ns, double ns)
    {
        core.preempt_every_ns = every_ns;
        core.preempt_ns = ns;
    }
    void visit()
    {
        const machine::ChosenClock chosen = machine::make_clock({}, core);
        Alone alone;
        const measure::ThreadSamples now{
            measure::take_samples({task, *chosen.clock, core}, 1 << 13, {{}, plan, stop}, alone),
            {},
            1,
            2};
        for (measure::ThreadSamples &thread : threads)
            measure::append_visit(thread, now, visits);
        ++visits;
    }
    void visit_often()
    {
        while (visits < 8)
            visit();
    }
    results::Row make(const std::vector<int> &cpus,
                      std::optional<double> undisturbed_burst_cycles = {})
    {
        return measure::make_row(measure::kernel_job(all_kernels().back()),
                                 {.cpus = cpus,
                                  .threads = threads,
                                  .bound = false,
                                  .undisturbed_burst_cycles = undisturbed_burst_cycles});
    }

    SimulatedCore core;
    FakeTask task{core, task_cycles};
    measure::SamplingPlan plan{.min_time_ns = 50e6};
    std::atomic<bool> stop = false;
    std::vector<measure::ThreadSamples> threads{2};
    unsigned visits = 0;
};

TEST_F(SharedCpu, TakingTurnsIsNoDefect)
{
    visit_often();
    const results::Row row = make({1, 1});
    EXPECT_TRUE(row.quality.trustworthy) << row.quality.note;
    EXPECT_EQ(row.quality.noise, results::Noise::shared);
    EXPECT_EQ(row.quality.note, sharing);
    EXPECT_NEAR(row.figures.cycles_per_unit.median / task_cycles, 1, 0.003);
    EXPECT_GT(row.sampling.discarded_preempted, 0U);
}

TEST_F(SharedCpu, OtherThreadsOnItAreNoTurns)
{
    visit_often();
    EXPECT_FALSE(contains(make({0, 1}).quality.note, sharing));
}

TEST_F(SharedCpu, ARowWithoutAnUndisturbedSampleIsNotTrusted)
{
    let_take_turns(0.25e6, 0.25e6);
    visit_often();
    const results::Row row = make({1, 1});
    EXPECT_FALSE(row.quality.trustworthy);
    EXPECT_EQ(row.quality.note.find(std::string(sharing) + "; CPU 1: every sample"), 0U)
        << row.quality.note;
    EXPECT_NEAR(row.figures.cycles_per_unit.median / task_cycles, 1, 0.01);
}

TEST_F(SharedCpu, ContendedBurstsAreNotTrusted)
{
    visit_often();
    ASSERT_TRUE(make({1, 1}).quality.trustworthy);
    for (measure::ThreadSamples &thread : threads)
        for (measure::Sample &sample : thread.samples.taken)
            sample.burst_cycles = 900;
    EXPECT_FALSE(make({1, 1}, 800).quality.trustworthy);
}

TEST_F(SharedCpu, VisitsThatDisagreeAreNotTrusted)
{
    while (visits < 10) {
        core.slowdown = [slow = visits % 2](double) { return slow != 0 ? 1.57 : 1; };
        visit();
    }
    const results::Row row = make({1, 1});
    EXPECT_FALSE(row.quality.trustworthy);
    EXPECT_EQ(row.quality.note.find(std::string(sharing) + "; the 95 % interval"), 0U)
        << row.quality.note;
}

TEST_F(SharedCpu, ClockThatChangesDuringMostSamplesIsNotTrusted)
{
    let_take_turns(0, 0);
    core.hz = [](double ns) { return 3e9 - std::fmod(ns, 2e6) * 500; };
    visit_often();
    EXPECT_FALSE(make({1, 1}).quality.trustworthy);
}

} // namespace
} // namespace hashlane::test
