// SPDX-License-Identifier: MIT
//
// What tables for people show of a report, whatever draws them.
#ifndef HASHLANE_SRC_REPORT_COLUMNS_H
#define HASHLANE_SRC_REPORT_COLUMNS_H

#include "grid.h"

namespace hashlane {

/// A grid for each workload that has rows, in the order of the workloads; the row with the highest
/// throughput among the trustworthy ones is marked.
std::vector<Grid> make_grids(const Report &report, const Style &style);

/// Remarks below the tables, in order: how key ranges ended, what devices told, why a number has a
/// caveat, what was skipped, what was wrong.
std::vector<std::string> make_remarks(const Report &report);

/// The bytes that one unit of the row stands for: 64 for a hash, the message for sha3; 0 for a
/// permutation, which has none.
double bytes_per_unit(const Row &row);

/// Whether the row has cycles: a device's has none, nor one where there is no counter.
bool has_cycles(const Row &row);

/// Whether its clock does: a device's where it tells one.
bool has_clock(const Row &row);

} // namespace hashlane

#endif
