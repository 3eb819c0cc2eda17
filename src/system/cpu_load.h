// SPDX-License-Identifier: MIT
#ifndef HASHLANE_SRC_SYSTEM_CPU_LOAD_H
#define HASHLANE_SRC_SYSTEM_CPU_LOAD_H

#include <map>
#include <string>

namespace hashlane {

/// How much each CPU had to do in some time, in the system's ticks. A CPU that is missing had
/// nothing to do.
using CpuLoad = std::map<int, long long>;

/// The load of the next 50 ms; empty if the system does not report it.
CpuLoad watch_cpu_load();

/// The load since boot; empty if the system does not report it.
CpuLoad load_since_boot();

/// The same from the text of Linux's /proc/stat.
CpuLoad cpu_load_in(const std::string &proc_stat);

} // namespace hashlane

#endif
