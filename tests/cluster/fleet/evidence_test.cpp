// SPDX-License-Identifier: MIT
//
// The words of a judgement, which tests of a class read in part.
#include "simulated_nodes.h"

#include "cluster/fleet/node_file.h"

#include <gtest/gtest.h>

namespace hashlane::test {
namespace {

std::vector<std::string> evidence_of(const cluster::NodeReport &node, cluster::NodeClass wanted)
{
    std::vector<std::string> lines;
    for (const cluster::Finding &finding : node.findings)
        if (finding.node_class == wanted)
            lines.push_back(finding.evidence);
    return lines;
}

TEST(Evidence, CountsTheLinesThatItLeavesOut)
{
    for (const std::size_t wrong : {6, 7, 9}) {
        SimulatedFleet fleet = simulated_fleet(10);
        for (std::size_t core = 0; core < wrong; ++core)
            fleet[2].node.cores[0].wrong[core] = 1;
        fleet[2].node.cores[1].wrong[0] = 0;
        const cluster::NodeReport node = judged(fleet).report.nodes[2];
        const auto lines = evidence_of(node, cluster::NodeClass::wrong);
        ASSERT_EQ(lines.size(), wrong == 6 ? 6U : 7U);
        EXPECT_EQ(lines[5], "CPU 5: 1 wrong result of sha256-chain.shani.x2 alone");
        if (wrong != 6) {
            EXPECT_EQ(lines[6], "and " + std::to_string(wrong - 6) + " more");
        }
        EXPECT_EQ(node.bad_cpus.size(), wrong) << "all of them are named";
    }
}

TEST(Evidence, OfABadCoreNamesEachThingThatChanged)
{
    const auto evidence = [](double of_cycles, double of_clock) {
        SimulatedFleet fleet = simulated_fleet(10);
        fleet[2].scale_core(cycles, 9, of_cycles);
        fleet[2].scale_core(clock_hz, 9, of_clock);
        const auto lines =
            evidence_of(judged(fleet).report.nodes[2], cluster::NodeClass::one_bad_core);
        return lines.empty() ? "" : lines.front();
    };
    const std::string cycles_alone = evidence(1.1, 1), both = evidence(1.1, 0.9);
    EXPECT_TRUE(cycles_alone.starts_with("CPU 9: takes ")) << cycles_alone;
    EXPECT_NEAR(number_after("values): cycles ", cycles_alone), 10, 1) << cycles_alone;
    EXPECT_EQ(cycles_alone.find("clock"), std::string::npos) << cycles_alone;
    EXPECT_NE(both.find("values): cycles "), std::string::npos) << both;
    EXPECT_NE(both.find("% more, clock "), std::string::npos) << both;
    EXPECT_TRUE(both.ends_with("% less")) << both;
}

TEST(Evidence, SaysHowManyOfItsCoresWereMeasured)
{
    SimulatedFleet fleet = simulated_fleet(10);
    cluster::CoreColumns &columns = fleet[2].node.cores[0];
    columns.cpus.pop_back();
    columns.cycles_per_unit.pop_back();
    columns.clock_hz.pop_back();
    columns.noisy.pop_back();
    columns.wrong.pop_back();
    const cluster::FleetReport report = judged(fleet).report;
    EXPECT_EQ(evidence_of(report.nodes[2], cluster::NodeClass::incomplete),
              std::vector<std::string>{"sha256-chain alone: 31 of 32 cores were measured"});
    EXPECT_EQ(report.count(cluster::NodeClass::healthy), 9U);
    EXPECT_EQ(report.groups.at(0).least_cores, 32U);

    fleet[2].node.cores.clear();
    fleet[2].node.complete = false;
    const cluster::FleetReport without = judged(fleet).report;
    EXPECT_EQ(without.groups.at(0).least_cores, 0U);
    const auto lines = evidence_of(without.nodes[2], cluster::NodeClass::incomplete);
    ASSERT_EQ(lines.size(), 7U);
    EXPECT_EQ(lines[0], "it ended early, and gives no reason");
    EXPECT_EQ(lines[1], "keccak-chain alone is missing; 9 comparable nodes have it");
}

TEST(Evidence, OfVaryingTimesHasTheirSizeAndThatOfOthers)
{
    SimulatedFleet fleet = simulated_fleet(10);
    make_noisy(fleet[2]);
    const auto lines = evidence_of(judged(fleet).report.nodes[2], cluster::NodeClass::noisy);
    ASSERT_EQ(lines.size(), 1U);
    EXPECT_NEAR(number_after("vary by ", lines[0]), 0.95, 0.2) << lines[0];
    EXPECT_NEAR(number_after("to the next, ", lines[0]), 3, 0.7) << lines[0];
}

TEST(Evidence, OfASlowNodeComesWithWhatMayExplainIt)
{
    SimulatedFleet fleet = simulated_fleet(10);
    fleet[2].scale(cycles, 1.04);
    fleet[2].node.sensors.steal_share = 0.011;
    fleet[2].node.sensors.load_average = 1.5;
    fleet[2].node.cores[0].kernel = "sha256-chain.shani.x4";
    EXPECT_EQ(judged(fleet).report.nodes[2].context,
              (std::vector<std::string>{
                  "1.1 % of its time stolen", "load average 1.50",
                  "sha256-chain alone: chose the kernel sha256-chain.shani.x4, most comparable "
                  "nodes sha256-chain.shani.x2"}));
    fleet = simulated_fleet(10);
    fleet[2].scale(clock_hz, 0.95);
    fleet[2].node.sensors.throttle_count = 7;
    EXPECT_EQ(
        judged(fleet).report.nodes[2].context,
        (std::vector<std::string>{"governor performance (as comparable nodes)",
                                  "boost on (as comparable nodes)", "throttled 7 times", "70 °C"}));
}

TEST(Evidence, SaysWhyNothingIsJudged)
{
    const auto evidence = [](const SimulatedFleet &fleet) {
        const auto lines =
            evidence_of(judged(fleet).report.nodes[0], cluster::NodeClass::not_judged);
        return lines.empty() ? "" : lines.front();
    };
    EXPECT_EQ(evidence(simulated_fleet(1)),
              "1 node of this kind cannot judge itself, which takes 8 or a --baseline");
    EXPECT_EQ(evidence(simulated_fleet(2)),
              "2 nodes of this kind cannot judge each other, which takes 8 or a --baseline");
}

TEST(NodeClasses, HaveNamesOfTheirOwn)
{
    EXPECT_EQ(cluster::class_name(cluster::NodeClass::incomplete), std::string("incomplete"));
    for (std::size_t i = 0; i < cluster::node_classes; ++i) {
        const auto each = static_cast<cluster::NodeClass>(i);
        EXPECT_LE(std::string(cluster::class_name(each)).size(), 13U);
        EXPECT_EQ(cluster::class_named(cluster::class_name(each)), each);
    }
}

} // namespace
} // namespace hashlane::test
