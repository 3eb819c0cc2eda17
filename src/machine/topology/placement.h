// SPDX-License-Identifier: MIT
//
// Which CPUs measuring threads run on.
#pragma once

#include "../system/cpus.h"
#include "topology.h"

#include <string>
#include <vector>

namespace hashlane::machine {

/// The most threads that one measurement may have: more than any machine has CPUs.
constexpr unsigned max_threads = 8192;

struct PlacementRequest {
    std::vector<int> cpus;  ///< to choose from; empty: all that are allowed
    unsigned threads = 0;   ///< in all; 0: as the other members imply
    unsigned per_core = 0;  ///< threads on each core in use; 0: as the other members imply
    bool all_cores = false; ///< every core, instead of `threads`
    std::string core_kind;  ///< cores of this kind only, whatever its case; empty: of any

    bool operator==(const PlacementRequest &) const = default;
};

/// Threads that are measured together.
struct Placement {
    std::vector<int> cpus; ///< one per thread; threads with the same CPU share it
    std::string core_kind; ///< "P-core", or "P-core+E-core"; empty if all cores are of one kind
};

/// With more than one thread in all, or all cores: one placement, over distinct cores first and
/// SMT siblings then. Else one on the idlest core of each kind, the fastest kind first. A core is
/// as busy as all its siblings together. Throws std::invalid_argument with one line, which begins
/// with the option, for a request that cannot be met or contradicts itself.
std::vector<Placement> place(const Topology &topology, const PlacementRequest &request,
                             const CpuLoad &load);

/// Returns a CPU for each thread: a core each first, then the cores' further CPUs, then all once
/// more. Precondition: no core is empty.
std::vector<int> spread_threads(std::size_t threads, const std::vector<std::vector<int>> &cores);

/// Returns "P-core", or "P-core+E-core" of CPUs of both; empty if all cores are of one kind.
std::string kinds_of(const Topology &topology, const std::vector<int> &cpus);

/// Returns "0 (P-core)", "0,2".
std::string describe(const Placement &placement);

} // namespace hashlane::machine
