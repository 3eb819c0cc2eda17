// SPDX-License-Identifier: MIT
//
// A node's memory and parts: its bandwidth compared with that of comparable nodes, its errors, and
// replaced parts.
#ifndef HASHLANE_SRC_CLUSTER_FLEET_NODE_HARDWARE_H
#define HASHLANE_SRC_CLUSTER_FLEET_NODE_HARDWARE_H

#include "history.h"
#include "node_file.h"
#include "yardstick.h"

#include <optional>
#include <string>
#include <vector>

namespace hashlane::cluster {

/// Returns the usual bandwidth of the nodes of a group that were measured as a whole; nothing if
/// fewer than least_alike have one.
std::optional<Usual> usual_memory_bandwidth(const std::vector<NodeFile> &nodes,
                                            const std::vector<std::size_t> &members);

/// Returns the evidence that a node's memory is slow: "memory: 150.0 GB/s, 25.0 % below the 200.0
/// of comparable nodes". Nothing if it is not, or the node was not measured as a whole.
std::optional<std::string> slow_memory(const NodeFile &file, const std::optional<Usual> &usual);

/// Returns a line for each sort of memory errors, and for each part that was replaced since the
/// runs of `history`, which may be null.
std::vector<std::string> hardware_events(const NodeFile &file, const History *history);

} // namespace hashlane::cluster

#endif
