// SPDX-License-Identifier: MIT
//
// The error of a row's values, estimated from its visits.
#include "measure/summary.h"
#include "measure/verdicts.h"

#include "lib/core/registry.h"

#include <gtest/gtest.h>

namespace hashlane::test {
namespace {

measure::VisitsSeen agreeing_visits()
{
    measure::VisitsSeen seen;
    seen.costs = std::vector<double>(10, 100);
    seen.visits = seen.costs.size();
    seen.interval = statistics::Interval95{99.9, 100.1};
    return seen;
}

TEST(Extent, OfStatesIsHowFarTheyAreApart)
{
    measure::VisitsSeen seen = agreeing_visits();
    EXPECT_EQ(measure::judge_visits(seen).extent, 0);
    std::fill_n(seen.costs.begin(), 5, 103);
    const measure::Judgement judgement = measure::judge_visits(seen);
    EXPECT_EQ(judgement.cause, results::Cause::layout);
    EXPECT_NEAR(judgement.extent, 0.03, 1e-9);
}

TEST(Extent, OfVisitsThatDisagreeIsTheirInterval)
{
    measure::VisitsSeen seen = agreeing_visits();
    seen.interval = statistics::Interval95{100, 105};
    EXPECT_NEAR(measure::judge_visits(seen).extent, 0.05, 1e-9);
    EXPECT_FALSE(results::meaning_of(measure::judge_visits(seen).cause).leaves_trust);
}

// More time does not help if visits keep nothing; if there are few of them it does.
TEST(Extent, OfTooFewVisitsIsNotKnown)
{
    measure::VisitsSeen seen = agreeing_visits();
    seen.costs.resize(3);
    EXPECT_EQ(measure::judge_visits(seen).extent, 0);
    EXPECT_EQ(measure::judge_visits(seen).cause, results::Cause::few_visits_kept);
    seen.visits = 3;
    EXPECT_EQ(measure::judge_visits(seen).extent, 0);
    EXPECT_EQ(measure::judge_visits(seen).cause, results::Cause::few_visits);
}

// With 21 visits the second cheapest is the 5th percentile, and the second dearest the 95th.
TEST(Extent, OfStatesLeavesOutATwentiethAtEitherEnd)
{
    measure::VisitsSeen seen = agreeing_visits();
    seen.costs.assign(21, 100);
    seen.visits = seen.costs.size();
    seen.costs.front() = 90;
    seen.costs.back() = 110;
    EXPECT_EQ(measure::judge_visits(seen).cause, results::Cause::none);
    seen.costs[1] = 97;
    EXPECT_NEAR(measure::judge_visits(seen).extent, 100 / 97.0 - 1, 1e-9);
    seen.costs[1] = 100;
    seen.costs[19] = 103;
    EXPECT_NEAR(measure::judge_visits(seen).extent, 0.03, 1e-9);
}

TEST(Extent, FourVisitsThatKeptSamplesCanDisagree)
{
    measure::VisitsSeen seen = agreeing_visits();
    seen.costs.resize(4);
    seen.interval = statistics::Interval95{100, 105};
    EXPECT_EQ(measure::judge_visits(seen).cause, results::Cause::visits_disagree);
}

// A hundred samples at 3.00 to 3.99 GHz.
measure::ThreadSamples visit_with_a_moving_clock()
{
    measure::ThreadSamples visit;
    for (int i = 0; i < 100; ++i)
        visit.samples.taken.push_back({.iterations = 30000,
                                       .interval = {1e6, 3e6, 3e9 + i * 1e7, 0},
                                       .start_ns = i * 1e6,
                                       .end_ns = (i + 1) * 1e6});
    return visit;
}

results::Row row_of(const measure::ThreadSamples &thread)
{
    return measure::make_row(measure::kernel_job(reference_kernel(Workload::sha256_chain)),
                             {.cpus = std::vector{0}, .threads = std::vector{thread}});
}

TEST(Extent, OfTheClockIsOfNineTenthsOfTheKeptSamples)
{
    measure::ThreadSamples thread = visit_with_a_moving_clock();
    thread.samples.taken.push_back(thread.samples.taken.back());
    thread.samples.taken.back().interval.clock_hz = 9e9;
    thread.samples.taken.back().preempted = true;
    const results::Row row = row_of(thread);
    EXPECT_NEAR(row.figures.clock_low_hz, 3.0495e9, 1e5);
    EXPECT_NEAR(row.figures.clock_high_hz, 3.9405e9, 1e5);
}

TEST(Extent, IsTheRows)
{
    measure::ThreadSamples thread;
    for (unsigned visit = 0; visit < 10; ++visit) {
        measure::ThreadSamples one = visit_with_a_moving_clock();
        for (measure::Sample &sample : one.samples.taken)
            sample.interval.cycles *= visit % 2 == 0 ? 1 : 1.03;
        measure::append_visit(thread, std::move(one), visit);
    }
    const results::Row row = row_of(thread);
    EXPECT_GT(row.quality.extent, 0) << row.quality.note;
}

} // namespace
} // namespace hashlane::test
