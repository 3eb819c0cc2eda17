// SPDX-License-Identifier: MIT
//
// Parts of a node that are slower than the rest of it: a package, a memory node, the cores of an L3
// cache, or any cores that are too many to be single faults.
#pragma once

#include "fleet_report.h"
#include "node_file.h"
#include "node_speed.h"
#include "references.h"

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace hashlane::cluster {

/// The usual paces of one part in one figure among comparable nodes.
struct UsualPart {
    std::optional<RobustSummary> cycles, clock;
};
using UsualParts = std::map<FigureKey, std::map<std::string, UsualPart, std::less<>>>;

/// Learns them from the nodes' part_paces_of(), each of at least least_alike nodes.
UsualParts usual_parts(const std::vector<MeasuredNode> &nodes);

/// Finds the parts that are slower than the rest of their node, as they are in no comparable node:
/// by more than nodes may differ, in two figures if there are two. Of parts that contain each other
/// the smallest that contains all that is slow. Returns their paces against comparable nodes, in
/// the figure that shows it most.
std::vector<PartPace> slow_parts_of(const NodeFile &node, const std::vector<PartPaces> &paces,
                                    const UsualParts &usual, const Limits &limits);

/// Returns a line for each package and NUMA node that is slower than the rest in most of the nodes,
/// so that no comparison of the nodes shows it: "package 1: cycles +0.1 %, clock -15.0 % against
/// the other cores, in most nodes". Nothing where cores are of several kinds. `node` is one of
/// them.
std::vector<std::string> uneven_parts(const NodeFile &node, const Places &places,
                                      const Limits &limits);

/// Returns "24 of 96 cores (CPUs 0-23, NUMA node 0, package 0)": with the parts that have all of
/// these CPUs, but not all of the node.
std::string name_cores(const NodeFile &node, std::vector<int> cpus, std::size_t of_cores);

} // namespace hashlane::cluster
