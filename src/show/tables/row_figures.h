// SPDX-License-Identifier: MIT
//
// Values that tables and pages derive from a row in the same way, and the units they are shown in.
#pragma once

#include "../../results/row.h"

#include <optional>
#include <string>

namespace hashlane::show {

/// Shows a value: `value * factor` with `digits` digits after the point.
struct ShownUnit {
    std::string name;
    double factor = 1;
    int digits = 2;

    std::string text(double value) const;
};

/// Chooses the unit of a row's hashes per second: MH/s, Mperm/s, or MB/s of messages.
ShownUnit rate_unit(const results::RowKey &key);

/// Chooses the unit of cycles: per hash, per permutation, or per byte of a message.
ShownUnit cycles_unit(const results::RowKey &key);

ShownUnit rate_unit(const results::Row &row);
ShownUnit cycles_unit(const results::Row &row);

std::string rate_text(const results::Row &row);   ///< "71.14 MH/s"
std::string cycles_text(const results::Row &row); ///< "50.48 core cycles per hash"

/// Returns the number of shown units in one: the bytes of a message, else 1. Cycles are divided by
/// it, and rates multiplied.
double shown_units(const results::Row &row);

/// Returns the cycles of a hash, a permutation or a byte.
double shown_cycles(const results::Row &row);

/// True if the row belongs in a table of its workload. Those of a scope are shown elsewhere: in a
/// sweep's tables or in a run's summary.
bool is_in_table(const results::Row &row);

/// Names a row, with its scope if it has one: "sha256-chain.shani.x4 on all cores".
std::string label_of(const results::Row &row);

/// Returns "sha3-256/64" of the name of a row; empty for rows without a message.
std::string message_in(const std::string &row_name);

/// The label without the workload and the message: "shani.x4, 2 threads".
std::string kernel_label(const results::Row &row);

/// Returns the word for the row's noise, with "!" if the row is not trustworthy: "clean", "noisy!".
std::string noise_text(const results::Row &row);

/// Returns the share of the bound that was reached: above 1 if the bound is wrong, or if its
/// orders of instructions are all unlike the kernel's. Of the clock's cycles if none are counted.
std::optional<double> share_of_bound(const results::Row &row);
std::string bound_text(const results::Row &row); ///< in per cent: "97"; "-" without a bound

/// Returns half of the cycles' interval as a share of the cycles, if there is one.
std::optional<double> relative_half_width(const results::Row &row);

/// Returns units per second, or bytes if units have bytes: rows of one workload are ordered by it.
double throughput(const results::Row &row);

} // namespace hashlane::show
