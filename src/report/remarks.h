// SPDX-License-Identifier: MIT
#ifndef HASHLANE_SRC_REPORT_REMARKS_H
#define HASHLANE_SRC_REPORT_REMARKS_H

#include "../measure/result.h"

#include <string>
#include <vector>

namespace hashlane {

/// Remarks below a report's tables, in order: how key ranges ended, what devices told, why a number
/// has a caveat, what was skipped, what was wrong.
std::vector<std::string> make_remarks(const Report &report);

} // namespace hashlane

#endif
