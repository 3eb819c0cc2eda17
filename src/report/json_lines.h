// SPDX-License-Identifier: MIT
//
// A report as JSON lines: an object a line, each as soon as it is known (docs/json.md). The last
// line of a place has its row; rows that are measured in rounds get better ones.
#ifndef HASHLANE_SRC_REPORT_JSON_LINES_H
#define HASHLANE_SRC_REPORT_JSON_LINES_H

#include "../measure/result.h"

#include <cstddef>
#include <string>

namespace hashlane {

/// The first line.
std::string context_line(const Context &context);

/// `is_final`: the run will not measure the row again.
std::string row_line(const Row &row, std::size_t place, bool is_final);

/// The row of that place has turned out to be wrong.
std::string withdrawal_line(std::size_t place);

/// The last line: what has no row, and why. A stream without it was cut off.
std::string end_line(const Report &report);

} // namespace hashlane

#endif
