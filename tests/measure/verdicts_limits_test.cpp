// SPDX-License-Identifier: MIT
//
// The limits of the judgement, each from both sides, and the text on either.
#include "measure/verdicts.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace hashlane::test {
namespace {

// A hundred clean samples of 1 ms at 3 GHz.
measure::Samples clean()
{
    measure::Samples samples;
    samples.taken.assign(
        100, {.iterations = 1000, .interval = {1e6, 3e6, 3e9, 0}, .start_ns = 0, .end_ns = 1e6});
    return samples;
}

// The costs that modes are of are those of the kept samples alone.
TEST(JudgeLimits, OnlyKeptSamplesAreOfASlowerMode)
{
    constexpr results::SampleVerdict kept = results::SampleVerdict::kept;
    constexpr results::SampleVerdict preempted = results::SampleVerdict::preempted;
    constexpr results::SampleVerdict slower = results::SampleVerdict::slower_mode;
    measure::Verdicts verdicts = {preempted, kept, kept, preempted, kept};
    measure::leave_out_slower(verdicts,
                              {measure::Modes::Kind::fast_and_slow, {true, false, false}});
    EXPECT_EQ(verdicts, (measure::Verdicts{preempted, kept, slower, preempted, slower}));
}

// One thread of two is contended in all five visits, the other in none.
TEST(JudgeLimits, AVisitCountsIfAnyThreadKeptASample)
{
    constexpr double undisturbed = 2000;
    std::vector<measure::ThreadSamples> threads(2);
    for (unsigned visit = 0; visit < 5; ++visit)
        for (std::size_t thread = 0; thread < threads.size(); ++thread) {
            measure::Samples samples = clean();
            for (measure::Sample &sample : samples.taken)
                sample.burst_cycles = undisturbed * (thread == 0 ? 1.5 : 1);
            measure::append_visit(threads[thread], {samples, {}}, visit);
        }
    const measure::RowVerdicts row = measure::verdicts_of(
        {.threads = threads, .bound = false, .undisturbed_burst_cycles = undisturbed});
    EXPECT_FALSE(row.contended_throughout);
}

TEST(JudgeLimits, AQuarterOfVisitsMayBeDisturbed)
{
    const auto cause = [](double contended_share, double preempted_share) {
        measure::VisitsSeen seen;
        seen.costs.assign(8, 100.0);
        seen.visits = 8;
        seen.contended_share = contended_share;
        seen.preempted_share = preempted_share;
        seen.interval = statistics::Interval95{100, 100.5};
        return measure::judge_visits(seen).cause;
    };
    EXPECT_EQ(cause(0.25, 0.25), results::Cause::none);
    EXPECT_EQ(cause(0.26, 0), results::Cause::partly_contended);
    EXPECT_EQ(cause(0, 0.26), results::Cause::partly_preempted);
}

// The fewest visits that are enough, all of which kept samples, and the widest interval.
TEST(JudgeLimits, VisitsAreEnough)
{
    const auto cause = [](std::size_t visits, std::size_t kept, double high) {
        measure::VisitsSeen seen;
        seen.costs.assign(kept, 100.0);
        seen.visits = visits;
        seen.interval = statistics::Interval95{100, high};
        return measure::judge_visits(seen).cause;
    };
    constexpr std::size_t least = results::least_visits;
    EXPECT_EQ(cause(least, least, 101), results::Cause::none);
    EXPECT_EQ(cause(least, least, 101.1), results::Cause::visits_disagree);
    EXPECT_EQ(cause(least, least - 1, 101), results::Cause::few_visits_kept);
    EXPECT_EQ(cause(least - 1, least - 1, 101), results::Cause::few_visits);
}

TEST(JudgeLimits, LaunchesMayBeRepeatedAndTheirClockMayMove)
{
    const auto cause = [](double throttled_share, double clock_high_hz) {
        measure::LaunchesSeen seen;
        seen.kept = 10;
        seen.throttled_share = throttled_share;
        seen.clock_low_hz = 1e9;
        seen.clock_high_hz = clock_high_hz;
        return measure::judge_launches(seen).cause;
    };
    EXPECT_EQ(cause(0.04, 1.015e9), results::Cause::none);
    EXPECT_EQ(cause(0.06, 1.015e9), results::Cause::launches_repeated);
    EXPECT_EQ(cause(0.04, 1.025e9), results::Cause::device_clock_moved);
}

TEST(JudgeLimits, VisitsThatDifferByAPercentAreOfLayout)
{
    const auto cause = [](double slower) {
        measure::VisitsSeen seen;
        seen.costs = {100, 100, 100, 100, slower, slower, slower, slower};
        seen.visits = 8;
        seen.interval = statistics::Interval95{100, 100.5};
        return measure::judge_visits(seen).cause;
    };
    EXPECT_EQ(cause(100.9), results::Cause::none);
    EXPECT_EQ(cause(101.1), results::Cause::layout);
    EXPECT_EQ(cause(104.9), results::Cause::layout);
    EXPECT_EQ(cause(105.1), results::Cause::wide_layout);
    EXPECT_EQ(cause(200), results::Cause::wide_layout);
    EXPECT_EQ(results::meaning_of(results::Cause::wide_layout).noise, results::Noise::layout);
    EXPECT_FALSE(results::meaning_of(results::Cause::wide_layout).leaves_trust);
}

TEST(JudgeLimits, BetweenTheModesLieFivePercentWithinATenth)
{
    const auto kind = [](std::size_t between, double cost) {
        std::vector<double> costs(100, 100.0);
        std::fill_n(costs.begin(), between, cost);
        std::fill_n(costs.begin() + 50, 50, 190.0);
        return measure::find_modes(costs).kind;
    };
    EXPECT_EQ(kind(5, 109), measure::Modes::Kind::fast_and_slow);
    EXPECT_EQ(kind(6, 109), measure::Modes::Kind::spread);
    EXPECT_EQ(kind(6, 100 * (1 + 0.10)), measure::Modes::Kind::fast_and_slow);
}

// The fast mode is where the twentieth part of the costs ends; nine tenths make it the only one.
TEST(JudgeLimits, AFewFastOnesAreNoMode)
{
    const auto kind = [](std::size_t count, double cost) {
        std::vector<double> costs(100, 100.0);
        std::fill_n(costs.begin(), count, cost);
        return measure::find_modes(costs).kind;
    };
    EXPECT_EQ(kind(4, 90), measure::Modes::Kind::one);
    EXPECT_EQ(kind(7, 90), measure::Modes::Kind::spread);
    EXPECT_EQ(kind(9, 190), measure::Modes::Kind::one);
    EXPECT_EQ(kind(12, 190), measure::Modes::Kind::fast_and_slow);
    EXPECT_EQ(kind(80, 190), measure::Modes::Kind::fast_and_slow);
    EXPECT_EQ(kind(81, 190), measure::Modes::Kind::spread);
    EXPECT_EQ(kind(20, 100 * (1 + 0.03)), measure::Modes::Kind::one);
    EXPECT_EQ(measure::find_modes({}).kind, measure::Modes::Kind::one);
}

} // namespace
} // namespace hashlane::test
