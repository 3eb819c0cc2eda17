// SPDX-License-Identifier: MIT
//
// Watches one core while nothing is measured on it: contention bursts one after another, with a
// reading of the time between any two. A burst that takes longer shares the core with something;
// time that no burst explains was taken away, by an interrupt, the scheduler or a host.
#ifndef HASHLANE_SRC_MEASURE_NOISE_WATCH_H
#define HASHLANE_SRC_MEASURE_NOISE_WATCH_H

#include "../clock/core.h"

#include <atomic>
#include <cstddef>
#include <vector>

namespace hashlane {

/// Ten milliseconds of a core, or more if something took it away meanwhile.
struct WatchedWindow {
    double start_ns = 0, end_ns = 0; ///< of the core's wall time
    double clock_hz = 0;             ///< 0 where the core's clock is not known
    /// Core cycles that a contention burst took; 0 where the core has none or its clock is not
    /// known.
    double burst_cycles = 0;
    double taken_ns = 0; ///< in gaps
    double longest_gap_ns = 0;
    std::size_t gaps = 0;

    double ns() const { return end_ns - start_ns; }
};

/// Watches for so many seconds, or until it is told to stop. Windows follow each other without a
/// pause. Call it on the thread, and the CPU, that `core` stands for.
std::vector<WatchedWindow> watch_noise(Core &core, double seconds, const std::atomic<bool> &stop);

} // namespace hashlane

#endif
