// SPDX-License-Identifier: MIT
#ifndef HASHLANE_SRC_MACHINE_TOPOLOGY_WINDOWS_H
#define HASHLANE_SRC_MACHINE_TOPOLOGY_WINDOWS_H

#include "topology.h"

#include <cstddef>
#include <span>

namespace hashlane {

/// The topology in what GetLogicalProcessorInformationEx wrote, of this machine or, in tests,
/// another.
Topology topology_in(std::span<const std::byte> records, std::vector<int> allowed);

} // namespace hashlane

#endif
