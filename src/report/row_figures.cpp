// SPDX-License-Identifier: MIT
#include "row_figures.h"

#include "grouped_remarks.h"

#include <algorithm>

namespace hashlane {

double bytes_per_unit(const Row &row)
{
    return row.identity.message ? static_cast<double>(row.identity.message->bytes)
                                : facts_of(row.identity.workload).unit_bytes;
}

bool is_in_table(const Row &row) { return row.location.scope.empty(); }

std::string label_of(const Row &row)
{
    return row.identity.name + (row.location.scope.empty() ? "" : " on " + row.location.scope);
}

std::string whole_note(const Row &row)
{
    return row.quality.note + extent_text(row.quality.extent);
}

bool has_cycles(const Row &row) { return row.figures.cycle_source != CycleSource::none; }

bool has_clock(const Row &row) { return has_cycles(row) || row.figures.clock_hz > 0; }

std::optional<double> share_of_bound(const Row &row)
{
    const Row::Figures &figures = row.figures;
    if (!figures.bound_cycles_per_unit)
        return std::nullopt;
    if (has_cycles(row) && figures.cycles_per_unit.median > 0)
        return *figures.bound_cycles_per_unit / figures.cycles_per_unit.median;
    if (figures.clock_hz > 0)
        return *figures.bound_cycles_per_unit * figures.units_per_second / figures.clock_hz;
    return std::nullopt;
}

std::optional<double> share_of_doubt(const Row &row)
{
    const Row::Figures &figures = row.figures;
    if (!has_cycles(row) || !figures.interval || figures.cycles_per_unit.median <= 0)
        return std::nullopt;
    return (figures.interval->high - figures.interval->low) / 2 / figures.cycles_per_unit.median;
}

double throughput(const Row &row)
{
    return row.figures.units_per_second * std::max(1.0, bytes_per_unit(row));
}

std::optional<std::size_t> best_of(const std::vector<const Row *> &rows)
{
    const bool any_trusted =
        std::ranges::any_of(rows, [](const Row *row) { return is_trustworthy(*row); });
    std::optional<std::size_t> best;
    double highest = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const bool counts = !any_trusted || is_trustworthy(*rows[i]);
        if (counts && throughput(*rows[i]) > highest) {
            highest = throughput(*rows[i]);
            best = i;
        }
    }
    return best;
}

} // namespace hashlane
