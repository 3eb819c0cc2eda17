// SPDX-License-Identifier: MIT
//
// Machines that are not here, as hwloc describes them; topologies/README.md lists them.
#include "machine/topology_hwloc.h"

#include "support/files.h"
#include "support/topologies.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <stdexcept>

namespace hashlane::test {
namespace {

using Cpus = std::vector<int>;
using Names = std::vector<std::string>;

Topology recorded(const std::string &name, Cpus allowed)
{
    return described_topology(read_file(test_path("machine/topologies/" + name + ".xml")),
                              std::move(allowed));
}

std::vector<Cpus> cores_of(const Topology &topology)
{
    std::vector<Cpus> cores;
    for (const Topology::Core &core : topology.cores)
        cores.push_back(core.cpus);
    return cores;
}

TEST(Hwloc, HybridWithSmtOnSomeCores)
{
    const Topology topology = recorded("hybrid", cpus_from_0_to(7));
    EXPECT_EQ(topology.kinds, (Names{"P-core", "E-core"}))
        << "cores that differ in top frequency alone are one kind";
    EXPECT_EQ(cores_of(topology), cores_of(hybrid()));
    EXPECT_EQ(cpus_of_kind(topology, 0), (Cpus{0, 1, 2, 3}));
    EXPECT_EQ(cpus_of_kind(topology, 1), (Cpus{4, 5, 6, 7}));
    ASSERT_FALSE(topology.caches.empty());
    const Topology::Cache &first = topology.caches.front(), &last = topology.caches.back();
    EXPECT_EQ(first.level, 1);
    EXPECT_EQ(first.type, "Data");
    EXPECT_EQ(first.bytes, 49152U);
    EXPECT_EQ(first.cpus, (Cpus{0, 1}));
    EXPECT_EQ(last.level, 3);
    EXPECT_EQ(last.type, "Unified");
    EXPECT_EQ(last.cpus, cpus_from_0_to(7));
    EXPECT_EQ(std::ranges::count(topology.caches, "Instruction", &Topology::Cache::type), 6);
}

TEST(Hwloc, BigLittle)
{
    const Topology topology = recorded("big_little", cpus_from_0_to(5));
    EXPECT_EQ(topology.kinds, (Names{"big", "LITTLE"}));
    EXPECT_EQ(cpus_of_kind(topology, 0), (Cpus{4, 5}));
    EXPECT_EQ(cpus_of_kind(topology, 1), (Cpus{0, 1, 2, 3}));
}

TEST(Hwloc, TwoPackages)
{
    const Topology topology =
        described_topology("pack:2 [numa(memory=1073741824)] l3:1(size=33554432) core:2 "
                           "pu:2(indexes=0,4,1,5,2,6,3,7)",
                           cpus_from_0_to(7));
    EXPECT_EQ(topology.kinds, Names{"all"});
    EXPECT_EQ(topology.packages, 2U);
    EXPECT_EQ(cores_of(topology), cores_of(two_packages()));
    EXPECT_EQ(topology.cores[1].numa_node, 0);
    EXPECT_EQ(topology.cores[2].numa_node, 1);
    EXPECT_EQ(topology.cores[2].package, 1);
    ASSERT_EQ(topology.numa_nodes.size(), 2U);
    EXPECT_EQ(topology.numa_nodes[1].bytes, 1U << 30);
    EXPECT_EQ(topology.numa_nodes[1].cpus, (Cpus{2, 3, 6, 7}));
    EXPECT_EQ(topology.caches.size(), 2U);
}

TEST(Hwloc, AffinityLimitsWhatIsAllowedNotWhatIsThere)
{
    const Topology topology = recorded("hybrid", {1, 6});
    EXPECT_EQ(topology.allowed, (Cpus{1, 6}));
    EXPECT_EQ(topology.cores.size(), 6U);
}

// CPUs 2 and 3 are outside the cgroup's set, 6 and 7 offline.
TEST(Hwloc, CgroupAndOfflineCpus)
{
    const Topology topology = recorded("restricted", {0, 1, 4, 5});
    EXPECT_EQ(cores_of(topology), (std::vector<Cpus>{{0, 1}, {2, 3}, {4}, {5}}));
    EXPECT_EQ(topology.kinds, (Names{"P-core", "E-core"}));
    EXPECT_EQ(topology.allowed, (Cpus{0, 1, 4, 5}));
}

TEST(Hwloc, AnAllowedCpuThatItDoesNotKnowIsACore)
{
    const Topology topology = described_topology("core:2 pu:1", {0, 1, 9});
    EXPECT_EQ(cores_of(topology), (std::vector<Cpus>{{0}, {1}, {9}}));
}

TEST(Hwloc, WithoutCoresEachCpuIsOne)
{
    EXPECT_EQ(cores_of(described_topology("pack:1 pu:2", {0, 1})), (std::vector<Cpus>{{0}, {1}}));
}

TEST(Hwloc, RefusesWhatItCannotRead)
{
    EXPECT_THROW(described_topology("nonsense:x", {0}), std::invalid_argument);
    EXPECT_THROW(described_topology("<nonsense/>", {0}), std::invalid_argument);
}

} // namespace
} // namespace hashlane::test
