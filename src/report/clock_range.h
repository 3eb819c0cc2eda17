// SPDX-License-Identifier: MIT
#ifndef HASHLANE_SRC_REPORT_CLOCK_RANGE_H
#define HASHLANE_SRC_REPORT_CLOCK_RANGE_H

#include "../measure/row.h"

#include <string>
#include <vector>

namespace hashlane {

/// How far the core's clock moved while these rows were measured: "clock 3.56-3.75 GHz", or "clock
/// on P-core 5.10-5.31 GHz, on E-core 3.90 GHz". Empty where it did not, or is not known: a steady
/// clock needs no more than its column.
std::string clock_range(const std::vector<Row> &rows);

} // namespace hashlane

#endif
