// SPDX-License-Identifier: MIT
#ifndef HASHLANE_SRC_MACHINE_TOPOLOGY_SYSFS_H
#define HASHLANE_SRC_MACHINE_TOPOLOGY_SYSFS_H

#include "topology.h"

#include <filesystem>

namespace hashlane {

/// What Linux shows in the files below root/sys/devices.
Topology sysfs_topology(const std::filesystem::path &root, std::vector<int> allowed);

} // namespace hashlane

#endif
