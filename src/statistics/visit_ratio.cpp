// SPDX-License-Identifier: MIT
#include "visit_ratio.h"

#include "estimate.h"
#include "statistics.h"

#include <algorithm>
#include <random>

namespace hashlane {
namespace {

constexpr int replicates = 2000;
constexpr std::uint64_t seed = 20150313;

constexpr std::size_t enough_runs = 5;

double drawn_cost(const VisitCosts &runs, std::mt19937_64 &random)
{
    std::vector<double> costs;
    for (std::size_t i = 0; i < runs.size(); ++i)
        costs.push_back(typical_visit(
            draw_visits(runs[static_cast<std::size_t>(random() % runs.size())], random)));
    return quantile(std::move(costs), 0.5);
}

// The first or the second half of each run's visits.
VisitCosts half_of(const VisitCosts &runs, bool second)
{
    VisitCosts half;
    for (const std::vector<double> &run : runs) {
        const auto middle = run.begin() + static_cast<std::ptrdiff_t>(run.size() / 2);
        half.push_back(second ? std::vector<double>(middle, run.end())
                              : std::vector<double>(run.begin(), middle));
    }
    return half;
}

bool is_beyond(double ratio, double threshold, bool slower)
{
    return slower ? ratio > 1 + threshold : ratio < 1 - threshold;
}

} // namespace

double visit_cost(const VisitCosts &runs)
{
    std::vector<double> costs;
    std::ranges::transform(runs, std::back_inserter(costs), typical_visit);
    return quantile(std::move(costs), 0.5);
}

RatioInterval bootstrap_visit_ratio(const VisitCosts &base, const VisitCosts &changed)
{
    std::mt19937_64 random(seed);
    std::vector<double> ratios;
    for (int i = 0; i < replicates; ++i) {
        const double base_cost = drawn_cost(base, random);
        ratios.push_back(drawn_cost(changed, random) / base_cost);
    }
    const bool few = std::min(base.size(), changed.size()) < enough_runs;
    const double more = few ? allowed_between_runs : 0;
    return {quantile(ratios, 0.025) * (1 - more), quantile(ratios, 0.975) * (1 + more)};
}

bool halves_confirm(const VisitCosts &base, const VisitCosts &changed, double threshold)
{
    const bool slower = visit_cost(changed) > visit_cost(base);
    for (const bool second : {false, true}) {
        const double ratio =
            visit_cost(half_of(changed, second)) / visit_cost(half_of(base, second));
        if (!is_beyond(ratio, threshold, slower))
            return false;
    }
    return true;
}

} // namespace hashlane
