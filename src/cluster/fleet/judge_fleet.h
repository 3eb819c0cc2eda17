// SPDX-License-Identifier: MIT
#pragma once

#include "fleet_report.h"
#include "history.h"
#include "node_files.h"
#include "references.h"

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
    std::optional<Freshness> freshness = {}; ///< older files are not judged
    Limits limits = {};
};

struct JudgedFleet {
    FleetReport report;
    Baseline baseline; ///< of these nodes
};

/// Judges nodes by comparison with comparable nodes, or with the baseline if these are too few.
/// docs/internals/fleet-judgement.md has the classes and the rules.
JudgedFleet judge_fleet(NodeFiles files, const FleetRequest &request);

// ---- One node against a baseline, in one line: docs/how-to/cluster.md shows the lines.

/// Reads a baseline of a fleet ('hashlane fleet --write-baseline'), or the file of a good node,
/// which becomes one. Throws a BadFile if the file is neither.
Baseline read_baseline_or_node(const std::string &path);

/// Makes a baseline from one good node: the usual values of its group, and its settings, as far as
/// the file contains them.
Baseline baseline_of(const NodeFile &good);

/// Judges `now` as judge_fleet() does with that baseline: a fleet of one node.
JudgedFleet judge_health(const NodeFile &now, const Baseline &baseline, const Limits &limits = {});

/// Returns the class and its reason without the node's name, as the reason of a drain: "slow clock:
/// -4.2 % together: clock …". For a healthy node, its distance from the baseline.
std::string health_line(const JudgedFleet &judged, const Baseline &baseline);

} // namespace hashlane::cluster
