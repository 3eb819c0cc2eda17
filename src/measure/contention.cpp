// SPDX-License-Identifier: MIT
#include "contention.h"

#include "../statistics/statistics.h"

#include <algorithm>

namespace hashlane {
namespace {

// Of a row's visits: while a neighbour comes and goes, some are undisturbed.
constexpr double quiet_visits = 0.25;

// The most by which a kernel's own state slows bursts down. What slows them more is a neighbour.
constexpr double most_after_effect = 1.1;

double median_burst(const Samples &samples, std::size_t begin, std::size_t end)
{
    std::vector<double> bursts;
    for (std::size_t i = begin; i < end; ++i)
        if (samples.taken[i].burst_cycles > 0)
            bursts.push_back(samples.taken[i].burst_cycles);
    return bursts.empty() ? 0 : quantile(std::move(bursts), 0.5);
}

} // namespace

double undisturbed_burst(const std::vector<double> &windows)
{
    // The least is a lucky reading; so small a share of the windows are undisturbed on any machine
    // that is worth measuring on.
    constexpr double undisturbed_quantile = 0.03;
    return quantile(windows, undisturbed_quantile);
}

std::vector<Window> windows_of(const Samples &samples)
{
    const std::vector<Sample> &taken = samples.taken;
    std::vector<Window> windows;
    for (std::size_t begin = 0; begin < taken.size();) {
        std::size_t end = begin;
        while (end < taken.size() && taken[end].visit == taken[begin].visit &&
               taken[end].start_ns < taken[begin].start_ns + contention_window_ns)
            ++end;
        windows.push_back({begin, end, median_burst(samples, begin, end)});
        begin = end;
    }
    return windows;
}

void UndisturbedBurst::learn(std::size_t row, const Samples &visit)
{
    for (const Window &window : windows_of(visit))
        if (window.burst_cycles > 0)
            windows_.push_back(window.burst_cycles);
    const double median = median_burst(visit, 0, visit.taken.size());
    if (median > 0)
        visits_[row].push_back(median);
}

std::optional<double> UndisturbedBurst::cycles() const
{
    if (windows_.empty())
        return std::nullopt;
    const double here = undisturbed_burst(windows_);
    return known_ ? std::min(*known_, here) : here;
}

std::optional<double> UndisturbedBurst::cycles_after(std::size_t row) const
{
    const std::optional<double> undisturbed = cycles();
    const auto mine = visits_.find(row);
    if (!undisturbed || mine == visits_.end())
        return undisturbed;
    std::vector<double> of_rows;
    for (const auto &[other, medians] : visits_)
        of_rows.push_back(quantile(medians, quiet_visits));
    const double usual = quantile(std::move(of_rows), 0.5);
    const double after_effect = quantile(mine->second, quiet_visits) / usual;
    return *undisturbed * std::clamp(after_effect, 1.0, most_after_effect);
}

void mark_contended(Samples &samples, double undisturbed_burst_cycles)
{
    const double most = undisturbed_burst_cycles * (1 + contention_margin);
    for (const Window &window : windows_of(samples))
        for (std::size_t i = window.begin; i < window.end; ++i) {
            SampleVerdict &verdict = samples.taken[i].verdict;
            if (verdict == SampleVerdict::kept && window.burst_cycles > most)
                verdict = SampleVerdict::contended;
            else if (verdict == SampleVerdict::contended && window.burst_cycles <= most)
                verdict = SampleVerdict::kept;
        }
}

} // namespace hashlane
