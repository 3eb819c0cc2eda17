// SPDX-License-Identifier: MIT
#ifndef HASHLANE_SRC_CLUSTER_FLEET_JUDGE_FLEET_H
#define HASHLANE_SRC_CLUSTER_FLEET_JUDGE_FLEET_H

#include "fleet_report.h"
#include "history.h"
#include "node_files.h"
#include "yardstick.h"

#include <optional>
#include <string>
#include <vector>

namespace hashlane::cluster {

/// The nodes that should be present: names, or only their number.
struct ExpectedNodes {
    std::vector<std::string> names;
    std::size_t count = 0; ///< if there are no names
};

/// The input of a judgement of nodes.
struct FleetRequest {
    std::optional<ExpectedNodes> expected;
    std::optional<Baseline> baseline;
    std::optional<History> history;
};

struct JudgedFleet {
    FleetReport report;
    std::vector<BaselineGroup> baseline; ///< of these nodes
};

/// Judges nodes by comparison with comparable nodes, or with the baseline if these are too few.
/// docs/internals/fleet-judgement.md has the classes and the rules.
JudgedFleet judge_fleet(NodeFiles files, const FleetRequest &request);

} // namespace hashlane::cluster

#endif
