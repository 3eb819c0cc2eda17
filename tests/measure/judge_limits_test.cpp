// SPDX-License-Identifier: MIT
//
// The limits of the judgement, each from both sides, and what is said on either.
#include "measure/judge.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace hashlane::test {
namespace {

// A hundred clean samples of 1 ms at 3 GHz.
Samples clean()
{
    Samples samples;
    samples.taken.assign(
        100, {.iterations = 1000, .interval = {1e6, 3e6, 3e9, 0}, .start_ns = 0, .end_ns = 1e6});
    return samples;
}

struct Group {
    std::size_t count;
    SampleVerdict verdict;
    double cost = 1; ///< of what a clean sample costs
};

// The first samples are these, the others clean.
Samples with(const std::vector<Group> &groups)
{
    Samples samples = clean();
    auto sample = samples.taken.begin();
    for (const Group &group : groups)
        for (std::size_t i = 0; i < group.count; ++i, ++sample) {
            sample->verdict = group.verdict;
            sample->interval.cycles *= group.cost;
        }
    return samples;
}

Samples given_up(const std::vector<Group> &groups)
{
    Samples samples = with(groups);
    samples.gave_up = true;
    return samples;
}

void expect_judgement(Samples samples, const SamplingEnvironment &environment, Noise noise,
                      bool trustworthy, const char *note)
{
    const Judgement judgement = judge(samples, environment);
    EXPECT_EQ(judgement.noise, noise) << judgement.note;
    EXPECT_EQ(judgement.trustworthy, trustworthy) << judgement.note;
    EXPECT_NE(judgement.note.find(note), std::string::npos) << judgement.note;
}

constexpr SampleVerdict kept = SampleVerdict::kept;

TEST(JudgeLimits, SamplesThatSpread)
{
    const Samples samples = with({{30, kept, 1.05}, {30, kept, 1.5}});
    expect_judgement(samples, {}, Noise::noisy, false, "repeat on an idle machine");
    expect_judgement(samples, {.blind = true}, Noise::virtualised, false, "cannot be found");
    expect_judgement(samples, {.blind = true, .fixed_clock = true}, Noise::noisy, false, "--ghz");
}

TEST(JudgeLimits, TwoModes)
{
    const Samples samples = with({{50, kept, 1.9}});
    expect_judgement(samples, {}, Noise::contended, true, "busy sibling");
    expect_judgement(samples, {.blind = true}, Noise::virtualised, true, "which");
}

TEST(JudgeLimits, TheSlowerModeIsLeftOut)
{
    Samples samples = with({{50, kept, 1.9}, {3, SampleVerdict::preempted}});
    judge(samples, {});
    for (std::size_t i = 0; i < samples.taken.size(); ++i)
        EXPECT_EQ(samples.taken[i].verdict, i < 50   ? SampleVerdict::slower_mode
                                            : i < 53 ? SampleVerdict::preempted
                                                     : kept)
            << i;
}

TEST(JudgeLimits, BetweenTheModesLieFivePercentWithinATenth)
{
    const auto kind = [](std::size_t between, double cost) {
        std::vector<double> costs(100, 100.0);
        std::fill_n(costs.begin(), between, cost);
        std::fill_n(costs.begin() + 50, 50, 190.0);
        return find_modes(costs).kind;
    };
    EXPECT_EQ(kind(5, 109), Modes::Kind::fast_and_slow);
    EXPECT_EQ(kind(6, 109), Modes::Kind::spread);
    EXPECT_EQ(kind(6, 100 * (1 + 0.10)), Modes::Kind::fast_and_slow);
}

// The fast mode is where the twentieth part of the costs ends; nine tenths make it the only one.
TEST(JudgeLimits, AFewFastOnesAreNoMode)
{
    const auto kind = [](std::size_t count, double cost) {
        std::vector<double> costs(100, 100.0);
        std::fill_n(costs.begin(), count, cost);
        return find_modes(costs).kind;
    };
    EXPECT_EQ(kind(4, 90), Modes::Kind::one);
    EXPECT_EQ(kind(7, 90), Modes::Kind::spread);
    EXPECT_EQ(kind(9, 190), Modes::Kind::one);
    EXPECT_EQ(kind(12, 190), Modes::Kind::fast_and_slow);
    EXPECT_EQ(kind(80, 190), Modes::Kind::fast_and_slow);
    EXPECT_EQ(kind(81, 190), Modes::Kind::spread);
    EXPECT_EQ(kind(20, 100 * (1 + 0.03)), Modes::Kind::one);
    EXPECT_EQ(find_modes({}).kind, Modes::Kind::one);
}

TEST(JudgeLimits, FiveSamplesAreEnough)
{
    Samples samples = clean();
    samples.taken.resize(5);
    EXPECT_EQ(judge(samples, {}).noise, Noise::clean);
}

TEST(JudgeLimits, HalfOfTheSamplesMayBeUncounted)
{
    expect_judgement(with({{50, SampleVerdict::uncounted}}), {}, Noise::clean, true, "");
    expect_judgement(with({{51, SampleVerdict::uncounted}}), {}, Noise::noisy, false, "stopped");
}

TEST(JudgeLimits, GivingUpIsBecauseOfWhatHappenedMoreOften)
{
    const auto groups = [](std::size_t drifted) {
        return given_up({{30, SampleVerdict::preempted}, {drifted, SampleVerdict::drifted}});
    };
    expect_judgement(groups(30), {}, Noise::preempted, false, "most samples");
    expect_judgement(groups(31), {}, Noise::drift, false, "clock changed");
    // Threads that take turns on a CPU lose it to each other.
    expect_judgement(groups(30), {.shares_cpu = true}, Noise::preempted, true, "taken again");
    expect_judgement(groups(31), {.shares_cpu = true}, Noise::drift, false, "clock changed");
}

// Of those in one turn: they and the kept ones.
TEST(JudgeLimits, TurnsMayBeContendedInFivePercent)
{
    for (const auto &[contended, trustworthy] : {std::pair{2, true}, std::pair{3, false}})
        expect_judgement(
            given_up({{60, SampleVerdict::preempted},
                      {static_cast<std::size_t>(contended), SampleVerdict::contended}}),
            {.shares_cpu = true}, Noise::preempted, trustworthy, "other work");
}

TEST(JudgeLimits, AQuarterLongerIsNotYetStolen)
{
    Samples samples = clean();
    for (std::size_t i = 0; i < 50; ++i)
        samples.taken[i].end_ns = 1.25e6;
    EXPECT_EQ(judge(samples, {.guest = true}).noise, Noise::clean);
    for (std::size_t i = 0; i < 50; ++i)
        samples.taken[i].end_ns = 1.2500001e6;
    expect_judgement(samples, {.guest = true}, Noise::virtualised, true, "host took the CPU");
    // What was preempted is counted as that.
    for (std::size_t i = 0; i < 45; ++i)
        samples.taken[i].verdict = SampleVerdict::drifted;
    EXPECT_EQ(judge(samples, {.guest = true}).noise, Noise::clean);
}

// The clock in twenty parts of five samples each.
using Course = std::vector<double>;
Course course(double before, double from_ten)
{
    Course parts(20, before);
    std::fill(parts.begin() + 10, parts.end(), from_ten);
    return parts;
}

Samples on(const Course &parts)
{
    Samples samples = clean();
    for (std::size_t i = 0; i < 100; ++i)
        samples.taken[i].interval.clock_hz = 3e9 * parts[i / 5];
    return samples;
}

// A fall makes the row untrustworthy, whatever the clock is in Hz.
Noise noise_on(const Course &parts)
{
    Samples samples = on(parts), slow = samples;
    for (Sample &sample : slow.taken)
        sample.interval.clock_hz /= 3e9;
    const Judgement judgement = judge(samples, {});
    EXPECT_EQ(judge(slow, {}).noise, judgement.noise);
    EXPECT_EQ(judgement.trustworthy, judgement.noise == Noise::clean);
    return judgement.noise;
}

TEST(JudgeFall, IsOfFivePercentFromALevelOfTwo)
{
    EXPECT_EQ(noise_on(course(1, 1 - 0.05)), Noise::throttled);
    EXPECT_EQ(noise_on(course(1, 0.951)), Noise::clean);
    const auto with_level = [](double before) {
        Course parts = course(before, 0.94);
        parts[9] = 1;
        return noise_on(parts);
    };
    EXPECT_EQ(with_level(1 - 0.02), Noise::throttled);
    EXPECT_EQ(with_level(0.979), Noise::clean);
    EXPECT_EQ(with_level(1.5), Noise::throttled);
}

TEST(JudgeFall, IsFromTheFirstPartToTheLast)
{
    Course parts = course(1, 0.94);
    parts.front() = 0.97;
    EXPECT_EQ(noise_on(parts), Noise::clean);
    parts = course(1, 0.94);
    parts.back() = 1;
    EXPECT_EQ(noise_on(parts), Noise::clean);
}

// Steady means two parts at least, and low for good as many.
TEST(JudgeFall, IsNeitherAtTheBeginningNorAtTheEnd)
{
    const auto high_for = [](std::size_t count) {
        Course parts(20, 0.9);
        std::fill_n(parts.begin(), count, 1.0);
        return noise_on(parts);
    };
    EXPECT_EQ(high_for(1), Noise::clean);
    EXPECT_EQ(high_for(2), Noise::throttled);
    EXPECT_EQ(high_for(18), Noise::throttled);
    EXPECT_EQ(high_for(20), Noise::clean);
}

TEST(JudgeFall, GoesByTheMedianOfEachPart)
{
    Samples samples = on(course(1, 0.94));
    for (const std::size_t low : {15U, 16U})
        samples.taken[low].interval.clock_hz = 2.5e9;
    for (const std::size_t high : {75U, 79U})
        samples.taken[high].interval.clock_hz = 3e9;
    EXPECT_EQ(judge(samples, {}).noise, Noise::throttled);
}

// One part of the twenty is between.
TEST(JudgeFall, IsSeenInTwentyParts)
{
    Course parts = course(1, 0.94);
    parts[8] = 0.97;
    parts[9] = 0.94;
    EXPECT_EQ(noise_on(parts), Noise::throttled);
}

TEST(JudgeFall, LeavesOutSamplesWhoseClockIsNotTheCores)
{
    Samples samples = on(course(1, 0.94));
    for (std::size_t i = 60; i < 63; ++i)
        samples.taken[i].interval.clock_hz = 3e9;
    EXPECT_EQ(judge(samples, {}).noise, Noise::clean);
    for (const SampleVerdict verdict :
         {SampleVerdict::preempted, SampleVerdict::moved, SampleVerdict::uncounted}) {
        for (std::size_t i = 60; i < 63; ++i)
            samples.taken[i].verdict = verdict;
        EXPECT_EQ(judge(samples, {}).noise, Noise::throttled);
    }
    for (std::size_t i = 60; i < 63; ++i)
        samples.taken[i] = {.iterations = 1000, .interval = {1e6, 3e6, 0, 0}, .end_ns = 1e6};
    EXPECT_EQ(judge(samples, {}).noise, Noise::throttled);
}

} // namespace
} // namespace hashlane::test
