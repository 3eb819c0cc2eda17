// SPDX-License-Identifier: MIT
#ifndef HASHLANE_SRC_CLI_DISPLAY_H
#define HASHLANE_SRC_CLI_DISPLAY_H

#include "../report/growing_tables.h"
#include "settings.h"

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace hashlane {

/// What people at a terminal see while a command measures: on standard output the tables as they
/// grow, on stderr a line that says what is measured now and how long the rest will take.
class Display {
public:
    Display(const OutputSettings &output, bool quiet);

    /// From now on rows are shown when they are measured, if standard output is a terminal that
    /// gets tables. Before it is called, no row is shown.
    void expect(std::vector<TableShape> tables);

    /// How far a run in rounds has come.
    struct Progress {
        unsigned round;
        std::size_t settled, rows;
        double seconds_left;
    };
    void announce_visit(const Progress &progress, const std::string &name) const;

    void announce(std::size_t index, std::size_t count, const std::string &name) const;
    void clear_progress() const;
    void show(const Row &row);

    /// Whether these rows, all there are, have been shown: the caller must not show them again.
    bool close_tables(const std::vector<Row> &rows);

private:
    OutputSettings output_;
    bool progress_;
    std::optional<GrowingTables> tables_;
    std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

} // namespace hashlane

#endif
