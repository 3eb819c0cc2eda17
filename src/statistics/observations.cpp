// SPDX-License-Identifier: MIT
#include "observations.h"

#include "../statistics/statistics.h"

namespace hashlane {

double typical_cost(const Observations &observations)
{
    const std::size_t threads = observations.front().size();
    double rate = 0;
    for (std::size_t thread = 0; thread < threads; ++thread) {
        CostSeries pooled;
        for (const auto &repetition : observations)
            pooled.insert(pooled.end(), repetition[thread].begin(), repetition[thread].end());
        rate += 1 / quantile(std::move(pooled), 0.5);
    }
    return static_cast<double>(threads) / rate;
}

std::size_t count(const Observations &observations)
{
    std::size_t sum = 0;
    for (const auto &repetition : observations)
        for (const CostSeries &stream : repetition)
            sum += stream.size();
    return sum;
}

} // namespace hashlane
