// SPDX-License-Identifier: MIT
//
// Nodes that were measured in part, slow memory, memory errors and replaced parts.
#include "cluster/fleet/findings.h"
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

SimulatedFleet with_memory(unsigned nodes)
{
    SimulatedFleet fleet = simulated_fleet(nodes);
    for (std::size_t i = 0; i < fleet.size(); ++i)
        fleet[i].node.sensors.memory_bytes_per_second = 2e11 * (1 + 0.002 * static_cast<double>(i));
    return fleet;
}

TEST(Memory, ThatIsSlowIsFound)
{
    SimulatedFleet fleet = with_memory(12);
    EXPECT_EQ(judged(fleet).report.count(cluster::NodeClass::healthy), 12U);
    fleet[6].node.sensors.memory_bytes_per_second = 1.5e11;
    const cluster::FleetReport report = judged(fleet).report;
    EXPECT_EQ(report.nodes[6].node_class, cluster::NodeClass::slow_together);
    ASSERT_FALSE(report.nodes[6].findings.empty());
    EXPECT_EQ(report.nodes[6].findings[0].evidence,
              "memory: 150.0 GB/s, 25.7 % below the 201.8 of comparable nodes");
    EXPECT_EQ(report.count(cluster::NodeClass::healthy), 11U);
    fleet[6].node.sensors.memory_bytes_per_second = 1.85e11; // 8 % below: other firmware does that
    EXPECT_EQ(judged(fleet).report.count(cluster::NodeClass::healthy), 12U);
}

TEST(Memory, OfABoundNodeOrAmongFewIsNotJudged)
{
    SimulatedFleet fleet = with_memory(12);
    bind_to_one_core(fleet[6].node);
    fleet[6].node.sensors.memory_bytes_per_second = 1e10;
    const auto with_a_bound_node = judged(fleet).report;
    for (const cluster::Finding &finding : with_a_bound_node.nodes[6].findings) {
        EXPECT_NE(finding.node_class, cluster::NodeClass::slow_together) << finding.evidence;
    }
    fleet = with_memory(7);
    fleet[6].node.sensors.memory_bytes_per_second = 1e10;
    EXPECT_EQ(judged(fleet).report.count(cluster::NodeClass::slow_together), 0U);
}

TEST(Memory, ErrorsAreEventsOfTheNode)
{
    cluster::NodeFile node = simulated_fleet(1)[0].node;
    EXPECT_TRUE(cluster::hardware_events(node, nullptr).empty());
    node.sensors.memory_errors_corrected = 0;
    node.sensors.memory_errors_uncorrected = 0;
    node.sensors.memory_errors_corrected_now = 0;
    EXPECT_TRUE(cluster::hardware_events(node, nullptr).empty());
    node.sensors.memory_errors_corrected = 40;
    node.sensors.memory_errors_uncorrected = 1;
    node.sensors.memory_errors_corrected_now = 3;
    EXPECT_EQ(cluster::hardware_events(node, nullptr),
              (std::vector<std::string>{"1 uncorrected memory error since boot",
                                        "3 corrected memory errors while it was measured",
                                        "40 corrected memory errors since boot"}));
}

// A night on a history as the files have it.
void add_night(cluster::History &history, const SimulatedFleet &fleet)
{
    std::string lines;
    for (const cluster::NodeReport &node : judged(fleet).report.nodes)
        lines += cluster::history_line(node, "Example 9000", "now");
    for (auto &[name, run] : cluster::history_day_of(lines).lines)
        history.runs[name].push_back(run);
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
