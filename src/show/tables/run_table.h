// SPDX-License-Identifier: MIT
//
// The tables of a run, one for each workload: their columns, the whole tables, and what a terminal
// shows while rows are measured: tables that grow, and a line of progress.
#pragma once

#include "../../results/row.h"
#include "grid.h"

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace hashlane::show {

/// Decides the columns of a workload's table and their widths. All of it is known before the first
/// row is measured, so that a table can be drawn while it grows.
struct TableShape {
    results::Work workload;
    std::size_t kernel_width = 0;    ///< of the longest name without the workload
    std::size_t core_kind_width = 0; ///< of the longest; 0 if all cores are of one kind
    unsigned most_threads = 1;       ///< of any row
    bool same_threads = true;        ///< in all rows
    bool devices = false;            ///< true if a row is a compute device's
    /// True if any row has them.
    bool cycles = true, interval = false, bound = true, clock = true, energy = false;
    bool sources = false; ///< true if cycles come from several sources

    /// Makes room for a row; `name` is Row::Identity::name.
    void add(const std::string &name, const std::string &core_kind, unsigned threads);
};

/// Precondition: rows of one workload, at least one.
TableShape shape_of(const std::vector<const results::Row *> &rows);

struct Column {
    Grid::Header header;
    std::function<std::string(const results::Row &)> cell;
};

/// Makes a grid for each workload that has rows, in the order of the workloads, with those that
/// belong in a table. The best row of each is marked.
std::vector<Grid> make_grids(const std::vector<results::Row> &all, const Style &style);

/// Makes the text to print, with the terminal's escape sequences (ECMA-48) for what is written over
/// earlier lines. Lines have the columns and widths that write_table() gives rows of the expected
/// shape. The best rows are not marked: they are not known yet. Rows of one workload belong
/// together: another workload's row begins a new table below, after which none can be added to
/// those above; any can be shown again.
class GrowingTables {
public:
    /// `expected` has the rows to come, by workload. `terminal_lines` is the terminal's height: no
    /// line that has left it can be written over.
    GrowingTables(std::vector<TableShape> expected, const Style &style, unsigned terminal_lines);

    /// Adds the row, if it belongs in a table (row_figures.h); one that has been shown before is
    /// written over with its new figures.
    std::string show(const results::Row &row);

    /// Draws all again, with these rows, now that the best are known: in their place, or below
    /// where they are higher than the terminal.
    std::string close(const std::vector<results::Row> &rows);

private:
    struct Table {
        std::vector<Column> columns;
        TableLayout layout;
        std::size_t first_line; ///< of its rows, from the first heading on
        std::vector<results::Row> rows;

        std::string line(const results::Row &row) const;
    };

    std::string open(const results::Row &row);

    std::vector<TableShape> expected_;
    Style style_;
    unsigned terminal_lines_;
    std::vector<Table> tables_;
    std::size_t lines_ = 0; ///< shown so far
};

/// The progress of a measuring command.
struct Progress {
    double share = 0;                   ///< of the work that is done
    std::optional<double> seconds_left; ///< if it can be estimated
    std::string counts;                 ///< "3 of 47", "5 of 47 settled"
    std::string name;                   ///< of the row in progress
    std::string measured;               ///< the last row, with its first value; or empty
};

/// A bar, the time left, the counts and the names on one line, at most `width` columns wide.
/// Control characters are replaced.
std::string progress_line(const Progress &progress, unsigned width);

/// "sha256-chain.shani.x4 70.21 cycles": the cycles, or else the rate.
std::string first_figure(const results::Row &row);

} // namespace hashlane::show
