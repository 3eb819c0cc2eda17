// SPDX-License-Identifier: MIT
#include "noise_watch.h"

#include "../clock/contention_burst.h"
#include "../clock/cycle_clock.h"
#include "../statistics/statistics.h"
#include "contention.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

namespace hashlane {
namespace {

// How often the clock is read: some change it every few milliseconds, and a reading itself can be
// disturbed. The median of a window's slots has the right clock.
constexpr double slot_ns = 1e6;

// The core wakes up, and it becomes known how long bursts take.
constexpr int warm_up_windows = 5;

// Time that is missing is a gap if it is at least so long, and longer than a neighbour on the core,
// who doubles a burst at most, makes a burst.
constexpr double least_gap_ns = 2000;
constexpr double least_gap_share = 1.5;

// Bursts in a row are averaged to about so many figures for a slot: few to sort, and fine where the
// timer is coarse. Fewer than the least say nothing.
constexpr double usual_figures = 100;
constexpr std::size_t least_figures = 5;

constexpr double unknown = std::numeric_limits<double>::infinity();

class Watcher {
public:
    explicit Watcher(Core &core) : core_(core)
    {
        if (chain_problem(core).empty()) {
            probe_.emplace(core);
            hz_ = probe_->hz();
        }
        reading_ns_ = core.now_ns();
    }

    WatchedWindow next()
    {
        WatchedWindow window{.start_ns = reading_ns_};
        burst_cycles_.clear();
        clock_hz_.clear();
        while (reading_ns_ < window.start_ns + contention_window_ns) {
            watch_bursts(window);
            finish_slot(window);
        }
        window.end_ns = reading_ns_;
        if (!burst_cycles_.empty())
            window.burst_cycles = quantile(burst_cycles_, 0.5);
        if (!clock_hz_.empty())
            window.clock_hz = quantile(clock_hz_, 0.5);
        return window;
    }

private:
    // Since the reading before.
    double read_ns()
    {
        const double before = std::exchange(reading_ns_, core_.now_ns());
        return reading_ns_ - before;
    }

    // Whether something took the core away in a stretch that usually is so long.
    static bool find_gap(WatchedWindow &window, double ns, double usual_ns)
    {
        const double missing_ns = ns - usual_ns;
        if (missing_ns <= std::max(least_gap_ns, least_gap_share * usual_ns))
            return false;
        ++window.gaps;
        window.taken_ns += missing_ns;
        window.longest_gap_ns = std::max(window.longest_gap_ns, missing_ns);
        return true;
    }

    void watch_bursts(WatchedWindow &window)
    {
        figures_ns_.clear();
        const double in_a_figure = std::round(slot_ns / burst_ns_ / usual_figures);
        const double end_ns = reading_ns_ + slot_ns;
        double sum_ns = 0, count = 0;
        while (reading_ns_ < end_ns) {
            core_.run_wide_burst(burst_operations);
            const double ns = read_ns();
            if (find_gap(window, ns, burst_ns_))
                continue;
            sum_ns += ns;
            if (++count < in_a_figure)
                continue;
            figures_ns_.push_back(sum_ns / count);
            sum_ns = count = 0;
        }
    }

    // Takes about as long each time.
    void finish_slot(WatchedWindow &window)
    {
        burst_ns_ = figures_ns_.size() >= least_figures ? mean_of_fastest(figures_ns_) : unknown;
        if (probe_)
            read_clock();
        const double ns = read_ns();
        find_gap(window, ns, finish_ns_);
        finish_ns_ = ns;
    }

    void read_clock()
    {
        const double hz = probe_->hz();
        clock_hz_.push_back((std::exchange(hz_, hz) + hz) / 2);
        if (core_.has_wide_burst() && burst_ns_ != unknown)
            burst_cycles_.push_back(burst_ns_ * clock_hz_.back() / 1e9);
    }

    Core &core_;
    std::optional<ChainProbe> probe_;
    double reading_ns_ = 0;
    double hz_ = 0;
    double burst_ns_ = unknown; // these two in the slot before
    double finish_ns_ = unknown;
    std::vector<double> figures_ns_;              // of a slot
    std::vector<double> burst_cycles_, clock_hz_; // of a window's slots
};

} // namespace

std::vector<WatchedWindow> watch_noise(Core &core, double seconds, const std::atomic<bool> &stop)
{
    Watcher watcher(core);
    for (int i = 0; i < warm_up_windows; ++i)
        watcher.next();
    std::vector<WatchedWindow> windows;
    const auto count = static_cast<std::size_t>(seconds * 1e9 / contention_window_ns);
    windows.reserve(count);
    while (!stop) {
        windows.push_back(watcher.next());
        if (windows.back().end_ns - windows.front().start_ns >= seconds * 1e9)
            break;
    }
    return windows;
}

} // namespace hashlane
