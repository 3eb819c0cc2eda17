// SPDX-License-Identifier: MIT
#include "estimate.h"

#include "statistics.h"

#include <algorithm>
#include <random>

namespace hashlane {
namespace {

constexpr double location = 0.25;
constexpr int draws = 400;

} // namespace

Estimate estimate_cost(const std::vector<double> &costs)
{
    Estimate estimate{quantile(costs, location), std::nullopt};
    if (costs.size() < 2)
        return estimate;
    std::mt19937_64 random(costs.size());
    std::vector<double> values;
    std::vector<double> drawn(costs.size());
    for (int i = 0; i < draws; ++i) {
        for (double &cost : drawn)
            cost = costs[random() % costs.size()];
        values.push_back(quantile(drawn, location));
    }
    estimate.interval = Interval95{quantile(values, 0.025), quantile(values, 0.975)};
    return estimate;
}

} // namespace hashlane
