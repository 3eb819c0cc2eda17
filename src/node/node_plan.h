// SPDX-License-Identifier: MIT
//
// How a node's time is spent: known before anything is measured, whatever the number of cores.
#ifndef HASHLANE_SRC_NODE_NODE_PLAN_H
#define HASHLANE_SRC_NODE_NODE_PLAN_H

#include "../machine/topology.h"
#include "../measure/run_in_rounds.h"

#include <vector>

namespace hashlane {

struct NodePlan {
    double alone_seconds = 0;
    double together_seconds = 0;
    double soak_seconds = 0;
    double least_seconds = 0; ///< less is too little for one visit of each row
    /// CPUs that are busy at a time while cores are measured alone. One in each group, as long as
    /// the time allows; then cores of different packages, then of different memory nodes, then
    /// those that are farthest from each other in the system's order.
    std::vector<std::vector<int>> groups;
    std::vector<int> all; ///< one CPU of each core, ascending
};

/// `deadline_seconds` for `kernels` kernels on every core of which this process may use a CPU. Of
/// the time `soak_share` is for a soak, as far as that is long enough to say anything.
NodePlan plan_node(const Topology &topology, std::size_t kernels, double deadline_seconds,
                   double soak_share = 0);

/// Of a node that is not in a hurry.
constexpr double usual_soak_share = 0.2;

/// Short visits of each row in turn.
RunPlan plan_alone(const NodePlan &plan, std::size_t kernels);

/// Visits of each row in turn with no pause that a core could cool down in, until the time is over.
RunPlan plan_together(const NodePlan &plan, std::size_t kernels);

} // namespace hashlane

#endif
