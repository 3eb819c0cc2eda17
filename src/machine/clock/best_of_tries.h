// SPDX-License-Identifier: MIT
//
// The cycles of a piece of code that a disturbed core and a misread clock do not change.
#ifndef HASHLANE_SRC_MACHINE_CLOCK_BEST_OF_TRIES_H
#define HASHLANE_SRC_MACHINE_CLOCK_BEST_OF_TRIES_H

#include "cycle_clock.h"

#include <cmath>
#include <cstdint>
#include <optional>

namespace hashlane::machine {

/// The best times of two lengths of a piece of code: every disturbance makes a try slower. Their
/// difference does not contain the cost of reading the clock, but a disturbance of the shorter one
/// would make it too small.
class BestOfTries {
public:
    /// Times `run(blocks)`, `tries` times for each length.
    template <class Run> void add(CycleClock &clock, const Run &run, int tries)
    {
        run(blocks / 8);
        for (int i = 0; i < tries; ++i) {
            keep_less(once_, clock, run, blocks);
            keep_less(twice_, clock, run, 2 * blocks);
        }
    }

    /// Returns nothing if none was counted, or the two lengths do not agree.
    std::optional<double> cycles_per_block() const
    {
        if (!once_ || !twice_ || std::abs(2 * *once_ - *twice_) > most_overhead * *once_)
            return std::nullopt;
        return (*twice_ - *once_) / static_cast<double>(blocks);
    }

private:
    static constexpr std::uint64_t blocks = 160;
    // A misread clock can show too few cycles. Quiet probes agree within a
    // tenth of this.
    static constexpr double most_drift = 0.005;
    // Reading the clock takes less, as a share of the shorter length.
    static constexpr double most_overhead = 0.02;

    template <class Run>
    static void keep_less(std::optional<double> &best, CycleClock &clock, const Run &run,
                          std::uint64_t count)
    {
        clock.begin();
        run(count);
        const Interval interval = clock.end();
        if (interval.counted && interval.drift <= most_drift && (!best || interval.cycles < *best))
            best = interval.cycles;
    }

    std::optional<double> once_, twice_;
};

} // namespace hashlane::machine

#endif
