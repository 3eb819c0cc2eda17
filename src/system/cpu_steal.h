// SPDX-License-Identifier: MIT
#ifndef HASHLANE_SRC_SYSTEM_CPU_STEAL_H
#define HASHLANE_SRC_SYSTEM_CPU_STEAL_H

#include "host.h"

#include <filesystem>
#include <optional>
#include <vector>

namespace hashlane {

/// Since boot, in the system's ticks.
struct CpuTime {
    long long all = 0;
    long long stolen = 0; ///< that a host gave to others while this CPU had work
};

/// What the system says of a CPU; nothing where it does not count stolen time. `root` is where
/// Linux's files are, in tests another folder; empty where there are none.
std::optional<CpuTime> cpu_time(int cpu, const std::filesystem::path &root = linux_root());

/// The same of several together.
std::optional<CpuTime> cpu_time(const std::vector<int> &cpus,
                                const std::filesystem::path &root = linux_root());

/// Of the time between two readings; nothing where one of them is missing, or no time has passed.
std::optional<double> stolen_share(const std::optional<CpuTime> &before,
                                   const std::optional<CpuTime> &after);

} // namespace hashlane

#endif
