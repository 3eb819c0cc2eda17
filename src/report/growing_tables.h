// SPDX-License-Identifier: MIT
//
// The tables of a run on a terminal, row by row while they are measured, and again and again while
// their figures tighten.
#ifndef HASHLANE_SRC_REPORT_GROWING_TABLES_H
#define HASHLANE_SRC_REPORT_GROWING_TABLES_H

#include "live_table.h"

#include <cstddef>
#include <string>
#include <vector>

namespace hashlane {

/// Makes the text to print, with the terminal's escape sequences (ECMA-48) for what is written over
/// earlier lines. Rows of one workload belong together: another workload's row begins a new table
/// below, after which none can be added to those above; any can be shown again.
class GrowingTables {
public:
    /// `expected` has the rows to come, by workload. `terminal_lines` is the terminal's height: no
    /// line that has left it can be written over.
    GrowingTables(std::vector<TableShape> expected, const Style &style, unsigned terminal_lines);

    /// Adds the row, if it belongs in a table (row_figures.h); one that has been shown before is
    /// written over with its new figures.
    std::string show(const Row &row);

    /// Draws all again, with these rows, now that the best are known: in their place, or below
    /// where they are higher than the terminal.
    std::string close(const std::vector<Row> &rows);

private:
    struct Table {
        LiveTable table;
        std::size_t first_line; ///< of its rows, from the first heading on
        std::vector<Row> rows;
    };

    std::string open(const Row &row);
    std::string draw_over(std::size_t line, const std::string &text) const;

    std::vector<TableShape> expected_;
    Style style_;
    unsigned terminal_lines_;
    std::vector<Table> tables_;
    std::size_t lines_ = 0; ///< shown so far
};

} // namespace hashlane

#endif
