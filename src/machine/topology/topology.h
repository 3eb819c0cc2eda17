// SPDX-License-Identifier: MIT
//
// Cores, their kinds, and the resources that they share.
#pragma once

#include "../../lib/core/cpu_features.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace hashlane::machine {

/// CPU numbers are the operating system's. All CPUs that are online are in it, also those that
/// this process may not use: a sibling that another process loads slows a core down all the same.
struct Topology {
    struct Core {
        std::vector<int> cpus; ///< SMT siblings, ascending; never empty
        int package = 0;
        int numa_node = 0;
        std::size_t kind = 0; ///< index into `kinds`
    };
    struct Cache {
        int level = 1;
        std::string type; ///< "Data", "Instruction" or "Unified"
        std::uint64_t bytes = 0;
        std::vector<int> cpus; ///< that share it
    };
    struct NumaNode {
        int number = 0;
        std::uint64_t bytes = 0; ///< of memory
        std::vector<int> cpus;
    };
    std::string source; ///< "/sys", or why there is no more than a list of CPUs
    unsigned packages = 1;
    std::vector<std::string> kinds; ///< fastest first; only "all" on machines with one kind
    std::vector<Core> cores;        ///< ascending by first CPU
    std::vector<Cache> caches;      ///< the smallest level first
    std::vector<NumaNode> numa_nodes;
    std::vector<int> allowed; ///< the CPUs that this process may use, ascending; each has a core
    std::optional<double> cpu_quota;   ///< cpus.h
    bool cpu_quota_is_visible = false; ///< else it is not known whether there is one
};

/// This machine's, read again at each call.
Topology read_topology();

/// This machine's at the first call; thread-safe.
const Topology &this_topology();

/// Reads the topology from Linux's files below root/sys/devices.
Topology sysfs_topology(const std::filesystem::path &root, std::vector<int> allowed);

/// Windows only: reads the records of GetLogicalProcessorInformationEx, of this machine or, in
/// tests, of another.
Topology topology_in(std::span<const std::byte> records, std::vector<int> allowed);

/// Makes each of these CPUs a core of its own, for systems without more information.
Topology flat_topology(std::vector<int> allowed, std::string source);

/// Gives each allowed CPU that is in no core one of its own, and puts the cores in order.
void complete(Topology &topology);

/// Returns the place among the cores of the one with this CPU; or nothing.
std::optional<std::size_t> core_of(const Topology &topology, int cpu);

/// Returns the first of the core's CPUs that this process may use; or nothing.
std::optional<int> first_allowed_cpu(const Topology &topology, const Topology::Core &core);

/// Returns the CPUs of the cores of one kind, ascending.
std::vector<int> cpus_of_kind(const Topology &topology, std::size_t kind);

/// Reads a list of CPUs or memory nodes, as Linux writes them: "0-3,8" → 0, 1, 2, 3, 8. Empty if
/// the text is no such list.
std::vector<int> numbers_of(const std::string &list);

/// Returns a name for each of some classes of core with different capacities, fastest first: "big"
/// and "LITTLE" of two, "prime" before them of three, "capacity-1024" of more.
std::vector<std::string> capacity_names(const std::vector<int> &capacities);

using CpusByKind = std::map<CoreKind, std::vector<int>>;

/// Reads the kind of core of each CPU, on a thread that is bound to it. On a processor that is not
/// hybrid it reads none.
CpusByKind cpus_by_kind(const std::vector<int> &cpus);

/// Groups them by the kinds that `kind_of` returns.
CpusByKind cpus_by_kind(const std::vector<int> &cpus, const std::function<CoreKind(int)> &kind_of);

} // namespace hashlane::machine
