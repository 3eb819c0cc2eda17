// SPDX-License-Identifier: MIT
#include "table_shape.h"

#include "row_figures.h"

#include <algorithm>

namespace hashlane {

TableShape shape_of(const std::vector<const Row *> &rows)
{
    const auto any = [&](auto has) {
        return std::ranges::any_of(rows, [has](const Row *row) { return has(*row); });
    };
    const Row &first = *rows.front();
    TableShape shape;
    shape.workload = first.identity.workload;
    for (const Row *row : rows) {
        shape.names.push_back(row->identity.name);
        if (!row->location.core_kind.empty())
            shape.core_kinds.push_back(row->location.core_kind);
        shape.most_threads = std::max(shape.most_threads, row->location.threads);
    }
    shape.same_threads =
        !any([&](const Row &row) { return row.location.threads != first.location.threads; });
    shape.devices = any([](const Row &row) { return !row.identity.device.empty(); });
    shape.cycles = any(has_cycles);
    shape.interval = any([](const Row &row) { return row.figures.interval.has_value(); });
    shape.bound = any([](const Row &row) { return share_of_bound(row).has_value(); });
    shape.clock = any(has_clock);
    shape.energy = any([](const Row &row) { return row.figures.energy.has_value(); });
    return shape;
}

} // namespace hashlane
