// SPDX-License-Identifier: MIT
#include "drift.h"

#include "../compare/assessment.h"
#include "../statistics/statistics.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>

namespace hashlane {
namespace {

constexpr double threshold = 0.01; // that of 'hashlane compare'

using Runs = std::span<const PastRun>;

// A figure of several runs, the runs that have it.
std::vector<PastRun::Figure> figures_of(Runs runs, const FigureKey &key, const std::string &kernel)
{
    std::vector<PastRun::Figure> figures;
    for (const PastRun &run : runs)
        if (const auto found = run.figures.find(key);
            found != run.figures.end() && found->second.kernel == kernel)
            figures.push_back(found->second);
    return figures;
}

// What compare() takes for the repetitions of a row.
std::vector<ResultRow> rows_of(const std::vector<PastRun::Figure> &figures, Measure measure)
{
    std::vector<ResultRow> rows;
    for (const PastRun::Figure &figure : figures) {
        ResultRow row;
        row.cycle_source = "chain";
        row.cycles_per_hash = figure.cycles_per_unit;
        row.hashes_per_second = figure.clock_hz / figure.cycles_per_unit;
        const double value =
            measure == Measure::cycles ? row.cycles_per_hash : row.hashes_per_second;
        if (std::isfinite(value) && value > 0)
            rows.push_back(row);
    }
    return rows;
}

Series series_of(const std::vector<ResultRow> &rows)
{
    Series series;
    for (const ResultRow &row : rows)
        series.rows.push_back(&row);
    return series;
}

double cost_of(const std::vector<ResultRow> &rows, Measure measure)
{
    std::vector<double> costs;
    for (const ResultRow &row : rows)
        costs.push_back(measure == Measure::cycles ? row.cycles_per_hash
                                                   : 1e9 / row.hashes_per_second);
    return median(std::move(costs));
}

// By how much it is slower, if compare() would say so.
std::optional<double> slower_by(const std::vector<PastRun::Figure> &before,
                                const std::vector<PastRun::Figure> &after, Measure measure)
{
    const std::vector<ResultRow> old_rows = rows_of(before, measure),
                                 new_rows = rows_of(after, measure);
    if (std::min(old_rows.size(), new_rows.size()) < least_values)
        return {};
    // The verdict costs thousands of resamples, and can be no other where the medians are so close.
    if (cost_of(new_rows, measure) <= cost_of(old_rows, measure) * (1 + threshold))
        return {};
    Assessment assessment = assess(series_of(old_rows), series_of(new_rows), measure, threshold);
    judge(assessment, threshold);
    return assessment.verdict == Verdict::slower ? std::optional(assessment.ratio - 1)
                                                 : std::nullopt;
}

double median_change(Runs before, Runs after, double PastRun::Figure::*figure)
{
    std::vector<double> changes;
    for (const auto &[key, last] : after.back().figures) {
        std::vector<double> old_values, new_values;
        for (const PastRun::Figure &one : figures_of(before, key, last.kernel))
            if (std::isfinite(one.*figure) && one.*figure > 0)
                old_values.push_back(one.*figure);
        for (const PastRun::Figure &one : figures_of(after, key, last.kernel))
            if (std::isfinite(one.*figure) && one.*figure > 0)
                new_values.push_back(one.*figure);
        if (!old_values.empty() && !new_values.empty())
            changes.push_back(median(new_values) / median(old_values) - 1);
    }
    return changes.empty() ? 0 : median(changes);
}

} // namespace

std::optional<Trend> trend_of(const std::vector<PastRun> &runs)
{
    if (runs.size() < 2)
        return {};
    const std::size_t last = std::min(least_values, runs.size() / 2);
    const Runs before = Runs(runs).first(runs.size() - last), after = Runs(runs).last(last);
    return Trend{runs.size(), runs.front().started,
                 median_change(before, after, &PastRun::Figure::cycles_per_unit),
                 median_change(before, after, &PastRun::Figure::clock_hz)};
}

std::vector<std::string> drifts_of(const std::vector<PastRun> &runs)
{
    std::vector<std::string> drifts;
    if (runs.size() < 2 * least_values)
        return drifts;
    const Runs before = Runs(runs).first(runs.size() - least_values),
               after = Runs(runs).last(least_values);
    for (const auto &[key, last] : runs.back().figures) {
        const auto old_figures = figures_of(before, key, last.kernel),
                   new_figures = figures_of(after, key, last.kernel);
        for (const Measure measure : {Measure::cycles, Measure::time})
            if (const auto change = slower_by(old_figures, new_figures, measure)) {
                drifts.push_back(fmt::format(
                    "{}: {} {:.1f} % more in the last {} runs than in the {} before, since {}",
                    key.label(), measure == Measure::cycles ? "cycles" : "time", *change * 100,
                    new_figures.size(), old_figures.size(), runs.front().started.substr(0, 10)));
                break;
            }
    }
    return drifts;
}

} // namespace hashlane
