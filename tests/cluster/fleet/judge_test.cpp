// SPDX-License-Identifier: MIT
//
// Each class of fault among healthy nodes: found in the node that has it, and in no other.
#include "cluster/fleet/node_speed.h"
#include "machine/system/iso_time.h"
#include "simulated_nodes.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

namespace hashlane::test {
namespace {

const cluster::NodeReport &report_of(const cluster::FleetReport &fleet, const std::string &name)
{
    return *std::ranges::find(fleet.nodes, name, &cluster::NodeReport::name);
}

class FaultyNode : public testing::TestWithParam<Fault> {};

TEST_P(FaultyNode, IsFoundAndNoOther)
{
    for (const unsigned nodes : {10U, 40U}) {
        SimulatedFleet fleet = simulated_fleet(nodes, nodes);
        GetParam().apply(fleet[6]);
        const cluster::FleetReport report = judged(fleet).report;
        const cluster::NodeReport &node = report_of(report, "n07");
        EXPECT_EQ(cluster::class_name(node.node_class),
                  std::string(cluster::class_name(GetParam().node_class)));
        EXPECT_TRUE(mentions(node, GetParam().evidence))
            << (node.findings.empty() ? "no finding" : node.findings.front().evidence);
        EXPECT_EQ(report.count(cluster::NodeClass::healthy), nodes - 1);
        EXPECT_TRUE(report.needs_attention());
    }
}

INSTANTIATE_TEST_SUITE_P(Classes, FaultyNode, testing::ValuesIn(faults()));

TEST(Judge, CallsHealthyFleetsHealthy)
{
    for (unsigned seed = 1; seed <= 3; ++seed) {
        const cluster::FleetReport report = judged(simulated_fleet(60, seed)).report;
        EXPECT_EQ(report.count(cluster::NodeClass::healthy), 60U) << seed;
        EXPECT_FALSE(report.needs_attention());
    }
}

TEST(Judge, TakesTheFirstClassThatApplies)
{
    SimulatedFleet fleet = simulated_fleet(12);
    fleet[0].scale(clock_hz, 0.9);
    fleet[0].node.settings["governor"] = "powersave";
    const cluster::FleetReport report = judged(fleet).report;
    const cluster::NodeReport &node = report.nodes.front();
    EXPECT_EQ(node.node_class, cluster::NodeClass::slow_clock);
    EXPECT_TRUE(mentions(node, "governor: 'powersave'")) << "the other finding is kept";
    EXPECT_EQ(node.findings.front().node_class, cluster::NodeClass::slow_clock);
    EXPECT_NE(std::ranges::find(node.context, "governor powersave (comparable nodes: performance)"),
              node.context.end());
}

TEST(Judge, TellsASlowSocketFromABadCore)
{
    SimulatedFleet fleet = simulated_fleet(12);
    for (std::size_t core = 0; core < simulated_cores / 2; ++core)
        fleet[2].scale_core(clock_hz, core, 0.9);
    EXPECT_EQ(judged(fleet).report.nodes[2].node_class, cluster::NodeClass::slow_part);
}

// Places that are slower in every node, as efficient cores are.
TEST(Judge, ComparesACoreWithThoseAtItsPlace)
{
    SimulatedFleet fleet = simulated_fleet(12);
    for (SimulatedNode &node : fleet)
        for (std::size_t core = 0; core < 8; ++core)
            node.scale_core(cycles, core, 1.5);
    fleet[4].scale_core(cycles, 2, 1.08);
    const cluster::FleetReport report = judged(fleet).report;
    EXPECT_EQ(report.count(cluster::NodeClass::healthy), 11U);
    EXPECT_EQ(report.nodes[4].node_class, cluster::NodeClass::one_bad_core);
    EXPECT_EQ(report.nodes[4].bad_cpus, std::vector<int>{2});
}

// By its cycles alone, and by its clocks alone.
TEST(Judge, ComparesAPlaceOfEightNodes)
{
    for (const auto unknown : {clock_hz, cycles}) {
        SimulatedFleet fleet = simulated_fleet(8);
        for (SimulatedNode &node : fleet) {
            node.scale(unknown, std::numeric_limits<double>::quiet_NaN());
            for (std::size_t core = 0; core < 2; ++core)
                node.scale_core(unknown == cycles ? clock_hz : cycles, core, 1.5);
        }
        EXPECT_EQ(judged(fleet).report.count(cluster::NodeClass::healthy), 8U);
    }
}

TEST(Judge, DoesNotCallACoreBadForThreePercent)
{
    SimulatedFleet fleet = simulated_fleet(10);
    fleet[4].scale_core(cycles, 17, 1.03);
    EXPECT_EQ(judged(fleet).report.count(cluster::NodeClass::healthy), 10U);
}

// Each on both sides of the usual limit and of the site's.
TEST(Judge, TakesTheLimitsOfTheSite)
{
    cluster::FleetRequest tight;
    tight.limits = {0.01, 0.01, 0.03, 0.1};
    SimulatedFleet fleet = simulated_fleet(40);
    fleet[3].scale_core(cycles, 17, 1.034);
    fleet[5].scale(cycles, 1.017);
    EXPECT_EQ(judged(fleet).report.count(cluster::NodeClass::healthy), 40U);
    const cluster::FleetReport report = judged(fleet, tight).report;
    EXPECT_EQ(report.nodes[3].node_class, cluster::NodeClass::one_bad_core);
    EXPECT_EQ(report.nodes[5].node_class, cluster::NodeClass::slow_core);
    EXPECT_EQ(report.count(cluster::NodeClass::healthy), 38U) << "chance is no finding";
    EXPECT_EQ(report.limits, tight.limits);

    // A package at a lower clock, by less than nodes may differ.
    fleet = simulated_fleet(40);
    fleet[7].scale_cores(clock_hz, 16, 16, 0.974);
    EXPECT_EQ(judged(fleet).report.nodes[7].node_class, cluster::NodeClass::healthy);
    tight.limits.clock = 0.015;
    EXPECT_EQ(judged(fleet, tight).report.nodes[7].node_class, cluster::NodeClass::slow_part);

    cluster::FleetRequest wide;
    wide.limits = {0.1, 0.1, 0.1, 0.1};
    fleet = simulated_fleet(40);
    fleet[3].scale_core(cycles, 17, 1.08);
    fleet[5].scale(cycles, 1.04);
    fleet[6].scale(clock_hz, 0.94);
    EXPECT_EQ(judged(fleet).report.count(cluster::NodeClass::healthy), 37U);
    EXPECT_EQ(judged(fleet, wide).report.count(cluster::NodeClass::healthy), 40U);
}

TEST(Judge, HoldsTheBaselineAgainstTheLimitsOfTheSite)
{
    const cluster::Baseline baseline = judged(simulated_fleet(40)).baseline;
    SimulatedNode node = simulated_fleet(1)[0];
    node.scale(cycles, 1.025);
    EXPECT_EQ(cluster::judge_health(node.node, baseline).report.nodes[0].node_class,
              cluster::NodeClass::slow_core);
    const cluster::JudgedFleet judged =
        cluster::judge_health(node.node, baseline, {0.05, 0.03, 0.04, 0.1});
    EXPECT_EQ(judged.report.nodes[0].node_class, cluster::NodeClass::healthy);
    EXPECT_NE(cluster::health_line(judged, baseline)
                  .find("at worst; limits of this site: cycles 5 %, clock 3 %, core 4 %, "
                        "memory 10 %"),
              std::string::npos);
}

TEST(Judge, DoesNotCallACoreBadForOneWorkloadOfThree)
{
    SimulatedFleet fleet = simulated_fleet(10);
    for (const std::size_t columns : {2U, 5U}) // the same work alone and together
        fleet[4].node.cores[columns].cycles_per_unit[17] *= 1.2;
    const cluster::FleetReport one = judged(fleet).report;
    EXPECT_NE(one.nodes[4].node_class, cluster::NodeClass::one_bad_core);
    fleet[4].node.cores[1].cycles_per_unit[17] *= 1.2;
    const cluster::FleetReport two = judged(fleet).report;
    EXPECT_EQ(two.nodes[4].node_class, cluster::NodeClass::one_bad_core);
    EXPECT_TRUE(mentions(two.nodes[4], "(3 of 6 values)"));
}

// At the limit, the class goes by where the loss is, and not by where chance puts it over the
// limit.
TEST(Judge, CallsNodesSlowTogetherOnlyIfTheyAreNotAlone)
{
    const auto class_of = [](double alone, double together) {
        SimulatedFleet fleet = simulated_fleet(40);
        fleet[4].scale(cycles, alone, "alone");
        fleet[4].scale(cycles, together, "together");
        return judged(fleet).report.nodes[4].node_class;
    };
    EXPECT_EQ(class_of(1.014, 1.024), cluster::NodeClass::slow_core);
    EXPECT_EQ(class_of(1.004, 1.03), cluster::NodeClass::slow_together);
}

// Single readings are disturbed, and among thousands of cores two of them meet in one.
TEST(Judge, RemarksOnACoreThatIsSlowInTwoValues)
{
    SimulatedFleet fleet = simulated_fleet(10);
    for (const std::size_t columns : {3U, 4U})
        fleet[4].node.cores[columns].cycles_per_unit[17] *= 1.2;
    const cluster::FleetReport two = judged(fleet).report;
    EXPECT_EQ(two.nodes[4].node_class, cluster::NodeClass::healthy);
    ASSERT_EQ(two.nodes[4].context.size(), 1U);
    EXPECT_TRUE(two.nodes[4].context[0].starts_with("CPU 17: takes ")) << two.nodes[4].context[0];
    EXPECT_TRUE(two.nodes[4].context[0].ends_with("it may be chance")) << two.nodes[4].context[0];
    EXPECT_TRUE(two.nodes[4].bad_cpus.empty());
    for (SimulatedNode &node : fleet) // of a brief check, these are all values
        node.node.cores = {node.node.cores[3], node.node.cores[4]};
    EXPECT_EQ(judged(fleet).report.nodes[4].node_class, cluster::NodeClass::one_bad_core);
}

// Clocks that agree by chance say little about the next one.
TEST(Judge, DoesNotLearnFromAFewNodesHowNearClocksAre)
{
    const auto class_of = [](unsigned nodes, double share) {
        SimulatedFleet fleet = simulated_fleet(nodes);
        for (SimulatedNode &node : fleet)
            for (cluster::CoreColumns &columns : node.node.cores)
                std::ranges::fill(columns.clock_hz, &node == &fleet[4] ? 3.5e9 * share : 3.5e9);
        return judged(fleet).report.nodes[4].node_class;
    };
    EXPECT_EQ(class_of(8, 0.9685), cluster::NodeClass::healthy);
    EXPECT_EQ(class_of(8, 0.966), cluster::NodeClass::slow_clock);
    EXPECT_EQ(class_of(40, 0.9685), cluster::NodeClass::slow_clock);
}

TEST(Judge, LeavesTheSlowestCoresOutOfANodesFigures)
{
    SimulatedFleet fleet = simulated_fleet(10);
    for (const std::size_t core : {3U, 9U, 17U, 30U})
        fleet[4].scale_core(cycles, core, 2);
    const cluster::FleetReport report = judged(fleet).report;
    for (const cluster::NodeFigure &figure : report.nodes[4].figures)
        EXPECT_NEAR(figure.relative_cycles, 1, 0.01) << figure.key.label();
}

// Simulated cycles vary by 0.3 %, clocks by 0.1 %.
TEST(Judge, MeasuresHowMuchTimesVaryWhateverTheirLevel)
{
    SimulatedFleet fleet = simulated_fleet(10);
    const cluster::NodeFiles files = files_of(fleet);
    cluster::Members members;
    for (const cluster::NodeFile &node : files.nodes)
        members.push_back(&node);
    const cluster::Places places = cluster::places_of(members);
    const std::optional<double> usual =
        cluster::unsteadiness_of(cluster::paces_of(fleet[4].node, places));
    ASSERT_TRUE(usual);
    EXPECT_NEAR(*usual, 0.0034, 0.0006);
    fleet[4].scale(cycles, 2);
    EXPECT_NEAR(*cluster::unsteadiness_of(cluster::paces_of(fleet[4].node, places)), *usual, 1e-9);
}

TEST(Judge, GroupsLikeWithLike)
{
    SimulatedFleet fleet = simulated_fleet(20);
    for (std::size_t i = 10; i < 20; ++i) {
        fleet[i].node.cpu_model = "Example 8000";
        fleet[i].scale(cycles, 2);
    }
    const cluster::FleetReport report = judged(fleet).report;
    ASSERT_EQ(report.groups.size(), 2U);
    EXPECT_EQ(report.groups[0].nodes, 10U);
    EXPECT_EQ(report.groups[1].judged_by, cluster::JudgedBy::like_nodes);
    EXPECT_EQ(report.count(cluster::NodeClass::healthy), 20U);
}

TEST(Judge, OfFewerThanEightNeedsABaseline)
{
    SimulatedFleet few = simulated_fleet(4);
    few[1].scale(clock_hz, 0.9);
    const cluster::FleetReport unjudged = judged(few).report;
    EXPECT_EQ(unjudged.count(cluster::NodeClass::not_judged), 4U);
    EXPECT_EQ(unjudged.groups[0].judged_by, cluster::JudgedBy::nothing);
    EXPECT_TRUE(mentions(unjudged.nodes[0], "4 nodes of this kind cannot judge each other"));

    cluster::FleetRequest request;
    request.baseline = judged(simulated_fleet(30)).baseline;
    const cluster::FleetReport report = judged(few, request).report;
    EXPECT_EQ(report.groups[0].judged_by, cluster::JudgedBy::baseline);
    EXPECT_EQ(report.nodes[1].node_class, cluster::NodeClass::slow_clock);
    EXPECT_EQ(report.count(cluster::NodeClass::healthy), 3U);
    EXPECT_TRUE(mentions(report.nodes[1], "the baseline has"));

    for (SimulatedNode &node : few)
        node.node.cpu_identity = "another";
    const cluster::FleetReport other = judged(few, request).report;
    EXPECT_EQ(other.groups[0].judged_by, cluster::JudgedBy::nothing);
    EXPECT_EQ(other.count(cluster::NodeClass::not_judged), 4U);
    EXPECT_TRUE(
        mentions(other.nodes[0], "the baseline has no machines such as Example 9000 (another)"));
}

TEST(Judge, RemarksOnABaselineWithoutSuchMachines)
{
    cluster::FleetRequest request;
    request.baseline = judged(simulated_fleet(30)).baseline;
    request.baseline->path = "b";
    SimulatedFleet fleet = simulated_fleet(10);
    EXPECT_TRUE(judged(fleet, request).report.remarks.empty());
    for (SimulatedNode &node : fleet)
        node.node.cpu_identity = "another";
    const cluster::FleetReport report = judged(fleet, request).report;
    EXPECT_EQ(report.count(cluster::NodeClass::healthy), 10U);
    ASSERT_EQ(report.remarks.size(), 1U);
    EXPECT_TRUE(report.remarks[0].starts_with("'b' has no machines such as Example 9000 (another)"))
        << report.remarks[0];
}

TEST(Judge, PassesOnWhatTheHistoryRemarks)
{
    cluster::FleetRequest request;
    request.history.emplace().remarks = {"'2026-11-22.jsonl': a line was not understood"};
    EXPECT_EQ(judged(simulated_fleet(10), request).report.remarks, request.history->remarks);
}

TEST(Judge, HoldsAWholeGroupAgainstTheBaseline)
{
    cluster::FleetRequest request;
    request.baseline = judged(simulated_fleet(30)).baseline;
    SimulatedFleet slower = simulated_fleet(30, 2);
    EXPECT_FALSE(judged(slower, request).report.needs_attention());
    for (SimulatedNode &node : slower)
        node.scale(clock_hz, 0.9);
    const cluster::FleetReport report = judged(slower, request).report;
    EXPECT_EQ(report.count(cluster::NodeClass::healthy), 30U) << "beside each other they are";
    EXPECT_EQ(report.groups[0].changes.size(), 6U);
    EXPECT_TRUE(report.needs_attention());
    for (SimulatedNode &node : slower) {
        node.scale(clock_hz, 1 / 0.9);
        node.scale(cycles, 1.5);
    }
    const std::string change = judged(slower, request).report.groups[0].changes.at(0);
    EXPECT_NEAR(number_after("keccak-chain alone: cycles ", change), 50, 0.4) << change;
    EXPECT_NEAR(number_after(" %, clock ", change), 0, 0.4) << change;
}

TEST(Judge, FindsABadCoreInASingleMachine)
{
    SimulatedFleet one = simulated_fleet(1);
    one[0].scale_core(cycles, 9, 1.09);
    EXPECT_EQ(judged(one).report.nodes[0].node_class, cluster::NodeClass::one_bad_core);
}

// Two cores have no usual values, and are taken as they are.
TEST(Judge, FiguresOfASmallMachineAreTheMeansOfItsCores)
{
    cluster::NodeFile node;
    node.cores.push_back({"sha256-chain.shani.x2",
                          "sha256-chain",
                          "alone",
                          {0, 1},
                          {100, 110},
                          {3e9, 4e9},
                          {false, false},
                          {0, 0}});
    const auto figure = [&] {
        return cluster::figures_of(cluster::paces_of(node, cluster::places_of({&node}))).at(0);
    };
    EXPECT_EQ(figure().trusted, 2U);
    EXPECT_EQ(figure().cycles_per_unit, 105);
    EXPECT_EQ(figure().clock_hz, 3.5e9);
    node.cores[0].noisy[0] = true;
    EXPECT_EQ(figure().trusted, 1U);
    EXPECT_EQ(figure().cycles_per_unit, 110);
}

TEST(Judge, NamesMissingAndUnexpectedNodes)
{
    cluster::FleetRequest request;
    request.expected = cluster::ExpectedNodes{{"n01", "n02", "n03", "n99"}, 0};
    cluster::NodeFiles files = files_of(simulated_fleet(4));
    files.bad.push_back({"'n03.json': not JSON", "n03"});
    files.nodes.erase(files.nodes.begin() + 2);
    const cluster::FleetReport report = cluster::judge_fleet(files, request).report;
    EXPECT_EQ(report_of(report, "n99").node_class, cluster::NodeClass::missing);
    EXPECT_EQ(report_of(report, "n03").node_class, cluster::NodeClass::incomplete);
    EXPECT_EQ(report.problems, std::vector<std::string>{"'n03.json': not JSON"});
    EXPECT_NE(std::ranges::find(report.remarks, "not expected, but present: n04"),
              report.remarks.end());

    SimulatedFleet padded = simulated_fleet(10);
    padded.erase(padded.begin(), padded.begin() + 8);
    request.expected = cluster::ExpectedNodes{{"n9", "n10"}, 0};
    const cluster::FleetReport spelled = judged(padded, request).report;
    ASSERT_EQ(spelled.remarks.size(), 1U);
    EXPECT_EQ(spelled.remarks[0], "not expected, but present: n09: names that differ by domain or "
                                  "padding, as n09 from the expected n9");

    request.expected = cluster::ExpectedNodes{{}, 6};
    const cluster::FleetReport counted = judged(simulated_fleet(4), request).report;
    EXPECT_EQ(counted.missing_unnamed, 2U);
    EXPECT_EQ(counted.count(cluster::NodeClass::missing), 2U);
    request.expected->count = 11;
    EXPECT_TRUE(judged(simulated_fleet(10), request).report.needs_attention());
    request.expected->count = 10;
    EXPECT_FALSE(judged(simulated_fleet(10), request).report.needs_attention());
}

TEST(Judge, TakesTheNewerOfTwoFilesOfANode)
{
    SimulatedFleet fleet = simulated_fleet(10);
    fleet.push_back(fleet[3]);
    fleet.back().node.path = "newer.json";
    fleet.back().node.started = "2026-11-22T03:00:00+00:00";
    const cluster::FleetReport report = judged(fleet).report;
    EXPECT_EQ(report.nodes.size(), 10U);
    EXPECT_EQ(report.nodes[3].path, "newer.json");
    ASSERT_EQ(report.remarks.size(), 1U);
    EXPECT_EQ(report.remarks[0], "'newer.json' and 'n04.json' are both of the node n04: the first "
                                 "is judged, which is newer");
    EXPECT_FALSE(report.needs_attention());
}

TEST(Judge, TakesTheWrongOfTwoFilesOfANode)
{
    SimulatedFleet fleet = simulated_fleet(10);
    fleet[3].node.cores[0].wrong[7] = 1;
    fleet[3].node.hardware = {{"cpu_ppin", "0x1"}};
    fleet.push_back(fleet[3]);
    cluster::NodeFile &newer = fleet.back().node;
    newer.path = "newer.json";
    newer.started = "2026-11-22T03:00:00+00:00";
    newer.cores[0].wrong[7] = 0;
    const cluster::FleetReport report = judged(fleet).report;
    EXPECT_EQ(report.nodes[3].node_class, cluster::NodeClass::wrong);
    EXPECT_EQ(report.nodes[3].path, "n04.json");
    EXPECT_EQ(report.remarks.at(0), "'n04.json' and 'newer.json' are both of the node n04: the "
                                    "first is judged, which is wrong");
    newer.hardware["cpu_ppin"] = "0x2";
    EXPECT_FALSE(judged(fleet).report.needs_attention()) << "its processor was replaced";
}

TEST(Judge, FindsTwoMachinesOfOneName)
{
    SimulatedFleet fleet = simulated_fleet(10);
    fleet[4].node.name = "n04";
    const cluster::FleetReport report = judged(fleet).report;
    EXPECT_EQ(report.nodes.size(), 9U);
    EXPECT_EQ(report_of(report, "n04").node_class, cluster::NodeClass::misconfigured);
    EXPECT_TRUE(mentions(report_of(report, "n04"), "measured at the same time"));
    fleet[4].node.path = "newer.json";
    fleet[4].node.started = "2026-11-22T03:00:00+00:00";
    fleet[4].node.cpu_model = "Other 1";
    EXPECT_TRUE(mentions(report_of(judged(fleet).report, "n04"),
                         "two machines have this name: 'newer.json' is of 'Other 1' ("));
}

TEST(Judge, RemarksOnClocksThatAreNotSet)
{
    SimulatedFleet fleet = simulated_fleet(10);
    fleet[0].node.started = "2053-11-22T02:00:00+00:00";
    fleet[1].node.started = "soon";
    const cluster::FleetReport report = judged(fleet).report;
    EXPECT_EQ(report.nodes.size(), 10U);
    ASSERT_EQ(report.remarks.size(), 2U);
    EXPECT_EQ(report.remarks[0], "'n02.json': 'started' is no time: 'soon'");
    EXPECT_EQ(report.remarks[1], "'n01.json': measured on 2053-11-22 02:00, 27 years after the "
                                 "others: a clock that is not set, or they are old");
    EXPECT_EQ(report.count(cluster::NodeClass::healthy), 10U);
}

// By the clock of this machine, they are of the future: they are judged, and others are not old.
TEST(Judge, LeavesTimesThatAreAheadOutOfTheHistory)
{
    cluster::FleetRequest request;
    request.history.emplace();
    request.freshness = {*machine::seconds_of("2026-11-22T05:00:00+00:00"), 36 * 3600.0};
    SimulatedFleet fleet = simulated_fleet(10);
    for (std::size_t i = 0; i < 3; ++i)
        fleet[i].node.started = "2053-11-22T02:00:00+00:00";
    fleet[3].node.started = "";
    const cluster::FleetReport report = judged(fleet, request).report;
    EXPECT_EQ(report.remarks,
              (std::vector<std::string>{
                  "'n04.json': 'started' is no time: ''",
                  "n[01-03]: measured up to 27 years from now: a clock that is not set"}));
    EXPECT_EQ(report.count(cluster::NodeClass::healthy), 10U);
    for (std::size_t i = 0; i < fleet.size(); ++i) {
        EXPECT_EQ(report.nodes[i].is_dated, i > 3) << i;
        EXPECT_EQ(report.nodes[i].trend.has_value(), false);
    }
    // Whichever clock is not set, an old file among them is an old one.
    for (std::size_t i = 0; i < fleet.size(); ++i)
        fleet[i].node.started = fmt::format("2053-11-{}T02:00:00+00:00", i == 5 ? 19 : 22);
    EXPECT_EQ(judged(fleet, request).report.nodes[5].node_class, cluster::NodeClass::missing);
}

TEST(Judge, DoesWithoutCyclesOrClocks)
{
    SimulatedFleet fleet = simulated_fleet(10);
    for (SimulatedNode &node : fleet)
        node.scale(clock_hz, std::numeric_limits<double>::quiet_NaN());
    fleet[2].scale(cycles, 1.06);
    EXPECT_EQ(judged(fleet).report.nodes[2].node_class, cluster::NodeClass::slow_core);
    for (SimulatedNode &node : fleet)
        node.scale(cycles, 0);
    EXPECT_EQ(judged(fleet).report.count(cluster::NodeClass::not_judged), 10U);
    EXPECT_EQ(cluster::judge_fleet({}, {}).report.nodes.size(), 0U);
}

} // namespace
} // namespace hashlane::test
