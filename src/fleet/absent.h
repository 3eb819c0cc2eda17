// SPDX-License-Identifier: MIT
#ifndef HASHLANE_SRC_FLEET_ABSENT_H
#define HASHLANE_SRC_FLEET_ABSENT_H

#include "fleet_report.h"
#include "node_files.h"

#include <optional>
#include <string>
#include <vector>

namespace hashlane {

/// What should be there: names, or only how many.
struct ExpectedNodes {
    std::vector<std::string> names;
    std::size_t count = 0; ///< where there are no names
};

/// Adds the nodes whose file says nothing, as incomplete, and those that have none, as missing.
void add_absent(const std::vector<BadNodeFile> &bad, const std::optional<ExpectedNodes> &expected,
                FleetReport &report);

} // namespace hashlane

#endif
