// SPDX-License-Identifier: MIT
//
// The columns in which people are shown a report's rows.
#ifndef HASHLANE_SRC_REPORT_COLUMNS_H
#define HASHLANE_SRC_REPORT_COLUMNS_H

#include "../measure/row.h"
#include "grid.h"
#include "table_shape.h"

#include <functional>
#include <string>
#include <vector>

namespace hashlane {

struct Column {
    Grid::Header header;
    std::function<std::string(const Row &)> cell;
};

/// Each is at least as wide as the longest text that it usually has: neither the width of a table
/// nor which columns fit depends on what was measured.
std::vector<Column> columns_of(const TableShape &shape, const Style &style);

/// A grid with these columns and a title, without rows.
Grid empty_grid(const TableShape &shape, const std::vector<Column> &columns);

std::vector<std::string> cells_of(const std::vector<Column> &columns, const Row &row);

} // namespace hashlane

#endif
