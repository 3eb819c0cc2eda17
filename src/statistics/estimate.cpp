// SPDX-License-Identifier: MIT
#include "estimate.h"

#include "statistics.h"

#include <algorithm>
#include <numeric>

namespace hashlane {
namespace {

constexpr double location = 0.25;
constexpr int replicates = 400;

} // namespace

double typical_visit(std::vector<double> costs) { return quantile(std::move(costs), location); }

std::vector<double> draw_visits(const std::vector<double> &costs, std::mt19937_64 &random)
{
    std::vector<double> drawn(costs.size());
    // The engine's numbers are the standard's; those of its distributions differ between libraries.
    for (double &cost : drawn)
        cost = costs[static_cast<std::size_t>(random() % costs.size())];
    return drawn;
}

Estimate estimate_cost(const std::vector<double> &costs)
{
    Estimate estimate{typical_visit(costs), std::nullopt};
    if (costs.size() < 2)
        return estimate;
    std::mt19937_64 random(costs.size());
    std::vector<double> values;
    for (int i = 0; i < replicates; ++i)
        values.push_back(typical_visit(draw_visits(costs, random)));
    estimate.interval = Interval95{quantile(values, 0.025), quantile(values, 0.975)};
    return estimate;
}

double middle_mean(std::vector<double> values)
{
    std::ranges::sort(values);
    const auto outer = static_cast<std::ptrdiff_t>(values.size() / 4);
    const auto begin = values.begin() + outer, end = values.end() - outer;
    return std::accumulate(begin, end, 0.0) / static_cast<double>(end - begin);
}

} // namespace hashlane
