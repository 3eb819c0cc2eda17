// SPDX-License-Identifier: MIT
//
// A row that is visited again and again on a simulated core.
#pragma once

#include "alone.h"
#include "lib/core/registry.h"
#include "measure/contention.h"
#include "measure/summary.h"
#include "real_core.h"

namespace hashlane::test {

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
    unsigned most_visits = most_visits_of_a_row;
    double taken_every_ns = 0, taken_ns = 0; ///< by the host; 0: usual interrupts alone
};

/// Returns the slowdown by a neighbour that has two thirds of the time.
inline Course comes_and_goes(Draw &draw)
{
    Course busy;
    const double slower = draw.between(1.08, 2);
    for (double ns = 0; ns < longest_row_ns;) {
        busy.until(ns += draw.between(20e6, 60e6), 1);
        busy.until(ns += draw.between(40e6, 120e6), slower);
    }
    return busy;
}

inline measure::ThreadSamples visit(SimulatedCore &core, double cost_of_visit)
{
    const measure::SamplingPlan plan{.min_time_ns = 20e6, .min_samples = 1, .warm_up_ns = 2e6};
    const std::atomic<bool> stop = false;
    FakeTask task(core, cost_of_visit);
    Alone alone;
    const machine::ChosenClock chosen = machine::make_clock({}, core);
    const std::uint64_t iterations = measure::size_sample(task, core, plan);
    return {measure::take_samples({task, *chosen.clock, core}, iterations, {{}, plan, stop}, alone),
            {}};
}

inline results::Row measured(const Case &trial, std::uint64_t seed)
{
    Draw draw(seed);
    SimulatedCore core;
    be_real(core, draw, longest_row_ns);
    if (trial.taken_every_ns != 0) {
        core.interrupt_every_ns = trial.taken_every_ns;
        core.interrupt_ns = trial.taken_ns;
    }
    core.burst_width = guest_burst_width;
    core.slowdown = [wander = core.slowdown, &trial](double ns) {
        return wander(ns) * trial.neighbour(ns);
    };
    measure::UndisturbedBurst burst(trial.known_burst > 0 ? std::optional(trial.known_burst)
                                                          : std::nullopt);
    std::vector<measure::ThreadSamples> thread(1);
    measure::RowClock clock;
    results::Row row;
    for (unsigned visits = 0; visits < trial.most_visits; ++visits) {
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

} // namespace hashlane::test
