// SPDX-License-Identifier: MIT
//
// The measurer's judgement on simulated cores whose truth and trouble are known: a hundred seeded
// trials of each kind of disturbance, and of none, by each source of cycles.

#include "lib/core/registry.h"
#include "measure/summary.h"
#include "measure/verdicts.h"
#include "support/real_core.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace hashlane::test {
namespace {

constexpr int trials = 100;
constexpr int least_right = 95;
constexpr double most_error = 0.005;
constexpr double row_ns = 100e6;
constexpr double start_hz = 3e9;

constexpr double all_of_it_ns = 6e8; // longer than any row with its retakes

void drift(SimulatedCore &core, Draw &draw)
{
    const double change = draw.between(0.04, 0.12) * (draw.coin() ? 1 : -1);
    core.hz = [change](double ns) {
        return start_hz * (1 + change * std::min(1.0, ns / (1.2 * row_ns)));
    };
}

void step(SimulatedCore &core, Draw &draw)
{
    Course hz;
    bool high = draw.coin();
    const double other = draw.between(0.8, 0.95);
    for (double ns = 0; ns < all_of_it_ns; high = !high)
        hz.until(ns += draw.between(8e6, 20e6), start_hz * (high ? 1 : other));
    core.hz = hz;
}

void preempt(SimulatedCore &core, Draw &draw)
{
    core.preempt_at_ns.clear();
    for (double ns = 0; ns < all_of_it_ns; ns += draw.between(4e6, 9e6))
        core.preempt_at_ns.push_back(ns);
    core.preempt_ns = draw.between(1e6, 4e6);
}

void take_away_unseen(SimulatedCore &core, Draw &draw)
{
    preempt(core, draw);
    core.preemptions_are_counted = false;
}

void contend(SimulatedCore &core, Draw &draw)
{
    Course slowdown;
    const double slow = draw.between(1.3, 2.2);
    bool busy = draw.coin();
    for (double ns = 0; ns < all_of_it_ns; busy = !busy)
        slowdown.until(ns += draw.between(8e6, 25e6), busy ? slow : draw.between(1, 1.003));
    core.slowdown = slowdown;
}

void throttle(SimulatedCore &core, Draw &draw)
{
    Course hz;
    hz.until(draw.between(0.45, 0.95) * row_ns, start_hz);
    hz.until(all_of_it_ns, start_hz * draw.between(0.5, 0.93));
    core.hz = hz;
}

void spread(SimulatedCore &core, Draw &draw)
{
    Course slowdown;
    for (double ns = 0; ns < all_of_it_ns; ns += draw.between(2e6, 5e6))
        slowdown.until(ns, draw.between(1, 1.5));
    core.slowdown = slowdown;
}

struct Trouble {
    const char *name;
    void (*happens)(SimulatedCore &, Draw &);
    results::Noise noise;
    bool truth_is_seen; ///< part of the time at least; else the row has to be flagged
    bool blind = false; ///< a virtual machine without a counter
};

void nothing(SimulatedCore &, Draw &) {}

const Trouble troubles[] = {
    {"nothing", nothing, results::Noise::clean, true},
    {"nothing_in_a_blind_guest", nothing, results::Noise::clean, true, true},
    {"drift", drift, results::Noise::clean, true},
    {"steps", step, results::Noise::clean, true},
    {"preemption", preempt, results::Noise::busy, true},
    {"contention", contend, results::Noise::shared, true},
    {"throttling", throttle, results::Noise::slowed, true},
    {"spread", spread, results::Noise::noisy, false},
    {"host_takes_the_cpu", take_away_unseen, results::Noise::host, true, true},
    {"contention_in_a_blind_guest", contend, results::Noise::host, true, true},
};

results::Row measured(const Trouble &trouble, machine::CycleSource source, std::uint64_t seed)
{
    Draw draw(seed);
    SimulatedCore core;
    core.has_counter = source == machine::CycleSource::perf;
    be_real(core, draw, all_of_it_ns);
    trouble.happens(core, draw);
    FakeTask task(core, task_cycles);
    const measure::SamplingPlan plan{.min_time_ns = row_ns, .warm_up_ns = 2e6};
    const std::atomic<bool> stop = false;
    machine::Participant alone;
    core.has_tsc = source != machine::CycleSource::none;
    core.step_cycles = core.has_tsc ? core.step_cycles : 0;
    const machine::ChosenClock chosen = machine::make_clock({false, source, 0}, core);
    const std::uint64_t iterations = measure::size_sample(task, core, plan);
    const std::vector<measure::ThreadSamples> threads{
        {measure::take_samples({task, *chosen.clock, core}, iterations, {{}, plan, stop}, alone),
         {.guest = trouble.blind, .blind = trouble.blind}}};
    measure::RowClock clock;
    clock.add_visit({{chosen.clock->source(), ""}}, threads);
    return measure::make_row(measure::kernel_job(all_kernels().back()),
                             {.cpus = std::vector{0}, .threads = threads, .clock = clock});
}

using Trial = std::tuple<Trouble, machine::CycleSource>;
class Judged : public testing::TestWithParam<Trial> {};

TEST_P(Judged, RightInNineteenOfTwentyTrials)
{
    const auto &[trouble, source] = GetParam();
    if (trouble.blind && source == machine::CycleSource::perf)
        GTEST_SKIP() << "with a counter a guest is not blind";
    const int least = trouble.noise == results::Noise::clean ? trials - 1 : least_right;
    int right = 0;
    std::string wrong;
    for (std::uint64_t seed = 1; seed <= trials; ++seed) {
        const results::Row row = measured(trouble, source, seed);
        right += row.quality.noise == trouble.noise;
        if (row.quality.noise != trouble.noise)
            wrong += " " + std::to_string(seed) + ":" +
                     std::string(results::noise_name(row.quality.noise));
        EXPECT_EQ(row.quality.noise == results::Noise::clean, row.quality.note.empty());
        const double error = row.figures.cycles_per_unit.median / (task_cycles * 1.002) - 1;
        if (trouble.truth_is_seen &&
            (row.quality.trustworthy || row.quality.noise == trouble.noise)) {
            EXPECT_LE(std::abs(error), most_error)
                << seed << " " << results::noise_name(row.quality.noise);
        }
    }
    EXPECT_GE(right, least) << wrong;
}

std::string trial_name(const testing::TestParamInfo<Trial> &info)
{
    const auto &[trouble, source] = info.param;
    return trouble.name + ("_by_" + std::string(machine::cycle_source_name(source)));
}

INSTANTIATE_TEST_SUITE_P(Noise, Judged,
                         testing::Combine(testing::ValuesIn(troubles),
                                          testing::Values(machine::CycleSource::perf,
                                                          machine::CycleSource::chain)),
                         trial_name);

TEST(Noise, WithoutAClockThereAreTimesAlone)
{
    for (const Trouble &trouble : troubles) {
        const results::Row row = measured(trouble, machine::CycleSource::none, 1);
        EXPECT_EQ(row.figures.cycle_source, machine::CycleSource::none);
        EXPECT_EQ(row.figures.cycles_per_unit.median, 0);
        EXPECT_EQ(row.figures.clock_hz, 0);
        EXPECT_GT(row.figures.units_per_second, 0);
        EXPECT_TRUE(row.sampling.threads.front().cycles_per_unit.empty());
        EXPECT_EQ(row.sampling.threads.front().ns_per_unit.size(),
                  row.sampling.threads.front().verdicts.size());
        EXPECT_NE(row.quality.noise, results::Noise::slowed) << trouble.name;
        if (trouble.happens == nothing || trouble.noise == results::Noise::busy) {
            EXPECT_EQ(row.quality.noise, trouble.noise) << trouble.name;
        }
    }
}

std::vector<double> drawn(std::size_t count, double mean, double deviation, std::uint64_t seed)
{
    std::mt19937_64 random(seed);
    std::normal_distribution<double> normal(mean, deviation);
    std::vector<double> values(count);
    std::ranges::generate(values, [&] { return normal(random); });
    return values;
}

TEST(Modes, TwoAreToldApart)
{
    std::vector<double> values = drawn(150, 100, 0.3, 1);
    const std::vector<double> slow = drawn(150, 190, 3, 2);
    values.insert(values.end(), slow.begin(), slow.end());
    const measure::Modes modes = measure::find_modes(values);
    ASSERT_EQ(modes.kind, measure::Modes::Kind::fast_and_slow);
    for (std::size_t i = 0; i < values.size(); ++i)
        EXPECT_EQ(modes.reported[i], values[i] < 105);
}

TEST(Modes, AWideOneIsNone)
{
    EXPECT_EQ(measure::find_modes(drawn(300, 100, 8, 1)).kind, measure::Modes::Kind::spread);
}

TEST(Modes, FewOutliersDoNotMatter)
{
    std::vector<double> values = drawn(300, 100, 0.3, 1);
    for (std::size_t i = 0; i < 20; ++i)
        values[i * 10] = 250;
    EXPECT_EQ(measure::find_modes(values).kind, measure::Modes::Kind::one);
}

// `count` of a hundred costs are `task_cycles`, the others 100.
measure::Modes::Kind kind_with(std::size_t count, double other)
{
    std::vector<double> values(100, 100.0);
    std::fill_n(values.begin(), count, other);
    return measure::find_modes(values).kind;
}

TEST(Modes, OneSpansThreePercent)
{
    EXPECT_EQ(kind_with(20, 102.9), measure::Modes::Kind::one);
    EXPECT_EQ(kind_with(20, 103.1), measure::Modes::Kind::spread);
}

TEST(Modes, TheFastOneHoldsAFifth)
{
    EXPECT_EQ(kind_with(79, 190), measure::Modes::Kind::fast_and_slow);
    EXPECT_EQ(kind_with(81, 190), measure::Modes::Kind::spread);
}

// A hundred clean samples of 1 ms at 3 GHz.
measure::Samples hundred_samples()
{
    measure::Samples samples;
    samples.taken.assign(
        100, {.iterations = 1000, .interval = {1e6, 3e6, 3e9, 0}, .start_ns = 0, .end_ns = 1e6});
    return samples;
}

results::Noise noise_of(const measure::Samples &samples,
                        const measure::SamplingEnvironment &environment)
{
    measure::Verdicts verdicts = measure::seen_verdicts(samples, std::nullopt, {});
    return results::noise_of(
        measure::judge(measure::tell_modes_apart(samples, verdicts), environment).cause);
}

TEST(Judge, PreemptionCountsAboveFivePercent)
{
    for (const auto &[count, noise] :
         {std::pair{5, results::Noise::clean}, std::pair{6, results::Noise::busy}}) {
        measure::Samples samples = hundred_samples();
        for (int i = 0; i < count; ++i)
            samples.taken[static_cast<std::size_t>(i)].preempted = true;
        EXPECT_EQ(noise_of(samples, {}), noise) << count;
    }
}

// A sample that lasted a quarter longer than its work, in more than one of twenty.
TEST(Judge, AHostTakesTheCpuAboveFivePercent)
{
    const auto noise_with = [](int count, double lasted, bool guest) {
        measure::Samples samples = hundred_samples();
        for (int i = 0; i < count; ++i)
            samples.taken[static_cast<std::size_t>(i)].end_ns = lasted * 1e6;
        return noise_of(samples, {.guest = guest});
    };
    EXPECT_EQ(noise_with(6, 1.26, true), results::Noise::host);
    EXPECT_EQ(noise_with(6, 1.24, true), results::Noise::clean);
    EXPECT_EQ(noise_with(5, 1.26, true), results::Noise::clean);
    EXPECT_EQ(noise_with(6, 1.26, false), results::Noise::clean);
}

// The clock in twenty parts: 3 GHz, then the steps, then `end` for good.
results::Noise noise_of_fall(const std::vector<double> &steps, double end)
{
    measure::Samples samples = hundred_samples();
    for (std::size_t part = 10; part < 20; ++part)
        for (std::size_t i = 5 * part; i < 5 * part + 5; ++i)
            samples.taken[i].interval.clock_hz =
                3e9 * (part - 10 < steps.size() ? steps[part - 10] : end);
    return noise_of(samples, {});
}

TEST(Judge, AFallTakesATenthOfTheRow)
{
    EXPECT_EQ(noise_of_fall({}, 0.93), results::Noise::slowed);
    EXPECT_EQ(noise_of_fall({0.97}, 0.93), results::Noise::slowed);
    EXPECT_EQ(noise_of_fall({0.98, 0.96}, 0.935), results::Noise::clean) << "a drift";
    EXPECT_EQ(noise_of_fall({}, 0.96), results::Noise::clean) << "less than 5 %";
}

TEST(Judge, TooFewSamplesAreNotJudged)
{
    measure::Samples samples;
    samples.taken.assign(4, {.iterations = 1000, .interval = {1e6, 3e6, 3e9, 0}});
    measure::Verdicts verdicts = measure::seen_verdicts(samples, std::nullopt, {});
    const results::Cause cause =
        measure::judge(measure::tell_modes_apart(samples, verdicts), {}).cause;
    EXPECT_EQ(results::noise_of(cause), results::Noise::noisy);
    EXPECT_FALSE(results::leaves_trust(cause));
}

TEST(Judge, ThrottlingThatTheProcessorReportsCounts)
{
    measure::Samples samples;
    samples.taken.assign(100, {.iterations = 1000, .interval = {1e6, 3e6, 3e9, 0}});
    EXPECT_EQ(noise_of(samples, {}), results::Noise::clean);
    EXPECT_EQ(noise_of(samples, {.throttle_events = true}), results::Noise::slowed);
}

// However clean the samples look.
TEST(Judge, AnEmulatorsTimingsMeanNothing)
{
    measure::Samples samples;
    samples.taken.assign(100, {.iterations = 1000, .interval = {1e6, 3e6, 3e9, 0}});
    const std::vector<measure::ThreadSamples> threads{{samples, {.emulator = "QEMU"}}};
    const results::Row row = measure::make_row(measure::kernel_job(all_kernels().back()),
                                               {.cpus = std::vector{0}, .threads = threads});
    EXPECT_EQ(row.quality.noise, results::Noise::emulated);
    EXPECT_FALSE(row.quality.trustworthy);
    EXPECT_EQ(row.quality.note, "emulated by QEMU: timings mean nothing");
}

} // namespace
} // namespace hashlane::test
