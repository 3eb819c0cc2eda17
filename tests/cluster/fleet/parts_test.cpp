// SPDX-License-Identifier: MIT
//
// Nodes of which several cores are slow: too many to be single faults, and too few to make the
// node's mean slow.
#include "simulated_nodes.h"

#include <gtest/gtest.h>

namespace hashlane::test {
namespace {

using cluster::NodeClass;

cluster::NodeReport judged_with(std::vector<double> cluster::CoreColumns::*figures,
                                std::size_t first, std::size_t count, double factor)
{
    SimulatedFleet fleet = simulated_fleet(20);
    fleet[4].scale_cores(figures, first, count, factor);
    const cluster::FleetReport report = judged(fleet).report;
    EXPECT_EQ(report.count(NodeClass::healthy), 19U);
    return report.nodes[4];
}

// From five cores of 32 on they are not judged as cores, and up to half of them is not the node.
TEST(SlowPart, IsFoundWhateverItsSize)
{
    for (const std::size_t count : {5, 6, 8, 11, 16})
        for (const double loss : {0.05, 0.1, 0.3}) {
            EXPECT_EQ(judged_with(clock_hz, 0, count, 1 - loss).node_class, NodeClass::slow_part)
                << count << " cores, clock " << loss;
            EXPECT_EQ(judged_with(cycles, 0, count, 1 + loss).node_class, NodeClass::slow_part)
                << count << " cores, cycles " << loss;
        }
    EXPECT_EQ(judged_with(clock_hz, 0, 2, 0.9).node_class, NodeClass::one_bad_core);
}

TEST(SlowPart, IsNamedByTheUnitsThatHaveAllOfIt)
{
    const cluster::NodeReport quarter = judged_with(clock_hz, 8, 8, 0.9);
    EXPECT_TRUE(mentions(quarter, "8 of 32 cores (CPUs 8-15, NUMA node 1, package 0) take 1"))
        << quarter.findings[0].evidence;
    EXPECT_TRUE(mentions(quarter, " % more time than the node's others: clock "));
    EXPECT_EQ(quarter.bad_cpus.size(), 8U);
    EXPECT_TRUE(mentions(judged_with(cycles, 16, 16, 1.1), "(CPUs 16-31, package 1)"));
    EXPECT_TRUE(mentions(judged_with(cycles, 12, 8, 1.1), "(CPUs 12-19)"));
}

// Equal nodes cannot show it, and their halves can.
TEST(SlowPart, OfAllNodesIsALineOfTheGroup)
{
    SimulatedFleet fleet = simulated_fleet(20);
    for (SimulatedNode &node : fleet)
        node.scale_cores(clock_hz, 16, 16, 0.962);
    const cluster::FleetReport slow = judged(fleet).report;
    EXPECT_EQ(slow.count(NodeClass::healthy), 20U);
    ASSERT_EQ(slow.groups[0].splits.size(), 1U);
    const std::string &line = slow.groups[0].splits[0];
    EXPECT_TRUE(line.starts_with("package 1: cycles ")) << line;
    EXPECT_NEAR(number_after("clock ", line), -3.8, 0.3) << line;
    EXPECT_TRUE(line.ends_with(" % against the other cores, in most nodes")) << line;
    for (SimulatedNode &node : fleet) // efficient cores, as far as their kinds are known
        node.node.core_kinds = {"P-core", "E-core"};
    EXPECT_TRUE(judged(fleet).report.groups[0].splits.empty());
    EXPECT_TRUE(judged(simulated_fleet(20)).report.groups[0].splits.empty());
}

// A loss that matters in a node matters in a part of it, though no single core shows it.
TEST(SlowPart, IsFoundFromTheLimitsOfNodesOn)
{
    EXPECT_TRUE(mentions(judged_with(cycles, 8, 8, 1.03), "8 of 32 cores (CPUs 8-15, NUMA node 1"));
    const cluster::NodeReport package = judged_with(clock_hz, 16, 16, 0.962);
    EXPECT_TRUE(mentions(package, "16 of 32 cores (CPUs 16-31, package 1)"))
        << package.findings[0].evidence;
}

// Four of 32 cores are too few for a sixth, and too many for single faults.
TEST(SlowPart, IsTheSmallestUnitThatHasAllOfIt)
{
    const auto judged_with_caches = [](std::size_t first, std::size_t count, double factor) {
        SimulatedFleet fleet = simulated_fleet(20);
        for (SimulatedNode &node : fleet) {
            for (int cpu = 0; cpu < simulated_cores; cpu += 4)
                node.node.l3.push_back({cpu, cpu + 1, cpu + 2, cpu + 3});
            cluster::add_caches_to_parts(node.node);
        }
        fleet[4].scale_cores(clock_hz, first, count, factor);
        const cluster::FleetReport report = judged(fleet).report;
        EXPECT_EQ(report.count(NodeClass::healthy), 19U);
        return report.nodes[4];
    };
    const cluster::NodeReport cache = judged_with_caches(12, 4, 0.92);
    EXPECT_EQ(cache.node_class, NodeClass::slow_part);
    EXPECT_TRUE(mentions(cache, "4 of 32 cores (CPUs 12-15, L3 3, NUMA node 1, package 0)"));
    EXPECT_EQ(cache.findings.size(), 1U) << "its cores are no single faults as well";
    const cluster::NodeReport package = judged_with_caches(16, 16, 0.962);
    EXPECT_EQ(package.findings.size(), 1U);
    EXPECT_TRUE(mentions(package, "16 of 32 cores (CPUs 16-31, package 1)"))
        << package.findings[0].evidence;
}

TEST(SlowPart, IsNoCacheThatIsAPartAlready)
{
    SimulatedNode node("n1", 1);
    node.node.l3 = {node.node.parts.at("package 0"), node.node.parts.at("package 1")};
    const auto parts = node.node.parts;
    cluster::add_caches_to_parts(node.node);
    EXPECT_EQ(node.node.parts, parts);
}

// One workload's middle would fall among the slow half, and the next one's among the other.
TEST(SlowPart, IsNoNoise)
{
    for (unsigned seed = 1; seed < 9; ++seed) {
        SimulatedFleet fleet = simulated_fleet(20, seed);
        fleet[4].scale_cores(clock_hz, 0, 16, 0.9);
        for (const cluster::Finding &finding : judged(fleet).report.nodes[4].findings)
            EXPECT_NE(finding.node_class, NodeClass::noisy) << finding.evidence;
    }
}

TEST(SlowPart, IsFoundAgainstABaseline)
{
    const cluster::Baseline baseline = cluster::baseline_of(simulated_fleet(1)[0].node);
    for (const std::size_t count : {5, 8, 16}) {
        SimulatedFleet fleet = simulated_fleet(1, 2);
        EXPECT_EQ(cluster::judge_health(fleet[0].node, baseline).report.nodes[0].node_class,
                  NodeClass::healthy);
        fleet[0].scale_cores(clock_hz, 8, count, 0.9);
        EXPECT_EQ(cluster::judge_health(fleet[0].node, baseline).report.nodes[0].node_class,
                  NodeClass::slow_part)
            << count;
    }
}

} // namespace
} // namespace hashlane::test
