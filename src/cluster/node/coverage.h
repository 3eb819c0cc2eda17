// SPDX-License-Identifier: MIT
//
// The parts of a machine that a task may not measure: a scheduler binds it to some cores, or a
// group of processes has a quota.
#ifndef HASHLANE_SRC_CLUSTER_NODE_COVERAGE_H
#define HASHLANE_SRC_CLUSTER_NODE_COVERAGE_H

#include "../../machine/topology/topology.h"

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace hashlane::cluster {

/// The value of an environment variable; empty if it is not set.
using Environment = std::function<std::string(const char *name)>;

/// Returns the reasons that a task cannot measure the whole machine, none if it can: "1 of 32
/// cores: this task is bound to CPU 0". A core counts if the task may use one of its SMT siblings;
/// CPUs that are offline do not count, nor do `reserved` cores that a site keeps for the system.
std::vector<std::string> coverage_gaps(const machine::Topology &topology, std::size_t reserved = 0);

/// Returns the start of a task that is not bound, for the engine that started this one.
std::string unbound_start(const machine::Topology &topology, const Environment &environment);

} // namespace hashlane::cluster

#endif
