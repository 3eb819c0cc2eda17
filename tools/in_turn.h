// SPDX-License-Identifier: MIT
//
// Times several pieces of work in turn, in one process and on one clock, for tools/arena and
// tools/measure_others: a neighbour or a change of the clock then meets all of them.
#ifndef HASHLANE_TOOLS_IN_TURN_H
#define HASHLANE_TOOLS_IN_TURN_H

#include "machine/clock/cycle_clock.h"
#include "statistics/statistics.h"

#include <cmath>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace hashlane::in_turn {

inline constexpr double timing_cycles = 3e6;
inline constexpr double largest_drift = 0.004;

struct Contestant {
    std::string label;
    std::function<void(std::uint64_t iterations)> run;
    std::uint64_t calls = 1, iterations = 1; ///< of each timing, of each call
    std::vector<double> costs;               ///< cycles of one iteration, by round
};

/// Returns the cycles of one iteration. A timing during which the clock changed is repeated.
inline double cost(machine::CycleClock &clock, const Contestant &one)
{
    machine::Interval interval;
    for (int attempt = 0; attempt < 20; ++attempt) {
        clock.begin();
        for (std::uint64_t call = 0; call < one.calls; ++call)
            one.run(one.iterations);
        interval = clock.end();
        if (interval.counted && std::abs(interval.drift) < largest_drift)
            break;
    }
    return interval.cycles / static_cast<double>(one.calls * one.iterations);
}

/// Chooses the numbers of iterations and calls so that a timing takes about timing_cycles; with
/// `iterations` above 0 a call has that number of them.
inline void choose_lengths(machine::CycleClock &clock, Contestant &one, std::uint64_t iterations)
{
    cost(clock, one);
    if (iterations != 0)
        one.iterations = iterations;
    const double wanted = timing_cycles / cost(clock, one);
    if (iterations == 0)
        one.iterations = static_cast<std::uint64_t>(1 + wanted);
    else
        one.calls = static_cast<std::uint64_t>(1 + wanted / static_cast<double>(iterations));
}

inline void measure(machine::CycleClock &clock, std::vector<Contestant> &contestants,
                    unsigned long rounds)
{
    for (unsigned long round = 0; round < rounds; ++round)
        for (Contestant &one : contestants)
            one.costs.push_back(cost(clock, one));
}

/// Returns the cost of each round divided by that of `base` in the same round.
inline std::vector<double> ratios(const Contestant &one, const Contestant &base)
{
    std::vector<double> all;
    for (std::size_t round = 0; round < one.costs.size(); ++round)
        all.push_back(one.costs[round] / base.costs[round]);
    return all;
}

} // namespace hashlane::in_turn

#endif
