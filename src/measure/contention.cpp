// SPDX-License-Identifier: MIT
#include "contention.h"

#include "../statistics/statistics.h"

namespace hashlane {
namespace {

constexpr double window_ns = 10e6;

// A shared core's burst takes at least so much longer than an undisturbed one.
constexpr double contention_margin = 0.02;

// The least is a lucky reading; so small a share of a run's windows are undisturbed on any machine
// that is worth measuring on.
constexpr double undisturbed_quantile = 0.03;

double median_burst(const Samples &samples, const Window &window)
{
    std::vector<double> bursts;
    for (std::size_t i = window.begin; i < window.end; ++i)
        if (samples.taken[i].burst_cycles > 0)
            bursts.push_back(samples.taken[i].burst_cycles);
    return bursts.empty() ? 0 : quantile(std::move(bursts), 0.5);
}

} // namespace

std::vector<Window> windows_of(const Samples &samples)
{
    const std::vector<Sample> &taken = samples.taken;
    std::vector<Window> windows;
    for (std::size_t begin = 0; begin < taken.size();) {
        Window window{begin, begin, 0};
        while (window.end < taken.size() && taken[window.end].visit == taken[begin].visit &&
               taken[window.end].start_ns < taken[begin].start_ns + window_ns)
            ++window.end;
        window.burst_cycles = median_burst(samples, window);
        windows.push_back(window);
        begin = window.end;
    }
    return windows;
}

void UndisturbedBurst::learn(const Samples &samples)
{
    for (const Window &window : windows_of(samples))
        if (window.burst_cycles > 0)
            windows_.push_back(window.burst_cycles);
}

std::optional<double> UndisturbedBurst::cycles() const
{
    if (windows_.empty())
        return std::nullopt;
    return quantile(windows_, undisturbed_quantile);
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
