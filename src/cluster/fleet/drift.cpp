// SPDX-License-Identifier: MIT
//
// What a node loses slowly: its last runs against those before, and against its best ones.
#include "../../compare/comparison.h"
#include "../../statistics/statistics.h"
#include "history.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <functional>
#include <numbers>
#include <span>
#include <utility>

namespace hashlane::cluster {
namespace {

constexpr double threshold = 0.01; // that of 'hashlane compare'
// The memory's figure varies by one to two percent from run to run.
constexpr double memory_threshold = 0.03;

using Runs = std::span<const PastRun>;

// Returns the values of several runs, of those in which it is above 0.
std::vector<double> known_values(Runs runs, const auto &value_of)
{
    std::vector<double> values;
    for (const PastRun &run : runs)
        if (const double value = value_of(run); std::isfinite(value) && value > 0)
            values.push_back(value);
    return values;
}

// Makes a function that returns what `value_of` is of this figure in a run; not a number without
// it, or with another kernel.
auto in_a_run(const NodeFigure &last, const auto &value_of)
{
    return [&last, value_of](const PastRun &run) {
        const auto found = std::ranges::find(run.figures, last.key, &NodeFigure::key);
        return found != run.figures.end() && found->kernel == last.kernel
                   ? std::invoke(value_of, *found)
                   : std::nan("");
    };
}

double ns_of(const NodeFigure &figure) { return 1e9 / (figure.clock_hz / figure.cycles_per_unit); }

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

double median_change(Runs before, Runs after, double NodeFigure::*figure)
{
    std::vector<double> changes;
    for (const NodeFigure &last : after.back().figures) {
        const std::vector<double> was = known_values(before, in_a_run(last, figure)),
                                  is = known_values(after, in_a_run(last, figure));
        if (!was.empty() && !is.empty())
            changes.push_back(statistics::median(is) / statistics::median(was) - 1);
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
                 median_change(before, after, &NodeFigure::cycles_per_unit),
                 median_change(before, after, &NodeFigure::clock_hz)};
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
    const auto add_drift = [&](const std::string &name, double least, const auto &cost_of) {
        const std::optional<std::string> drift =
            drift_of({name, known_values(before, cost_of), known_values(after, cost_of), least},
                     had_drifted, since);
        if (drift)
            drifts.push_back(*drift);
        return drift.has_value();
    };
    std::vector<NodeFigure> figures = runs.back().figures;
    std::ranges::stable_sort(figures, {}, &NodeFigure::key);
    for (const NodeFigure &last : figures)
        if (!add_drift(last.key.label() + ": cycles", threshold,
                       in_a_run(last, &NodeFigure::cycles_per_unit)))
            add_drift(last.key.label() + ": time", threshold, in_a_run(last, ns_of));
    add_drift("memory: time", memory_threshold,
              [](const PastRun &run) { return 1 / run.memory_bytes_per_second.value_or(0); });
    for (const auto &one : runs.back().device_rates)
        add_drift(one.first + ": time", threshold, [&](const PastRun &run) {
            const auto found = run.device_rates.find(one.first);
            return found == run.device_rates.end() ? 0 : 1 / found->second;
        });
    return drifts;
}

} // namespace hashlane::cluster
