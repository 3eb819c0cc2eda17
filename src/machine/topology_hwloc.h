// SPDX-License-Identifier: MIT
#ifndef HASHLANE_SRC_MACHINE_TOPOLOGY_HWLOC_H
#define HASHLANE_SRC_MACHINE_TOPOLOGY_HWLOC_H

#include "topology.h"

namespace hashlane {

/// The machine that hwloc's XML, or a synthetic description like "pack:2 core:4 pu:2", stands for.
/// Throws std::invalid_argument when hwloc cannot read it.
Topology described_topology(const std::string &description, std::vector<int> allowed);

} // namespace hashlane

#endif
