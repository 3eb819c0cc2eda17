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

struct Group {
    std::size_t count;
    results::SampleVerdict verdict;
    double cost = 1; ///< relative to the cost of a clean sample
};

// Samples, and the verdicts on them before their modes are separated.
struct Visited {
    measure::Samples samples;
    measure::Verdicts verdicts =
        measure::Verdicts(samples.taken.size(), results::SampleVerdict::kept);

    results::Cause judged(const measure::SamplingEnvironment &environment = {}) const
    {
        measure::Verdicts told_apart = verdicts;
        return measure::judge(measure::tell_modes_apart(samples, told_apart), environment).cause;
    }
    results::Noise noise(const measure::SamplingEnvironment &environment = {}) const
    {
        return results::noise_of(judged(environment));
    }
};

// The first samples are these, the others clean.
Visited with(const std::vector<Group> &groups)
{
    Visited visited{clean()};
    std::size_t next = 0;
    for (const Group &group : groups)
        for (std::size_t i = 0; i < group.count; ++i, ++next) {
            visited.verdicts[next] = group.verdict;
            visited.samples.taken[next].interval.cycles *= group.cost;
        }
    return visited;
}

Visited given_up(const std::vector<Group> &groups)
{
    Visited visited = with(groups);
    visited.samples.gave_up = true;
    return visited;
}

void expect_judgement(const Visited &visited, const measure::SamplingEnvironment &environment,
                      results::Noise noise, bool trustworthy, const char *note)
{
    const results::Cause cause = visited.judged(environment);
    const std::string_view sentence = results::sentence_of(cause);
    EXPECT_EQ(results::noise_of(cause), noise) << sentence;
    EXPECT_EQ(results::leaves_trust(cause), trustworthy) << sentence;
    EXPECT_NE(sentence.find(note), std::string::npos) << sentence;
}

constexpr results::SampleVerdict kept = results::SampleVerdict::kept;

TEST(JudgeLimits, SamplesThatSpread)
{
    const Visited samples = with({{30, kept, 1.05}, {30, kept, 1.5}});
    expect_judgement(samples, {}, results::Noise::noisy, false, "repeat on an idle machine");
    expect_judgement(samples, {.blind = true}, results::Noise::host, false, "cannot be found");
    expect_judgement(samples, {.blind = true, .fixed_clock = true}, results::Noise::noisy, false,
                     "--ghz");
}

TEST(JudgeLimits, TwoModes)
{
    const Visited samples = with({{50, kept, 1.9}});
    expect_judgement(samples, {}, results::Noise::shared, true, "busy sibling");
    expect_judgement(samples, {.blind = true}, results::Noise::host, true, "distinguish");
}

TEST(JudgeLimits, TheSlowerModeIsLeftOut)
{
    auto [samples, verdicts] = with({{50, kept, 1.9}, {3, results::SampleVerdict::preempted}});
    measure::tell_modes_apart(samples, verdicts);
    for (std::size_t i = 0; i < verdicts.size(); ++i)
        EXPECT_EQ(verdicts[i], i < 50   ? results::SampleVerdict::slower_mode
                               : i < 53 ? results::SampleVerdict::preempted
                                        : kept)
            << i;
}

// The costs that modes are of are those of the kept samples alone.
TEST(JudgeLimits, OnlyKeptSamplesAreOfASlowerMode)
{
    constexpr results::SampleVerdict preempted = results::SampleVerdict::preempted;
    constexpr results::SampleVerdict slower = results::SampleVerdict::slower_mode;
    measure::Verdicts verdicts = {preempted, kept, kept, preempted, kept};
    measure::leave_out_slower(verdicts,
                              {measure::Modes::Kind::fast_and_slow, {true, false, false}});
    EXPECT_EQ(verdicts, (measure::Verdicts{preempted, kept, slower, preempted, slower}));
}

TEST(JudgeLimits, AClockFallsInFourSamples)
{
    Visited visited{clean()};
    visited.samples.taken.resize(4);
    visited.verdicts.resize(4);
    for (std::size_t i = 2; i < 4; ++i)
        visited.samples.taken[i].interval.clock_hz = 2.8e9;
    EXPECT_TRUE(measure::tell_modes_apart(visited.samples, visited.verdicts).clock_fell);
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
    const measure::RowClock clock;
    const measure::RowVerdicts row = measure::verdicts_of(threads, {{}, false, clock, undisturbed});
    EXPECT_FALSE(row.contended_throughout);
}

TEST(JudgeLimits, EachThreadOfAnOnlyVisitIsSeen)
{
    std::vector<measure::ThreadSamples> threads(2);
    for (measure::ThreadSamples &thread : threads)
        measure::append_visit(thread, {clean(), {}}, 0);
    const measure::RowClock clock;
    EXPECT_EQ(measure::verdicts_of(threads, {{}, false, clock, {}}).only_visit.size(), 2U);
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
        return measure::judge_visits(seen, {}).cause;
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
        return measure::judge_visits(seen, {}).cause;
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
        return measure::judge_visits(seen, {}).cause;
    };
    EXPECT_EQ(cause(100.9), results::Cause::none);
    EXPECT_EQ(cause(101.1), results::Cause::layout);
    EXPECT_EQ(cause(104.9), results::Cause::layout);
    EXPECT_EQ(cause(105.1), results::Cause::wide_layout);
    EXPECT_EQ(cause(200), results::Cause::wide_layout);
    EXPECT_EQ(results::noise_of(results::Cause::wide_layout), results::Noise::layout);
    EXPECT_FALSE(results::leaves_trust(results::Cause::wide_layout));
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

TEST(JudgeLimits, FiveSamplesAreEnough)
{
    measure::Samples samples = clean();
    samples.taken.resize(5);
    EXPECT_EQ(Visited{samples}.noise(), results::Noise::clean);
}

TEST(JudgeLimits, HalfOfTheSamplesMayBeUncounted)
{
    expect_judgement(with({{50, results::SampleVerdict::uncounted}}), {}, results::Noise::clean,
                     true, "");
    expect_judgement(with({{51, results::SampleVerdict::uncounted}}), {}, results::Noise::noisy,
                     false, "stopped");
}

TEST(JudgeLimits, GivingUpIsBecauseOfWhatHappenedMoreOften)
{
    const auto groups = [](std::size_t drifted) {
        return given_up(
            {{30, results::SampleVerdict::preempted}, {drifted, results::SampleVerdict::drifted}});
    };
    expect_judgement(groups(30), {}, results::Noise::busy, false, "most samples");
    expect_judgement(groups(31), {}, results::Noise::drift, false, "clock changed");
    // Threads that take turns on a CPU lose it to each other.
    expect_judgement(groups(30), {.shares_cpu = true}, results::Noise::busy, true, "repeated");
    expect_judgement(groups(31), {.shares_cpu = true}, results::Noise::drift, false,
                     "clock changed");
}

// Share of the samples in one turn: they and the kept ones.
TEST(JudgeLimits, TurnsMayBeContendedInFivePercent)
{
    for (const auto &[contended, trustworthy] : {std::pair{2, true}, std::pair{3, false}})
        expect_judgement(
            given_up({{60, results::SampleVerdict::preempted},
                      {static_cast<std::size_t>(contended), results::SampleVerdict::contended}}),
            {.shares_cpu = true}, results::Noise::busy, trustworthy, "other work");
}

TEST(JudgeLimits, AQuarterLongerIsNotYetStolen)
{
    Visited visited{clean()};
    for (std::size_t i = 0; i < 50; ++i)
        visited.samples.taken[i].end_ns = 1.25e6;
    EXPECT_EQ(visited.noise({.guest = true}), results::Noise::clean);
    for (std::size_t i = 0; i < 50; ++i)
        visited.samples.taken[i].end_ns = 1.2500001e6;
    expect_judgement(visited, {.guest = true}, results::Noise::host, true, "host took the CPU");
    // A preempted sample is counted as preempted.
    for (std::size_t i = 0; i < 45; ++i)
        visited.verdicts[i] = results::SampleVerdict::drifted;
    EXPECT_EQ(visited.noise({.guest = true}), results::Noise::clean);
}

// The clock in twenty parts of five samples each.
using Parts = std::vector<double>;
Parts course(double before, double from_ten)
{
    Parts parts(20, before);
    std::fill(parts.begin() + 10, parts.end(), from_ten);
    return parts;
}

measure::Samples on(const Parts &parts)
{
    measure::Samples samples = clean();
    for (std::size_t i = 0; i < 100; ++i)
        samples.taken[i].interval.clock_hz = 3e9 * parts[i / 5];
    return samples;
}

// A fall makes the row untrustworthy, whatever the clock is in Hz.
results::Noise noise_on(const Parts &parts)
{
    measure::Samples samples = on(parts), slow = samples;
    for (measure::Sample &sample : slow.taken)
        sample.interval.clock_hz /= 3e9;
    const results::Cause cause = Visited{samples}.judged();
    EXPECT_EQ(Visited{slow}.noise(), results::noise_of(cause));
    EXPECT_EQ(results::leaves_trust(cause), results::noise_of(cause) == results::Noise::clean);
    return results::noise_of(cause);
}

TEST(JudgeFall, IsOfFivePercentFromALevelOfTwo)
{
    EXPECT_EQ(noise_on(course(1, 1 - 0.05)), results::Noise::slowed);
    EXPECT_EQ(noise_on(course(1, 0.951)), results::Noise::clean);
    const auto with_level = [](double before) {
        Parts parts = course(before, 0.94);
        parts[9] = 1;
        return noise_on(parts);
    };
    EXPECT_EQ(with_level(1 - 0.02), results::Noise::slowed);
    EXPECT_EQ(with_level(0.979), results::Noise::clean);
    EXPECT_EQ(with_level(1.5), results::Noise::slowed);
}

TEST(JudgeFall, IsFromTheFirstPartToTheLast)
{
    Parts parts = course(1, 0.94);
    parts.front() = 0.97;
    EXPECT_EQ(noise_on(parts), results::Noise::clean);
    parts = course(1, 0.94);
    parts.back() = 1;
    EXPECT_EQ(noise_on(parts), results::Noise::clean);
}

// Steady means two parts at least, and low for good as many.
TEST(JudgeFall, IsNeitherAtTheBeginningNorAtTheEnd)
{
    const auto high_for = [](std::size_t count) {
        Parts parts(20, 0.9);
        std::fill_n(parts.begin(), count, 1.0);
        return noise_on(parts);
    };
    EXPECT_EQ(high_for(1), results::Noise::clean);
    EXPECT_EQ(high_for(2), results::Noise::slowed);
    EXPECT_EQ(high_for(18), results::Noise::slowed);
    EXPECT_EQ(high_for(20), results::Noise::clean);
}

TEST(JudgeFall, GoesByTheMedianOfEachPart)
{
    measure::Samples samples = on(course(1, 0.94));
    for (const std::size_t low : {15U, 16U})
        samples.taken[low].interval.clock_hz = 2.5e9;
    for (const std::size_t high : {75U, 79U})
        samples.taken[high].interval.clock_hz = 3e9;
    EXPECT_EQ(Visited{samples}.noise(), results::Noise::slowed);
}

// One part of the twenty is between.
TEST(JudgeFall, IsSeenInTwentyParts)
{
    Parts parts = course(1, 0.94);
    parts[8] = 0.97;
    parts[9] = 0.94;
    EXPECT_EQ(noise_on(parts), results::Noise::slowed);
}

TEST(JudgeFall, LeavesOutSamplesWhoseClockIsNotTheCores)
{
    Visited visited{on(course(1, 0.94))};
    for (std::size_t i = 60; i < 63; ++i)
        visited.samples.taken[i].interval.clock_hz = 3e9;
    EXPECT_EQ(visited.noise(), results::Noise::clean);
    for (const results::SampleVerdict verdict :
         {results::SampleVerdict::preempted, results::SampleVerdict::moved,
          results::SampleVerdict::uncounted}) {
        for (std::size_t i = 60; i < 63; ++i)
            visited.verdicts[i] = verdict;
        EXPECT_EQ(visited.noise(), results::Noise::slowed);
    }
    for (std::size_t i = 60; i < 63; ++i) {
        visited.verdicts[i] = kept;
        visited.samples.taken[i].interval.clock_hz = 0;
    }
    EXPECT_EQ(visited.noise(), results::Noise::slowed);
}

} // namespace
} // namespace hashlane::test
