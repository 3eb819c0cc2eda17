// SPDX-License-Identifier: MIT
#ifndef HASHLANE_SRC_REPORT_TABLE_SHAPE_H
#define HASHLANE_SRC_REPORT_TABLE_SHAPE_H

#include "../core/workload.h"

#include <string>
#include <vector>

namespace hashlane {

struct Row;

/// What decides the columns of a workload's table and how wide they are. All of it can be known
/// before the first row is measured, so that a table can be drawn while it grows.
struct TableShape {
    Workload workload = Workload::sha256_chain;
    std::vector<std::string> names;      ///< of its rows: Row::Identity::name
    std::vector<std::string> core_kinds; ///< of its rows; empty where all cores are alike
    unsigned most_threads = 1;           ///< that a row has
    bool same_threads = true;            ///< in all rows
    bool devices = false;                ///< whether a row is a compute device's
    /// Whether a row has them.
    bool cycles = true, interval = false, bound = true, clock = true, energy = false;
};

/// Precondition: rows of one workload, at least one.
TableShape shape_of(const std::vector<const Row *> &rows);

} // namespace hashlane

#endif
