// SPDX-License-Identifier: MIT
//
// Times several pieces of work in turn, in one process and on one clock, for tools/others.cpp: a
// neighbour or a change of the clock then meets all of them.
#pragma once

#include "machine/clock/cycle_clock.h"
#include "measure/contention.h"
#include "measure/slice_times.h"
#include "statistics/statistics.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace hashlane::in_turn {

inline constexpr double timing_cycles = 3e6;
inline constexpr double largest_drift = 0.004;

using Bytes = std::vector<std::uint8_t>;

/// One way to do a piece of work: it writes the same bytes to `output` as all others.
struct Contestant {
    std::string code; ///< "hashlane", or the name of a library
    std::function<void(Bytes &output)> run;
    Bytes output;
    std::uint64_t iterations = 1;   ///< of each timing
    std::vector<double> costs = {}; ///< cycles of one iteration, by round
};

/// Times pieces of work on one clock. A timing is repeated if the clock changed during it, or if a
/// burst before or after it took longer than the quickest so far: something shared the core.
class Stopwatch {
public:
    Stopwatch(machine::CycleClock &clock, machine::Core &core) : clock_(clock), core_(core)
    {
        if (core.has_wide_burst())
            burst_.emplace(core);
    }

    /// Returns the cycles of one iteration.
    double cost(Contestant &one)
    {
        for (;;) {
            const double before_ns = burst_ns();
            const machine::Interval interval = time_slices(one);
            const double burst = std::max(before_ns, burst_ns()) * interval.clock_hz;
            const bool is_steady = interval.counted && std::abs(interval.drift) < largest_drift;
            if (is_steady)
                least_burst_ = std::min(least_burst_, burst);
            const bool is_shared = measure::is_contended(burst, least_burst_);
            if ((is_steady && !is_shared) || repeats_left_ == 0)
                return interval.cycles / static_cast<double>(one.iterations);
            --repeats_left_;
        }
    }

private:
    machine::Interval time_slices(Contestant &one)
    {
        const auto run = [&one](std::uint64_t runs) {
            for (std::uint64_t i = 0; i < runs; ++i)
                one.run(one.output);
        };
        clock_.begin();
        const double start = core_.now_ns();
        const measure::SliceTimes slices = measure::time_in_slices(
            core_, one.iterations, run, [](std::uint64_t) { return false; });
        const double all_ns = core_.now_ns() - start;
        return clock_.end({slices.work_ns / all_ns, slices.calls_ns / all_ns});
    }

    double burst_ns()
    {
        if (!burst_)
            return 0;
        std::vector<double> bursts(9);
        std::ranges::generate(bursts, [this] { return burst_->ns(); });
        return statistics::median(std::move(bursts));
    }

    machine::CycleClock &clock_;
    machine::Core &core_;
    std::optional<machine::ContentionBurst> burst_;
    double least_burst_ = HUGE_VAL;  ///< in cycles
    unsigned repeats_left_ = 20'000; ///< a quarter of a minute: a neighbour may stay for good
};

/// Chooses the number of iterations so that a timing takes about timing_cycles.
inline void choose_length(Stopwatch &stopwatch, Contestant &one)
{
    stopwatch.cost(one);
    one.iterations = static_cast<std::uint64_t>(1 + timing_cycles / stopwatch.cost(one));
}

/// Times each once. Every round starts with the next contestant, because the first one of a round
/// finds other work's data in the caches.
inline void measure_round(Stopwatch &stopwatch, std::vector<Contestant> &contestants)
{
    const std::size_t count = contestants.size();
    const std::size_t first = contestants.front().costs.size() % count;
    for (std::size_t i = 0; i < count; ++i) {
        Contestant &one = contestants[(first + i) % count];
        one.costs.push_back(stopwatch.cost(one));
    }
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
