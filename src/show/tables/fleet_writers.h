// SPDX-License-Identifier: MIT
//
// A judged fleet in each format, and what several reports on a fleet say alike.
// docs/internals/fleet-judgement.md says which format is for whom, docs/reference/json.md has the
// keys.
#ifndef HASHLANE_SRC_SHOW_TABLES_FLEET_WRITERS_H
#define HASHLANE_SRC_SHOW_TABLES_FLEET_WRITERS_H

#include "../../cluster/fleet/fleet_report.h"

#include <optional>
#include <string>
#include <vector>

namespace hashlane::show {

std::string write_fleet_json(const cluster::FleetReport &fleet);

/// A line for each node, as SuperBench writes its results: "node", and numbers whose keys
/// are "benchmark/metric".
std::string write_fleet_lines(const cluster::FleetReport &fleet);

/// Counts the nodes, with those that are missing without a name.
std::size_t size_of(const cluster::FleetReport &fleet);

/// The nodes that are not healthy, the gravest class first.
std::vector<const cluster::NodeReport *> unhealthy_of(const cluster::FleetReport &fleet);

/// What speaks against a node: of classes other than its own with "also slow clock: " before it.
std::vector<std::string> evidence_of(const cluster::NodeReport &node);

/// The names of the nodes of a class, folded.
std::string names_of(const cluster::FleetReport &fleet, cluster::NodeClass node_class);

/// The middle of what is usual, in a unit; and how far it spreads, in percent. Empty where it is
/// not known.
std::string center_text(const std::optional<cluster::Usual> &usual, double factor, int digits);
std::string scale_text(const std::optional<cluster::Usual> &usual);

/// "judged by each other".
const char *judge_text(cluster::JudgedBy judged_by);

/// The processor, how many nodes there are and what judges them.
std::string group_title(const cluster::GroupReport &group);

} // namespace hashlane::show

#endif
