// SPDX-License-Identifier: MIT
#include "statistics.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace hashlane {
namespace {

// One mode spans no more than this. Clean samples of one kernel on one core lie within half of it.
constexpr double mode_width = 0.03;
// A second mode this much slower is contention (a busy sibling thread about halves throughput).
constexpr double contention_gap = 0.10;
// The fast mode must hold this share of the samples to be reported.
constexpr double least_share = 0.2;

double quantile_of_sorted(const std::vector<double> &sorted, double share)
{
    const double position = share * static_cast<double>(sorted.size() - 1);
    const auto below = static_cast<std::size_t>(position);
    const std::size_t above = std::min(below + 1, sorted.size() - 1);
    const double part = position - static_cast<double>(below);
    return sorted[below] * (1 - part) + sorted[above] * part;
}

} // namespace

double quantile(std::vector<double> values, double share)
{
    std::ranges::sort(values);
    return quantile_of_sorted(values, share);
}

Summary summarise(std::vector<double> values)
{
    std::ranges::sort(values);
    Summary summary;
    summary.median = quantile_of_sorted(values, 0.5);
    summary.min = values.front();
    summary.p90 = quantile_of_sorted(values, 0.9);
    for (double &value : values)
        value = std::abs(value - summary.median);
    summary.mad = quantile(std::move(values), 0.5);
    return summary;
}

std::string_view noise_name(Noise noise)
{
    switch (noise) {
    case Noise::clean:
        return "clean";
    case Noise::contended:
        return "contended";
    case Noise::noisy:
        return "noisy";
    }
    return "";
}

Classified classify(const std::vector<double> &costs)
{
    std::vector<double> sorted = costs;
    std::ranges::sort(sorted);
    const double fast = quantile_of_sorted(sorted, 0.05);
    if (quantile_of_sorted(sorted, 0.9) <= fast * (1 + mode_width))
        return {Noise::clean, std::vector<bool>(costs.size(), true)};

    Classified classified{Noise::noisy, {}};
    std::vector<double> slow;
    for (const double cost : costs) {
        classified.kept.push_back(cost <= fast * (1 + mode_width));
        if (!classified.kept.back())
            slow.push_back(cost);
    }
    const double share = 1 - static_cast<double>(slow.size()) / static_cast<double>(costs.size());
    if (share >= least_share && quantile(slow, 0.25) >= fast * (1 + contention_gap))
        classified.noise = Noise::contended;
    else
        classified.kept.assign(costs.size(), true);
    return classified;
}

} // namespace hashlane
