// SPDX-License-Identifier: MIT
//
// The measurer on a core whose truth is known.

#include "lib/core/registry.h"
#include "machine/clock/core.h"
#include "measure/summary.h"
#include "support/alone.h"
#include "support/simulated_core.h"

#include <gtest/gtest.h>

namespace hashlane::test {
namespace {

class Sampler : public testing::Test {
protected:
    measure::Samples take(workloads::Task &work, std::uint64_t iterations)
    {
        const machine::ChosenClock chosen = machine::make_clock({false, source, 0}, core);
        Alone alone;
        return measure::take_samples({work, *chosen.clock, core}, iterations, {{}, plan, stop},
                                     alone);
    }
    measure::Samples sample()
    {
        const std::uint64_t iterations = measure::size_sample(task, core, plan);
        task.total = 0;
        return take(task, iterations);
    }
    // The row's median over the truth, minus 1.
    double error(const measure::Samples &samples)
    {
        const std::vector<measure::ThreadSamples> threads{{samples, {}}};
        row = measure::make_row(measure::kernel_job(all_kernels().back()),
                                {.cpus = std::vector{0}, .threads = threads});
        return row.figures.cycles_per_unit.median / task_cycles - 1;
    }

    SimulatedCore core;
    FakeTask task{core, task_cycles};
    measure::SamplingPlan plan{.min_time_ns = 100e6};
    machine::CycleSource source = machine::CycleSource::chain;
    std::atomic<bool> stop = false;
    results::Row row;
};

TEST_F(Sampler, MeasuresCleanWork)
{
    const measure::Samples samples = sample();
    EXPECT_NEAR(error(samples), 0, 0.002);
    EXPECT_EQ(row.sampling.discarded, 0U);
    const double sample_ns = samples.taken.front().interval.ns;
    EXPECT_GE(sample_ns, 1e6);
    EXPECT_LE(sample_ns, 2.1e6);
    EXPECT_NEAR(static_cast<double>(row.sampling.kept) * sample_ns, 100e6, 3e6);
    EXPECT_NEAR(row.figures.clock_hz / 3e9, 1, 0.002);
}

TEST_F(Sampler, TakesNoMoreThanItsPlan)
{
    plan.min_time_ns = 1;
    plan.min_samples = 7;
    EXPECT_EQ(sample().taken.size(), 7U);
}

// A host that takes the core in phase with the single slices.
class BackwardsTask final : public workloads::Task {
public:
    explicit BackwardsTask(SimulatedCore &core) : core_(core) {}
    std::uint64_t largest_sample() const override { return 1 << 10; }
    std::uint64_t segment(std::uint64_t) override { return 1 << 10; }
    void reset() override {}
    void advance(std::uint64_t iterations) override
    {
        core_.work(iterations <= 8 ? 60000 : 40000); // a slice of a sample has 8 or 16
    }
    std::optional<results::Mismatch> check(std::uint64_t) override { return std::nullopt; }

private:
    SimulatedCore &core_;
};

TEST_F(Sampler, ASampleWithoutWorkIsNotCounted)
{
    BackwardsTask backwards(core);
    plan.min_time_ns = 10e6;
    for (const bool has_counter : {false, true}) {
        core.has_counter = has_counter;
        source = has_counter ? machine::CycleSource::perf : machine::CycleSource::chain;
        const measure::Samples samples = take(backwards, 1 << 10);
        ASSERT_FALSE(samples.taken.empty());
        for (const measure::Sample &one : samples.taken) {
            EXPECT_FALSE(one.interval.counted);
            EXPECT_FALSE(measure::is_undisturbed(one));
            EXPECT_GE(one.interval.ns, 0) << "or no file with it can be read";
            EXPECT_GE(one.interval.cycles, 0);
        }
    }
}

// A loop that a compiler left out.
TEST_F(Sampler, WorkThatTakesNoTimeEnds)
{
    FakeTask nothing(core, 0);
    const double start = core.now_ns();
    take(nothing, 1 << 16);
    EXPECT_LT(core.now_ns() - start, 110 * plan.min_time_ns);
}

// Reading the time would be most of the duration of a sample of one iteration.
TEST_F(Sampler, SamplesAreLongThoughTheCpuIsTakenMeanwhile)
{
    const std::uint64_t iterations = measure::size_sample(task, core, plan);
    EXPECT_GE(static_cast<double>(iterations) * task_cycles / 3, plan.sample_ns);
    for (const double after_ns : {10.0, 1e4, 1e5, 1e6}) {
        SimulatedCore busy;
        busy.preempt_at_ns = {busy.now_ns() + after_ns};
        busy.preempt_ns = 2 * plan.warm_up_ns;
        FakeTask on_busy(busy, task_cycles);
        EXPECT_EQ(measure::size_sample(on_busy, busy, plan), iterations) << after_ns;
    }
}

TEST_F(Sampler, InterruptsLeaveNoTrace)
{
    core.interrupt_every_ns = 1e6; // a host that ticks a thousand times a second
    core.interrupt_ns = 15e3;
    EXPECT_NEAR(error(sample()), 0, 0.003);
}

TEST_F(Sampler, AHostThatTakesTheCoreEvery50MicrosecondsLeavesNoTrace)
{
    core.interrupt_every_ns = 50e3;
    core.interrupt_ns = 2e3;
    EXPECT_NEAR(error(sample()), 0, 0.003);
}

TEST_F(Sampler, NorDoesItInIterationsThatTakeAsLongAsASlice)
{
    core.interrupt_every_ns = 50e3;
    core.interrupt_ns = 2e3;
    FakeTask slow(core, 75'000); // 25 us
    const measure::Samples samples = take(slow, measure::size_sample(slow, core, plan));
    EXPECT_NEAR((1 + error(samples)) * task_cycles / 75'000, 1, 0.003);
}

TEST_F(Sampler, WhatReadingTheTimeCostsIsNotPartOfTheWork)
{
    core.reading_ns = 500;
    for (const machine::CycleSource by :
         {machine::CycleSource::perf, machine::CycleSource::chain}) {
        core.has_counter = by == machine::CycleSource::perf;
        source = by;
        EXPECT_NEAR(error(sample()), 0, 0.002) << machine::cycle_source_name(by);
    }
}

TEST_F(Sampler, DiscardsSamplesAcrossWhichTheClockSteps)
{
    core.hz = [](double ns) { return std::fmod(ns, 10e6) < 5e6 ? 3e9 : 2.5e9; };
    EXPECT_NEAR(error(sample()), 0, 0.003);
    EXPECT_GT(row.sampling.discarded_drift, 3U);
}

TEST_F(Sampler, DiscardsPreemptedSamples)
{
    core.preempt_every_ns = 10e6;
    EXPECT_NEAR(error(sample()), 0, 0.003);
    EXPECT_GT(row.sampling.discarded_preempted, 5U);
}

TEST_F(Sampler, EndsWhereEverySampleIsDisturbed)
{
    core.preempt_every_ns = 0.9e6;
    core.preempt_ns = 0.3e6;
    const measure::Samples samples = sample();
    double taken_ns = 0;
    for (const measure::Sample &one : samples.taken)
        taken_ns += one.interval.ns;
    EXPECT_NEAR(taken_ns / plan.min_time_ns, plan.retake_factor, 0.05);
    error(samples);
    EXPECT_GT(row.sampling.kept, 0U) << "a figure of disturbed samples is better than none";
    EXPECT_FALSE(row.quality.trustworthy);
}

TEST_F(Sampler, KeepsAtLeastTheIterationsAskedFor)
{
    plan.min_time_ns = 0;
    plan.min_samples = 1;
    plan.min_iterations = 1'000'001;
    const measure::Samples samples = sample();
    std::uint64_t kept = 0;
    for (const measure::Sample &one : samples.taken)
        kept += measure::is_undisturbed(one) ? one.iterations : 0;
    EXPECT_GE(kept, plan.min_iterations);
    EXPECT_LT(kept, plan.min_iterations + samples.iterations_per_sample);
    EXPECT_EQ(task.total % (1 << 16), 0U) << "the last segment was not finished";
    EXPECT_NEAR(error(samples), 0, 0.003);
}

// The parts of a work that ends, as a range of keys does.
class EndingTask final : public workloads::Task {
public:
    EndingTask(SimulatedCore &core, std::uint64_t iterations) : left(iterations), core_(core) {}
    std::uint64_t largest_sample() const override { return 1 << 20; }
    std::uint64_t segment(std::uint64_t sample) override { return std::min(sample, left); }
    void reset() override {}
    void advance(std::uint64_t iterations) override
    {
        core_.work(static_cast<double>(iterations) * task_cycles);
    }
    std::optional<results::Mismatch> check(std::uint64_t iterations) override
    {
        left -= iterations;
        return std::nullopt;
    }
    std::uint64_t left;

private:
    SimulatedCore &core_;
};

TEST_F(Sampler, EndsWithTheWork)
{
    for (const std::uint64_t iterations : {0U, 1U, 1000U, 100'000U}) {
        EndingTask ending(core, iterations);
        const machine::ChosenClock chosen = machine::make_clock({false, source, 0}, core);
        Alone alone;
        std::uint64_t taken = 0;
        const measure::Samples samples =
            measure::take_samples({ending, *chosen.clock, core}, 1 << 14, {{}, plan, stop}, alone);
        for (const measure::Sample &one : samples.taken)
            taken += one.iterations;
        EXPECT_EQ(taken, iterations);
        EXPECT_EQ(ending.left, 0U);
        EXPECT_TRUE(alone.is_done());
        EXPECT_NEAR(samples.work_ns, static_cast<double>(iterations) * task_cycles / 3,
                    static_cast<double>(iterations) * task_cycles / 3 * 0.02 +
                        3000) // reading the time
            << iterations;
    }
}

TEST_F(Sampler, ProvesEveryIteration)
{
    sample();
    EXPECT_EQ(task.total, task.checks << 16);
    EXPECT_GT(task.checks, 10U);
}

TEST_F(Sampler, StopsAtAWrongResult)
{
    task.wrong_after = 1 << 18;
    const measure::Samples samples = sample();
    ASSERT_TRUE(samples.mismatch);
    EXPECT_EQ(results::describe(*samples.mismatch),
              "fake: wrong result in lane 3 at iteration 65536");
    EXPECT_LE(task.total, (1U << 18) + (1U << 16));
}

TEST_F(Sampler, FindsAWrongResultInTheLastSegment)
{
    plan.min_time_ns = 1;
    plan.min_samples = 1;
    task.wrong_after = 5;
    EXPECT_TRUE(sample().mismatch);
}

TEST_F(Sampler, StopsWhenAsked)
{
    stop = true;
    const measure::Samples samples = sample();
    EXPECT_TRUE(samples.interrupted);
    EXPECT_TRUE(samples.taken.empty());
}

// Work in samples, before the first slice of each of which `happens` is called.
class EventfulTask final : public workloads::Task {
public:
    EventfulTask(SimulatedCore &core, std::function<void(std::uint64_t sample)> happens)
        : inner_(core, task_cycles), happens_(std::move(happens))
    {
    }
    std::uint64_t largest_sample() const override { return inner_.largest_sample(); }
    std::uint64_t segment(std::uint64_t sample) override { return inner_.segment(sample); }
    void reset() override { inner_.reset(); }
    void advance(std::uint64_t iterations) override
    {
        if (per_sample != 0 && done_ % per_sample == 0)
            happens_(done_ / per_sample);
        done_ += per_sample == 0 ? 0 : iterations;
        inner_.advance(iterations);
    }
    std::optional<results::Mismatch> check(std::uint64_t iterations) override
    {
        return inner_.check(iterations);
    }
    std::uint64_t per_sample = 0; ///< iterations, after that was found

private:
    FakeTask inner_;
    std::function<void(std::uint64_t sample)> happens_;
    std::uint64_t done_ = 0;
};

class EventfulSampler : public Sampler {
protected:
    measure::Samples sample_while(std::function<void(std::uint64_t sample)> happens)
    {
        EventfulTask eventful(core, std::move(happens));
        eventful.per_sample = measure::size_sample(eventful, core, plan);
        return take(eventful, eventful.per_sample);
    }
};

TEST_F(EventfulSampler, ASampleAcrossWhichTheClockMovesByAPercentIsDiscarded)
{
    for (const auto &[change, discards] : {std::pair{0.008, false}, std::pair{0.012, true}}) {
        core = SimulatedCore();
        bool high = false;
        core.hz = [&](double) { return 3e9 * (high ? 1 + change : 1); };
        const measure::Samples samples = sample_while([&](std::uint64_t) { high = !high; });
        for (const measure::Sample &one : samples.taken)
            EXPECT_EQ(one.drifted, discards) << change;
    }
}

TEST_F(Sampler, NoSampleIsLongerThanItsTaskAllows)
{
    FakeTask quick(core, 0.5);
    EXPECT_EQ(measure::size_sample(quick, core, plan), quick.largest_sample());
}

constexpr double burst_width = 4;
constexpr double burst_cost = static_cast<double>(machine::burst_operations) / burst_width;

TEST_F(Sampler, WithoutWideBurstsThereAreNoBurstCycles)
{
    for (const measure::Sample &one : sample().taken)
        ASSERT_EQ(one.burst_cycles, 0);
}

TEST_F(Sampler, ABurstCostsWhatItCostsAlone)
{
    core.burst_width = burst_width;
    for (const machine::CycleSource by :
         {machine::CycleSource::perf, machine::CycleSource::chain}) {
        core.has_counter = by == machine::CycleSource::perf;
        source = by;
        for (const measure::Sample &one : sample().taken)
            ASSERT_NEAR(one.burst_cycles / burst_cost, 1, 0.05) << machine::cycle_source_name(by);
    }
}

// The clock's chain does not see it, the bursts do.
TEST_F(Sampler, ABurstCostsMoreWhileSomethingSharesTheCore)
{
    core.burst_width = burst_width;
    core.slowdown = [](double ns) { return std::fmod(ns, 40e6) < 20e6 ? 1.0 : 1.5; };
    std::size_t alone = 0, shared = 0;
    for (const measure::Sample &one : sample().taken) {
        // One that began before the change and ended behind it has bursts of both kinds.
        if (std::floor(one.start_ns / 20e6) != std::floor(one.end_ns / 20e6))
            continue;
        const bool is_shared = std::fmod(one.start_ns, 40e6) >= 20e6;
        ASSERT_NEAR(one.burst_cycles / burst_cost, is_shared ? 1.5 : 1, 0.05);
        ASSERT_NEAR(one.interval.clock_hz / 3e9, 1, 0.002);
        ++(is_shared ? shared : alone);
    }
    EXPECT_GT(alone, 5U);
    EXPECT_GT(shared, 5U);
}

TEST_F(Sampler, BurstsAreNotPartOfTheWork)
{
    core.burst_width = 1; // more than a hundredth of a sample, together
    for (const machine::CycleSource by :
         {machine::CycleSource::perf, machine::CycleSource::chain, machine::CycleSource::tsc}) {
        core.has_counter = by == machine::CycleSource::perf;
        source = by;
        const double truth = by == machine::CycleSource::tsc ? 2.5 / 3 : 1; // ticks at 2.5 GHz
        EXPECT_NEAR((error(sample()) + 1) / truth, 1, 0.005) << machine::cycle_source_name(by);
    }
}

TEST_F(Sampler, OverheadIsBelowFivePercent)
{
    const double start = core.now_ns();
    const measure::Samples samples = sample();
    double work = 0;
    for (const measure::Sample &one : samples.taken)
        work += one.interval.ns;
    // Warm-up and the last segment are not part of a sample's overhead.
    const double whole = core.now_ns() - start - plan.warm_up_ns - 65536 * task_cycles / 3;
    EXPECT_LT(whole / work, 1.05);
}

} // namespace
} // namespace hashlane::test
