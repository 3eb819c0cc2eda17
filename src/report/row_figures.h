// SPDX-License-Identifier: MIT
//
// Figures that every report derives from a row in the same way.
#ifndef HASHLANE_SRC_REPORT_ROW_FIGURES_H
#define HASHLANE_SRC_REPORT_ROW_FIGURES_H

#include "../measure/row.h"

#include <optional>

namespace hashlane {

/// The bytes of one unit of the row: 64 for a hash, the message for sha3, 0 for a permutation.
double bytes_per_unit(const Row &row);

/// Whether the row has cycles. Rows of devices have none, nor do rows without a counter.
bool has_cycles(const Row &row);

/// Whether its clock is known: a device's where it tells one.
bool has_clock(const Row &row);

/// The share of the bound that was reached, 1 at most; of the clock's cycles where none are
/// counted.
std::optional<double> share_of_bound(const Row &row);

/// Units a second, or bytes where units have bytes: what rows of one workload are ordered by.
double throughput(const Row &row);

} // namespace hashlane

#endif
