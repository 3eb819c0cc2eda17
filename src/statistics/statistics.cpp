// SPDX-License-Identifier: MIT
#include "statistics.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>

namespace hashlane {
namespace {

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

double median(std::vector<double> values)
{
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::ranges::nth_element(values, middle);
    if (values.size() % 2 == 1)
        return *middle;
    return (*middle + *std::max_element(values.begin(), middle)) / 2;
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

double mean_of_fastest(std::vector<double> durations)
{
    std::ranges::sort(durations);
    durations.resize(durations.size() - durations.size() / 10);
    return std::accumulate(durations.begin(), durations.end(), 0.0) /
           static_cast<double>(durations.size());
}

} // namespace hashlane
