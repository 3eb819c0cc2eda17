// SPDX-License-Identifier: MIT
//
// Rows that are visited again and again, on simulated cores whose truth and trouble are known: a
// hundred seeded trials of each trouble, and of none.
#include "lib/core/registry.h"
#include "measure/contention.h"
#include "measure/summary.h"
#include "support/real_core.h"
#include "support/slow_build.h"

#include <gtest/gtest.h>

#include <cmath>

namespace hashlane::test {
namespace {

constexpr int row_trials = slow_build ? 20 : 100;
constexpr int least_right_rows = row_trials * 95 / 100;
constexpr double most_row_error = 0.005;
constexpr double usual_wander = 1.002; // its mean, see real_core.h
constexpr double guest_burst_width = 4.4;
constexpr double undisturbed_burst = 8000 / guest_burst_width * usual_wander;
constexpr unsigned least_visits_of_a_row = 9, most_visits_of_a_row = 40;
constexpr double longest_row_ns = 3e9;

/// The subject of a trial.
struct Case {
    double known_burst = 0; ///< from earlier runs; 0: none
    std::function<double(double ns)> neighbour = [](double) { return 1.0; };
    std::function<double(Draw &)> layout = [](Draw &) {
        return 1.0;
    }; ///< of a visit: its task_cycles
};

measure::ThreadSamples visit(SimulatedCore &core, double cost_of_visit)
{
    const measure::SamplingPlan plan{.min_time_ns = 20e6, .min_samples = 1, .warm_up_ns = 2e6};
    const std::atomic<bool> stop = false;
    FakeTask task(core, cost_of_visit);
    machine::Participant alone;
    const machine::ChosenClock chosen = machine::make_clock({}, core);
    const std::uint64_t iterations = measure::size_sample(task, core, plan);
    return {measure::take_samples({task, *chosen.clock, core}, iterations, {{}, plan, stop}, alone),
            {.guest = true, .blind = true}};
}

results::Row measured(const Case &trial, std::uint64_t seed)
{
    Draw draw(seed);
    SimulatedCore core;
    be_real(core, draw, longest_row_ns);
    core.burst_width = guest_burst_width;
    core.slowdown = [wander = core.slowdown, &trial](double ns) {
        return wander(ns) * trial.neighbour(ns);
    };
    measure::UndisturbedBurst burst(trial.known_burst > 0 ? std::optional(trial.known_burst)
                                                          : std::nullopt);
    std::vector<measure::ThreadSamples> thread(1);
    measure::RowClock clock;
    results::Row row;
    for (unsigned visits = 0; visits < most_visits_of_a_row; ++visits) {
        measure::ThreadSamples seen = visit(core, task_cycles * trial.layout(draw));
        clock.add_visit({{machine::CycleSource::chain, ""}}, {seen});
        burst.learn(0, seen.samples.taken, measure::seen_verdicts(seen.samples, 0, clock));
        measure::append_visit(thread[0], std::move(seen), visits);
        row = measure::make_row(measure::kernel_job(all_kernels().back()),
                                {.cpus = std::vector{0},
                                 .threads = thread,
                                 .clock = clock,
                                 .undisturbed_burst_cycles = burst.cycles_after(0)});
        if (visits + 1 >= least_visits_of_a_row && measure::is_settled(row))
            break;
    }
    return row;
}

double error_of(const results::Row &row)
{
    return std::abs(row.figures.cycles_per_unit.median / (task_cycles * usual_wander) - 1);
}

// In how many trials the row is judged so; a figure that is trusted has to be right in all, by so
// much more where the task_cycles has states.
int count_judged(const std::function<Case(Draw &)> &make_case, results::Noise noise, bool trusted,
                 double states = 0)
{
    int count = 0;
    for (std::uint64_t seed = 1; seed <= row_trials; ++seed) {
        Draw draw(seed + 1000);
        const results::Row row = measured(make_case(draw), seed);
        count += row.quality.noise == noise && row.quality.trustworthy == trusted;
        if (row.quality.trustworthy) {
            EXPECT_LE(error_of(row), most_row_error + states)
                << seed << " " << results::noise_name(row.quality.noise);
        }
    }
    return count;
}

TEST(Visits, OfAnUndisturbedCoreAreClean)
{
    const auto undisturbed = [](Draw &) { return Case{.known_burst = undisturbed_burst}; };
    EXPECT_GE(count_judged(undisturbed, results::Noise::clean, true), row_trials - 1);
}

// No sample differs from another: only the cost of an undisturbed burst shows it.
TEST(Visits, SteadyContentionIsSeen)
{
    const auto contended = [](Draw &draw) {
        const double slower = draw.between(1.08, 2);
        return Case{.known_burst = undisturbed_burst, .neighbour = [=](double) { return slower; }};
    };
    EXPECT_GE(count_judged(contended, results::Noise::shared, false), least_right_rows);
}

// Nothing has been learnt before, and most of the run is disturbed.
TEST(Visits, ANeighbourThatComesAndGoesIsLeftOut)
{
    const auto contended = [](Draw &draw) {
        Course busy;
        const double slower = draw.between(1.08, 2);
        for (double ns = 0; ns < longest_row_ns;) {
            busy.until(ns += draw.between(20e6, 60e6), 1);
            busy.until(ns += draw.between(40e6, 120e6), slower);
        }
        return Case{.neighbour = busy};
    };
    EXPECT_GE(count_judged(contended, results::Noise::shared, true), least_right_rows);
}

TEST(Visits, StatesTwoPercentApartAreReported)
{
    const auto layouts = [](Draw &) {
        return Case{.known_burst = undisturbed_burst,
                    .layout = [](Draw &draw) { return draw.coin() ? 1.0 : 1.02; }};
    };
    EXPECT_GE(count_judged(layouts, results::Noise::layout, true, 0.02), least_right_rows);
}

TEST(Visits, ThatDoNotAgreeAreNotTrusted)
{
    const auto spread = [](Draw &) {
        return Case{.known_burst = undisturbed_burst,
                    .layout = [](Draw &draw) { return draw.between(1, 1.5); }};
    };
    int untrusted = 0;
    for (std::uint64_t seed = 1; seed <= row_trials; ++seed) {
        Draw draw(seed);
        untrusted += !measured(spread(draw), seed).quality.trustworthy;
    }
    EXPECT_GE(untrusted, least_right_rows);
}

} // namespace
} // namespace hashlane::test
