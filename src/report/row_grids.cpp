// SPDX-License-Identifier: MIT
#include "row_grids.h"

#include "columns.h"
#include "row_figures.h"

namespace hashlane {
namespace {

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
            if (row.identity.workload == workload && is_in_table(row))
                rows.push_back(&row);
        if (!rows.empty())
            grids.push_back(grid_of(rows, style));
    }
    return grids;
}

} // namespace hashlane
