// SPDX-License-Identifier: MIT
//
// Figures that every report derives from a row in the same way.
#ifndef HASHLANE_SRC_REPORT_ROW_FIGURES_H
#define HASHLANE_SRC_REPORT_ROW_FIGURES_H

#include "../measure/row.h"

#include <optional>
#include <string>
#include <vector>

namespace hashlane {

/// The bytes of one unit of the row: 64 for a hash, the message for sha3, 0 for a permutation.
double bytes_per_unit(const Row &row);

/// Whether the row stands in a table of its workload. Those of a scope are shown otherwise: in a
/// sweep's tables or in a run's summary.
bool is_in_table(const Row &row);

/// The name of a row, and its scope where it has one: "sha256-chain.shani.x4 on all cores".
std::string label_of(const Row &row);

/// Its noise's note, with the extent behind it where that is known.
std::string whole_note(const Row &row);

/// Whether the row has cycles. Rows of devices have none, nor do rows without a counter.
bool has_cycles(const Row &row);

/// Whether its clock is known: a device's where it tells one.
bool has_clock(const Row &row);

/// The share of the bound that was reached, 1 at most; of the clock's cycles where none are
/// counted.
std::optional<double> share_of_bound(const Row &row);

/// Half of the cycles' interval as a share of the cycles, where there is one.
std::optional<double> share_of_doubt(const Row &row);

/// Units a second, or bytes where units have bytes: what rows of one workload are ordered by.
double throughput(const Row &row);

/// Which has the highest throughput among the trustworthy ones, or among all where none is; nothing
/// where none has any.
std::optional<std::size_t> best_of(const std::vector<const Row *> &rows);

} // namespace hashlane

#endif
