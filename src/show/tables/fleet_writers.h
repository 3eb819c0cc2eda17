// SPDX-License-Identifier: MIT
//
// A judged fleet in each format, and the parts that several reports on a fleet share.
// docs/internals/fleet-judgement.md lists the uses of the formats, docs/reference/json.md the keys.
#ifndef HASHLANE_SRC_SHOW_TABLES_FLEET_WRITERS_H
#define HASHLANE_SRC_SHOW_TABLES_FLEET_WRITERS_H

#include "../../cluster/fleet/fleet_report.h"

#include <optional>
#include <string>
#include <vector>

namespace hashlane::show {

std::string write_fleet_json(const cluster::FleetReport &fleet);

/// Writes a line for each node, as SuperBench writes its results: "node", and numbers whose keys
/// are "benchmark/metric".
std::string write_fleet_lines(const cluster::FleetReport &fleet);

/// Counts the nodes, with those that are missing without a name.
std::size_t size_of(const cluster::FleetReport &fleet);

/// The nodes that are not healthy, the gravest class first.
std::vector<const cluster::NodeReport *> unhealthy_of(const cluster::FleetReport &fleet);

/// Returns the evidence against a node; evidence for other classes than its own begins with "also
/// slow clock: ".
std::vector<std::string> evidence_of(const cluster::NodeReport &node);

/// Returns the names of the nodes of a class, folded.
std::string names_of(const cluster::FleetReport &fleet, cluster::NodeClass node_class);

/// Return the usual value in a unit, and its spread in percent. Empty if not known.
std::string center_text(const std::optional<cluster::Usual> &usual, double factor, int digits);
std::string scale_text(const std::optional<cluster::Usual> &usual);

/// "judged by each other".
const char *judge_text(cluster::JudgedBy judged_by);

/// Names the processor, the number of nodes and their judge.
std::string group_title(const cluster::GroupReport &group);

} // namespace hashlane::show

#endif
