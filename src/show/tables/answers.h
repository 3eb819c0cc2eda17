// SPDX-License-Identifier: MIT
//
// The answers that most readers of a report look for, derived once for tables, texts and pages: the
// best row of each use of a workload, and its rank among published results. A row that is not
// trustworthy is best only where no trustworthy one is.
#pragma once

#include "../../results/run.h"
#include "../known/published.h"

#include <functional>
#include <string>
#include <vector>

namespace hashlane::show {

using Rows = std::vector<const results::Row *>;

/// The rows that compute the same: a workload, and of messages a function and a length. Of several
/// repetitions of a row only the middle one is there.
struct WorkGroup {
    results::Work workload;
    std::string message; ///< as in a row's name: "sha3-256/16384"; else empty
    Rows rows;           ///< in the order of the file

    std::string work() const;  ///< "sha256-chain", "sha3-256/16384"
    std::string name() const;  ///< "sha256-chain", "sha3-256-16384": part of a figure's name
    std::string title() const; ///< "SHA-256 chains", "SHA3-256 of 16384 bytes"
    /// One lane: "one chain", "one message"; "one thread" of a plug-in's own workload.
    const char *alone() const;
};

/// In the order of the file.
std::vector<WorkGroup> groups_of(const results::Report &file);

bool is_on_a_device(const results::Row &row);

/// With one thread of the processor.
bool is_one_thread(const results::Row &row);

Rows rows_where(const Rows &rows, const std::function<bool(const results::Row &)> &belongs);

/// Finds the highest throughput among the trustworthy rows, or among all if none is; null if no row
/// has any.
const results::Row *best_row(const Rows &rows);

/// The best row of each use; null for none.
struct BestRows {
    const results::Row *alone;   ///< of one thread and one lane: a single chain or message
    const results::Row *core;    ///< of the CPUs of one core
    const results::Row *machine; ///< of more than one core
    const results::Row *device;
};
BestRows best_rows(const WorkGroup &group, const results::Report &file);

/// The row of hashlane's own kernels with the fewest core cycles for a use, among the cores that
/// have published results for it.
struct Standing {
    const char *use; ///< "one chain", "one message", "one thread"
    const results::Row *row;
    Rank rank; ///< among at least one core
};

/// One chain, then one thread; once if both are one row. Results of the run's own kind of machine
/// are left out.
std::vector<Standing> standings_of(const WorkGroup &group, const results::Report &file);

} // namespace hashlane::show
