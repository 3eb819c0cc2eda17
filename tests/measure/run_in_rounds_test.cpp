// SPDX-License-Identifier: MIT
//
// Short jobs on this machine's CPUs. Nothing here looks at how fast they were.

#include "measure/run_in_rounds.h"

#include "machine/system/cpus.h"
#include "support/short_jobs.h"

#include <gtest/gtest.h>

#include <memory>
#include <set>

namespace hashlane::test {
namespace {

class InRounds : public testing::Test {
protected:
    std::unique_ptr<measure::RunInRounds> run_of(const std::vector<measure::Job> &jobs,
                                                 const measure::RunPlan &plan)
    {
        jobs_ = jobs;
        return std::make_unique<measure::RunInRounds>(
            measure::rows_of(jobs_, {{{cpu_}, "P-core"}}, 1), plan, machine::ClockRequest{}, stop,
            nullptr);
    }
    // Visits all rows as often as the plan requires, and counts the visits.
    static std::vector<unsigned> finish(measure::RunInRounds &run, std::size_t rows)
    {
        std::vector<unsigned> visits(rows);
        while (const auto row = run.next()) {
            ++visits[*row];
            run.visit(*row);
        }
        return visits;
    }

    std::atomic<bool> stop = false;

private:
    int cpu_ = machine::allowed_cpus().front();
    std::vector<measure::Job> jobs_; ///< which the run refers to
};

unsigned visits_in(const results::Row &row)
{
    return row.sampling.threads.front().visits.back() + 1;
}

TEST_F(InRounds, EachRowHasTheSamplesOfAllItsVisits)
{
    const auto run = run_of({short_job(), short_job()}, brief(3));
    EXPECT_EQ(finish(*run, 2), (std::vector<unsigned>{3, 3}));
    for (const std::size_t i : {0U, 1U}) {
        const results::Row row = run->row(i);
        EXPECT_EQ(visits_in(row), 3U);
        EXPECT_GE(row.sampling.kept, 1U);
        EXPECT_GT(row.figures.units_per_second, 0);
        EXPECT_EQ(row.figures.cycles_per_unit.median > 0,
                  row.figures.cycle_source != machine::CycleSource::none);
        EXPECT_EQ(row.location.core_kind, "P-core");
        EXPECT_EQ(row.identity.kernel_id, reference_kernel(Workload::sha3).id);
        EXPECT_EQ(row.proof.text, "every sample repeated by an independent kernel");
    }
}

TEST_F(InRounds, EachVisitHasALayoutOfItsOwn)
{
    measure::Job job = short_job();
    std::set<std::uint32_t> places;
    job.make_task = [&places, make = job.make_task](std::uint32_t data_bytes) {
        places.insert(data_bytes);
        return make(data_bytes);
    };
    const auto run = run_of({job}, brief(8));
    finish(*run, 1);
    EXPECT_GT(places.size(), 1U);
}

TEST_F(InRounds, ARowOfOneThreadIsThatOfItsThread)
{
    const auto run = run_of({short_job()}, brief(2));
    finish(*run, 1);
    const std::vector<results::Row> threads = run->rows_of_threads(0);
    ASSERT_EQ(threads.size(), 1U);
    EXPECT_EQ(threads.front().identity.kernel_id, reference_kernel(Workload::sha3).id);
    EXPECT_EQ(visits_in(threads.front()), 2U);
    EXPECT_EQ(threads.front().location.core_kind, "P-core");
}

// Nothing but the count ends it.
TEST_F(InRounds, CountedSamplesAreSharedOutAmongVisits)
{
    measure::RunPlan plan = measure::plan_samples(25, 1);
    plan.visit.warm_up_ns = 0;
    const auto run = run_of({short_job(), short_job()}, plan);
    ASSERT_EQ(finish(*run, 2), (std::vector<unsigned>{10, 10}));
    EXPECT_EQ(visits_in(run->row(0)), 10U);
    EXPECT_GE(run->row(0).sampling.kept + run->row(0).sampling.discarded, 30U) << "three each";
    EXPECT_EQ(measure::plan_samples(3, 1).rounds.most_visits, 3U);
    EXPECT_EQ(measure::plan_samples(0, 1).rounds.most_visits, 1U);
    EXPECT_EQ(measure::plan_iterations(101).visit.min_iterations, 11U);
}

TEST_F(InRounds, AnInterruptKeepsTheVisitsBefore)
{
    const auto run = run_of({short_job(), short_job()}, brief(3));
    EXPECT_FALSE(run->visit(*run->next()));
    stop = true;
    const std::size_t second = *run->next();
    const auto failure = run->visit(second);
    ASSERT_TRUE(failure);
    EXPECT_TRUE(std::holds_alternative<measure::Interrupted>(*failure));
    EXPECT_EQ(visits_in(run->row(0)), 1U);
    EXPECT_GT(run->row(0).figures.units_per_second, 0);
}

TEST_F(InRounds, AnInterruptedVisitLeavesNothingInItsRow)
{
    const auto run = run_of({short_job()}, brief(3));
    EXPECT_FALSE(run->visit(*run->next()));
    const std::size_t samples = run->row(0).sampling.threads.front().verdicts.size();
    stop = true;
    EXPECT_TRUE(run->visit(*run->next()));
    EXPECT_EQ(run->row(0).sampling.threads.front().verdicts.size(), samples);
}

TEST_F(InRounds, AWrongRowIsNotVisitedAgainAndTheOthersGoOn)
{
    const auto run = run_of({short_job(), wrong_after(1), short_job()}, brief(4));
    std::vector<unsigned> visits(3);
    std::vector<results::Mismatch> mismatches;
    while (const auto row = run->next()) {
        ++visits[*row];
        if (auto failure = run->visit(*row))
            mismatches.push_back(std::get<results::Mismatch>(*failure));
    }
    EXPECT_EQ(visits, (std::vector<unsigned>{4, 2, 4}));
    ASSERT_EQ(mismatches.size(), 1U);
    EXPECT_EQ(mismatches.front().kernel, "turns-wrong");
    EXPECT_EQ(visits_in(run->row(0)), 4U);
    EXPECT_EQ(visits_in(run->row(1)), 1U) << "of the wrong visit nothing is kept";
}

TEST_F(InRounds, TellsHowFarItHasCome)
{
    measure::RunPlan plan = brief(1);
    plan.rounds.most_visits = 2;
    const auto run = run_of({short_job(), wrong_after(0)}, plan);
    run->visit(*run->next());
    EXPECT_EQ(run->round(), 1U);
    EXPECT_EQ(run->settled(), 0U);
    EXPECT_GT(run->seconds_left(), 0);
    EXPECT_LE(run->seconds_left(), plan.rounds.budget_ns / 1e9);
    EXPECT_TRUE(run->visit(*run->next()));
    if (run->next()) { // or the first row's visit was enough
        EXPECT_EQ(run->round(), 2U);
        EXPECT_EQ(run->settled(), 1U);
    }
}

TEST(Bounds, AreOfTimedOperationsAlone)
{
    measure::Bounds bounds{machine::ClockRequest{}};
    EXPECT_FALSE(bounds.lack_mixes()) << "nothing was timed";
    results::Row row;
    row.identity.workload = Workload::sha3;
    bounds.visit({{machine::allowed_cpus().front()}, ""}, {});
    bounds.add_to(row, nullptr);
    EXPECT_FALSE(row.figures.bound_cycles_per_unit) << "its operations are not known";
}

// From 10 to 50 ms, and the budget is enough for the needs of a row.
TEST(PlanVisits, VisitsAreBriefAndTheBudgetIsTheRuns)
{
    for (const std::size_t rows : {1U, 47U, 1000U})
        for (const double row_ns : {25e6, 0.3e9, 1e9, 60e9}) {
            const double budget_ns = row_ns * static_cast<double>(rows);
            const measure::RunPlan plan = measure::plan_visits(budget_ns, rows);
            EXPECT_EQ(plan.rounds.budget_ns, budget_ns);
            EXPECT_GE(plan.visit.min_time_ns, 10e6);
            EXPECT_LE(plan.visit.min_time_ns, 50e6);
        }
    EXPECT_GT(measure::plan_visits(60e9, 1).visit.min_time_ns,
              measure::plan_visits(0.2e9, 1).visit.min_time_ns);
}

TEST(PlanVisits, ATimeTooShortForAVisitIsKeptTo)
{
    EXPECT_DOUBLE_EQ(measure::plan_visits(2e6 * 47, 47).visit.min_time_ns, 2e6);
}

TEST(LeastBudget, IsThatOfARoundOfTheShortestVisits)
{
    EXPECT_EQ(measure::least_budget_ns(0), 0);
    EXPECT_DOUBLE_EQ(measure::least_budget_ns(47), 47 * measure::least_budget_ns(1));
    const double least = measure::least_budget_ns(47);
    EXPECT_GT(least, 47 * measure::plan_visits(least, 47).visit.min_time_ns);
    EXPECT_EQ(measure::plan_visits(least, 47).visit.min_time_ns,
              measure::plan_visits(2 * least, 47).visit.min_time_ns)
        << "no visit is shorter than with more time";
}

} // namespace
} // namespace hashlane::test
