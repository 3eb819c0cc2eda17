// SPDX-License-Identifier: MIT
//
// Windows counts CPUs within groups of 64; CPU 3 of group 1 is our CPU 67.
#ifndef HASHLANE_SRC_SYSTEM_WINDOWS_CPUS_H
#define HASHLANE_SRC_SYSTEM_WINDOWS_CPUS_H

#include <vector>
#include <windows.h>

namespace hashlane {

constexpr int cpus_in_group = 64;

/// Ascending.
std::vector<int> cpus_in(const GROUP_AFFINITY &affinity);

} // namespace hashlane

#endif
