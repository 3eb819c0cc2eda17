// SPDX-License-Identifier: MIT
//
// A node is healthy only if it was judged: fleets of which nothing, or one half, can be known.
#include "simulated_nodes.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace hashlane::test {
namespace {

using cluster::NodeClass;

int code_of(const cluster::FleetReport &report)
{
    return report.exit_code(cluster::fail_on_anything());
}

void make_untrusted(SimulatedNode &node, const std::string &scope = "")
{
    for (cluster::CoreColumns &columns : node.node.cores)
        if (scope.empty() || columns.scope == scope)
            columns.noisy.assign(columns.noisy.size(), true);
}

// One of them is at clock -30 %, which nobody can know.
TEST(Green, IsNoneOfANoisyFleet)
{
    SimulatedFleet fleet = simulated_fleet(40);
    for (SimulatedNode &node : fleet)
        make_untrusted(node);
    fleet[0].scale(clock_hz, 0.7);
    const cluster::FleetReport report = judged(fleet).report;
    EXPECT_EQ(report.count(NodeClass::not_judged), 40U);
    EXPECT_TRUE(mentions(report.nodes[0], "alone: too few values that can be trusted"));
    EXPECT_EQ(code_of(report), 3);
}

TEST(Green, IsNoneOfWhichOneScopeIsNoisy)
{
    SimulatedFleet fleet = simulated_fleet(40);
    for (SimulatedNode &node : fleet)
        make_untrusted(node, "together");
    const cluster::FleetReport report = judged(fleet).report;
    EXPECT_EQ(report.count(NodeClass::not_judged), 40U);
    ASSERT_EQ(report.nodes[0].findings.size(), 1U);
    EXPECT_TRUE(mentions(report.nodes[0], "together: too few"));
}

// A few quiet cores do not speak for the others.
TEST(Green, IsNoneOfWhichMostCoresAreNoisy)
{
    SimulatedFleet fleet = simulated_fleet(40);
    for (SimulatedNode &node : fleet)
        for (cluster::CoreColumns &columns : node.node.cores)
            std::fill_n(columns.noisy.begin(), 20, true);
    EXPECT_EQ(judged(fleet).report.count(NodeClass::not_judged), 40U);
    for (SimulatedNode &node : fleet)
        for (cluster::CoreColumns &columns : node.node.cores)
            std::fill_n(columns.noisy.begin(), 10, false);
    EXPECT_EQ(judged(fleet).report.count(NodeClass::healthy), 40U);
}

TEST(Green, IsNoneOfBoundTasks)
{
    SimulatedFleet fleet = simulated_fleet(20);
    for (SimulatedNode &node : fleet) {
        node.node.complete = false;
        node.node.incomplete_reason = "1 of 32 cores: this task is bound";
    }
    const cluster::FleetReport report = judged(fleet).report;
    EXPECT_EQ(report.count(NodeClass::incomplete), 20U);
    EXPECT_TRUE(mentions(report.nodes[0], "1 of 32 cores: this task is bound"));
    EXPECT_EQ(code_of(report), 5);
}

TEST(Green, IsNoneThatMeasuredFewerOfItsCoresThanTheOthers)
{
    SimulatedFleet fleet = simulated_fleet(20);
    for (cluster::CoreColumns &columns : fleet[0].node.cores) {
        columns.cpus.resize(20);
        columns.cycles_per_unit.resize(20);
        columns.clock_hz.resize(20);
        columns.noisy.resize(20);
        columns.wrong.resize(20);
    }
    const cluster::FleetReport report = judged(fleet).report;
    EXPECT_EQ(report.nodes[0].node_class, NodeClass::incomplete);
    EXPECT_TRUE(mentions(report.nodes[0], "20 of 32 cores were measured"));
    EXPECT_EQ(report.groups[0].least_cores, 20U);
    EXPECT_EQ(report.groups[0].most_cores, 32U);
}

void make_soak(SimulatedNode &node, unsigned reached)
{
    node.node.soak = cluster::NodeSoak{8, 0.9, 71, reached, {}};
}

// A kernel that was not run may be wrong.
// The site keeps the others for the system, so that each file is complete.
TEST(Green, TellsHowManyCoresWereMeasured)
{
    SimulatedFleet fleet = simulated_fleet(10);
    for (SimulatedNode &node : fleet)
        node.node.settings["cores"] = "64";
    const cluster::FleetReport half = judged(fleet).report;
    EXPECT_EQ(half.count(cluster::NodeClass::healthy), 10U);
    EXPECT_EQ(half.groups[0].most_cores, 32U);
    EXPECT_EQ(half.groups[0].own_cores, 64U);
    for (SimulatedNode &node : fleet)
        node.node.settings["cores"] = "65";
    const cluster::FleetReport less = judged(fleet).report;
    EXPECT_EQ(less.count(cluster::NodeClass::not_judged), 10U);
    EXPECT_TRUE(mentions(less.nodes[0], "32 of 65 cores measured"));
    EXPECT_EQ(cluster::cores_text(1, 1, 1), "1 core");
    EXPECT_EQ(cluster::cores_text(30, 32, 32), "30 to 32 cores");
    EXPECT_EQ(cluster::cores_text(1, 1, 32), "1 of 32 cores");
    for (const char *const no_number : {"-1", "many", "32 or so", ""}) {
        cluster::NodeFile node = simulated_fleet(1)[0].node;
        node.settings["cores"] = no_number;
        EXPECT_EQ(cluster::own_cores(node), 0U) << no_number;
    }
    EXPECT_EQ(cluster::cores_text(2, 2, 0), "2 cores") << "an older file";
}

TEST(Green, IsNoneOfWhichFewerKernelsWereVerified)
{
    SimulatedFleet fleet = simulated_fleet(40);
    for (SimulatedNode &node : fleet)
        make_soak(node, 71);
    fleet[3].node.soak.reset();
    make_soak(fleet[4], 70);
    fleet[5].node.soak->kernels = fleet[5].node.soak->reached = std::nullopt;
    const cluster::FleetReport report = judged(fleet).report;
    EXPECT_EQ(report.count(NodeClass::not_judged), 3U);
    EXPECT_TRUE(mentions(report.nodes[3], "verified: 3 kernels (too little time"));
    EXPECT_TRUE(mentions(report.nodes[4], "70 of 71 kernels, where comparable nodes have all"));
    EXPECT_EQ(code_of(report), 3);
}

TEST(Green, IsNotAMatterOfAFewKernelsWhereTheTimeWasTooShortForAll)
{
    SimulatedFleet fleet = simulated_fleet(40);
    for (std::size_t i = 0; i < fleet.size(); ++i)
        make_soak(fleet[i], 40 + static_cast<unsigned>(i % 20));
    make_soak(fleet[7], 12);
    const cluster::FleetReport report = judged(fleet).report;
    EXPECT_EQ(report.count(NodeClass::healthy), 39U);
    EXPECT_EQ(report.nodes[7].node_class, NodeClass::not_judged);
}

TEST(Green, IsNoOldFile)
{
    SimulatedFleet fleet = simulated_fleet(40);
    for (std::size_t i = 0; i < 20; ++i)
        fleet[i].node.started = "2026-10-20T02:00:00+00:00";
    fleet[3].node.cores[0].wrong[0] = 1;
    const cluster::FleetReport report = judged(fleet).report;
    EXPECT_EQ(report.count(NodeClass::missing), 19U);
    EXPECT_EQ(report.count(NodeClass::wrong), 1U) << "which it was, and is";
    EXPECT_EQ(report.count(NodeClass::healthy), 20U);
    EXPECT_TRUE(
        mentions(report.nodes[0], "its file is of 2026-10-20 02:00, 33 days before the others"));
    // One old file hides a missing node; one clock that is ahead makes no file old.
    fleet = simulated_fleet(10);
    fleet[4].node.started = "2026-10-20T02:00:00+00:00";
    fleet[5].node.started = "2031-10-20T02:00:00+00:00";
    EXPECT_EQ(judged(fleet).report.count(NodeClass::healthy), 9U);
}

SimulatedFleet fleet_of_last_night(std::size_t nodes, const std::string &started)
{
    SimulatedFleet fleet = simulated_fleet(40);
    for (std::size_t i = 0; i < nodes; ++i)
        fleet[i].node.started = started;
    return fleet;
}

// The night's job begins a little later than that of the night before.
TEST(Green, IsNoFileOfLastNight)
{
    for (const std::size_t nodes : {1, 20, 35}) {
        const cluster::FleetReport report =
            judged(fleet_of_last_night(nodes, "2026-11-21T02:10:00+00:00")).report;
        EXPECT_EQ(report.count(NodeClass::missing), nodes);
        EXPECT_TRUE(
            mentions(report.nodes[0], "its file is of 2026-11-21 02:10, 23.8 hours before"));
    }
    EXPECT_EQ(judged(fleet_of_last_night(1, "2026-11-21T23:00:00+00:00"))
                  .report.count(NodeClass::missing),
              1U)
        << "hours before the others";
    // Those that were measured again in the morning do not make the others old.
    EXPECT_EQ(judged(fleet_of_last_night(5, "2026-11-22T09:00:00+00:00"))
                  .report.count(NodeClass::healthy),
              40U);
}

// A queue that starts a node now and then.
TEST(Green, IsAFleetThatIsMeasuredInTheCourseOfADay)
{
    SimulatedFleet fleet = simulated_fleet(40);
    for (std::size_t i = 0; i < fleet.size(); ++i)
        fleet[i].node.started = fmt::format("2026-11-22T{:02}:{:02}:00+00:00", i / 2, i % 2 * 30);
    EXPECT_EQ(judged(fleet).report.count(NodeClass::healthy), 40U);
}

TEST(Green, IsNoFileOfAnEarlierJob)
{
    SimulatedFleet fleet = fleet_of_last_night(1, "2026-11-22T01:50:00+00:00");
    for (SimulatedNode &node : fleet)
        node.node.job = "18";
    fleet[0].node.job = "17";
    fleet[2].node.job = "";
    fleet[2].node.started = "2026-11-22T02:20:00+00:00";
    const cluster::FleetReport report = judged(fleet).report;
    EXPECT_EQ(report.count(NodeClass::healthy), 39U) << "one was measured again by hand";
    EXPECT_TRUE(mentions(report.nodes[0], "before the job 18 of the others"));
}

TEST(Green, IsNoneOfTooFew)
{
    const cluster::Baseline baseline = judged(simulated_fleet(30)).baseline;
    for (unsigned nodes = 1; nodes < 8; ++nodes) {
        const cluster::FleetReport report = judged(simulated_fleet(nodes)).report;
        EXPECT_EQ(report.count(NodeClass::not_judged), nodes);
        EXPECT_EQ(code_of(report), 3);
        cluster::FleetRequest request;
        request.baseline = baseline;
        EXPECT_EQ(judged(simulated_fleet(nodes), request).report.count(NodeClass::healthy), nodes);
    }
}

TEST(Green, ComesWithALineIfHalfTheFleetIsSetOtherwise)
{
    SimulatedFleet fleet = simulated_fleet(90);
    for (std::size_t i = 0; i < 45; ++i)
        fleet[i].node.settings["governor"] = "powersave";
    for (std::size_t i = 20; i < 56; ++i)
        fleet[i].node.settings["microcode"] = "0x2";
    const cluster::JudgedFleet before = judged(simulated_fleet(90));
    EXPECT_TRUE(before.report.groups[0].splits.empty());
    const cluster::FleetReport report = judged(fleet).report;
    EXPECT_EQ(report.groups[0].splits,
              (std::vector<std::string>{"governor: 45 performance, 45 powersave",
                                        "microcode: 54 0x2b000590, 36 0x2"}));
    EXPECT_EQ(code_of(report), 5);
    // A baseline knows which of them is right.
    cluster::FleetRequest request;
    request.baseline = before.baseline;
    EXPECT_EQ(judged(fleet, request).report.count(NodeClass::misconfigured), 56U);
}

// Parts of nearly equal sizes: nobody can know which of them is slow.
TEST(Green, IsNoneOfAFleetOfTwoSpeeds)
{
    for (unsigned seed = 1; seed <= 5; ++seed)
        for (const std::size_t slow : {30U, 41U, 45U, 49U}) {
            SimulatedFleet fleet = simulated_fleet(90, seed);
            cluster::FleetRequest request;
            request.baseline = judged(fleet).baseline;
            EXPECT_TRUE(judged(fleet).report.groups[0].splits.empty());
            for (std::size_t i = 0; i < slow; ++i)
                fleet[i].scale(clock_hz, 0.92, "together");
            const cluster::FleetReport report = judged(fleet).report;
            ASSERT_EQ(report.groups[0].splits.size(), 1U);
            const std::string &split = report.groups[0].splits[0];
            EXPECT_TRUE(split.starts_with(fmt::format("clock together: {} nodes at 3.2", slow)));
            EXPECT_NE(split.find(fmt::format(" GHz, {} at 3.", 90 - slow)), std::string::npos)
                << split;
            EXPECT_EQ(code_of(report), 5);
            const std::size_t found = report.count(NodeClass::slow_together);
            EXPECT_TRUE(found == slow || report.count(NodeClass::healthy) == 0) << slow << found;
            EXPECT_TRUE(found == slow || slow > 40) << slow;
            EXPECT_EQ(judged(fleet, request).report.count(NodeClass::slow_together), slow);
        }
}

// Half of them costs more cycles, and a fifth is found one by one.
TEST(Green, IsNoneOfAFleetOfTwoCosts)
{
    SimulatedFleet fleet = simulated_fleet(60);
    for (std::size_t i = 0; i < 12; ++i)
        fleet[i].scale(cycles, 1.04);
    const cluster::FleetReport some = judged(fleet).report;
    EXPECT_EQ(some.count(NodeClass::slow_core), 12U);
    EXPECT_EQ(some.count(NodeClass::healthy), 48U);
    EXPECT_TRUE(some.groups[0].splits.empty()) << "a fifth is no part";
    for (std::size_t i = 12; i < 30; ++i)
        fleet[i].scale(cycles, 1.04);
    const cluster::FleetReport half = judged(fleet).report;
    ASSERT_EQ(half.groups[0].splits.size(), 2U);
    EXPECT_TRUE(half.groups[0].splits[0].starts_with("cycles alone: 30 nodes at 98."))
        << half.groups[0].splits[0];
    EXPECT_EQ(half.count(NodeClass::healthy), 0U);
}

// All cores together spread so widely that the slow part is not far out there; alone it is.
TEST(Green, IsOneOfAFleetWhoseSlowQuarterIsFound)
{
    SimulatedFleet fleet = simulated_fleet(100);
    std::mt19937 random(3);
    std::normal_distribution<double> spread(1, 0.009);
    for (std::size_t i = 0; i < fleet.size(); ++i) {
        fleet[i].scale(clock_hz, std::clamp(spread(random), 0.99, 1.01), "together");
        fleet[i].scale(clock_hz, i < 28 ? 0.94 : 1);
    }
    const cluster::FleetReport report = judged(fleet).report;
    EXPECT_EQ(report.groups[0].splits.size(), 2U);
    EXPECT_EQ(report.count(NodeClass::slow_clock), 28U);
    EXPECT_EQ(report.count(NodeClass::healthy), 72U);
}

TEST(Green, AQuarterOfAFewNodesIsAPart)
{
    SimulatedFleet fleet = simulated_fleet(12);
    for (const std::size_t node : {3U, 7U})
        fleet[node].scale(clock_hz, 0.9);
    const cluster::FleetReport two = judged(fleet).report;
    EXPECT_TRUE(two.groups[0].splits.empty());
    EXPECT_EQ(two.count(NodeClass::slow_clock), 2U);
    fleet[9].scale(clock_hz, 0.9);
    const cluster::FleetReport three = judged(fleet).report;
    ASSERT_EQ(three.groups[0].splits.size(), 2U);
    EXPECT_TRUE(three.groups[0].splits[0].starts_with("clock alone: 3 nodes at 3.1"))
        << three.groups[0].splits[0];
    EXPECT_EQ(three.count(NodeClass::slow_clock), 3U) << "it is the slow part";
    EXPECT_EQ(three.count(NodeClass::healthy), 9U);
}

// Nine of ten are slow: only the tenth shows it.
TEST(Green, IsNotSilentOnAFasterTenth)
{
    SimulatedFleet fleet = simulated_fleet(60);
    for (std::size_t i = 6; i < 60; ++i)
        fleet[i].scale(clock_hz, 0.92, "together");
    const cluster::FleetReport report = judged(fleet).report;
    ASSERT_EQ(report.groups[0].splits.size(), 1U);
    EXPECT_TRUE(report.groups[0].splits[0].starts_with("clock together: 54 nodes at 3.2"))
        << report.groups[0].splits[0];
    EXPECT_NE(report.groups[0].splits[0].find(" GHz, 6 at 3."), std::string::npos);
    EXPECT_EQ(code_of(report), 5);
    for (std::size_t i = 2; i < 6; ++i)
        fleet[i].scale(clock_hz, 0.92, "together");
    EXPECT_TRUE(judged(fleet).report.groups[0].splits.empty()) << "two of sixty are chance";
}

// Nodes with another driver and firmware among others: the advice is a baseline of their own.
TEST(Green, IsOneOfSettingsThatABaselineHas)
{
    SimulatedFleet fleet = simulated_fleet(40);
    SimulatedFleet own;
    for (std::size_t i = 0; i < 8; ++i) {
        fleet[i].node.settings["firmware"] = "B 2.1";
        fleet[i].node.settings["drivers"] = "nvidia 580";
        own.push_back(fleet[i]);
    }
    EXPECT_EQ(judged(fleet).report.count(NodeClass::misconfigured), 8U);
    cluster::FleetRequest request;
    request.baseline = judged(own).baseline;
    EXPECT_EQ(judged(fleet, request).report.count(NodeClass::healthy), 40U);
    fleet[3].node.settings["governor"] = "powersave";
    EXPECT_EQ(judged(fleet, request).report.count(NodeClass::misconfigured), 1U);
}

TEST(Green, ClaimsNothingOfNodesThatWereNotCompared)
{
    SimulatedFleet fleet = simulated_fleet(3);
    for (SimulatedNode &node : fleet)
        make_untrusted(node);
    const cluster::FleetReport report = judged(fleet).report;
    EXPECT_EQ(report.nodes[0].node_class, NodeClass::noisy);
    ASSERT_FALSE(report.nodes[0].findings.empty());
    EXPECT_EQ(report.nodes[0].findings[0].evidence, "100 % of its values are noisy");
}

TEST(Green, ShowsTheSpreadAsItIs)
{
    SimulatedFleet fleet = simulated_fleet(10);
    for (SimulatedNode &node : fleet)
        for (cluster::CoreColumns &columns : node.node.cores)
            columns.clock_hz.assign(columns.clock_hz.size(), 3e9);
    EXPECT_EQ(judged(fleet).report.groups[0].figures.begin()->second.clock_hz->sigma, 0);
}

TEST(Green, NamesOnlyThePartOfAListThatDiffers)
{
    SimulatedFleet fleet = simulated_fleet(10);
    for (SimulatedNode &node : fleet)
        node.node.settings["mitigations"] = "meltdown: PTI | spectre_v2: IBRS | mds: Clear";
    fleet[2].node.settings["mitigations"] = "meltdown: PTI | spectre_v2: Vulnerable | mds: Clear";
    const cluster::FleetReport report = judged(fleet).report;
    ASSERT_FALSE(report.nodes[2].findings.empty());
    EXPECT_EQ(report.nodes[2].findings[0].evidence,
              "mitigations: 'spectre_v2: Vulnerable', where 9 comparable nodes have 'spectre_v2: "
              "IBRS'");
}

} // namespace
} // namespace hashlane::test
