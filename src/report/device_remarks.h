// SPDX-License-Identifier: MIT
#ifndef HASHLANE_SRC_REPORT_DEVICE_REMARKS_H
#define HASHLANE_SRC_REPORT_DEVICE_REMARKS_H

#include "../measure/result.h"

#include <string>
#include <vector>

namespace hashlane {

/// Appends what each compute device reported and what was copied, then the rows of which nothing is
/// known, and why.
void append_device_remarks(std::vector<std::string> &remarks, const std::vector<Row> &rows);

} // namespace hashlane

#endif
