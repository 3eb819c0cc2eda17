// SPDX-License-Identifier: MIT
#include "drift.h"

#include "../../compare/comparison.h"
#include "../../statistics/statistics.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <numbers>
#include <span>
#include <utility>

namespace hashlane::cluster {
namespace {

constexpr double threshold = 0.01; // that of 'hashlane compare'
// The memory's figure varies by one to two percent from run to run.
constexpr double memory_threshold = 0.03;

using Runs = std::span<const PastRun>;

// Returns the values of several runs, of those that have it.
std::vector<PastRun::Figure> figures_of(Runs runs, const FigureKey &key, const std::string &kernel)
{
    std::vector<PastRun::Figure> figures;
    for (const PastRun &run : runs)
        if (const auto found = run.figures.find(key);
            found != run.figures.end() && found->second.kernel == kernel)
            figures.push_back(found->second);
    return figures;
}

// Returns the cost of each run, if it is known.
std::vector<double> costs_of(const std::vector<PastRun::Figure> &figures, compare::Measure measure)
{
    std::vector<double> costs;
    for (const PastRun::Figure &figure : figures) {
        const double cost = measure == compare::Measure::cycles
                                ? figure.cycles_per_unit
                                : 1e9 / (figure.clock_hz / figure.cycles_per_unit);
        if (std::isfinite(cost) && cost > 0)
            costs.push_back(cost);
    }
    return costs;
}

// The time that a byte or a unit takes, in the runs whose rate is above 0.
std::vector<double> costs_of(Runs runs, const auto &rate_of)
{
    std::vector<double> costs;
    for (const PastRun &run : runs)
        if (const double rate = rate_of(run); rate > 0)
            costs.push_back(1 / rate);
    return costs;
}

// The costs of one figure in the earlier runs and in the last ones.
struct Costs {
    std::string name; ///< "sha3 alone: cycles"
    std::vector<double> before, after;
    double threshold; ///< a smaller change does not matter
};

// Returns how much slower it is, if compare() reports a slowdown.
std::optional<double> slower_by(const Costs &costs)
{
    const std::vector<double> &old_costs = costs.before, &new_costs = costs.after;
    if (std::min(old_costs.size(), new_costs.size()) < compare::least_values)
        return {};
    // The verdict costs thousands of resamples, and can be no other where the medians are so close.
    if (statistics::median(new_costs) <= statistics::median(old_costs) * (1 + costs.threshold))
        return {};
    const compare::Assessment assessment =
        compare::judge_runs(old_costs, new_costs, costs.threshold);
    return assessment.verdict == compare::Verdict::slower ? std::optional(assessment.ratio - 1)
                                                          : std::nullopt;
}

// Returns nothing if no run has it.
std::optional<double> median_of(Runs runs, const FigureKey &key, const std::string &kernel,
                                double PastRun::Figure::*figure)
{
    std::vector<double> values;
    for (const PastRun::Figure &one : figures_of(runs, key, kernel))
        if (std::isfinite(one.*figure) && one.*figure > 0)
            values.push_back(one.*figure);
    return values.empty() ? std::nullopt : std::optional(statistics::median(std::move(values)));
}

double median_change(Runs before, Runs after, double PastRun::Figure::*figure)
{
    std::vector<double> changes;
    for (const auto &[key, last] : after.back().figures) {
        const auto was = median_of(before, key, last.kernel, figure),
                   is = median_of(after, key, last.kernel, figure);
        if (was && is)
            changes.push_back(*is / *was - 1);
    }
    return changes.empty() ? 0 : statistics::median(changes);
}

// ---- What a node was once able to do.

constexpr std::size_t best_runs = 10;

// Returns how much slower the last runs are than the best ones, if that is more than `limit` and
// chance: the best of many runs are better than usual by one and a half deviations.
std::optional<double> below_best_by(const Costs &costs, double limit)
{
    constexpr double most_spreads = 3;
    std::vector<double> old_costs = costs.before;
    const std::vector<double> &new_costs = costs.after;
    if (old_costs.size() < best_runs || new_costs.size() < compare::least_values)
        return {};
    std::vector<double> steps; // from one run to the next, whatever the slow changes are
    for (std::size_t i = 1; i < old_costs.size(); ++i)
        steps.push_back(std::abs(old_costs[i] / old_costs[i - 1] - 1));
    const double chance =
        most_spreads * statistics::sigma_of(std::move(steps)) / std::numbers::sqrt2;
    std::ranges::sort(old_costs);
    old_costs.resize(best_runs);
    const double change = statistics::median(new_costs) / statistics::median(old_costs) - 1;
    return change > limit + chance ? std::optional(change) : std::nullopt;
}

std::optional<std::string> drift_of(const Costs &costs, bool had_drifted, const std::string &since)
{
    const auto text = [&](double change, const std::string &than) {
        return fmt::format("{} {:.1f} % more in the last {} runs than in the {} since {}",
                           costs.name, change * 100, costs.after.size(), than, since);
    };
    if (const auto change = slower_by(costs))
        return text(*change, fmt::format("{} before,", costs.before.size()));
    // A node that had drifted is well again once most of the loss is gone.
    if (const auto loss = below_best_by(costs, had_drifted ? costs.threshold / 2 : costs.threshold))
        return text(*loss, fmt::format("best {}", best_runs));
    return {};
}

} // namespace

std::optional<Trend> trend_of(const std::vector<PastRun> &runs)
{
    if (runs.size() < 2)
        return {};
    const std::size_t last = std::min(compare::least_values, runs.size() / 2);
    const Runs before = Runs(runs).first(runs.size() - last), after = Runs(runs).last(last);
    return Trend{runs.size(), runs.front().started,
                 median_change(before, after, &PastRun::Figure::cycles_per_unit),
                 median_change(before, after, &PastRun::Figure::clock_hz)};
}

std::vector<std::string> drifts_of(const std::vector<PastRun> &runs)
{
    std::vector<std::string> drifts;
    if (runs.size() < 2 * compare::least_values)
        return drifts;
    const Runs before = Runs(runs).first(runs.size() - compare::least_values),
               after = Runs(runs).last(compare::least_values);
    const bool had_drifted = runs[runs.size() - 2].had_drifted;
    const std::string since = runs.front().started.substr(0, 10);
    const auto add_drift = [&](const Costs &costs) {
        const std::optional<std::string> drift = drift_of(costs, had_drifted, since);
        if (drift)
            drifts.push_back(*drift);
        return drift.has_value();
    };
    for (const auto &[key, last] : runs.back().figures) {
        const auto old_figures = figures_of(before, key, last.kernel),
                   new_figures = figures_of(after, key, last.kernel);
        const auto costs = [&](const char *name, compare::Measure measure) {
            return Costs{key.label() + ": " + name, costs_of(old_figures, measure),
                         costs_of(new_figures, measure), threshold};
        };
        if (!add_drift(costs("cycles", compare::Measure::cycles)))
            add_drift(costs("time", compare::Measure::time));
    }
    const auto add_rate = [&](const std::string &name, double least, const auto &rate_of) {
        add_drift({name + ": time", costs_of(before, rate_of), costs_of(after, rate_of), least});
    };
    add_rate("memory", memory_threshold,
             [](const PastRun &run) { return run.memory_bytes_per_second.value_or(0); });
    for (const auto &one : runs.back().device_rates)
        add_rate(one.first, threshold, [&](const PastRun &run) {
            const auto found = run.device_rates.find(one.first);
            return found == run.device_rates.end() ? 0 : found->second;
        });
    return drifts;
}

} // namespace hashlane::cluster
