// SPDX-License-Identifier: MIT
#include "noise_report.h"

#include "../machine/clock/core.h"
#include "../machine/clock/cycle_clock.h"
#include "../statistics/statistics.h"
#include "contention.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

namespace hashlane::measure {
namespace {

// The interval between readings of the clock: some clocks change every few milliseconds, and a
// reading itself can be disturbed. The median of a window's slots has the right clock.
constexpr double slot_ns = 1e6;

// The core wakes up, and it becomes known how long bursts take.
constexpr int warm_up_windows = 5;

// Time that is missing is a gap if it is at least so long, and longer than a neighbour on the core,
// who doubles a burst at most, makes a burst.
constexpr double least_gap_ns = 2000;
constexpr double least_gap_share = 1.5;

// Consecutive bursts are averaged to about this many values per slot: few to sort, and fine with a
// coarse timer. Fewer than the minimum are not used.
constexpr double usual_figures = 100;
constexpr std::size_t least_figures = 5;

constexpr double unknown = std::numeric_limits<double>::infinity();

class Watcher {
public:
    explicit Watcher(machine::Core &core) : core_(core)
    {
        if (machine::chain_problem(core).empty()) {
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
            window.burst_cycles = statistics::quantile(burst_cycles_, 0.5);
        if (!clock_hz_.empty())
            window.clock_hz = statistics::quantile(clock_hz_, 0.5);
        return window;
    }

private:
    // Returns the time since the previous reading.
    double read_ns()
    {
        const double before = std::exchange(reading_ns_, core_.now_ns());
        return reading_ns_ - before;
    }

    // Returns true if something took the core away during an interval that usually lasts
    // `usual_ns`.
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
        slot_gaps_ = 0;
        const double in_a_figure = std::round(slot_ns / burst_ns_ / usual_figures);
        const double end_ns = reading_ns_ + slot_ns;
        double sum_ns = 0, count = 0;
        while (reading_ns_ < end_ns) {
            core_.run_wide_burst(machine::burst_operations);
            const double ns = read_ns();
            if (find_gap(window, ns, burst_ns_)) {
                ++slot_gaps_;
                continue;
            }
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
        const bool is_known = figures_ns_.size() >= least_figures;
        if (is_known)
            burst_ns_ = statistics::trimmed_mean(figures_ns_);
        else if (slot_gaps_ >= least_figures) // bursts themselves take longer: the clock fell
            burst_ns_ = unknown;
        if (probe_) {
            const double hz = probe_->hz();
            clock_hz_.push_back((std::exchange(hz_, hz) + hz) / 2);
            if (core_.has_wide_burst() && is_known)
                burst_cycles_.push_back(burst_ns_ * clock_hz_.back() / 1e9);
        }
        const double ns = read_ns();
        find_gap(window, ns, finish_ns_);
        finish_ns_ = ns;
    }

    machine::Core &core_;
    std::optional<machine::ChainProbe> probe_;
    double reading_ns_ = 0;
    double hz_ = 0;
    double burst_ns_ = unknown;                   // in the last slot that had enough of them
    double finish_ns_ = unknown;                  // of the slot before
    std::vector<double> figures_ns_;              // of a slot
    std::size_t slot_gaps_ = 0;                   // between its bursts
    std::vector<double> burst_cycles_, clock_hz_; // of a window's slots
};

} // namespace

std::vector<WatchedWindow> watch_noise(machine::Core &core, double seconds,
                                       const std::atomic<bool> &stop)
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

// ---- Results of the windows ----

namespace {

// A window is disturbed if so much of it is taken away. The interrupts of a system, or a host, that
// ticks a thousand times a second take less; measuring leaves them out.
constexpr double taken_margin = 0.05;

constexpr double low_quantile = 0.02, high_quantile = 0.98;

// The most of its time that is disturbed on a core of each level.
constexpr double most_quiet = 0.02;
constexpr double most_disturbed = 0.2;
constexpr double most_busy = 0.6;

// The duration of `hashlane run` if nothing disturbs it, and the most that is advised.
constexpr double usual_run_seconds = 60;
constexpr double budget_step_seconds = 30;
constexpr double longest_budget_seconds = 600;

constexpr double moving_clock = 0.1;

struct Bursts {
    std::vector<double> slowdowns; ///< by window; 0 if it is not known
    std::optional<NoiseReport::Contention> contention;
};

double median_or_0(std::vector<double> values)
{
    return values.empty() ? 0 : statistics::median(std::move(values));
}

std::vector<double> known(const std::vector<WatchedWindow> &windows, double WatchedWindow::*figure)
{
    std::vector<double> values;
    for (const WatchedWindow &window : windows)
        if (window.*figure > 0)
            values.push_back(window.*figure);
    return values;
}

Bursts judge_bursts(const std::vector<WatchedWindow> &windows)
{
    Bursts bursts{std::vector<double>(windows.size()), {}};
    const std::vector<double> cycles = known(windows, &WatchedWindow::burst_cycles);
    if (cycles.empty())
        return bursts;
    const double undisturbed = undisturbed_burst(cycles);
    double judged_ns = 0, contended_ns = 0;
    std::vector<double> contended;
    for (std::size_t i = 0; i < windows.size(); ++i) {
        if (windows[i].burst_cycles == 0)
            continue;
        judged_ns += windows[i].ns();
        bursts.slowdowns[i] = std::max(windows[i].burst_cycles / undisturbed - 1, 0.0);
        if (bursts.slowdowns[i] <= contention_margin)
            continue;
        contended_ns += windows[i].ns();
        contended.push_back(bursts.slowdowns[i]);
    }
    bursts.contention = {contended_ns / judged_ns, median_or_0(std::move(contended))};
    return bursts;
}

std::vector<JudgedWindow> judge_each(const std::vector<WatchedWindow> &windows,
                                     const std::vector<double> &burst_slowdowns)
{
    const double start_ns = windows.front().start_ns;
    std::vector<JudgedWindow> judged;
    for (std::size_t i = 0; i < windows.size(); ++i) {
        const WatchedWindow &window = windows[i];
        const double taken_share = window.taken_ns / window.ns();
        judged.push_back({(window.start_ns - start_ns) / 1e9, (window.end_ns - start_ns) / 1e9,
                          (1 + burst_slowdowns[i]) / (1 - taken_share) - 1,
                          burst_slowdowns[i] > contention_margin || taken_share > taken_margin});
    }
    return judged;
}

// Returns the length of each episode in seconds.
std::vector<double> episode_lengths(const std::vector<JudgedWindow> &windows)
{
    std::vector<double> lengths;
    bool goes_on = false;
    for (const JudgedWindow &window : windows) {
        if (window.disturbed && !goes_on)
            lengths.push_back(0);
        if (window.disturbed)
            lengths.back() += window.end_s - window.begin_s;
        goes_on = window.disturbed;
    }
    return lengths;
}

} // namespace

NoiseReport judge_windows(const std::vector<WatchedWindow> &windows)
{
    const Bursts bursts = judge_bursts(windows);
    NoiseReport report;
    report.seconds = (windows.back().end_ns - windows.front().start_ns) / 1e9;
    report.contention = bursts.contention;
    for (const WatchedWindow &window : windows) {
        report.gaps.count += window.gaps;
        report.gaps.share += window.taken_ns / 1e9 / report.seconds;
        report.gaps.longest_s = std::max(report.gaps.longest_s, window.longest_gap_ns / 1e9);
    }
    if (const auto hz = known(windows, &WatchedWindow::clock_hz); !hz.empty())
        report.clock = {statistics::quantile(hz, low_quantile), statistics::median(hz),
                        statistics::quantile(hz, high_quantile)};
    report.windows = judge_each(windows, bursts.slowdowns);
    const std::vector<double> lengths = episode_lengths(report.windows);
    for (const double length : lengths) {
        report.disturbed_share += length / report.seconds;
        report.episodes.longest_s = std::max(report.episodes.longest_s, length);
    }
    report.episodes.count = lengths.size();
    report.episodes.median_s = median_or_0(lengths);
    return report;
}

NoiseLevel noise_level(const NoiseReport &report)
{
    return report.disturbed_share <= most_quiet       ? NoiseLevel::quiet
           : report.disturbed_share <= most_disturbed ? NoiseLevel::disturbed
           : report.disturbed_share <= most_busy      ? NoiseLevel::busy
                                                      : NoiseLevel::overloaded;
}

unsigned budget_seconds(const NoiseReport &report)
{
    const double undisturbed = std::max(1 - report.disturbed_share, 0.01);
    const double steps = std::ceil(usual_run_seconds / undisturbed / budget_step_seconds);
    return static_cast<unsigned>(std::min(steps * budget_step_seconds, longest_budget_seconds));
}

bool clock_moves(const NoiseReport &report)
{
    return report.clock && report.clock->high_hz > report.clock->low_hz * (1 + moving_clock);
}

std::vector<double> slowdown_over_time(const NoiseReport &report, std::size_t parts)
{
    const double part_s = report.seconds / static_cast<double>(parts);
    std::vector<double> work_s(parts); // that undisturbed work would have taken
    for (const JudgedWindow &window : report.windows) {
        auto part = static_cast<std::size_t>(window.begin_s / part_s);
        for (double begin_s = window.begin_s; begin_s < window.end_s && part < parts; ++part) {
            const double end_s = std::min(window.end_s, static_cast<double>(part + 1) * part_s);
            work_s[part] += std::max(end_s - begin_s, 0.0) / (1 + window.slowdown);
            begin_s = end_s;
        }
    }
    for (double &value : work_s)
        value = std::max(part_s / value - 1, 0.0);
    return work_s;
}

} // namespace hashlane::measure
