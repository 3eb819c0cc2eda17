// SPDX-License-Identifier: MIT
#ifndef HASHLANE_SRC_CLI_DISPLAY_H
#define HASHLANE_SRC_CLI_DISPLAY_H

#include "../measure/run_in_rounds.h"
#include "../report/growing_tables.h"
#include "../report/progress_line.h"
#include "settings.h"

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace hashlane {

/// What is seen while a command measures: on standard output the tables as they grow, where people
/// read it, or JSON lines; on stderr a line that says what is measured now and how long the rest
/// will take.
class Display {
public:
    Display(const OutputSettings &output, bool quiet);

    /// Before any row: where they are measured.
    void begin(const Context &context) const;

    /// From now on rows are shown when they are measured, if standard output is a terminal that
    /// gets tables. Before it is called, no row is shown.
    void expect(std::vector<TableShape> tables);

    void announce(const Progress &progress) const;

    /// Of a run in rounds, about to visit this row.
    void announce_visit(const RunInRounds &run, std::size_t rows, const std::string &name);

    /// The one with this index, from 0, of so many alike.
    void announce(std::size_t index, std::size_t count, const std::string &name) const;
    void clear_progress() const;

    /// `place` is the row's in the log; `is_final`: it will not be measured again.
    void show(const Row &row, std::size_t place, bool is_final);

    /// The row of that place has turned out to be wrong.
    void withdraw(std::size_t place);

    /// Whether these rows, all there are, have been shown: the caller must not show them again.
    bool close_tables(const std::vector<Row> &rows);

private:
    OutputSettings output_;
    bool progress_;
    unsigned progress_width_;
    std::optional<GrowingTables> tables_;
    std::string last_measured_; ///< with its first figure; or empty
    std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

} // namespace hashlane

#endif
