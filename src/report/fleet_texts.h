// SPDX-License-Identifier: MIT
//
// What several reports on a fleet say alike.
#ifndef HASHLANE_SRC_REPORT_FLEET_TEXTS_H
#define HASHLANE_SRC_REPORT_FLEET_TEXTS_H

#include "../fleet/fleet_report.h"

#include <string>

namespace hashlane {

/// "1 node", "2 nodes".
std::string nodes_text(std::size_t count);

/// "judged by each other".
const char *judge_text(JudgedBy judged_by);

/// The processor, how many nodes there are and what judges them.
std::string group_title(const GroupReport &group);

} // namespace hashlane

#endif
