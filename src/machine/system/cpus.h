// SPDX-License-Identifier: MIT
//
// CPUs by their numbers, as the operating system counts them; how much they have to do, how much of
// them a host gives to others, and how much of them this process may use.
#pragma once

#include "host.h"

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hashlane::machine {

// ---- Numbers ----

/// Returns the CPUs that this process may run on (its affinity mask, within its cgroup's CPU set),
/// ascending; never empty, and never one that is offline.
std::vector<int> allowed_cpus();

/// Parses "0,2-3" as {0, 2, 3}: sorted, without repeats. Throws std::invalid_argument with the
/// problem in one line if the text is no such list or names a CPU outside `allowed`.
std::vector<int> parse_cpu_list(std::string_view text, const std::vector<int> &allowed);

/// Parses "12": digits alone, below any future number of CPUs. Nothing for another text.
std::optional<int> cpu_number(std::string_view digits);

/// Formats {0, 1, 2, 5} as "0-2,5".
std::string format_cpu_list(const std::vector<int> &cpus);

/// Binds the calling thread to one CPU. False if the system refuses or has no such call.
bool pin_this_thread(int cpu);

/// Returns the CPU that the calling thread is on; nothing if the system does not report it.
std::optional<int> this_threads_cpu();

/// Windows counts CPUs within groups of 64: CPU 3 of group 1 is our CPU 67. Those of a group that
/// are in `mask`, ascending.
constexpr int cpus_in_group = 64;
std::vector<int> cpus_of_group(int group, std::uint64_t mask);

// ---- Time ----

/// The work of each CPU during some time, in the system's ticks. A CPU that is missing had nothing
/// to do.
using CpuLoad = std::map<int, long long>;

/// Returns the load of the next 50 ms; empty if the system does not report it.
CpuLoad watch_cpu_load();

/// Returns the load since boot; empty if the system does not report it. `root` is the folder of
/// Linux's files, in tests another folder.
CpuLoad load_since_boot(const std::filesystem::path &root = linux_root());

/// Since boot, in the system's ticks.
struct CpuTime {
    long long all = 0;
    long long stolen = 0; ///< taken by a host for others while this CPU had work
};

/// Reads the system's times of these CPUs together; nothing if it does not count stolen time.
/// `root` is as above.
std::optional<CpuTime> cpu_time(const std::vector<int> &cpus,
                                const std::filesystem::path &root = linux_root());

/// Returns the stolen share of the time between two readings; nothing if one of them is missing or
/// no time has passed.
std::optional<double> stolen_share(const std::optional<CpuTime> &before,
                                   const std::optional<CpuTime> &after);

/// Returns the processor time that this process's cgroups allow it, in CPUs: 1.5 is one and a half.
/// The least of all groups that it is in, of versions 1 and 2; nothing if none limits it. `root` is
/// as above.
std::optional<double> cpu_quota(const std::filesystem::path &root = linux_root());

/// True if the system shows those groups: without them a limit cannot be detected.
bool is_cpu_quota_visible(const std::filesystem::path &root = linux_root());

} // namespace hashlane::machine
