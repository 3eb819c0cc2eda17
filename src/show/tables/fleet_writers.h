// SPDX-License-Identifier: MIT
//
// A judged fleet in each format, and the parts that several reports on a fleet share.
// docs/internals/fleet-judgement.md lists the uses of the formats, docs/reference/json.md the keys.
#pragma once

#include "../../cluster/fleet/fleet_report.h"
#include "../../results/json.h"

#include <optional>
#include <string>
#include <vector>

namespace hashlane::show {

std::string write_fleet_json(const cluster::FleetReport &fleet);

/// True if `document` is a fleet's report in JSON.
bool is_fleet(const results::JsonFields &document);

/// True if the text is that of 'hashlane fleet --format jsonl', which has too little for a page.
bool is_fleet_lines(const std::string &text);

/// Reads such a report, without the cores of figures: their number and spread. Throws a BadFile if
/// something in it is missing or wrong.
cluster::FleetReport read_fleet(const results::JsonFields &document);

/// Writes the names of the nodes of these classes, folded, on one line; nothing if there is none.
std::string write_fleet_nodeset(const cluster::FleetReport &fleet,
                                const std::vector<cluster::NodeClass> &classes);

/// Counts the nodes, with those that are missing without a name.
std::size_t size_of(const cluster::FleetReport &fleet);

/// Nodes with equal findings: of one class, on one subject each.
using NodeBlock = std::vector<const cluster::NodeReport *>;

/// The nodes that are not healthy, the gravest class first, equal findings together.
std::vector<NodeBlock> blocks_of(const cluster::FleetReport &fleet);

/// Finds the node whose first finding is the farthest off.
const cluster::NodeReport &farthest_of(const NodeBlock &block);

/// Returns "as n03:" if the evidence of farthest_of() is not that of all; else empty.
std::string whose_evidence(const NodeBlock &block);

/// Returns the evidence against a node; evidence for other classes than its own begins with "also
/// slow clock: ".
std::vector<std::string> evidence_of(const cluster::NodeReport &node);

/// Returns advice to an operator; empty for healthy nodes.
const char *advice_for(cluster::NodeClass node_class);

/// Returns the names of the nodes of these classes, folded.
std::string names_of(const cluster::FleetReport &fleet,
                     const std::vector<cluster::NodeClass> &classes);

/// Return the usual value in a unit, and its spread between `nodes` nodes in percent. Empty if not
/// known, and if there is one node.
std::string median_text(const std::optional<cluster::RobustSummary> &usual, double factor,
                        int digits);
std::string sigma_text(const std::optional<cluster::RobustSummary> &usual, std::size_t nodes);

/// "judged by each other".
const char *judge_text(cluster::JudgedBy judged_by);

/// Names the processor, the number of nodes, their cores and their judge.
std::string group_title(const cluster::GroupReport &group);

/// Names the kind of devices, their number and their judge.
std::string device_title(const cluster::DeviceGroupReport &group);

/// Returns "measured 2026-11-22 02:00 to 02:03, judged 2026-11-22 02:10", in UTC; of the nodes with
/// files that are not too old. Empty if no time is known.
std::string dates_text(const cluster::FleetReport &fleet);

} // namespace hashlane::show
