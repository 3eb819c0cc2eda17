// SPDX-License-Identifier: MIT
//
// All that the operating system has set that may make two machines of one kind differ, as texts:
// what is compared between nodes of a cluster, and shown. system_state.h has what `info` explains.
#ifndef HASHLANE_SRC_MACHINE_SYSTEM_SETTINGS_H
#define HASHLANE_SRC_MACHINE_SYSTEM_SETTINGS_H

#include "topology.h"

#include "../system/host.h"

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace hashlane {

/// Name and value, always the same names in the same order; a value is empty where the system does
/// not show it. docs/cluster.md describes each.
using SystemSettings = std::vector<std::pair<std::string, std::string>>;

/// `root` is the folder of Linux's files, in tests another one; empty if there are none.
SystemSettings read_system_settings(const Topology &topology,
                                    const std::filesystem::path &root = linux_root());

/// The cores of which this process may use a CPU.
std::size_t usable_cores(const Topology &topology);

} // namespace hashlane

#endif
