// SPDX-License-Identifier: MIT
#include "row_figures.h"

#include <algorithm>

namespace hashlane {

double bytes_per_unit(const Row &row)
{
    return row.identity.message ? static_cast<double>(row.identity.message->bytes)
                                : facts_of(row.identity.workload).unit_bytes;
}

bool has_cycles(const Row &row) { return row.figures.cycle_source != CycleSource::none; }

bool has_clock(const Row &row) { return has_cycles(row) || row.figures.clock_hz > 0; }

std::optional<double> share_of_bound(const Row &row)
{
    const Row::Figures &figures = row.figures;
    if (!figures.bound_cycles_per_unit)
        return std::nullopt;
    if (has_cycles(row))
        return *figures.bound_cycles_per_unit / figures.cycles_per_unit.median;
    if (figures.clock_hz > 0)
        return *figures.bound_cycles_per_unit * figures.units_per_second / figures.clock_hz;
    return std::nullopt;
}

double throughput(const Row &row)
{
    return row.figures.units_per_second * std::max(1.0, bytes_per_unit(row));
}

} // namespace hashlane
