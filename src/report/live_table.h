// SPDX-License-Identifier: MIT
//
// A workload's table that is drawn line by line while its rows are measured.
#ifndef HASHLANE_SRC_REPORT_LIVE_TABLE_H
#define HASHLANE_SRC_REPORT_LIVE_TABLE_H

#include "columns.h"

#include <string>
#include <vector>

namespace hashlane {

/// Its lines have the same columns and widths as write_table() gives rows of this shape. A row can
/// be drawn again with better figures. The best row is not marked: it is not known yet.
class LiveTable {
public:
    LiveTable(const TableShape &shape, const Style &style);

    /// Title and headings, with the line breaks.
    std::string header() const;

    /// One line, with the line break.
    std::string row(const Row &row) const;

private:
    std::vector<Column> columns_;
    TableLayout layout_;
};

} // namespace hashlane

#endif
