// SPDX-License-Identifier: MIT
#ifndef HASHLANE_SRC_NODE_MEASURE_NODE_H
#define HASHLANE_SRC_NODE_MEASURE_NODE_H

#include "../clock/cycle_clock.h"
#include "node.h"
#include "node_plan.h"

#include <atomic>
#include <chrono>
#include <vector>

namespace hashlane {

/// What a node is asked to do.
struct NodeRequest {
    NodePlan plan;
    std::vector<const Kernel *> kernels;
    ClockRequest clock;
    /// Nodes that began at one time load all cores at one time, too: what is left of the time for
    /// single cores is waited for.
    bool in_step = false;
    std::string command; ///< the line that the user typed
};

/// The kernels that the manifest puts first for many lanes on such a processor. Not what `tune`
/// found: equal nodes run equal kernels.
std::vector<const Kernel *> node_kernels(FeatureSet features);

/// Each core alone, then all together, then a soak. What the time was too short for, or an
/// interrupt came before, is left out, and said in `incomplete_reason`. What is wrong is in the
/// tables, and in the report's mismatches.
Node measure_node(const NodeRequest &request, const std::atomic<bool> &interrupted);

} // namespace hashlane

#endif
