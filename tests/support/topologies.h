// SPDX-License-Identifier: MIT
//
// Machines to place threads on.
#pragma once

#include "machine/topology/topology.h"

#include <numeric>

namespace hashlane::test {

inline std::vector<int> cpus_from_0_to(int last)
{
    std::vector<int> cpus(static_cast<std::size_t>(last) + 1);
    std::iota(cpus.begin(), cpus.end(), 0);
    return cpus;
}

/// Two P-cores with SMT, CPUs 0-1 and 2-3, and four E-cores, CPUs 4 to 7.
inline machine::Topology hybrid()
{
    machine::Topology topology = machine::flat_topology(cpus_from_0_to(7), "by hand");
    topology.kinds = {"P-core", "E-core"};
    topology.cores = {{{0, 1}, 0, 0, 0}, {{2, 3}, 0, 0, 0}, {{4}, 0, 0, 1},
                      {{5}, 0, 0, 1},    {{6}, 0, 0, 1},    {{7}, 0, 0, 1}};
    return topology;
}

/// Two packages, a NUMA node each, of two cores with SMT: 0,4 1,5 and 2,6 3,7.
inline machine::Topology two_packages()
{
    machine::Topology topology = machine::flat_topology(cpus_from_0_to(7), "by hand");
    topology.packages = 2;
    topology.cores = {{{0, 4}, 0, 0, 0}, {{1, 5}, 0, 0, 0}, {{2, 6}, 1, 1, 0}, {{3, 7}, 1, 1, 0}};
    constexpr std::uint64_t gibi = 1 << 30;
    topology.numa_nodes = {{0, 32 * gibi, {0, 1, 4, 5}}, {1, 32 * gibi, {2, 3, 6, 7}}};
    topology.caches = {{1, "Data", 49152, {0, 4}},
                       {1, "Data", 49152, {1, 5}},
                       {1, "Data", 49152, {2, 6}},
                       {1, "Data", 49152, {3, 7}},
                       {3, "Unified", 32 << 20, {0, 1, 4, 5}},
                       {3, "Unified", 32 << 20, {2, 3, 6, 7}}};
    return topology;
}

} // namespace hashlane::test
