// SPDX-License-Identifier: MIT
//
// How far a row's figures could be off, as its visits tell.
#include "measure/judge_visits.h"
#include "measure/runner.h"
#include "measure/summary.h"

#include "core/registry.h"

#include <gtest/gtest.h>

namespace hashlane::test {
namespace {

VisitsSeen agreeing_visits()
{
    VisitsSeen seen;
    seen.costs = std::vector<double>(10, 100);
    seen.visits = seen.costs.size();
    seen.interval = Interval95{99.9, 100.1};
    return seen;
}

TEST(Extent, OfStatesIsHowFarTheyAreApart)
{
    VisitsSeen seen = agreeing_visits();
    EXPECT_EQ(judge_visits(seen, {}).extent, 0);
    std::fill_n(seen.costs.begin(), 5, 103);
    const Judgement judgement = judge_visits(seen, {});
    EXPECT_EQ(judgement.noise, Noise::layout);
    EXPECT_NEAR(judgement.extent, 0.03, 1e-9);
}

TEST(Extent, OfVisitsThatDisagreeIsTheirInterval)
{
    VisitsSeen seen = agreeing_visits();
    seen.interval = Interval95{100, 105};
    EXPECT_NEAR(judge_visits(seen, {}).extent, 0.05, 1e-9);
    EXPECT_FALSE(judge_visits(seen, {}).trustworthy);
}

// More time does not help where visits keep nothing; where there are few of them it does.
TEST(Extent, OfTooFewVisitsIsNotKnown)
{
    VisitsSeen seen = agreeing_visits();
    seen.costs.resize(3);
    EXPECT_EQ(judge_visits(seen, {}).extent, 0);
    EXPECT_NE(judge_visits(seen, {}).note.find("kept samples"), std::string::npos);
    seen.visits = 3;
    EXPECT_EQ(judge_visits(seen, {}).extent, 0);
    EXPECT_EQ(judge_visits(seen, {}).note.find("kept samples"), std::string::npos);
}

// A hundred samples at 3.00 to 3.99 GHz.
ThreadSamples visit_with_a_moving_clock()
{
    ThreadSamples visit;
    for (int i = 0; i < 100; ++i)
        visit.samples.taken.push_back({.iterations = 30000,
                                       .interval = {1e6, 3e6, 3e9 + i * 1e7, 0},
                                       .start_ns = i * 1e6,
                                       .end_ns = (i + 1) * 1e6});
    return visit;
}

TEST(Extent, OfTheClockIsOfNineTenthsOfTheKeptSamples)
{
    ThreadSamples thread = visit_with_a_moving_clock();
    thread.samples.taken.push_back(thread.samples.taken.back());
    thread.samples.taken.back().interval.clock_hz = 9e9;
    thread.samples.taken.back().verdict = SampleVerdict::preempted;
    Row row = make_row(reference_kernel(Workload::sha256_chain), {0});
    summarise_threads(row, {thread});
    EXPECT_NEAR(row.figures.clock_low_hz, 3.0495e9, 1e5);
    EXPECT_NEAR(row.figures.clock_high_hz, 3.9405e9, 1e5);
}

TEST(Extent, IsTheRows)
{
    ThreadSamples thread;
    for (unsigned visit = 0; visit < 10; ++visit) {
        ThreadSamples one = visit_with_a_moving_clock();
        for (Sample &sample : one.samples.taken)
            sample.interval.cycles *= visit % 2 == 0 ? 1 : 1.03;
        append_visit(thread, std::move(one), visit);
    }
    Row row = make_row(reference_kernel(Workload::sha256_chain), {0});
    summarise_threads(row, {thread});
    EXPECT_GT(row.quality.extent, 0) << row.quality.note;
}

} // namespace
} // namespace hashlane::test
