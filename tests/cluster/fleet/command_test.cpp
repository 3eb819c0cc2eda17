// SPDX-License-Identifier: MIT
//
// 'hashlane fleet' as an operator calls it.
#include "fleet_folder.h"
#include "support/documented_keys.h"

#include <algorithm>

namespace hashlane::test {
namespace {

using nlohmann::json;

class FleetCommand : public FleetFolder {};

TEST_F(FleetCommand, SaysNothingButWellOfHealthyNodes)
{
    write(simulated_fleet(12));
    const Ran ran = fleet("nodes --expect 'n[01-12]'");
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_EQ(ran.err, "");
    EXPECT_EQ(ran.out.rfind("measured 2026-11-22 02:00, judged 2", 0), 0U) << ran.out;
    EXPECT_NE(ran.out.find("\n12 nodes: 12 healthy\n"), std::string::npos) << ran.out;
    EXPECT_NE(ran.out.find("\nhealthy: n[01-12]\n"), std::string::npos) << ran.out;
}

TEST_F(FleetCommand, ShowsTheOthersInFull)
{
    SimulatedFleet nodes = simulated_fleet(12);
    nodes[2].scale(&cluster::CoreColumns::clock_hz, 0.95);
    nodes[4].node.settings["governor"] = "powersave";
    write(nodes);
    const Ran ran = fleet("nodes --expect 'n[01-13]'");
    EXPECT_EQ(ran.code, 5) << ran.err;
    for (const char *text : {"n03: slow clock\n  ",
                             "n05: misconfigured\n  governor: 'powersave', "
                             "where 11 comparable nodes have 'performance'\n",
                             "n13: missing\n", "\n  -> check the governor"})
        EXPECT_NE(ran.out.find(text), std::string::npos) << ran.out;
    std::istringstream lines(ran.out);
    for (std::string line; std::getline(lines, line);)
        EXPECT_LE(line.size(), 84U) << line; // "±" and "°" have two bytes
    EXPECT_EQ(fleet("nodes --expect 13").code, 5);
    EXPECT_EQ(fleet("nodes --expect 12 --format nodeset").out, "n03\n") << "a drain list";
    EXPECT_EQ(fleet("nodes --format nodeset --class misconfigured,slow-clock").out, "n[03,05]\n");
    EXPECT_EQ(fleet("nodes --format nodeset --class not-judged").out, "");
    EXPECT_EQ(fleet("nodes --fail-on noisy").code, 0) << "the others are only reported";
    for (const char *format : {"table", "csv", "json", "jsonl", "prometheus", "nodeset"})
        for (const char *other : {"", " --class missing", " --expect 'n[01-12]'"}) {
            if (std::string(other) == " --class missing" && std::string(format) != "nodeset")
                continue;
            EXPECT_EQ(
                fleet(std::string("nodes --fail-on noisy,misconfigured --format ") + format + other)
                    .code,
                5)
                << format << other;
        }
}

TEST_F(FleetCommand, TakesTheLimitsOfTheSiteAndSaysSo)
{
    SimulatedFleet nodes = simulated_fleet(12);
    nodes[4].scale_core(&cluster::CoreColumns::cycles_per_unit, 9, 1.08);
    write(nodes);
    const Ran usual = fleet("nodes --format json");
    EXPECT_EQ(usual.code, 5);
    EXPECT_EQ(json::parse(usual.out)["limits"],
              (json{{"cycles", 0.02}, {"clock", 0.03}, {"core", 0.04}, {"memory", 0.1}}));
    EXPECT_EQ(fleet("nodes").out.find("limits"), std::string::npos);
    const Ran wide = fleet("nodes --limits core=10,clock=2.5");
    EXPECT_EQ(wide.code, 0) << wide.out;
    EXPECT_NE(wide.out.find("\nlimits of this site: cycles 2 %, clock 2.5 %, core 10 %, memory 10 "
                            "%\n"),
              std::string::npos)
        << wide.out;
    EXPECT_EQ(json::parse(fleet("nodes --limits core=10 --format json").out)["limits"]["core"],
              0.1);
}

TEST_F(FleetCommand, HasALineForEachOfManySingleNodes)
{
    SimulatedFleet nodes = simulated_fleet(20);
    for (std::size_t i = 0; i < 3; ++i)
        nodes[i].node.cores[0].wrong[i] = 1;
    write(nodes);
    EXPECT_NE(fleet("nodes").out.find("\nn02: wrong\n  CPU 1: 1 wrong result of"),
              std::string::npos);
    nodes[3].node.cores[0].wrong[3] = nodes[3].node.cores[1].wrong[9] = 1;
    write(nodes);
    const std::string table = fleet("nodes").out;
    EXPECT_NE(table.find("\n4 nodes: wrong\n  n01: CPU 0: 1 wrong result of sha256-chain.shani.x2 "
                         "alone\n  n02: CPU 1: "),
              std::string::npos)
        << table;
    EXPECT_NE(table.find("; and 1 finding"), std::string::npos);
    EXPECT_EQ(table.find("-> take it out"), table.rfind("-> take it out")) << "one advice";
}

TEST_F(FleetCommand, ExitsWithTwoForAWrongNode)
{
    SimulatedFleet nodes = simulated_fleet(9);
    nodes[2].node.cores[0].wrong[1] = 1;
    nodes[3].scale(&cluster::CoreColumns::clock_hz, 0.9);
    write(nodes);
    EXPECT_EQ(fleet("nodes").code, 2);
}

TEST_F(FleetCommand, WritesEveryFormat)
{
    SimulatedFleet nodes = simulated_fleet(10);
    nodes[7].scale(&cluster::CoreColumns::cycles_per_unit, 1.05);
    write(nodes);
    const json report = json::parse(fleet("nodes --format json").out);
    EXPECT_EQ(report["summary"]["healthy"], 9);
    EXPECT_EQ(report["summary"]["slow core"], 1);
    EXPECT_EQ(report["groups"][0]["judged_by"], "like nodes");
    EXPECT_EQ(report["nodes"][7]["class"], "slow core");
    EXPECT_NEAR(report["nodes"][7]["figures"][0]["relative_cycles"].get<double>(), 1.05, 0.01);

    const std::string csv = fleet("nodes --format csv").out;
    EXPECT_EQ(csv.rfind("node,class,cpus,started,cpu_model,evidence,advice\nn01,healthy,", 0), 0U);
    EXPECT_EQ(std::ranges::count(csv, '\n'), 11);

    std::istringstream lines(fleet("nodes --format jsonl").out);
    std::string line;
    for (int i = 0; i < 10; ++i) {
        ASSERT_TRUE(std::getline(lines, line));
        const json node = json::parse(line);
        EXPECT_EQ(node["hashlane/return_code"], i == 7 ? 5 : 0);
        for (const auto &[key, value] : node.items())
            EXPECT_EQ(value.is_number(), key != "node") << key;
    }
    EXPECT_NE(fleet("nodes --format classic").code, 0);
}

// docs/reference/json.md and node-file.md.
TEST_F(FleetCommand, WritesNoKeyThatIsNotDocumented)
{
    const std::string with_device = read_file(test_path("cluster/fleet/golden/h200.json"));
    EXPECT_EQ(undocumented_keys(json::parse(with_device)), std::set<std::string>());
    EXPECT_EQ(undocumented_keys(json_of(simulated_fleet(1)[0].node)), std::set<std::string>());
    SimulatedFleet nodes = simulated_fleet(10);
    nodes[7].scale(&cluster::CoreColumns::cycles_per_unit, 1.05);
    nodes[8].node.cores[0].wrong[3] = 1;
    write(nodes);
    write("h200.json", with_device);
    const Ran ran = fleet("nodes --format json --history past --write-baseline base.json");
    std::string past;
    for (const auto &entry : std::filesystem::directory_iterator(folder() + "/past"))
        past += read_file(entry.path().string());
    EXPECT_EQ(undocumented_keys(json::parse(ran.out)), std::set<std::string>());
    EXPECT_EQ(undocumented_keys(json::parse(read_file(folder() + "/base.json"))),
              std::set<std::string>());
    std::istringstream lines(past);
    for (std::string line; std::getline(lines, line);)
        EXPECT_EQ(undocumented_keys(json::parse(line)), std::set<std::string>()) << line;
}

TEST_F(FleetCommand, IsShownAsAPage)
{
    SimulatedFleet nodes = simulated_fleet(10);
    nodes[7].scale(&cluster::CoreColumns::cycles_per_unit, 1.05);
    write(nodes);
    EXPECT_NE(fleet("nodes").out.find("'hashlane report"), std::string::npos);
    const auto report = [&](const std::string &format, const std::string &arguments) {
        return shell("cd '" + folder() +
                     "'; \"$HASHLANE\" fleet nodes --newer-than 36500d --format " + format +
                     " >fleet.json; exec \"$HASHLANE\" report fleet.json " + arguments);
    };
    const Ran page = report("json", "");
    EXPECT_EQ(page.code, 0) << page.err;
    EXPECT_NE(page.out.find("9 of 10 nodes are healthy. 1 needs attention: 1 slow core."),
              std::string::npos);
    const Ran text = report("json", "--format text --plot fleet1-nodes");
    EXPECT_EQ(text.code, 0) << text.err;
    EXPECT_NE(text.out.find("n08 "), std::string::npos) << text.out;
    const Ran lines = report("jsonl", "");
    EXPECT_EQ(lines.code, 1);
    EXPECT_EQ(lines.err,
              "hashlane: 'fleet.json' has the lines of 'hashlane fleet --format jsonl'; a "
              "page needs the file of '--format json'\n");
}

TEST_F(FleetCommand, WritesWhatPrometheusReads)
{
    SimulatedFleet nodes = simulated_fleet(10);
    nodes[7].scale(&cluster::CoreColumns::cycles_per_unit, 1.05);
    write(nodes);
    const std::string text = fleet("nodes --format prometheus").out;
    EXPECT_NE(text.find("hashlane_fleet_nodes{class=\"healthy\"} 9\n"), std::string::npos);
    EXPECT_NE(text.find("hashlane_fleet_node_healthy{node=\"n08\",class=\"slow core\"} 0\n"),
              std::string::npos);
    EXPECT_TRUE(text.ends_with('\n'));
    if (shell("command -v promtool").code != 0)
        GTEST_SKIP() << "no promtool: install prometheus";
    const Ran ran = shell("cd '" + folder() +
                          "'; \"$HASHLANE\" fleet nodes --format prometheus >textfile; "
                          "promtool check metrics <textfile");
    EXPECT_EQ(ran.code, 0) << ran.out << ran.err;
    EXPECT_EQ(ran.out + ran.err, "");
}

TEST_F(FleetCommand, JudgesAFewNodesByABaseline)
{
    write(simulated_fleet(20));
    EXPECT_EQ(fleet("nodes --write-baseline base.json").code, 0);
    std::filesystem::remove_all(folder() + "/nodes");
    SimulatedFleet few = simulated_fleet(3, 2);
    few[0].scale(&cluster::CoreColumns::cycles_per_unit, 1.05);
    write(few);
    const Ran without = fleet("nodes");
    EXPECT_EQ(without.code, 3);
    EXPECT_NE(without.out.find("\n3 nodes: 3 not judged\n"), std::string::npos) << without.out;
    EXPECT_NE(without.out.find("\n3 nodes: not judged: n[01-03]\n"), std::string::npos);
    EXPECT_EQ(fleet("nodes --fail-on noisy").code, 0);
    const Ran with = fleet("nodes --baseline base.json --format nodeset");
    EXPECT_EQ(with.code, 5) << with.err;
    EXPECT_EQ(with.out, "n01\n");
    EXPECT_EQ(with.err, "");
}

TEST_F(FleetCommand, WritesABaselineWithoutWrongNodes)
{
    SimulatedFleet nodes = simulated_fleet(9);
    nodes[1].node.cores[0].wrong[1] = 1;
    nodes[2].node.cores[0].wrong[0] = 1;
    nodes[3].node.complete = false; // its values are right
    write(nodes);
    const Ran ran = fleet("nodes --write-baseline base.json");
    EXPECT_EQ(ran.code, 2);
    EXPECT_EQ(ran.err, "hashlane: --write-baseline: without n[02-03]: wrong\n");
    EXPECT_EQ(json::parse(read_file(folder() + "/base.json"))["groups"][0]["nodes"], 7);
    const Ran none = fleet("nodes/n02.json nodes/n03.json --write-baseline none.json");
    EXPECT_EQ(none.code, 2);
    EXPECT_EQ(none.err, "hashlane: --write-baseline: nothing was written: every node is wrong\n");
    EXPECT_FALSE(std::filesystem::exists(folder() + "/none.json"));
}

TEST_F(FleetCommand, SaysNotJudgedInEveryFormat)
{
    write(simulated_fleet(2));
    const json report = json::parse(fleet("nodes --format json").out);
    EXPECT_EQ(report["summary"]["not judged"], 2);
    EXPECT_EQ(report["nodes"][0]["class"], "not judged");
    EXPECT_EQ(report["groups"][0]["most_cores"], simulated_cores);
    EXPECT_EQ(json::parse(fleet("nodes/n01.json --format jsonl").out)["hashlane/return_code"], 3);
    EXPECT_NE(fleet("nodes --format csv").out.find("\nn01,not judged,"), std::string::npos);
    const std::string metrics = fleet("nodes --format prometheus").out;
    for (const char *line : {"hashlane_fleet_nodes{class=\"not judged\"} 2\n",
                             "hashlane_fleet_nodes{class=\"healthy\"} 0\n",
                             "hashlane_fleet_node_healthy{node=\"n01\",class=\"not judged\"} 0\n"})
        EXPECT_NE(metrics.find(line), std::string::npos) << line;
    EXPECT_EQ(fleet("nodes --format nodeset --class not-judged").out, "n[01-02]\n");
}

TEST_F(FleetCommand, TellsEqualFindingsOnce)
{
    SimulatedFleet nodes = simulated_fleet(20);
    for (std::size_t i = 2; i < 5; ++i)
        nodes[i].scale(&cluster::CoreColumns::clock_hz, 0.93 - 0.01 * static_cast<double>(i),
                       "together");
    write(nodes);
    const std::string out = fleet("nodes").out;
    EXPECT_NE(out.find("\n3 nodes: slow together, clock together -1"), std::string::npos) << out;
    EXPECT_NE(out.find(" %: n[03-05]\n  as n05:\n  -1"), std::string::npos) << out;
    EXPECT_EQ(out.find("check power limits"), out.rfind("check power limits"));
}

TEST_F(FleetCommand, ShowsSettingsThatDivideAGroup)
{
    SimulatedFleet nodes = simulated_fleet(20);
    for (std::size_t i = 0; i < 10; ++i)
        nodes[i].node.settings["governor"] = "powersave";
    write(nodes);
    const Ran ran = fleet("nodes");
    EXPECT_EQ(ran.code, 5);
    EXPECT_NE(ran.out.find("\n    governor: 10 performance, 10 powersave\n"), std::string::npos)
        << ran.out;
    const json report = json::parse(fleet("nodes --format json").out);
    EXPECT_EQ(report["groups"][0]["splits"],
              json::array({"governor: 10 performance, 10 powersave"}));
    EXPECT_EQ(fleet("nodes --fail-on noisy").code, 0);
    EXPECT_EQ(fleet("nodes --fail-on group").code, 5);
}

TEST_F(FleetCommand, NamesAnotherSpellingOfNames)
{
    write(simulated_fleet(9));
    const std::string err = fleet("nodes --expect 'n[001-009]'").err;
    EXPECT_NE(err.find("not expected, but present: n[01-09]: names that differ by domain or "
                       "padding, as n01 from the expected n001\n"),
              std::string::npos)
        << err;
    EXPECT_NE(fleet("nodes --expect n01.example.org").err.find("as n01 from"), std::string::npos);
    EXPECT_EQ(fleet("nodes --expect 'n[11-12]'").err.find("padding"), std::string::npos);
}

TEST_F(FleetCommand, KeepsAHistory)
{
    write(simulated_fleet(10));
    EXPECT_EQ(fleet("nodes --history past").code, 0);
    EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder() + "/past"), {}), 1);
    const Ran again = fleet("nodes --history past --format json");
    EXPECT_EQ(again.code, 0) << again.err;
    EXPECT_TRUE(json::parse(again.out)["nodes"][0]["trend"].is_null()) << "one run is no trend";
}

// Old files stay for ever if cron has died.
TEST_F(FleetCommand, DoesNotJudgeOldFiles)
{
    write(simulated_fleet(9));
    const Ran ran = judge("nodes --newer-than 1d");
    EXPECT_EQ(ran.code, 3);
    EXPECT_NE(ran.out.find("\n9 nodes: 9 not judged\n"), std::string::npos) << ran.out;
    EXPECT_NE(ran.out.find(" ago, on 2026-11-22 02:00"), std::string::npos) << ran.out;
    EXPECT_EQ(judge("nodes --newer-than 36500d").code, 0);
    EXPECT_EQ(judge("nodes --newer-than yesterday").code, 1);
}

TEST_F(FleetCommand, KeepsAWrongNodeUntilItIsAccepted)
{
    SimulatedFleet nodes = simulated_fleet(9);
    nodes[2].node.cores[0].wrong[1] = 1;
    write(nodes);
    EXPECT_EQ(fleet("nodes --history history").code, 2);
    nodes = simulated_fleet(9, 2);
    for (SimulatedNode &node : nodes)
        node.node.started = "2026-11-23T02:00:00+00:00";
    write(nodes);
    EXPECT_EQ(fleet("nodes").code, 0);
    EXPECT_EQ(fleet("nodes --history history").code, 2);
    EXPECT_EQ(fleet("nodes --accept n03").err, "hashlane: --accept requires --history\n");
    const Ran other = fleet("--history history --accept n03,n04");
    EXPECT_EQ(other.code, 1);
    EXPECT_EQ(other.err, "hashlane: --accept: 'history' remembers nothing of n04\n");
    const Ran accepted = fleet("--history history --accept n03");
    EXPECT_EQ(accepted.code, 0) << accepted.err;
    EXPECT_EQ(fleet("nodes --history history").code, 0);
}

// The fleets of tools/simulate_fleet, every class of fault; docs/internals/fleet-judgement.md has
// larger ones.
TEST_F(FleetCommand, FindsWhatTheSimulatorBroke)
{
    if (shell("command -v python3").code != 0)
        GTEST_SKIP() << "no python3";
    const std::string tool = test_path("../tools/simulate_fleet");
    const Ran ran = shell("cd '" + folder() + "'; " + tool +
                          " nodes --nodes 64 --cores 16 --kinds 2 --faults 0.3 && "
                          "\"$HASHLANE\" fleet nodes --expect nodes/expected.txt --format json "
                          ">report.json; echo $?; " +
                          tool + " nodes --check report.json");
    EXPECT_EQ(ran.code, 0) << ran.out << ran.err;
    EXPECT_EQ(ran.out.rfind("2\n", 0), 0U) << "a node is wrong" << ran.out;
}

} // namespace
} // namespace hashlane::test
