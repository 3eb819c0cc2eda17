// SPDX-License-Identifier: MIT
//
// This machine's topology, whatever reads it.
#include "machine/topology/topology.h"

#include "machine/system/cpus.h"
#include "machine/system/threads.h"
#include "support/topologies.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace hashlane::test {
namespace {

using Cpus = std::vector<int>;

void expect_consistent(const machine::Topology &topology)
{
    ASSERT_FALSE(topology.kinds.empty());
    ASSERT_FALSE(topology.source.empty());
    EXPECT_GE(topology.packages, 1U);
    std::set<int> seen;
    for (const machine::Topology::Core &core : topology.cores) {
        EXPECT_LT(core.kind, topology.kinds.size());
        EXPECT_TRUE(std::ranges::is_sorted(core.cpus));
        for (const int cpu : core.cpus)
            EXPECT_TRUE(seen.insert(cpu).second) << "CPU " << cpu << " is in two cores";
    }
    for (const int cpu : topology.allowed)
        EXPECT_TRUE(seen.contains(cpu)) << "CPU " << cpu << " is in no core";
}

TEST(Topology, OfThisMachine)
{
    const machine::Topology topology = machine::read_topology();
    expect_consistent(topology);
    EXPECT_EQ(topology.allowed, machine::allowed_cpus());
    EXPECT_EQ(machine::this_topology().source, topology.source);
}

#if defined(__linux__)
// Elsewhere a thread's CPUs are not the process's.
TEST(Topology, KeepsToTheAffinityOfTheProcess)
{
    const int last = machine::allowed_cpus().back();
    machine::Topology topology;
    machine::on_pinned_threads({last}, [&](std::size_t) { topology = machine::read_topology(); });
    expect_consistent(topology);
    EXPECT_EQ(topology.allowed, Cpus{last});
}
#endif

TEST(Topology, WithoutKnowledgeEachCpuIsACore)
{
    const machine::Topology topology = machine::flat_topology({3, 5}, "why");
    expect_consistent(topology);
    EXPECT_EQ(topology.source, "why");
    EXPECT_EQ(topology.kinds, std::vector<std::string>{"all"});
    ASSERT_EQ(topology.cores.size(), 2U);
    EXPECT_EQ(topology.cores[1].cpus, Cpus{5});
    EXPECT_EQ(machine::cpus_of_kind(topology, 0), (Cpus{3, 5}));
}

TEST(Topology, KnowsItsSiblings)
{
    EXPECT_EQ(machine::cpus_of_kind(hybrid(), 0), (Cpus{0, 1, 2, 3}));
    EXPECT_EQ(machine::cpus_of_kind(two_packages(), 0), cpus_from_0_to(7)) << "ascending";
}

TEST(Topology, NamesClassesByTheirCount)
{
    using Names = std::vector<std::string>;
    EXPECT_EQ(machine::capacity_names({1024, 446}), (Names{"big", "LITTLE"}));
    EXPECT_EQ(machine::capacity_names({1024, 870, 300}), (Names{"prime", "big", "LITTLE"}));
    EXPECT_EQ(machine::capacity_names({4, 3, 2, 1}),
              (Names{"capacity-4", "capacity-3", "capacity-2", "capacity-1"}));
}

TEST(CoreKinds, GroupTheCpus)
{
    const auto kinds = machine::cpus_by_kind(
        {0, 1, 8, 9, 12}, [](int cpu) { return cpu < 8 ? CoreKind::core : CoreKind::atom; });
    EXPECT_EQ(kinds, (machine::CpusByKind{{CoreKind::core, {0, 1}}, {CoreKind::atom, {8, 9, 12}}}));
}

TEST(CoreKinds, OfThisMachineCoverEveryCpu)
{
    const std::vector<int> cpus = machine::allowed_cpus();
    std::size_t found = 0;
    for (const auto &[kind, group] : machine::cpus_by_kind(cpus)) {
        EXPECT_EQ(kind == CoreKind::all, !this_cpu().hybrid);
        found += group.size();
    }
    EXPECT_EQ(found, cpus.size());
}

} // namespace
} // namespace hashlane::test
