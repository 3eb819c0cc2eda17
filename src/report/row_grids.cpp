// SPDX-License-Identifier: MIT
#include "row_grids.h"

#include "columns.h"
#include "row_figures.h"

#include <algorithm>

namespace hashlane {
namespace {

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

Grid grid_of(const std::vector<const Row *> &rows, const Style &style)
{
    const TableShape shape = shape_of(rows);
    const std::vector<Column> columns = columns_of(shape, style);
    Grid grid = empty_grid(shape, columns);
    for (const Row *row : rows)
        grid.rows.push_back(cells_of(columns, *row));
    grid.marked = best_of(rows);
    return grid;
}

} // namespace

std::vector<Grid> make_grids(const std::vector<Row> &all, const Style &style)
{
    std::vector<Grid> grids;
    for (const Workload workload : all_workloads) {
        std::vector<const Row *> rows;
        for (const Row &row : all)
            if (row.identity.workload == workload)
                rows.push_back(&row);
        if (!rows.empty())
            grids.push_back(grid_of(rows, style));
    }
    return grids;
}

} // namespace hashlane
