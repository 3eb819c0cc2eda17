// SPDX-License-Identifier: MIT
//
// Rows of visits whose every value the test gives, as if another process had made them: what is
// asked for, and what becomes of it.

#include "lib/core/registry.h"
#include "machine/system/child_process.h"
#include "machine/system/host.h"
#include "measure/run_in_rounds.h"

#include <gtest/gtest.h>

#include <cmath>

namespace hashlane::test {
namespace {

// Ten samples of 10 ms on each CPU, 100 cycles per unit.
measure::Visit visit_of(const std::vector<int> &cpus)
{
    measure::ThreadSamples thread;
    thread.samples.iterations_per_sample = 300'000;
    for (int i = 0; i < 10; ++i)
        thread.samples.taken.push_back({.iterations = 300'000,
                                        .interval = {10e6, 30e6, 3e9, 0},
                                        .start_ns = i * 10e6,
                                        .end_ns = (i + 1) * 10e6});
    thread.cpu_ns = thread.wall_ns = 100e6;
    measure::Visit visit;
    for (const int cpu : cpus) {
        visit.threads.push_back(thread);
        for (measure::Sample &sample : visit.threads.back().samples.taken)
            sample.cpu = cpu;
        visit.clocks.push_back({machine::CycleSource::chain, ""});
    }
    visit.pinned = true;
    return visit;
}

class VisitsElsewhere : public testing::Test {
protected:
    VisitsElsewhere()
    {
        job.lanes = 2;
        job.visit_elsewhere = [this](const measure::VisitRequest &request) {
            asked.push_back({request.iterations_per_sample, request.context.clock.source,
                             request.layout.data_bytes, request.cpus});
            return next;
        };
    }
    std::optional<measure::VisitFailure> take(measure::Visit visit, std::uint32_t data_bytes = 0)
    {
        next = std::move(visit);
        return row.visit({{}, {}, stop, &meter}, {0, data_bytes}, burst);
    }

    struct Asked {
        std::uint64_t iterations;
        machine::CycleSource clock;
        std::uint32_t data_bytes;
        std::vector<int> cpus;
    };
    std::vector<Asked> asked;
    std::variant<measure::Visit, measure::VisitFailure> next;
    measure::Job job = measure::kernel_job(reference_kernel(Workload::sha256_chain));
    const std::vector<int> cpus{3, 5};
    measure::RowMeasurement row{job, cpus};
    measure::UndisturbedBurst burst;
    std::atomic<bool> stop = false;
    machine::EnergyMeter meter{{.root = ""}};
};

TEST_F(VisitsElsewhere, TheSizeOfASampleIsAskedForOnce)
{
    ASSERT_FALSE(take(visit_of(cpus), 64));
    ASSERT_FALSE(take(visit_of(cpus), 128));
    ASSERT_EQ(asked.size(), 2U);
    EXPECT_EQ(asked[0].iterations, 0U);
    EXPECT_EQ(asked[1].iterations, 300'000U);
    EXPECT_EQ(asked[0].data_bytes, 64U);
    EXPECT_EQ(asked[1].data_bytes, 128U);
    EXPECT_EQ(asked[1].cpus, cpus);
}

TEST_F(VisitsElsewhere, AreNumberedAndTheTimesOfTheirThreadsAdded)
{
    ASSERT_FALSE(take(visit_of(cpus)));
    ASSERT_FALSE(take(visit_of(cpus)));
    EXPECT_EQ(row.visits(), 2U);
    const results::Row made = row.row(burst);
    EXPECT_EQ(made.sampling.visits.size(), 2U);
    EXPECT_EQ(made.sampling.iterations_per_sample, 300'000U);
    ASSERT_EQ(made.sampling.threads.size(), 2U);
    EXPECT_EQ(made.sampling.threads[1].visits.front(), 0U);
    EXPECT_EQ(made.sampling.threads[1].visits.back(), 1U);
    EXPECT_EQ(made.sampling.threads[1].cpu, 5);
    EXPECT_DOUBLE_EQ(made.figures.cycles_per_unit.median, 50) << "two lanes";
    EXPECT_DOUBLE_EQ(made.figures.units_per_second, 2 * 2 * 3e7);
}

TEST_F(VisitsElsewhere, ARowOfAThreadIsThatThreads)
{
    measure::Visit visit = visit_of(cpus);
    for (measure::Sample &sample : visit.threads[1].samples.taken)
        sample.interval.cycles = 60e6;
    ASSERT_FALSE(take(visit));
    EXPECT_DOUBLE_EQ(row.row_of_thread(0, burst).figures.cycles_per_unit.median, 50);
    const results::Row second = row.row_of_thread(1, burst);
    EXPECT_DOUBLE_EQ(second.figures.cycles_per_unit.median, 100);
    EXPECT_EQ(second.location.cpus, std::vector<int>{5});
}

// A system that binds no threads lets them be anywhere; one that fails to once, has moved them.
TEST_F(VisitsElsewhere, OnlyThreadsThatCanBeBoundAreMoved)
{
    for (const bool at_first : {true, false}) {
        measure::RowMeasurement measurement(job, cpus);
        for (int i = 0; i < 3; ++i) {
            measure::Visit visit = visit_of(cpus);
            visit.pinned = (i != 0) == at_first;
            for (measure::Sample &sample : visit.threads[0].samples.taken)
                sample.cpu = 4;
            next = std::move(visit);
            ASSERT_FALSE(measurement.visit({{}, {}, stop, &meter}, {}, burst));
        }
        const results::Row made = measurement.row(burst);
        EXPECT_FALSE(made.location.pinned);
        EXPECT_EQ(made.sampling.discarded_moved, at_first ? 0U : 30U);
        EXPECT_EQ(made.quality.note.find("CPU 3 was taken away"),
                  at_first ? std::string::npos : 0U);
    }
}

TEST_F(VisitsElsewhere, AllOfThemArePinnedOrTheRowIsNot)
{
    for (const bool pinned : {true, true}) {
        measure::Visit visit = visit_of(cpus);
        visit.pinned = pinned;
        ASSERT_FALSE(take(visit));
        EXPECT_TRUE(row.row(burst).location.pinned);
    }
    measure::Visit elsewhere = visit_of(cpus);
    elsewhere.pinned = false;
    ASSERT_FALSE(take(elsewhere));
    ASSERT_FALSE(take(visit_of(cpus)));
    EXPECT_FALSE(row.row(burst).location.pinned);
}

TEST_F(VisitsElsewhere, TheEnergyIsThatOfAllOfThem)
{
    for (int i = 0; i < 3; ++i) {
        measure::Visit visit = visit_of(cpus);
        visit.begin = machine::EnergyReading{100.0 + i, 10.0 * i};
        visit.end = machine::EnergyReading{100.0 + i + 6, 10.0 * i + 0.5};
        ASSERT_FALSE(take(visit));
    }
    const std::optional<machine::Energy> energy = row.row(burst).figures.energy;
    ASSERT_TRUE(energy);
    EXPECT_DOUBLE_EQ(energy->watts, 12);
    // Three visits, two threads, ten samples, two lanes.
    EXPECT_DOUBLE_EQ(energy->joules_per_unit, 18.0 / (3 * 2 * 10 * 300'000 * 2.0));
}

TEST_F(VisitsElsewhere, WithoutReadingsThereIsNoEnergy)
{
    measure::Visit half = visit_of(cpus);
    half.begin = machine::EnergyReading{1, 1};
    ASSERT_FALSE(take(half));
    ASSERT_FALSE(take(visit_of(cpus)));
    EXPECT_FALSE(row.row(burst).figures.energy);
}

TEST_F(VisitsElsewhere, AfterADeadCounterTheChainIsAskedFor)
{
    const auto with_counter = [&](std::ptrdiff_t uncounted) {
        measure::Visit visit = visit_of(cpus);
        for (measure::UsedClock &clock : visit.clocks)
            clock.source = machine::CycleSource::perf;
        for (measure::ThreadSamples &thread : visit.threads)
            for (auto sample = thread.samples.taken.begin();
                 sample != thread.samples.taken.begin() + uncounted; ++sample)
                sample->interval.counted = false;
        return visit;
    };
    const machine::CycleSource chosen = machine::ClockRequest{}.source;
    ASSERT_FALSE(take(with_counter(5))); // half of it is not most of it
    ASSERT_FALSE(take(with_counter(6)));
    ASSERT_FALSE(take(visit_of(cpus)));
    EXPECT_EQ(asked[1].clock, chosen);
    EXPECT_EQ(asked[2].clock, machine::CycleSource::chain);
}

TEST_F(VisitsElsewhere, AFailureLeavesTheRowAsItWas)
{
    ASSERT_FALSE(take(visit_of(cpus)));
    next = measure::VisitFailure(measure::Interrupted{});
    const auto failure = row.visit({{}, {}, stop, &meter}, {}, burst);
    ASSERT_TRUE(failure);
    EXPECT_TRUE(std::holds_alternative<measure::Interrupted>(*failure));
    EXPECT_EQ(row.visits(), 1U);
    EXPECT_EQ(row.row(burst).sampling.kept, 20U);
}

// ---- Runs of such rows

class RunElsewhere : public VisitsElsewhere {
protected:
    measure::RunInRounds run_of(std::vector<measure::WantedRow> rows, measure::RunPlan plan)
    {
        return {std::move(rows), plan, {}, stop, nullptr};
    }
    // Visits whose bursts take `burst_cycles`.
    void visits_with(double burst_cycles)
    {
        job.visit_elsewhere = [burst_cycles](const measure::VisitRequest &request) {
            measure::Visit visit = visit_of(request.cpus);
            for (measure::ThreadSamples &thread : visit.threads)
                for (measure::Sample &sample : thread.samples.taken)
                    sample.burst_cycles = burst_cycles;
            return std::variant<measure::Visit, measure::VisitFailure>(std::move(visit));
        };
    }
    static void finish(measure::RunInRounds &run)
    {
        while (const auto next = run.next())
            ASSERT_FALSE(run.visit(*next));
    }
    const measure::RoundPlan three{.budget_ns = 1e12, .least_visits = 3, .most_visits = 3};
};

// By one thread of each kind of core: two threads could be two of one core.
TEST_F(RunElsewhere, BurstsAreLearntByKindOfCoreFromSingleThreads)
{
    visits_with(1800);
    measure::RunInRounds run = run_of(
        {{&job, {{0}, "P-core"}}, {&job, {{1}, ""}}, {&job, {{2, 3}, "E-core"}}}, {{}, three});
    EXPECT_TRUE(run.learnt_bursts().empty());
    finish(run);
    const measure::KnownBursts learnt = run.learnt_bursts();
    EXPECT_EQ(learnt, (measure::KnownBursts{{"", 1800}, {"P-core", 1800}}));
}

TEST_F(RunElsewhere, BurstsOfEarlierRunsShowANeighbourThatStays)
{
    if (!machine::emulator_name().empty())
        GTEST_SKIP() << "an emulator's cycles mean nothing";
    visits_with(1800);
    const measure::RunPlan plan{{}, three, {{"P-core", 1500}, {"E-core", 1500}}};
    measure::RunInRounds run = run_of(
        {{&job, {{0}, "P-core"}}, {&job, {{1}, "LP-core"}}, {&job, {{2, 3}, "E-core"}}}, plan);
    finish(run);
    EXPECT_EQ(run.row(0).quality.noise, results::Noise::shared);
    EXPECT_NE(run.row(1).quality.noise, results::Noise::shared) << "no such core was known";
    EXPECT_NE(run.row(2).quality.noise, results::Noise::shared) << "its threads may share one";
}

TEST_F(RunElsewhere, TellsTheTimeThatIsLeft)
{
    visits_with(0);
    measure::RoundPlan rounds = three;
    measure::RunInRounds run = run_of({{&job, {{0}, ""}}}, {{}, rounds});
    EXPECT_NEAR(run.seconds_left().value(), 1000, 100);
    EXPECT_LT(run.share_done(), 0.1);
    rounds.budget_ns = 1; // over, and then the extra time
    rounds.extra_ns = 1e12;
    measure::RunInRounds over = run_of({{&job, {{0}, ""}}}, {{}, rounds});
    EXPECT_NEAR(over.seconds_left().value(), 1000, 100);
    EXPECT_EQ(over.share_done(), 1);
    rounds.extra_ns = 0;
    EXPECT_EQ(run_of({{&job, {{0}, ""}}}, {{}, rounds}).seconds_left(), 0);
}

TEST_F(RunElsewhere, WithoutABudgetTheVisitsAreTheShare)
{
    visits_with(0);
    const measure::RoundPlan twice{.least_visits = 2, .most_visits = 2};
    measure::RunInRounds run = run_of(
        {{&job, {{0}, ""}}, {&job, {{0}, ""}}, {&job, {{0}, ""}}, {&job, {{0}, ""}}}, {{}, twice});
    EXPECT_FALSE(run.seconds_left());
    ASSERT_EQ(run.next(), 0U);
    EXPECT_EQ(run.share_done(), 0.125);
    ASSERT_EQ(run.next(), 1U);
    EXPECT_EQ(run.share_done(), 0.25);
}

TEST_F(RunElsewhere, RowsHaveTheLabelsOfWhatWasWanted)
{
    visits_with(0);
    measure::RunInRounds run = run_of({{.job = &job,
                                        .placement = {{2, 3}, "E-core"},
                                        .scope = "core 2",
                                        .cores = 1,
                                        .repetition = 4,
                                        .repetitions = 5}},
                                      measure::plan_samples(1, 1e6));
    EXPECT_FALSE(run.has_row(0));
    finish(run);
    EXPECT_TRUE(run.has_row(0));
    const std::vector<results::Row> rows = run.rows_of_threads(0);
    ASSERT_EQ(rows.size(), 2U);
    EXPECT_EQ(rows[0].location.cpus, std::vector<int>{2});
    EXPECT_EQ(rows[1].location.cpus, std::vector<int>{3});
    for (const results::Row &made : {run.row(0), rows[0], rows[1]}) {
        EXPECT_EQ(made.location.core_kind, "E-core");
        EXPECT_EQ(made.location.scope, "core 2");
        EXPECT_EQ(made.location.cores, 1U);
        EXPECT_EQ(made.identity.repetition, 4U);
        EXPECT_EQ(made.identity.repetitions, 5U);
    }
}

// Foreign code that fails once may have been wrong before; a thread that cannot be started says
// nothing of the results.
TEST_F(RunElsewhere, ARowThatForeignCodeFailedIsNotTrusted)
{
    for (const bool foreign : {true, false}) {
        int visits = 0;
        job.visit_elsewhere = [&](const measure::VisitRequest &request)
            -> std::variant<measure::Visit, measure::VisitFailure> {
            if (++visits == 2 && foreign)
                throw machine::ChildFailure("it crashed");
            if (visits == 2)
                throw machine::ThreadError("no thread");
            return visit_of(request.cpus);
        };
        measure::RunInRounds run = run_of({{&job, {{0}, ""}}}, {{}, three});
        ASSERT_FALSE(run.visit(run.next().value()));
        EXPECT_TRUE(run.has_row(0));
        const auto failure = run.visit(run.next().value());
        ASSERT_TRUE(failure);
        const auto &obstacle = std::get<measure::Obstacle>(*failure);
        EXPECT_EQ(obstacle.reason, foreign ? "it crashed" : "no thread");
        EXPECT_EQ(obstacle.is_foreign, foreign);
        EXPECT_EQ(run.has_row(0), !foreign);
        EXPECT_EQ(run.next(), std::nullopt) << "it is not visited again";
    }
}

// ---- Plans

TEST(PlanVisits, TenVisitsWithWhatEachCostsBesidesFitIntoARowsTime)
{
    const measure::RunPlan plan = measure::plan_visits(4 * 0.4e9, 4);
    EXPECT_DOUBLE_EQ(plan.visit.min_time_ns, 25e6);
    EXPECT_EQ(plan.visit.min_samples, 1U);
    EXPECT_EQ(plan.visit.warm_up_ns, 5e6);
    EXPECT_DOUBLE_EQ(measure::plan_visits(0.4e9, 0).visit.min_time_ns, 25e6) << "of no rows";
    EXPECT_DOUBLE_EQ(measure::least_budget_ns(3), 75e6);
}

} // namespace
} // namespace hashlane::test
