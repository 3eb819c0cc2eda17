// SPDX-License-Identifier: MIT
//
// One node against a baseline: the fleet's judgement of it, in one line. docs/how-to/cluster.md
// shows the lines.
#ifndef HASHLANE_SRC_CLUSTER_FLEET_HEALTH_H
#define HASHLANE_SRC_CLUSTER_FLEET_HEALTH_H

#include "judge_fleet.h"
#include "node_file.h"
#include "yardstick.h"

#include <string>

namespace hashlane::cluster {

/// Reads a baseline of a fleet ('hashlane fleet --write-baseline'), or the file of a good node,
/// which becomes one. Throws a BadFile if the file is neither.
Baseline read_baseline_or_node(const std::string &path);

/// Makes a baseline from one good node: the usual values of its group, and its settings, as far as
/// the file contains them.
Baseline baseline_of(const NodeFile &good);

/// Judges `now` as judge_fleet() does with that baseline: a fleet of one node.
JudgedFleet judge_health(const NodeFile &now, const Baseline &baseline);

/// Returns the class and its reason without the node's name, as the reason of a drain: "slow clock:
/// -4.2 % together: clock …". For a healthy node, its distance from the baseline.
std::string health_line(const JudgedFleet &judged, const Baseline &baseline);

} // namespace hashlane::cluster

#endif
