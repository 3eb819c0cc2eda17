// SPDX-License-Identifier: MIT
#include "series.h"

#include <algorithm>

namespace hashlane {
namespace {

const std::vector<CostSeries> &samples(const ResultRow &row, Measure measure)
{
    return measure == Measure::cycles ? row.cycles : row.ns;
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

Observations Series::observations(Measure measure) const
{
    const bool all_have_samples = has_samples(measure);
    Observations observations;
    for (const ResultRow *row : rows)
        observations.push_back(all_have_samples ? samples(*row, measure)
                                                : std::vector<CostSeries>{{median(*row, measure)}});
    return observations;
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
