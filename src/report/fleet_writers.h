// SPDX-License-Identifier: MIT
//
// A judged fleet in each format. docs/fleet.md says which is for whom, docs/json.md has the keys.
#ifndef HASHLANE_SRC_REPORT_FLEET_WRITERS_H
#define HASHLANE_SRC_REPORT_FLEET_WRITERS_H

#include "../fleet/fleet_report.h"
#include "style.h"

#include <string>

namespace hashlane {

/// Healthy nodes in one line, the others in full.
std::string write_fleet_table(const FleetReport &fleet, const Style &style);

std::string write_fleet_json(const FleetReport &fleet);

/// A line for each measured node, as SuperBench writes its results: "node", and numbers whose keys
/// are "benchmark/metric".
std::string write_fleet_lines(const FleetReport &fleet);

/// A line for each node.
std::string write_fleet_csv(const FleetReport &fleet);

/// The names of the nodes that are not healthy, folded, on one line; nothing where all are.
std::string write_fleet_nodeset(const FleetReport &fleet);

/// For node_exporter's textfile collector.
std::string write_fleet_prometheus(const FleetReport &fleet);

} // namespace hashlane

#endif
