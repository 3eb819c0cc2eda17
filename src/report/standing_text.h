// SPDX-License-Identifier: MIT
#ifndef HASHLANE_SRC_REPORT_STANDING_TEXT_H
#define HASHLANE_SRC_REPORT_STANDING_TEXT_H

#include "../measure/result.h"
#include "style.h"

#include <string>

namespace hashlane {

/// Where the run stands among published results: a line for the best row of one chain and of one
/// core, where it is trusted, for each workload of which anything is published. An empty line and a
/// heading come first; nothing where there is nothing to say.
std::string write_standing(const Report &report, const Style &style);

} // namespace hashlane

#endif
