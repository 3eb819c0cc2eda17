// SPDX-License-Identifier: MIT
#include "series.h"

#include <algorithm>

namespace hashlane {
namespace {

const std::vector<CostSeries> &samples(const ResultRow &row, Measure measure)
{
    return measure == Measure::cycles ? row.cycles : row.ns;
}

const CostSeries &visits_of(const ResultRow &row, Measure measure)
{
    return measure == Measure::cycles ? row.visit_cycles : row.visit_ns;
}

double median(const ResultRow &row, Measure measure)
{
    return measure == Measure::cycles ? row.cycles_per_hash
                                      : row.key.threads * 1e9 / row.hashes_per_second;
}

void leave_out_untrustworthy(Series &series)
{
    if (std::ranges::any_of(series.rows, &ResultRow::trustworthy))
        series.left_out =
            std::erase_if(series.rows, [](const ResultRow *row) { return !row->trustworthy; });
}

} // namespace

bool Series::has_core_cycles() const
{
    return std::ranges::all_of(rows, are_core_cycles, &ResultRow::cycle_source);
}

bool Series::has_samples(Measure measure) const
{
    return std::ranges::none_of(
        rows, [&](const ResultRow *row) { return samples(*row, measure).empty(); });
}

bool Series::has_visits(Measure measure) const
{
    return std::ranges::all_of(
        rows, [&](const ResultRow *row) { return visits_of(*row, measure).size() > 1; });
}

Observations Series::observations(Measure measure) const
{
    const bool all_have_samples = has_samples(measure), all_have_visits = has_visits(measure);
    Observations observations;
    for (const ResultRow *row : rows)
        if (all_have_samples)
            observations.push_back(samples(*row, measure));
        else
            observations.push_back(
                {all_have_visits ? visits_of(*row, measure) : CostSeries{median(*row, measure)}});
    return observations;
}

VisitCosts Series::visits(Measure measure) const
{
    VisitCosts visits;
    for (const ResultRow *row : rows)
        visits.push_back(visits_of(*row, measure));
    return visits;
}

std::vector<Series> series_of(const ResultFile &file)
{
    std::vector<Series> all;
    for (const ResultRow &row : file.rows) {
        const auto found = std::ranges::find(all, row.key, &Series::key);
        if (found == all.end())
            all.push_back({row.key, row.bytes_per_hash, {&row}});
        else
            found->rows.push_back(&row);
    }
    std::ranges::for_each(all, leave_out_untrustworthy);
    return all;
}

const Series *find_series(const std::vector<Series> &series, const RowKey &key)
{
    const auto found = std::ranges::find(series, key, &Series::key);
    return found == series.end() ? nullptr : &*found;
}

} // namespace hashlane
