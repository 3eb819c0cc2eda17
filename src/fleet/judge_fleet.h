// SPDX-License-Identifier: MIT
#ifndef HASHLANE_SRC_FLEET_JUDGE_FLEET_H
#define HASHLANE_SRC_FLEET_JUDGE_FLEET_H

#include "absent.h"
#include "baseline.h"
#include "fleet_report.h"
#include "history.h"

#include <optional>
#include <vector>

namespace hashlane {

struct FleetRequest {
    std::optional<ExpectedNodes> expected;
    std::optional<Baseline> baseline;
    std::optional<History> history;
};

struct JudgedFleet {
    FleetReport report;
    std::vector<BaselineGroup> baseline; ///< of these nodes
};

JudgedFleet judge_fleet(NodeFiles files, const FleetRequest &request);

} // namespace hashlane

#endif
