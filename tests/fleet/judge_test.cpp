// SPDX-License-Identifier: MIT
//
// Each class of fault among healthy nodes: found in the node that has it, and in no other.
#include "simulated_nodes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <limits>

namespace hashlane::test {
namespace {

const NodeReport &report_of(const FleetReport &fleet, const std::string &name)
{
    return *std::ranges::find(fleet.nodes, name, &NodeReport::name);
}

bool mentions(const NodeReport &node, const std::string &text)
{
    return std::ranges::any_of(node.findings, [&](const Finding &finding) {
        return finding.evidence.find(text) != std::string::npos;
    });
}

struct Fault {
    NodeClass node_class;
    const char *evidence;
    std::function<void(SimulatedNode &)> apply;
};

class FaultyNode : public testing::TestWithParam<Fault> {};

TEST_P(FaultyNode, IsFoundAndNoOther)
{
    for (const unsigned nodes : {10U, 40U}) {
        SimulatedFleet fleet = simulated_fleet(nodes, nodes);
        GetParam().apply(fleet[6]);
        const FleetReport report = judged(fleet).report;
        const NodeReport &node = report_of(report, "n07");
        EXPECT_EQ(class_name(node.node_class), std::string(class_name(GetParam().node_class)));
        EXPECT_TRUE(mentions(node, GetParam().evidence))
            << (node.findings.empty() ? "no finding" : node.findings.front().evidence);
        EXPECT_EQ(report.count(NodeClass::healthy), nodes - 1);
        EXPECT_TRUE(report.needs_attention());
    }
}

void make_noisy(SimulatedNode &node)
{
    std::mt19937 random(5);
    std::normal_distribution<double> noise(1, 0.009);
    for (CoreColumns &columns : node.node.cores)
        for (double &cycles : columns.cycles_per_unit)
            cycles *= noise(random);
}

constexpr auto cycles = &CoreColumns::cycles_per_unit;
constexpr auto clock_hz = &CoreColumns::clock_hz;

INSTANTIATE_TEST_SUITE_P(
    Classes, FaultyNode,
    testing::Values(
        Fault{NodeClass::slow_clock, "% below the 3.",
              [](SimulatedNode &node) { node.scale(clock_hz, 0.95); }},
        Fault{NodeClass::slow_core, "% above the",
              [](SimulatedNode &node) { node.scale(cycles, 1.04); }},
        Fault{NodeClass::one_bad_core, "CPU 17: takes",
              [](SimulatedNode &node) { node.scale_core(cycles, 17, 1.08); }},
        Fault{NodeClass::one_bad_core, "% less",
              [](SimulatedNode &node) { node.scale_core(clock_hz, 3, 0.92); }},
        Fault{NodeClass::slow_together, "together: clock",
              [](SimulatedNode &node) { node.scale(clock_hz, 0.92, "together"); }},
        Fault{NodeClass::slow_together,
              "together: ", [](SimulatedNode &node) { node.scale(cycles, 1.06, "together"); }},
        Fault{NodeClass::noisy, "times as much", make_noisy},
        Fault{NodeClass::noisy, "calls 50 %",
              [](SimulatedNode &node) {
                  for (CoreColumns &columns : node.node.cores)
                      for (std::size_t i = 0; i < columns.noisy.size(); i += 2)
                          columns.noisy[i] = true;
              }},
        Fault{NodeClass::noisy, "hypervisor took 5.0 %",
              [](SimulatedNode &node) { node.node.sensors.steal_share = 0.05; }},
        Fault{NodeClass::misconfigured, "governor: 'powersave', where",
              [](SimulatedNode &node) { node.node.settings["governor"] = "powersave"; }},
        Fault{NodeClass::misconfigured, "cores: '31', where",
              [](SimulatedNode &node) {
                  for (CoreColumns &columns : node.node.cores) {
                      columns.cpus.pop_back();
                      columns.cycles_per_unit.pop_back();
                      columns.clock_hz.pop_back();
                      columns.noisy.pop_back();
                      columns.wrong.pop_back();
                  }
                  node.node.settings["cores"] = "31";
              }},
        Fault{NodeClass::incomplete, "it ended early: deadline",
              [](SimulatedNode &node) {
                  node.node.complete = false;
                  node.node.incomplete_reason = "deadline";
              }},
        Fault{NodeClass::incomplete, "sha3 together is not there",
              [](SimulatedNode &node) { node.node.cores.pop_back(); }},
        Fault{NodeClass::wrong, "CPU 5: 2 wrong results of sha256-chain.shani.x2 alone",
              [](SimulatedNode &node) { node.node.cores[0].wrong[5] = 2; }},
        Fault{NodeClass::wrong,
              "repeated there: wrong 7 times of 10; repeated on its neighbour: "
              "wrong 0 times of 10",
              [](SimulatedNode &node) {
                  node.node.wrong_cores.push_back(
                      {3, "sha256-chain.shani.x2", "sha", std::pair(7U, 10U), std::pair(0U, 10U)});
              }},
        Fault{NodeClass::wrong, "'mismatches'",
              [](SimulatedNode &node) { node.node.mismatches = 1; }}));

TEST(Judge, CallsHealthyFleetsHealthy)
{
    for (unsigned seed = 1; seed <= 3; ++seed) {
        const FleetReport report = judged(simulated_fleet(60, seed)).report;
        EXPECT_EQ(report.count(NodeClass::healthy), 60U) << seed;
        EXPECT_FALSE(report.needs_attention());
    }
}

TEST(Judge, TakesTheFirstClassThatApplies)
{
    SimulatedFleet fleet = simulated_fleet(12);
    fleet[0].scale(clock_hz, 0.9);
    fleet[0].node.settings["governor"] = "powersave";
    const FleetReport report = judged(fleet).report;
    const NodeReport &node = report.nodes.front();
    EXPECT_EQ(node.node_class, NodeClass::slow_clock);
    EXPECT_TRUE(mentions(node, "governor: 'powersave'")) << "the other finding is kept";
    EXPECT_EQ(node.findings.front().node_class, NodeClass::slow_clock);
    EXPECT_NE(std::ranges::find(node.context, "governor powersave (like nodes: performance)"),
              node.context.end());
}

TEST(Judge, TellsASlowSocketFromABadCore)
{
    SimulatedFleet fleet = simulated_fleet(12);
    for (std::size_t core = 0; core < simulated_cores / 2; ++core)
        fleet[2].scale_core(clock_hz, core, 0.9);
    EXPECT_EQ(judged(fleet).report.nodes[2].node_class, NodeClass::slow_clock);
}

// Places that are slower in every node, as efficient cores are.
TEST(Judge, ComparesACoreWithThoseAtItsPlace)
{
    SimulatedFleet fleet = simulated_fleet(12);
    for (SimulatedNode &node : fleet)
        for (std::size_t core = 0; core < 8; ++core)
            node.scale_core(cycles, core, 1.5);
    fleet[4].scale_core(cycles, 2, 1.08);
    const FleetReport report = judged(fleet).report;
    EXPECT_EQ(report.count(NodeClass::healthy), 11U);
    EXPECT_EQ(report.nodes[4].node_class, NodeClass::one_bad_core);
    EXPECT_EQ(report.nodes[4].bad_cpus, std::vector<int>{2});
}

TEST(Judge, GroupsLikeWithLike)
{
    SimulatedFleet fleet = simulated_fleet(20);
    for (std::size_t i = 10; i < 20; ++i) {
        fleet[i].node.cpu_model = "Example 8000";
        fleet[i].scale(cycles, 2);
    }
    const FleetReport report = judged(fleet).report;
    ASSERT_EQ(report.groups.size(), 2U);
    EXPECT_EQ(report.groups[0].nodes, 10U);
    EXPECT_EQ(report.groups[1].judged_by, JudgedBy::like_nodes);
    EXPECT_EQ(report.count(NodeClass::healthy), 20U);
}

TEST(Judge, OfFewerThanEightNeedsABaseline)
{
    SimulatedFleet few = simulated_fleet(4);
    few[1].scale(clock_hz, 0.9);
    const FleetReport unjudged = judged(few).report;
    EXPECT_EQ(unjudged.count(NodeClass::healthy), 4U);
    EXPECT_EQ(unjudged.groups[0].judged_by, JudgedBy::nothing);
    EXPECT_EQ(unjudged.remarks.size(), 1U);

    FleetRequest request;
    request.baseline = Baseline{"b", judged(simulated_fleet(30)).baseline};
    const FleetReport report = judged(few, request).report;
    EXPECT_EQ(report.groups[0].judged_by, JudgedBy::baseline);
    EXPECT_EQ(report.nodes[1].node_class, NodeClass::slow_clock);
    EXPECT_EQ(report.count(NodeClass::healthy), 3U);
    EXPECT_TRUE(mentions(report.nodes[1], "of the baseline"));

    for (SimulatedNode &node : few)
        node.node.cpu_identity = "another";
    const FleetReport other = judged(few, request).report;
    EXPECT_EQ(other.groups[0].judged_by, JudgedBy::nothing);
    ASSERT_EQ(other.remarks.size(), 1U);
    EXPECT_NE(other.remarks[0].find("'b' has no machines such as Example 9000 (another)"),
              std::string::npos)
        << other.remarks[0];
}

TEST(Judge, HoldsAWholeGroupAgainstTheBaseline)
{
    FleetRequest request;
    request.baseline = Baseline{"b", judged(simulated_fleet(30)).baseline};
    SimulatedFleet slower = simulated_fleet(30, 2);
    EXPECT_FALSE(judged(slower, request).report.needs_attention());
    for (SimulatedNode &node : slower)
        node.scale(clock_hz, 0.9);
    const FleetReport report = judged(slower, request).report;
    EXPECT_EQ(report.count(NodeClass::healthy), 30U) << "beside each other they are";
    EXPECT_EQ(report.groups[0].changes.size(), 6U);
    EXPECT_TRUE(report.needs_attention());
}

TEST(Judge, FindsABadCoreInASingleMachine)
{
    SimulatedFleet one = simulated_fleet(1);
    one[0].scale_core(cycles, 9, 1.09);
    EXPECT_EQ(judged(one).report.nodes[0].node_class, NodeClass::one_bad_core);
}

TEST(Judge, NamesMissingAndUnexpectedNodes)
{
    FleetRequest request;
    request.expected = ExpectedNodes{{"n01", "n02", "n03", "n99"}, 0};
    NodeFiles files = files_of(simulated_fleet(4));
    files.bad.push_back({"'n03.json': not JSON", "n03"});
    files.nodes.erase(files.nodes.begin() + 2);
    const FleetReport report = judge_fleet(files, request).report;
    EXPECT_EQ(report_of(report, "n99").node_class, NodeClass::missing);
    EXPECT_EQ(report_of(report, "n03").node_class, NodeClass::incomplete);
    EXPECT_EQ(report.problems, std::vector<std::string>{"'n03.json': not JSON"});
    EXPECT_NE(std::ranges::find(report.remarks, "not expected, but there: n04"),
              report.remarks.end());

    request.expected = ExpectedNodes{{}, 6};
    const FleetReport counted = judged(simulated_fleet(4), request).report;
    EXPECT_EQ(counted.missing_unnamed, 2U);
    EXPECT_EQ(counted.count(NodeClass::missing), 2U);
}

TEST(Judge, TakesTheNewerOfTwoFilesOfANode)
{
    SimulatedFleet fleet = simulated_fleet(10);
    fleet.push_back(fleet[3]);
    fleet.back().node.path = "newer.json";
    fleet.back().node.started = "2026-11-22T03:00:00+00:00";
    const FleetReport report = judged(fleet).report;
    EXPECT_EQ(report.nodes.size(), 10U);
    EXPECT_EQ(report.nodes[3].path, "newer.json");
    ASSERT_EQ(report.remarks.size(), 1U);
    EXPECT_EQ(report.remarks[0], "'newer.json' and 'n04.json' are both of the node n04: the first "
                                 "is judged, which is newer");
    EXPECT_FALSE(report.needs_attention());
}

TEST(Judge, FindsTwoMachinesOfOneName)
{
    SimulatedFleet fleet = simulated_fleet(10);
    fleet[4].node.name = "n04";
    const FleetReport report = judged(fleet).report;
    EXPECT_EQ(report.nodes.size(), 9U);
    EXPECT_EQ(report_of(report, "n04").node_class, NodeClass::misconfigured);
    EXPECT_TRUE(mentions(report_of(report, "n04"), "measured at the same time"));
}

TEST(Judge, RemarksOnClocksThatAreYearsApart)
{
    SimulatedFleet fleet = simulated_fleet(10);
    fleet[0].node.started = "1999-11-22T02:00:00+00:00";
    fleet[1].node.started = "soon";
    const FleetReport report = judged(fleet).report;
    EXPECT_EQ(report.nodes.size(), 10U);
    ASSERT_EQ(report.remarks.size(), 2U);
    EXPECT_EQ(report.remarks[0], "'n02.json': 'started' is no time: 'soon'");
    EXPECT_EQ(report.remarks[1], "'n01.json': measured on 1999-11-22, 27 years before most others: "
                                 "an old file, or a wrong clock");
}

TEST(Judge, DoesWithoutCyclesOrClocks)
{
    SimulatedFleet fleet = simulated_fleet(10);
    for (SimulatedNode &node : fleet)
        node.scale(clock_hz, std::numeric_limits<double>::quiet_NaN());
    fleet[2].scale(cycles, 1.06);
    EXPECT_EQ(judged(fleet).report.nodes[2].node_class, NodeClass::slow_core);
    for (SimulatedNode &node : fleet)
        node.scale(cycles, 0);
    EXPECT_EQ(judged(fleet).report.count(NodeClass::healthy), 10U);
    EXPECT_EQ(judge_fleet({}, {}).report.nodes.size(), 0U);
}

} // namespace
} // namespace hashlane::test
