// SPDX-License-Identifier: MIT
//
// The measurer's judgement on simulated cores whose truth and trouble are known: a hundred seeded
// trials of each kind of disturbance, and of none, by each source of cycles.

#include "lib/core/registry.h"
#include "measure/summary.h"
#include "measure/verdicts.h"
#include "support/alone.h"
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
constexpr unsigned visits_of_a_row = 10;
constexpr double start_hz = 3e9;

constexpr double all_of_it_ns = 2e9; // longer than any row with its retakes

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

void contend(SimulatedCore &core, Draw &draw)
{
    Course slowdown;
    const double slow = draw.between(1.3, 2.2);
    bool busy = draw.coin();
    for (double ns = 0; ns < all_of_it_ns; busy = !busy)
        slowdown.until(ns += draw.between(8e6, 25e6), busy ? slow : draw.between(1, 1.003));
    core.slowdown = slowdown;
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
    bool trusted;
    results::Noise noise = results::Noise::noisy; ///< of rows that are trusted
};

void nothing(SimulatedCore &, Draw &) {}

const Trouble troubles[] = {
    {"nothing", nothing, true, results::Noise::clean},
    {"drift", drift, true, results::Noise::clean},
    {"steps", step, true, results::Noise::clean},
    {"preemption", preempt, true, results::Noise::busy},
    {"contention_without_bursts", contend, false},
    {"spread", spread, false},
};

results::Row measured(const Trouble &trouble, machine::CycleSource source, std::uint64_t seed)
{
    Draw draw(seed);
    SimulatedCore core;
    core.has_counter = source == machine::CycleSource::perf;
    be_real(core, draw, all_of_it_ns);
    trouble.happens(core, draw);
    FakeTask task(core, task_cycles);
    const measure::SamplingPlan plan{
        .min_time_ns = row_ns / visits_of_a_row, .min_samples = 1, .warm_up_ns = 2e6};
    const std::atomic<bool> stop = false;
    core.has_tsc = source != machine::CycleSource::none;
    core.step_cycles = core.has_tsc ? core.step_cycles : 0;
    const std::uint64_t iterations = measure::size_sample(task, core, plan);
    std::vector<measure::ThreadSamples> threads(1);
    measure::RowClock clock;
    for (unsigned visit = 0; visit < visits_of_a_row; ++visit) {
        Alone alone;
        const machine::ChosenClock chosen = machine::make_clock({false, source, 0}, core);
        const std::vector<measure::ThreadSamples> now{
            {measure::take_samples({task, *chosen.clock, core}, iterations, {{}, plan, stop},
                                   alone),
             {}}};
        clock.add_visit({{chosen.clock->source(), ""}}, now);
        measure::append_visit(threads.front(), now.front(), visit);
    }
    return measure::make_row(measure::kernel_job(all_kernels().back()),
                             {.cpus = std::vector{0}, .threads = threads, .clock = clock});
}

using Trial = std::tuple<Trouble, machine::CycleSource>;
class Judged : public testing::TestWithParam<Trial> {};

// A row that is trusted is right.
TEST_P(Judged, RightInNineteenOfTwentyTrials)
{
    const auto &[trouble, source] = GetParam();
    int right = 0;
    std::string others;
    for (std::uint64_t seed = 1; seed <= trials; ++seed) {
        const results::Row row = measured(trouble, source, seed);
        const double error = row.figures.cycles_per_unit.median / (task_cycles * 1.002) - 1;
        EXPECT_TRUE(!row.quality.trustworthy || std::abs(error) <= most_error)
            << seed << " " << error << " " << row.quality.note;
        if (row.quality.trustworthy == trouble.trusted &&
            (!trouble.trusted || row.quality.noise == trouble.noise))
            ++right;
        else
            others += " " + std::to_string(seed) + ":" +
                      std::string(results::noise_name(row.quality.noise));
        EXPECT_EQ(row.quality.noise == results::Noise::clean, row.quality.note.empty());
    }
    EXPECT_GE(right, least_right) << others;
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

// A hundred clean samples of 1 ms at 3 GHz, in ten visits.
results::Row row_of_clean_samples(bool throttled, const char *emulator)
{
    measure::Samples samples;
    for (unsigned i = 0; i < 100; ++i)
        samples.taken.push_back(
            {.visit = i / 10, .iterations = 1000, .interval = {1e6, 3e6, 3e9, 0}});
    const std::vector<measure::ThreadSamples> threads{{samples, throttled}};
    return measure::make_row(measure::kernel_job(all_kernels().back()),
                             {.cpus = std::vector{0}, .threads = threads, .emulator = emulator});
}

TEST(Judge, ThrottlingThatTheProcessorReportsCounts)
{
    EXPECT_EQ(row_of_clean_samples(false, "").quality.noise, results::Noise::clean);
    const results::Row throttled = row_of_clean_samples(true, "");
    EXPECT_EQ(throttled.quality.noise, results::Noise::slowed);
    EXPECT_FALSE(throttled.quality.trustworthy);
}

// However clean the samples look.
TEST(Judge, AnEmulatorsTimingsMeanNothing)
{
    const results::Row row = row_of_clean_samples(false, "QEMU");
    EXPECT_EQ(row.quality.noise, results::Noise::emulated);
    EXPECT_FALSE(row.quality.trustworthy);
    EXPECT_EQ(row.quality.note, "emulated by QEMU: timings mean nothing");
}

} // namespace
} // namespace hashlane::test
