// SPDX-License-Identifier: MIT
//
// Nodes that were measured in part, and replaced parts.
#include "simulated_nodes.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace hashlane::test {
namespace {

// As 'hashlane node' writes it of a task that a scheduler binds to one core.
void bind_to_one_core(cluster::NodeFile &node)
{
    for (cluster::CoreColumns &columns : node.cores) {
        columns.cpus.resize(1);
        columns.cycles_per_unit.resize(1);
        columns.clock_hz.resize(1);
        columns.noisy.resize(1);
        columns.wrong.resize(1);
    }
    node.complete = false;
    node.incomplete_reason = "1 of 32 cores: this task is bound to CPU 0";
}

TEST(BoundNode, IsIncompleteAndNotMisconfigured)
{
    SimulatedFleet fleet = simulated_fleet(90);
    bind_to_one_core(fleet[4].node);
    const cluster::FleetReport report = judged(fleet).report;
    const cluster::NodeReport &node = report.nodes[4];
    EXPECT_EQ(node.node_class, cluster::NodeClass::incomplete);
    ASSERT_FALSE(node.findings.empty());
    EXPECT_EQ(node.findings[0].evidence, "1 of 32 cores: this task is bound to CPU 0");
    for (const cluster::Finding &finding : node.findings) {
        EXPECT_NE(finding.node_class, cluster::NodeClass::misconfigured) << finding.evidence;
    }
    EXPECT_EQ(std::ranges::count(node.findings, cluster::NodeClass::incomplete,
                                 &cluster::Finding::node_class),
              1)
        << "one line says it";
}

TEST(BoundNode, IsNotHealthyAmongOthersLikeIt)
{
    SimulatedFleet fleet = simulated_fleet(90);
    for (SimulatedNode &node : fleet)
        bind_to_one_core(node.node);
    EXPECT_EQ(judged(fleet).report.count(cluster::NodeClass::incomplete), 90U);
    fleet = simulated_fleet(90);
    for (std::size_t i = 1; i < fleet.size(); ++i)
        bind_to_one_core(fleet[i].node);
    const auto of_one_free_node = judged(fleet).report;
    for (const cluster::Finding &finding : of_one_free_node.nodes[0].findings) {
        EXPECT_NE(finding.node_class, cluster::NodeClass::misconfigured) << finding.evidence;
    }
}

// A night on a history as the files have it.
void add_night(cluster::History &history, const SimulatedFleet &fleet)
{
    std::string lines;
    for (const cluster::NodeReport &node : judged(fleet).report.nodes)
        lines += cluster::history_line(node, "Example 9000", "now");
    for (const cluster::PastRun &run : cluster::history_day_of(lines).lines)
        history.runs[run.node].push_back(run);
}

TEST(ReplacedPart, IsToldSinceItWasReplaced)
{
    cluster::FleetRequest request;
    request.history.emplace();
    SimulatedFleet fleet = simulated_fleet(1);
    cluster::NodeFile &node = fleet[0].node;
    const char *const boards[] = {"A", "A", "", "B", ""}; // empty: a user who may not read it
    for (int night = 0; night < 5; ++night) {
        node.started = "2026-10-1" + std::to_string(night) + "T02:00:00+00:00";
        node.hardware.clear();
        if (*boards[night] != '\0')
            node.hardware["board_serial"] = boards[night];
        node.hardware["unreadable"] = std::to_string(night);
        add_night(*request.history, fleet);
    }
    node.started = "2026-10-15T02:00:00+00:00";
    node.hardware = {{"board_serial", "B"}, {"cpu_ppin", "0x1"}};
    EXPECT_EQ(judged(fleet, request).report.nodes[0].context,
              std::vector<std::string>{"another board_serial since 2026-10-13: 'B', before 'A'"});
    node.hardware["board_serial"] = "C";
    EXPECT_EQ(judged(fleet, request).report.nodes[0].context,
              std::vector<std::string>{"another board_serial since 2026-10-15: 'C', before 'B'"});
}

} // namespace
} // namespace hashlane::test
