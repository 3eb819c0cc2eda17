// SPDX-License-Identifier: MIT
//
// Which rows of a run answer which question.
#ifndef HASHLANE_SRC_PAGE_SELECTION_H
#define HASHLANE_SRC_PAGE_SELECTION_H

#include "run_file.h"

#include <functional>
#include <string>
#include <vector>

namespace hashlane {

using RunRows = std::vector<const RunRow *>;

/// The rows that compute the same: a workload, and of messages a function and a length. Of several
/// repetitions of a row only the middle one is there.
struct WorkGroup {
    std::string workload;
    std::string message; ///< "sha3-256/16384"; else empty
    double bytes_per_hash = 0;
    RunRows rows; ///< in the order of the file

    std::string name() const;  ///< "sha256-chain", "sha3-256-16384": part of a figure's name
    std::string title() const; ///< "SHA-256 chains", "SHA3-256 of 16384 bytes"
};

/// In the order of the file.
std::vector<WorkGroup> groups_of(const RunFile &file);

/// With one thread of the processor.
bool is_one_thread(const RunRow &row);
/// One thread and one lane: what a single chain or message costs.
bool is_one_chain(const RunRow &row);
/// On the CPUs of one core.
bool is_on_one_core(const RunRow &row, const RunFile &file);
/// On more than one core.
bool is_on_many_cores(const RunRow &row, const RunFile &file);

RunRows rows_where(const RunRows &rows, const std::function<bool(const RunRow &)> &belongs);

/// The highest rate among the trustworthy ones, or among all where none is; null for no rows.
const RunRow *best_of(const RunRows &rows);

/// The bound as a share of the cycles, where it is known.
std::optional<double> share_of_bound(const RunRow &row);

/// The label without the workload and the message: "shani.x4, 2 threads".
std::string kernel_label(const RunRow &row);

/// Letters, digits and hyphens: what may stand in an id of HTML and in a command line.
std::string plain_name(const std::string &text);

/// How many are not trustworthy.
std::size_t doubtful_of(const RunRows &rows);

} // namespace hashlane

#endif
