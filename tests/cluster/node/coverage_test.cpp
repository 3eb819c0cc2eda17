// SPDX-License-Identifier: MIT
//
// What a task cannot measure of its machine, and how it would be started to measure all.
#include "cluster/node/measure_node.h"

#include "support/topologies.h"

#include <gtest/gtest.h>

#include <map>

namespace hashlane::test {
namespace {

using Gaps = std::vector<std::string>;

// 32 cores of one CPU.
machine::Topology bound_to(std::vector<int> cpus)
{
    machine::Topology topology = machine::flat_topology(cpus_from_0_to(31), "by hand");
    topology.allowed = std::move(cpus);
    return topology;
}

TEST(Coverage, NamesTheCpusOfABoundTask)
{
    EXPECT_EQ(cluster::coverage_gaps(bound_to(cpus_from_0_to(31))), Gaps{});
    EXPECT_EQ(cluster::coverage_gaps(bound_to({0})),
              Gaps{"1 of 32 cores: this task is bound to CPU 0"});
    EXPECT_EQ(cluster::coverage_gaps(bound_to({4, 5, 6, 8})),
              Gaps{"4 of 32 cores: this task is bound to CPUs 4-6,8"});
}

TEST(Coverage, NeedsOneSiblingOfEachCore)
{
    machine::Topology topology = two_packages();
    topology.allowed = {0, 5, 2, 7};
    std::ranges::sort(topology.allowed);
    EXPECT_EQ(cluster::coverage_gaps(topology), Gaps{});
    topology.allowed = {0, 4};
    EXPECT_EQ(cluster::coverage_gaps(topology),
              Gaps{"1 of 4 cores: this task is bound to CPUs 0,4"});
}

TEST(Coverage, DoesNotMissReservedCores)
{
    std::vector<int> without_first = cpus_from_0_to(31);
    without_first.erase(without_first.begin());
    EXPECT_EQ(cluster::coverage_gaps(bound_to(without_first), 1), Gaps{});
    EXPECT_EQ(cluster::coverage_gaps(bound_to(without_first)).size(), 1U);
    EXPECT_EQ(cluster::coverage_gaps(bound_to({0}), 1).size(), 1U) << "more are missing";
}

TEST(Coverage, NamesAQuotaBelowTheCores)
{
    machine::Topology topology = bound_to(cpus_from_0_to(31));
    topology.cpu_quota = 1.5;
    EXPECT_EQ(cluster::coverage_gaps(topology),
              Gaps{"a quota of 1.5 of 32 CPUs: all cores together cannot be measured"});
    topology.cpu_quota = 32;
    EXPECT_EQ(cluster::coverage_gaps(topology), Gaps{});
    topology = two_packages();
    topology.cpu_quota = 4;
    EXPECT_EQ(cluster::coverage_gaps(topology), Gaps{}) << "one thread a core";
}

TEST(Coverage, NamesMemoryThatIsLeftOut)
{
    const machine::Topology topology = bound_to(cpus_from_0_to(31));
    EXPECT_EQ(cluster::coverage_gaps(topology, 0, {{"numa_nodes", "2"}, {"memory_nodes", ""}}),
              Gaps{});
    EXPECT_EQ(cluster::coverage_gaps(topology, 0, {{"memory_nodes", "0 of 0-1"}}),
              Gaps{"the memory of NUMA node 0 of 0-1: this task's cpuset or memory policy leaves "
                   "the others out"});
}

std::string start_in(const std::map<std::string, std::string> &variables)
{
    return cluster::unbound_start(bound_to({0}), [&](const char *name) {
        const auto found = variables.find(name);
        return found == variables.end() ? std::string() : found->second;
    });
}

TEST(Coverage, KnowsTheEngineThatStartedIt)
{
    EXPECT_NE(start_in({{"SLURM_JOB_ID", "7"}}).find("--cpu-bind=none --cpus-per-task=32"),
              std::string::npos);
    EXPECT_NE(
        start_in({{"SLURM_JOB_ID", "7"}, {"OMPI_COMM_WORLD_RANK", "0"}}).find("--bind-to none"),
        std::string::npos)
        << "mpirun within a job";
    EXPECT_NE(start_in({}).find("taskset --cpu-list 0-31"), std::string::npos);
}

} // namespace
} // namespace hashlane::test
