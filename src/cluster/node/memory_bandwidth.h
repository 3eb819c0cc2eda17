// SPDX-License-Identifier: MIT
//
// How fast all cores together read and write memory: one figure of a node, by STREAM's triad.
#ifndef HASHLANE_SRC_CLUSTER_NODE_MEMORY_BANDWIDTH_H
#define HASHLANE_SRC_CLUSTER_NODE_MEMORY_BANDWIDTH_H

#include "../../machine/topology/topology.h"

#include <atomic>
#include <chrono>
#include <cstdint>
#include <optional>
#include <vector>

namespace hashlane::cluster {

/// Returns the bytes that the arrays need to be four times as large as the caches together, within
/// a gibibyte and a sixteenth of the memory; nothing if they would then fit into the caches.
std::optional<std::uint64_t> bandwidth_bytes(const machine::Topology &topology);

/// Runs a[i] = b[i] + s * c[i] with a thread on each of `cpus`, on arrays of `bytes` in total,
/// until `end`: bytes per second, 24 for each i, as STREAM counts them. Each thread's is that of
/// its median pass. Nothing if it was stopped, or memory or threads are missing.
std::optional<double> memory_bandwidth(const std::vector<int> &cpus, std::uint64_t bytes,
                                       std::chrono::steady_clock::time_point end,
                                       const std::atomic<bool> &stop);

} // namespace hashlane::cluster

#endif
