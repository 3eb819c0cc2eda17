// SPDX-License-Identifier: MIT
//
// Rows that something happens to while they are measured, on real threads.

#include "lib/core/registry.h"
#include "machine/system/cpus.h"
#include "machine/system/threads.h"
#include "measure/run_in_rounds.h"
#include "support/alone.h"
#include "support/simulated_core.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace hashlane::test {
namespace {

// Work that is always right, and calls `disturb` now and then.
class DisturbedTask final : public workloads::Task {
public:
    explicit DisturbedTask(std::function<void()> disturb) : disturb_(std::move(disturb)) {}
    std::uint64_t largest_sample() const override { return 1 << 10; }
    std::uint64_t segment(std::uint64_t) override { return 1 << 12; }
    void reset() override { disturb_(); }
    void advance(std::uint64_t iterations) override
    {
        for (std::uint64_t i = 0; i < 100 * iterations; ++i) [[maybe_unused]]
            volatile std::uint64_t value = i;
    }
    std::optional<results::Mismatch> check(std::uint64_t) override { return std::nullopt; }

private:
    std::function<void()> disturb_;
};

measure::Job disturbed_job(std::function<void()> disturb)
{
    measure::Job job = measure::kernel_job(all_kernels().back());
    job.make_task = [disturb](std::uint32_t) { return std::make_unique<DisturbedTask>(disturb); };
    return job;
}

class DisturbedRow : public testing::Test {
protected:
    const measure::SamplingPlan plan{
        .min_time_ns = 2e6, .min_samples = 5, .sample_ns = 1e5, .warm_up_ns = 1e4};
    const std::atomic<bool> stop = false;
    const measure::MeasureContext context{{}, plan, stop};
    const std::vector<int> allowed = machine::allowed_cpus();
    measure::UndisturbedBurst burst;
};

TEST_F(DisturbedRow, ACpuThatIsTakenAwayIsTold)
{
    if (allowed.size() < 2)
        GTEST_SKIP() << "needs two CPUs";
    if (!machine::this_threads_cpu())
        GTEST_SKIP() << "this system does not say where a thread is";
    const int home = allowed.front();
    // From the first segment of the third visit on.
    unsigned resets = 0, visit = 0;
    const auto move_away = [&] {
        if (visit == 2 && ++resets == 2) {
            EXPECT_TRUE(machine::pin_this_thread(allowed.back()));
        }
    };
    const measure::Job job = disturbed_job(move_away);
    measure::RowMeasurement measurement(job, {home});
    for (; visit < 5; ++visit) {
        ASSERT_FALSE(measurement.visit(context, {}, burst));
        const results::Row row = measurement.row(measure::UndisturbedBurst());
        EXPECT_EQ(row.location.pinned, visit < 2);
        const std::string told = "CPU " + std::to_string(home) + " was taken away: " +
                                 std::to_string(row.sampling.discarded_moved) + " of ";
        EXPECT_EQ(row.quality.note.find(told) == 0, visit >= 2) << row.quality.note;
    }
    const results::Row row = measurement.row(measure::UndisturbedBurst());
    EXPECT_GE(row.quality.noise, results::Noise::busy);
    const results::RawSamples &samples = row.sampling.threads.front();
    for (std::size_t i = 0; i < samples.verdicts.size(); ++i)
        EXPECT_TRUE(samples.verdicts[i] != results::SampleVerdict::moved || samples.visits[i] == 2);
    EXPECT_GT(row.sampling.discarded_moved, 0U);
}

TEST_F(DisturbedRow, NothingIsLeftWithoutItsCpu)
{
    if (allowed.size() < 2 || !machine::this_threads_cpu())
        GTEST_SKIP() << "needs two CPUs, and a system that says where a thread is";
    const measure::Job job = disturbed_job([&] { machine::pin_this_thread(allowed.back()); });
    measure::RowMeasurement measurement(job, {allowed.front()});
    for (int visit = 0; visit < 5; ++visit)
        ASSERT_FALSE(measurement.visit(context, {}, burst));
    const results::Row row = measurement.row(measure::UndisturbedBurst());
    EXPECT_EQ(row.sampling.kept, 0U);
    EXPECT_FALSE(row.quality.trustworthy);
    EXPECT_FALSE(row.location.pinned);
    EXPECT_FALSE(burst.cycles()) << "it was learnt elsewhere";
}

// As where another program takes the hardware counter away, or gives it back.
TEST_F(DisturbedRow, LearnsFromItsVisitsThatCountCycles)
{
    const measure::MeasureContext by_ticks{{false, machine::CycleSource::tsc, 0}, plan, stop};
    const measure::Job job = disturbed_job([] {});
    measure::RowMeasurement measurement(job, {allowed.front()});
    ASSERT_FALSE(measurement.visit(by_ticks, {}, burst));
    if (measurement.row(burst).figures.cycle_source != machine::CycleSource::tsc)
        GTEST_SKIP() << "no counter of ticks";
    ASSERT_FALSE(burst.cycles());
    for (int visit = 0; visit < 5; ++visit)
        ASSERT_FALSE(measurement.visit(context, {}, burst));
    if (measurement.row(burst).sampling.kept != 0) {
        EXPECT_TRUE(burst.cycles());
    }
}

// is_settled() is called again and again, with newly learnt bursts.
TEST_F(DisturbedRow, IsSettledWhereItsRowIs)
{
    measure::UndisturbedBurst shorter(1);
    measure::Sample sample;
    sample.burst_cycles = 1;
    shorter.learn(0, {sample}, std::vector{results::SampleVerdict::kept});
    const measure::Job job = disturbed_job([] {});
    measure::RowMeasurement measurement(job, {allowed.front()});
    for (int visit = 0; visit < 12; ++visit) {
        ASSERT_FALSE(measurement.visit(context, {}, burst));
        for (const measure::UndisturbedBurst &known :
             {measure::UndisturbedBurst(), shorter, burst}) {
            const bool settled = measurement.is_settled(known);
            EXPECT_EQ(settled, measure::is_settled(measurement.row(known)));
            EXPECT_EQ(settled, measurement.is_settled(known));
        }
    }
    if (burst.cycles()) {
        EXPECT_FALSE(measurement.is_settled(shorter)) << "all of it is contended by that";
    }
}

TEST_F(DisturbedRow, ThreadsThatCannotBeStartedCostThatRowAlone)
{
    const measure::Job well = disturbed_job([] {});
    measure::Job failing = well;
    failing.make_task = [](std::uint32_t) -> std::unique_ptr<workloads::Task> {
        throw machine::ThreadError("cannot start thread 3 of 4: a test");
    };
    const machine::Placement here{{allowed.front()}, ""};
    measure::RunInRounds run({{&well, here}, {&failing, here}},
                             {plan, {.budget_ns = 1e12, .least_visits = 3, .most_visits = 3}}, {},
                             stop, nullptr);
    unsigned visits = 0, failures = 0;
    while (const auto next = run.next()) {
        const std::optional<measure::RowFailure> failure = run.visit(*next);
        EXPECT_EQ(failure.has_value(), *next == 1);
        EXPECT_TRUE(!failure || std::holds_alternative<measure::Obstacle>(*failure));
        ++(failure ? failures : visits);
    }
    EXPECT_EQ(visits, 3U);
    EXPECT_EQ(failures, 1U);
    EXPECT_FALSE(run.row(0).sampling.threads.empty());
}

// The row of a thread that is bound to CPU 0, whose samples are of ten visits.
results::Row row_of(measure::Samples samples)
{
    for (std::size_t i = 0; i < samples.taken.size(); ++i)
        samples.taken[i].visit = static_cast<unsigned>(10 * i / samples.taken.size());
    const std::vector<measure::ThreadSamples> threads{{samples, {}}};
    return measure::make_row(measure::kernel_job(all_kernels().back()),
                             {.cpus = std::vector{0}, .threads = threads});
}

// The thread is moved after 50 ms, and brought back 20 ms later.
TEST(MovedSamples, ThoseThatEndElsewhereAreLeftOut)
{
    SimulatedCore core;
    core.cpu_at = [](double ns) { return ns > 70e6 && ns < 90e6 ? 1 : 0; };
    core.slowdown = [](double ns) { return ns > 70e6 && ns < 90e6 ? 1.5 : 1; };
    FakeTask task(core, 135.5);
    const std::atomic<bool> stop = false;
    const machine::ChosenClock chosen = machine::make_clock({}, core);
    Alone alone;
    const measure::Samples samples = measure::take_samples(
        {task, *chosen.clock, core}, 1 << 14, {{}, {.min_time_ns = 150e6}, stop}, alone);
    measure::Samples unknown = samples;
    results::Row row = row_of(samples);
    std::uint64_t moved = 0;
    for (std::size_t i = 0; i < samples.taken.size(); ++i) {
        const double end_ns = samples.taken[i].end_ns;
        const bool is_moved = row.sampling.threads[0].verdicts[i] == results::SampleVerdict::moved;
        EXPECT_EQ(is_moved, end_ns > 70e6 && end_ns < 90e6);
        moved += is_moved ? 1 : 0;
    }
    EXPECT_TRUE(row.quality.trustworthy) << row.quality.note;
    EXPECT_EQ(row.quality.note.find("CPU 0 was taken away: "), 0U) << row.quality.note;
    EXPECT_EQ(row.quality.noise, results::Noise::busy);
    EXPECT_FALSE(row.location.pinned);
    EXPECT_NEAR(row.figures.cycles_per_unit.median / 135.5, 1, 0.003);

    EXPECT_EQ(row.sampling.discarded_moved, moved);

    for (measure::Sample &sample : unknown.taken)
        sample.cpu.reset();
    row = row_of(unknown);
    EXPECT_EQ(row.sampling.discarded_moved, 0U);
    EXPECT_TRUE(row.location.pinned);
}

} // namespace
} // namespace hashlane::test
