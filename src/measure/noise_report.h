// SPDX-License-Identifier: MIT
//
// Watches one core while nothing is measured on it, and reports how much of its time is disturbed,
// by which cause, and the consequences for measuring on it. Contention bursts run one after
// another, with a reading of the time between any two. A burst that takes longer shares the core
// with something; time that no burst explains was taken away, by an interrupt, the scheduler or a
// host. docs/explanation/methodology.md explains the values.
#pragma once

#include "../machine/clock/core.h"

#include <atomic>
#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

namespace hashlane::measure {

/// Ten milliseconds of a core, or more if something took it away meanwhile.
struct WatchedWindow {
    double start_ns = 0, end_ns = 0; ///< of the core's wall time
    double clock_hz = 0;             ///< 0 if the core's clock is not known
    /// Core cycles that a contention burst took; 0 if the core has none or its clock is not
    /// known.
    double burst_cycles = 0;
    double taken_ns = 0; ///< in gaps
    double longest_gap_ns = 0;
    std::size_t gaps = 0;

    double ns() const { return end_ns - start_ns; }
};

/// Watches for `seconds`, or until it is stopped. Windows follow each other without a pause. Call
/// it on the thread and the CPU of `core`.
std::vector<WatchedWindow> watch_noise(machine::Core &core, double seconds,
                                       const std::atomic<bool> &stop);

struct JudgedWindow {
    double begin_s = 0, end_s = 0; ///< since the watch began
    double slowdown = 0;           ///< work took so much longer than undisturbed: 0.2 is 20 %
    bool disturbed = false;        ///< contended, or taken away for a part of it
};

struct NoiseReport {
    struct Contention {
        double share = 0;    ///< of the time
        double slowdown = 0; ///< of contended windows, the median; 0 if there are none
    };
    struct Gaps {
        std::size_t count = 0;
        double share = 0; ///< of the time
        double longest_s = 0;
    };
    struct ClockRange {
        double low_hz = 0, median_hz = 0, high_hz = 0; ///< 2nd, 50th and 98th percentile
    };
    struct Episodes { ///< disturbed windows in a row
        std::size_t count = 0;
        double median_s = 0, longest_s = 0;
    };

    int cpu = 0;
    bool pinned = true;
    bool interrupted = false;
    double seconds = 0;         ///< watched
    double disturbed_share = 0; ///< of the time
    Episodes episodes;
    std::optional<Contention> contention; ///< on cores where contention bursts work
    Gaps gaps;
    std::optional<double> stolen_share; ///< of the time, by the system's own account
    std::optional<ClockRange> clock;    ///< where the core's clock is known
    std::vector<JudgedWindow> windows;  ///< in order, without holes
};

/// Sums up at least one window; the CPU and the system's own account are the caller's to add.
NoiseReport judge_windows(const std::vector<WatchedWindow> &windows);

enum class NoiseLevel {
    quiet,
    disturbed,  ///< for a small part of the time
    busy,       ///< for a part of it that makes a run need longer
    overloaded, ///< for most of it
};
NoiseLevel noise_level(const NoiseReport &report);

/// Returns "quiet", "disturbed", "busy", "overloaded".
constexpr std::string_view noise_level_name(NoiseLevel level)
{
    constexpr std::string_view names[] = {"quiet", "disturbed", "busy", "overloaded"};
    return names[static_cast<std::size_t>(level)];
}

/// Returns the --budget with which `hashlane run` gets as much undisturbed time here as it has by
/// default on an undisturbed core.
unsigned budget_seconds(const NoiseReport &report);

/// True if rates measured here depend on the clock as much as on kernels.
bool clock_moves(const NoiseReport &report);

/// Returns the slowdown in each of `parts` equal parts of the watch.
std::vector<double> slowdown_over_time(const NoiseReport &report, std::size_t parts);

} // namespace hashlane::measure
