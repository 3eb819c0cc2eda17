// SPDX-License-Identifier: MIT
//
// The tables of a run on a terminal, row by row while they are measured.
#ifndef HASHLANE_SRC_REPORT_GROWING_TABLES_H
#define HASHLANE_SRC_REPORT_GROWING_TABLES_H

#include "live_table.h"

#include <optional>
#include <string>
#include <vector>

namespace hashlane {

/// Makes the text to print, with the terminal's escape sequences (ECMA-48) for what is written over
/// earlier lines. Rows of one workload belong together: another workload's row ends their table.
class GrowingTables {
public:
    /// `expected` has the rows to come, by workload. `terminal_lines` is the terminal's height: no
    /// line that has left it can be written over.
    GrowingTables(std::vector<TableShape> expected, const Style &style, unsigned terminal_lines);

    /// Adds the row; one that has been shown before is written over with its new figures.
    std::string show(const Row &row);

    /// Draws the last table again as a whole, now that its best row is known.
    std::string close();

private:
    std::string open(const Row &row);
    std::string draw_over(std::size_t index);

    std::vector<TableShape> expected_;
    Style style_;
    unsigned terminal_lines_;
    bool any_before_ = false;
    std::optional<LiveTable> table_;
    std::vector<Row> rows_; ///< of the table that grows
};

} // namespace hashlane

#endif
