// SPDX-License-Identifier: MIT
//
// The memory of nodes: its speed among comparable nodes, against a baseline and in the history, and
// its errors.
#include "simulated_nodes.h"

#include "cluster/fleet/history.h"
#include "show/tables/exporters.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace hashlane::test {
namespace {

using cluster::NodeClass;

SimulatedFleet with_memory(unsigned nodes)
{
    SimulatedFleet fleet = simulated_fleet(nodes);
    for (std::size_t i = 0; i < fleet.size(); ++i)
        fleet[i].node.sensors.memory_bytes_per_second = 2e11 * (1 + 0.002 * static_cast<double>(i));
    return fleet;
}

void take_memory_from(SimulatedNode &node)
{
    node.node.sensors.memory_bytes_per_second.reset();
    node.node.sensors.memory_reason = "the deadline is too short";
}

std::string table_of(const cluster::FleetReport &report)
{
    return show::write_as(show::Format::table, show::fleet_exporters, report, {});
}

TEST(Memory, ThatIsSlowIsFound)
{
    SimulatedFleet fleet = with_memory(12);
    EXPECT_EQ(judged(fleet).report.count(NodeClass::healthy), 12U);
    fleet[6].node.sensors.memory_bytes_per_second = 1.5e11;
    const cluster::FleetReport report = judged(fleet).report;
    EXPECT_EQ(report.nodes[6].node_class, NodeClass::slow_memory);
    ASSERT_FALSE(report.nodes[6].findings.empty());
    EXPECT_EQ(report.nodes[6].findings[0].evidence,
              "memory: 150.0 GB/s, 25.7 % below the usual 201.8");
    EXPECT_EQ(report.count(NodeClass::healthy), 11U);
    fleet[6].node.sensors.memory_bytes_per_second = 1.85e11; // 8 % below: other firmware does that
    EXPECT_EQ(judged(fleet).report.count(NodeClass::healthy), 12U);
}

void set_size(SimulatedFleet &fleet, std::size_t nodes, const char *gib)
{
    for (std::size_t i = 0; i < nodes; ++i) {
        fleet[i].node.settings[cluster::memory_setting] = gib;
        *fleet[i].node.sensors.memory_bytes_per_second *= 0.8; // two modules a channel
    }
}

TEST(Memory, OfAnotherSizeIsAKindOfNodes)
{
    SimulatedFleet fleet = with_memory(40);
    set_size(fleet, 8, "1007");
    const cluster::JudgedFleet both = judged(fleet);
    EXPECT_EQ(both.report.count(NodeClass::healthy), 40U);
    ASSERT_EQ(both.report.groups.size(), 2U);
    EXPECT_EQ(both.report.groups[0].memory_gib + both.report.groups[1].memory_gib, "1007");
    EXPECT_NE(table_of(both.report).find(", 1007 GiB"), std::string::npos);

    // A check of one of them, with firmware that leaves a little less, and of one of the others.
    const auto request = [&](const cluster::Baseline &baseline) {
        cluster::FleetRequest check;
        check.baseline = cluster::baseline_of_text(cluster::baseline_text(baseline), "b");
        return check;
    };
    fleet[3].node.settings[cluster::memory_setting] = "1006";
    for (const std::size_t node : {3U, 20U})
        EXPECT_EQ(judged({fleet[node]}, request(both.baseline)).report.nodes[0].node_class,
                  NodeClass::healthy);
    fleet[3].node.sensors.memory_bytes_per_second = 2e11 * 0.7;
    EXPECT_EQ(judged({fleet[3]}, request(both.baseline)).report.nodes[0].node_class,
              NodeClass::slow_memory)
        << "by its own kind it is 13 % slower";
    fleet = with_memory(16);
    set_size(fleet, 12, "1007"); // most of those of tonight
    EXPECT_EQ(judged(fleet, request(both.baseline)).report.count(NodeClass::healthy), 16U);
}

TEST(Memory, OfAnotherSizeIsNoOtherSetOfSettings)
{
    SimulatedFleet fleet = with_memory(40);
    set_size(fleet, 8, "1007");
    fleet[3].node.settings["governor"] = "powersave";
    const cluster::FleetReport report = judged(fleet).report;
    EXPECT_EQ(report.count(NodeClass::misconfigured), 1U);
    EXPECT_TRUE(mentions(report.nodes[3], "where 39 comparable nodes have 'performance'"));
    for (std::size_t i = 0; i < 20; ++i) // of either size
        fleet[i].node.settings["governor"] = "powersave";
    for (const cluster::GroupReport &group : judged(fleet).report.groups)
        EXPECT_EQ(group.splits.at(0), "governor: 20 performance, 20 powersave");
}

TEST(Memory, ThatIsFasterInATenthIsToldOfTheGroup)
{
    for (const std::size_t faster : {3U, 4U}) {
        SimulatedFleet fleet = with_memory(40);
        for (std::size_t i = 0; i < faster; ++i)
            *fleet[i].node.sensors.memory_bytes_per_second *= 1.4;
        const cluster::FleetReport report = judged(fleet).report;
        ASSERT_EQ(report.groups[0].splits.size(), faster == 4 ? 1U : 0U);
        if (faster == 4) {
            EXPECT_EQ(report.groups[0].splits[0],
                      "memory: 36 nodes at 208.6 GB/s, 4 nodes at 280.8 GB/s");
        }
        EXPECT_EQ(report.count(NodeClass::healthy), 40U);
    }
}

TEST(Memory, OfAFewOrWithLostModulesIsMisconfigured)
{
    for (const auto &[nodes, gib] : {std::pair(7U, "1007"), std::pair(8U, "448")}) {
        SimulatedFleet fleet = simulated_fleet(40);
        for (std::size_t i = 0; i < nodes; ++i)
            fleet[i].node.settings[cluster::memory_setting] = gib;
        EXPECT_EQ(judged(fleet).report.count(NodeClass::misconfigured), nodes) << gib;
    }
    SimulatedFleet half = simulated_fleet(40);
    for (std::size_t i = 0; i < 8; ++i)
        half[i].node.settings[cluster::memory_setting] = "256";
    EXPECT_EQ(judged(half).report.groups.size(), 2U);
}

// 2 % is as steady as memory is where a tenth is the limit; a site that asks for less has steadier.
TEST(Memory, IsHeldAgainstTheLimitOfTheSite)
{
    SimulatedFleet fleet = with_memory(12);
    fleet[6].node.sensors.memory_bytes_per_second = 1.87e11;
    cluster::FleetRequest tight;
    tight.limits.memory = 0.05;
    EXPECT_EQ(judged(fleet).report.count(NodeClass::healthy), 12U);
    EXPECT_EQ(judged(fleet, tight).report.nodes[6].node_class, NodeClass::slow_memory);
    tight.baseline = judged(with_memory(12)).baseline;
    EXPECT_EQ(judged({fleet[6]}, tight).report.nodes[0].node_class, NodeClass::slow_memory);
}

TEST(Memory, OfABoundNodeOrAmongFewIsNotJudged)
{
    SimulatedFleet fleet = with_memory(12);
    fleet[6].node.complete = false;
    fleet[6].node.sensors.memory_bytes_per_second = 1e10;
    EXPECT_EQ(judged(fleet).report.nodes[6].findings.size(), 1U) << "that it is incomplete";
    fleet = with_memory(7);
    fleet[6].node.sensors.memory_bytes_per_second = 1e10;
    EXPECT_EQ(judged(fleet).report.count(NodeClass::slow_memory), 0U);
}

// None of them is far out: that the memory differs is all that is known.
TEST(Memory, ThatIsSlowInHalfOfTheNodesMakesNoneHealthy)
{
    SimulatedFleet fleet = with_memory(100);
    for (std::size_t i = 0; i < 50; ++i)
        *fleet[i].node.sensors.memory_bytes_per_second /= 2;
    const cluster::FleetReport report = judged(fleet).report;
    EXPECT_EQ(report.count(NodeClass::healthy), 0U);
    ASSERT_EQ(report.groups[0].splits.size(), 1U);
    EXPECT_TRUE(report.groups[0].splits[0].starts_with("memory: 50 nodes at 104."))
        << report.groups[0].splits[0];
    EXPECT_EQ(report.exit_code(cluster::fail_on_anything()), 5);
    cluster::FleetRequest request;
    request.baseline = judged(with_memory(100)).baseline;
    EXPECT_EQ(judged(fleet, request).report.count(NodeClass::slow_memory), 50U);
    EXPECT_EQ(judged(fleet, request).report.count(NodeClass::healthy), 50U);
}

TEST(Memory, ThatWasNotMeasuredIsNotJudged)
{
    SimulatedFleet fleet = with_memory(20);
    take_memory_from(fleet[4]);
    const cluster::FleetReport report = judged(fleet).report;
    EXPECT_EQ(report.count(NodeClass::healthy), 19U);
    EXPECT_EQ(report.nodes[4].node_class, NodeClass::not_judged);
    EXPECT_TRUE(mentions(report.nodes[4], "its was not: the deadline is too short"));
    EXPECT_NE(table_of(report).find("  memory: 19 of 20 nodes, 204.0 GB/s ±1."), std::string::npos);
    EXPECT_NE(table_of(report).find(" %; others: the deadline is too short\n"), std::string::npos)
        << table_of(report);
}

TEST(Memory, ThatTooFewNodesMeasuredIsToldOfTheGroup)
{
    SimulatedFleet fleet = with_memory(20);
    for (std::size_t i = 0; i < 15; ++i)
        take_memory_from(fleet[i]);
    const cluster::FleetReport few = judged(fleet).report;
    EXPECT_EQ(few.count(NodeClass::healthy), 20U);
    EXPECT_NE(table_of(few).find("  memory: 5 of 20 nodes, "), std::string::npos);
    EXPECT_NE(table_of(few).find(", not compared; others: the deadline"), std::string::npos)
        << table_of(few);
    EXPECT_NE(table_of(judged(simulated_fleet(20)).report)
                  .find("  memory: 0 of 20 nodes, not compared\n"),
              std::string::npos);
}

TEST(FleetTable, CutsNoNameThatStandsAlone)
{
    SimulatedFleet fleet = simulated_fleet(20);
    for (std::size_t i = 0; i < fleet.size(); ++i)
        fleet[i].node.name = std::string(85, 'n') + fmt::format("{:02}", i);
    const std::string all = table_of(judged(fleet).report);
    EXPECT_NE(all.find(std::string(85, 'n') + "[00-19]\n"), std::string::npos) << all;
    fleet[19].node.name = "a";
    const std::string two = table_of(judged(fleet).report);
    EXPECT_NE(two.find("healthy: a,…\n"), std::string::npos) << two;
}

TEST(Memory, OfOneNodeHasNoSpread)
{
    const cluster::FleetReport one = judged(with_memory(1)).report;
    EXPECT_NE(table_of(one).find("  memory: 1 of 1 node, 20"), std::string::npos) << table_of(one);
    EXPECT_EQ(table_of(one).find("GB/s ±"), std::string::npos) << table_of(one);
}

TEST(Memory, IsComparedWithABaseline)
{
    SimulatedFleet fleet = with_memory(1);
    const std::string text = cluster::baseline_text(judged(with_memory(20)).baseline);
    for (const cluster::Baseline &baseline :
         {cluster::baseline_of(fleet[0].node), *cluster::baseline_of_text(text, "b")}) {
        SimulatedNode now = fleet[0];
        EXPECT_NE(cluster::health_line(cluster::judge_health(now.node, baseline), baseline)
                      .find(", its memory "),
                  std::string::npos);
        now.node.sensors.memory_bytes_per_second = 1e11;
        const cluster::NodeReport slow = cluster::judge_health(now.node, baseline).report.nodes[0];
        EXPECT_EQ(slow.node_class, NodeClass::slow_memory);
        EXPECT_TRUE(mentions(slow, "memory: 100.0 GB/s, "));
        take_memory_from(now);
        EXPECT_EQ(cluster::judge_health(now.node, baseline).report.nodes[0].node_class,
                  NodeClass::not_judged);
    }
}

TEST(Memory, OfAWholeGroupIsComparedWithABaseline)
{
    cluster::FleetRequest request;
    request.baseline = judged(with_memory(20)).baseline;
    SimulatedFleet fleet = with_memory(20);
    EXPECT_TRUE(judged(fleet, request).report.groups[0].changes.empty());
    for (SimulatedNode &node : fleet)
        *node.node.sensors.memory_bytes_per_second *= 0.7;
    EXPECT_EQ(judged(fleet, request).report.groups[0].changes,
              std::vector<std::string>{"memory: -30.0 %"});
}

TEST(Memory, HasAHistory)
{
    std::vector<cluster::PastRun> runs;
    for (int night = 10; night < 50; ++night) {
        SimulatedFleet fleet = simulated_fleet(1);
        cluster::NodeFile &node = fleet[0].node;
        node.started = fmt::format("2026-01-{}T02:00:00+00:00", night);
        node.sensors.memory_bytes_per_second =
            2e11 * (1 - 0.002 * (night - 10)) * (night % 2 == 0 ? 1.005 : 0.995);
        const std::string line =
            cluster::history_line(judged(fleet).report.nodes[0], "cpu", node.started);
        runs.push_back(cluster::history_day_of(line).lines.at(0));
    }
    const std::vector<std::string> drifts = cluster::drifts_of(runs);
    ASSERT_EQ(drifts.size(), 1U);
    EXPECT_TRUE(drifts[0].starts_with("memory: time ")) << drifts[0];
    runs.resize(12);
    EXPECT_TRUE(cluster::drifts_of(runs).empty());
}

// ---- Errors.

SimulatedFleet with_errors(unsigned nodes, std::uint64_t corrected)
{
    SimulatedFleet fleet = with_memory(nodes);
    for (SimulatedNode &node : fleet) {
        node.node.sensors.memory_errors_corrected = corrected;
        node.node.sensors.memory_errors_uncorrected = 0;
        node.node.sensors.memory_errors_corrected_now = 0;
        node.node.sensors.throttle_count = 0;
    }
    return fleet;
}

TEST(MemoryErrors, ThatWereNotCorrectedAreAFaultWithoutOtherNodes)
{
    SimulatedFleet fleet = with_errors(1, 40);
    fleet[0].node.sensors.memory_errors_uncorrected = 1;
    fleet[0].node.sensors.memory_modules = {{"DIMM_A3", 0, 1}, {"DIMM_B1", 40, 0}};
    const cluster::FleetReport report = judged(fleet).report;
    EXPECT_EQ(report.nodes[0].node_class, NodeClass::faulty_memory);
    EXPECT_EQ(report.nodes[0].findings[0].evidence,
              "1 uncorrected memory error since boot (DIMM_A3: 1)");
    EXPECT_EQ(report.exit_code(cluster::fail_on_anything()), 5);
}

TEST(MemoryErrors, OfModulesCountWhereTheTotalHasFewer)
{
    SimulatedFleet fleet = with_errors(1, 0);
    cluster::NodeSensors &sensors = fleet[0].node.sensors;
    sensors.memory_modules = {{"DIMM_A3", 0, 5}, {"DIMM_B1", 0, 2}};
    for (const std::optional<std::uint64_t> total : {std::optional<std::uint64_t>(), {0}, {6}}) {
        sensors.memory_errors_uncorrected = total;
        const cluster::FleetReport report = judged(fleet).report;
        ASSERT_EQ(report.nodes[0].node_class, NodeClass::faulty_memory);
        EXPECT_EQ(report.nodes[0].findings[0].evidence,
                  "7 uncorrected memory errors since boot (DIMM_A3: 5, DIMM_B1: 2)");
    }
    sensors.memory_errors_uncorrected = 8;
    EXPECT_TRUE(judged(fleet).report.nodes[0].findings[0].evidence.starts_with("8 uncorrected"));
    sensors.memory_modules = {{"DIMM_A3", 0, ~0ULL}, {"DIMM_B1", 0, 1}};
    EXPECT_EQ(judged(fleet).report.nodes[0].node_class, NodeClass::faulty_memory);
}

TEST(MemoryErrors, AreAFaultIfTheyAreManyMoreThanElsewhere)
{
    SimulatedFleet fleet = with_errors(20, 11);
    EXPECT_EQ(judged(fleet).report.count(NodeClass::healthy), 20U);
    fleet[3].node.sensors.memory_errors_corrected = 99;
    fleet[4].node.sensors.memory_errors_corrected = 120'000;
    fleet[4].node.sensors.memory_modules = {{"DIMM_A3", 120'000, 0}};
    const cluster::FleetReport report = judged(fleet).report;
    EXPECT_EQ(report.count(NodeClass::healthy), 19U);
    EXPECT_EQ(report.nodes[4].node_class, NodeClass::faulty_memory);
    EXPECT_TRUE(mentions(report.nodes[4], "120000 corrected memory errors since boot, where "
                                          "comparable nodes have 11 (DIMM_A3: 120000)"));
    EXPECT_TRUE(report.nodes[4].context.empty()) << "it is told once";
    EXPECT_EQ(judged(with_errors(20, 5000)).report.count(NodeClass::healthy), 20U)
        << "all are alike";
}

TEST(MemoryErrors, WhileItWasMeasuredAreAFault)
{
    SimulatedFleet fleet = with_errors(20, 11);
    fleet[4].node.sensors.memory_errors_corrected_now = 3;
    const cluster::FleetReport report = judged(fleet).report;
    EXPECT_EQ(report.nodes[4].node_class, NodeClass::faulty_memory);
    EXPECT_TRUE(mentions(report.nodes[4], "3 corrected memory errors while it was measured"));
}

TEST(MemoryErrors, ThatAreNoFaultAreTold)
{
    const auto context_of = [](unsigned nodes, std::uint64_t corrected) {
        const cluster::FleetReport report = judged(with_errors(nodes, corrected)).report;
        EXPECT_EQ(report.count(NodeClass::faulty_memory), 0U);
        return report.nodes[0].context;
    };
    EXPECT_TRUE(context_of(1, 99).empty());
    const std::vector<std::string> told = {"100 corrected memory errors since boot"};
    EXPECT_EQ(context_of(1, 100), told) << "nobody knows how many are usual";
    EXPECT_EQ(context_of(20, 100), told) << "all are alike";
}

// ---- Heat.

TEST(Throttling, ThatFewNodesHaveIsToldBelowTheHealthyOnes)
{
    SimulatedFleet fleet = with_errors(20, 0);
    fleet[4].node.sensors.throttle_count = 4321;
    fleet[4].node.sensors.temperature_c = 99;
    const cluster::FleetReport report = judged(fleet).report;
    EXPECT_EQ(report.count(NodeClass::healthy), 20U);
    EXPECT_NE(table_of(report).find("\n  n05: throttled 4321 times while it was measured, at 99 "
                                    "°C; so were 0 of 19\n    comparable nodes\n"),
              std::string::npos)
        << table_of(report);
    for (SimulatedNode &node : fleet)
        node.node.sensors.throttle_count = 5;
    EXPECT_TRUE(judged(fleet).report.nodes[4].context.empty()) << "all are alike";
}

} // namespace
} // namespace hashlane::test
