// SPDX-License-Identifier: MIT
//
// A judged fleet in each format, of made-up nodes, word by word.
#include "cluster/fleet/node_file.h"
#include "show/tables/exporters.h"
#include "show/tables/fleet_writers.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <utility>

namespace hashlane::test {
namespace {

using cluster::NodeClass;
using show::Format;

// Wide enough for every line of these reports.
constexpr unsigned wide = 200;

std::string wide_table(const cluster::FleetReport &fleet, unsigned width = wide)
{
    return show::write_as(Format::table, show::fleet_exporters, fleet, {.width = width});
}

cluster::NodeReport reported(const std::string &name, NodeClass node_class = NodeClass::healthy)
{
    cluster::NodeReport report;
    report.name = name;
    report.path = name + ".json";
    report.started = "2026-11-22T02:00:00+00:00";
    report.group = 0;
    report.node_class = node_class;
    return report;
}

cluster::NodeReport reported(const std::string &name, const cluster::Finding &finding)
{
    cluster::NodeReport report = reported(name, finding.node_class);
    report.findings = {finding};
    return report;
}

cluster::FleetReport reported_fleet(std::vector<cluster::NodeReport> nodes)
{
    cluster::FleetReport fleet;
    fleet.groups.push_back({"EPYC", "family 25", "", "", "0.1.0", nodes.size(), 2, 2});
    fleet.nodes = std::move(nodes);
    return fleet;
}

// The text from the first node that is not healthy.
std::string blocks_in(const std::string &table)
{
    const std::string of_memory = "not compared\n";
    const std::string text = table.substr(table.find(of_memory) + of_memory.size());
    return text.substr(0, text.find("\nAs a page:"));
}

std::string advice_line(NodeClass node_class)
{
    return fmt::format("  -> {}\n", show::advice_for(node_class));
}

// A group with a figure of both kinds and one without values, and one that has nearly nothing.
cluster::FleetReport fleet_of_two_groups()
{
    cluster::FleetReport fleet = reported_fleet({reported("a1"), reported("a2"), reported("b1")});
    cluster::GroupReport &group = fleet.groups.front();
    group.nodes = 98;
    group.least_cores = 30;
    group.most_cores = 32;
    group.own_cores = 64;
    group.core_kinds = "32 P-cores";
    group.devices = "8 × H200";
    group.memory_gib = "512";
    group.smt = "on";
    group.judged_by = cluster::JudgedBy::like_nodes;
    group.figures[{"sha256-chain", "together"}] = {90, "shani.x4", cluster::RobustSummary{50, 0.5},
                                                   cluster::RobustSummary{3.5e9, 3.5e7}};
    group.figures[{"sha3", "alone"}] = {1, "avx2.x4", cluster::RobustSummary{7, 1}, {}};
    group.memory = {98, cluster::RobustSummary{4.021e11, 4.021e9}, "the deadline is too short"};
    group.changes = {"clock together -2.0 %", "governor: 'powersave'"};
    group.splits = {"governor: 45 'performance', 45 'powersave'"};
    fleet.groups.push_back({"", "family 6", "", "", "0.2.0", 1, 1, 1});
    fleet.devices.push_back({"H200",
                             "sm_90",
                             8,
                             cluster::JudgedBy::baseline,
                             {{{"sha256-chain", "alone"},
                               8,
                               cluster::RobustSummary{1.5923e10, 1.5923e8},
                               cluster::RobustSummary{1.98e9, 0}},
                              {{"keccak-chain", "together"}, 1, {}, {}}},
                             {"rate alone -3.0 %"}});
    return fleet;
}

TEST(FleetReportText, HasGroupsAndDevicesWithTheirFigures)
{
    EXPECT_EQ(
        wide_table(fleet_of_two_groups()),
        "measured 2026-11-22 02:00\n"
        "3 nodes: 3 healthy\n"
        "\n"
        "EPYC (family 25), 32 P-cores, 8 × H200, 512 GiB, SMT on, hashlane 0.1.0: 98 nodes of 30 "
        "to 32 of 64 cores, judged by each other\n"
        "  workload      scope     nodes  cycles   ±%    GHz   ±%  kernel\n"
        "  sha256-chain  together     90   50.00  1.0  3.500  1.0  shani.x4\n"
        "  sha3          alone         1    7.00    -      -    -  avx2.x4\n"
        "  memory: 98 of 98 nodes, 402.1 GB/s ±1.0 %; others: the deadline is too short\n"
        "  The group as a whole differs from the baseline:\n"
        "    clock together -2.0 %\n"
        "    governor: 'powersave'\n"
        "  Its nodes differ:\n"
        "    governor: 45 'performance', 45 'powersave'\n"
        "\n"
        "unknown processor (family 6), hashlane 0.2.0: 1 node of 1 core, not judged\n"
        "  workload  scope  nodes  cycles  ±%  GHz  ±%  kernel\n"
        "  memory: 0 of 1 node, not compared\n"
        "\n"
        "H200 (sm_90): 8 devices, judged by the baseline\n"
        "  workload      scope     devices     G/s   ±%    GHz   ±%\n"
        "  sha256-chain  alone           8  15.923  1.0  1.980  0.0\n"
        "  keccak-chain  together        1       -    -      -    -\n"
        "  The group as a whole differs from the baseline:\n"
        "    rate alone -3.0 %\n"
        "\n"
        "healthy: a[1-2],b1\n"
        "\n"
        "As a page: 'hashlane fleet … --format json >fleet.json', then 'hashlane report fleet.json "
        "--out fleet.html'\n");
}

TEST(FleetReportText, BeginsWithTimesCountsAndLimits)
{
    cluster::FleetReport fleet = reported_fleet({reported("n1"), reported("n2", NodeClass::missing),
                                                 reported("n3", NodeClass::noisy), reported("n4")});
    fleet.nodes[1].started = "2026-11-20T02:00:00+00:00";
    fleet.nodes[2].started = "2026-11-22T05:03:59+02:00";
    fleet.judged = "2026-11-22T03:10:00+00:00";
    fleet.missing_unnamed = 2;
    fleet.limits.cycles = 0.01;
    EXPECT_TRUE(wide_table(fleet).starts_with(
        "measured 2026-11-22 02:00 to 2026-11-22 03:03, judged 2026-11-22 03:10\n"
        "6 nodes: 2 healthy, 1 noisy, 3 missing\n"
        "limits of this site: cycles 1 %, clock 3 %, core 4 %, memory 10 %\n"
        "\n"))
        << wide_table(fleet);
    EXPECT_TRUE(wide_table(fleet).ends_with("\n2 nodes of those expected, without a name: missing\n"
                                            "\nAs a page: 'hashlane fleet … --format json "
                                            ">fleet.json', then 'hashlane report fleet.json --out "
                                            "fleet.html'\n"));
    for (cluster::NodeReport &each : fleet.nodes)
        each.started.clear();
    EXPECT_TRUE(wide_table(fleet).starts_with("judged 2026-11-22 03:10\n6 nodes:"));
    fleet.judged.clear();
    EXPECT_TRUE(wide_table(fleet).starts_with("6 nodes: 2 healthy,"));
    const cluster::FleetReport healthy = reported_fleet({reported("n1")});
    EXPECT_TRUE(wide_table(healthy).ends_with("\nhealthy: n1\n")) << wide_table(healthy);
}

TEST(FleetReportText, CutsTheNamesOfHealthyNodesWhereTheLineEnds)
{
    const auto last_line = [](unsigned width) {
        const std::string table = wide_table(
            reported_fleet({reported("a-x"), reported("b-x"), reported("c-x"), reported("d-x")}),
            width);
        return table.substr(table.find("healthy: "));
    };
    const std::string whole = "healthy: a-x,b-x,c-x,d-x\n";
    EXPECT_EQ(last_line(static_cast<unsigned>(whole.size()) - 1), whole);
    EXPECT_EQ(last_line(static_cast<unsigned>(whole.size()) - 2), "healthy: a-x,b-x,c-x,…\n");
    EXPECT_EQ(last_line(22), "healthy: a-x,b-x,…\n");
    EXPECT_EQ(last_line(15), "healthy: a-x,…\n");
    // A line without a place for a cut stays whole.
    EXPECT_EQ(last_line(14), whole);
}

TEST(FleetReportText, HasTheRemarksOfSixHealthyNodes)
{
    cluster::FleetReport fleet = reported_fleet({reported("n1"), reported("n2"), reported("n3"),
                                                 reported("n4"), reported("n5"), reported("n6")});
    for (cluster::NodeReport &each : fleet.nodes)
        each.context = {"a fan was replaced"};
    fleet.nodes[1].context = {"new firmware", "new kernel"};
    const std::string six = "\nhealthy: n[1-6]\n"
                            "  n1: a fan was replaced\n"
                            "  n2: new firmware; new kernel\n"
                            "  n3: a fan was replaced\n"
                            "  n4: a fan was replaced\n"
                            "  n5: a fan was replaced\n"
                            "  n6: a fan was replaced\n";
    EXPECT_EQ(blocks_in(wide_table(fleet)), six);
    fleet.nodes.push_back(reported("n7"));
    EXPECT_TRUE(wide_table(fleet).ends_with("n6: a fan was replaced\n"));
    fleet.nodes.back().context = {"hot"};
    EXPECT_TRUE(
        wide_table(fleet).ends_with("  n6: a fan was replaced\n"
                                    "  and 1 more with remarks: '--format json' has them\n"));
}

TEST(FleetReportText, HasABlockForEqualFindings)
{
    cluster::FleetReport fleet = reported_fleet({
        reported("n1", {NodeClass::slow_clock, "clock -6.6 %", "clock together", -0.066}),
        reported("n2", {NodeClass::slow_clock, "clock -8.9 %", "clock together", -0.089}),
        reported("n3", {NodeClass::faulty_memory, "DIMM A1 has 3 errors"}),
        reported("n4", {NodeClass::faulty_memory, "DIMM A1 has 3 errors"}),
        reported("n5", {NodeClass::slow_clock, "clock -7.0 %", "clock alone", -0.07}),
    });
    fleet.nodes[1].findings.push_back({NodeClass::noisy, "half of the values"});
    fleet.nodes[0].findings.push_back({NodeClass::noisy, "half of the values"});
    fleet.nodes[1].findings.push_back({NodeClass::noisy, "others"});
    fleet.nodes[0].findings.push_back({NodeClass::noisy, "others"});
    fleet.nodes[1].context = {"governor: powersave", "hot"};
    fleet.nodes[1].trend = cluster::Trend{3, "2026-10-01T00:00:00+00:00", 0.01, -0.02};
    fleet.nodes[4].trend = fleet.nodes[1].trend;
    EXPECT_EQ(blocks_in(wide_table(fleet)),
              "\n2 nodes: faulty memory: n[3-4]\n"
              "  DIMM A1 has 3 errors\n" +
                  advice_line(NodeClass::faulty_memory) +
                  "\n2 nodes: slow clock, clock together -8.9 to -6.6 %: n[1-2]\n"
                  "  as n2:\n"
                  "  clock -8.9 %\n"
                  "  also noisy: half of the values\n"
                  "  others\n"
                  "  governor: powersave; hot\n" +
                  advice_line(NodeClass::slow_clock) +
                  "\nn5: slow clock\n"
                  "  clock -7.0 %\n"
                  "  history: 3 runs since 2026-10-01, cycles +1.0 %, clock -2.0 %\n" +
                  advice_line(NodeClass::slow_clock));
}

TEST(FleetReportText, ListsMoreThanThreeSingleNodesOfAClass)
{
    cluster::FleetReport fleet = reported_fleet(
        {reported("n0", NodeClass::noisy), reported("n1", {NodeClass::noisy, "a"}),
         reported("n2", {NodeClass::noisy, "b"}), reported("n3", {NodeClass::noisy, "c"}),
         reported("n4", {NodeClass::noisy, "e"}), reported("n5", {NodeClass::noisy, "e"})});
    const std::string advice = advice_line(NodeClass::noisy);
    const std::string first = "\nn0: noisy\n" + advice;
    const std::string together = "\n2 nodes: noisy: n[4-5]\n  e\n" + advice;
    EXPECT_EQ(blocks_in(wide_table(fleet)), first + "\nn1: noisy\n  a\n" + advice +
                                                "\nn2: noisy\n  b\n" + advice +
                                                "\nn3: noisy\n  c\n" + advice + together);
    fleet.nodes.push_back(reported("n6", {NodeClass::noisy, "d"}));
    fleet.nodes[2].findings.push_back({NodeClass::noisy, "f"});
    fleet.nodes[3].findings.resize(3, {NodeClass::noisy, "g"});
    EXPECT_EQ(blocks_in(wide_table(fleet)), first +
                                                "\n4 nodes: noisy\n"
                                                "  n1: a\n"
                                                "  n2: b; and 1 finding more\n"
                                                "  n3: c; and 2 findings more\n"
                                                "  n6: d\n" +
                                                advice + together);
}

TEST(FleetReportText, EmphasisesTitlesInColor)
{
    const cluster::FleetReport fleet = reported_fleet(
        {reported("n1", {NodeClass::noisy, "a"}), reported("n2", {NodeClass::noisy, "b"}),
         reported("n3", {NodeClass::noisy, "c"}), reported("n4", {NodeClass::noisy, "d"}),
         reported("n5", {NodeClass::drifted, "e"})});
    const std::string text =
        show::write_as(Format::table, show::fleet_exporters, fleet, {.width = wide, .color = true});
    EXPECT_NE(text.find("\033[1m4 nodes: noisy"), std::string::npos) << text;
    EXPECT_NE(text.find("\033[1mn5: drifted"), std::string::npos);
}

// Wrong, lost and slow in each kind of figure.
cluster::FleetReport fleet_for_programs()
{
    cluster::FleetReport fleet =
        reported_fleet({reported("a1"), reported("b\"\\\n2", NodeClass::one_bad_core)});
    fleet.groups[0].changes = {"clock together -2.0 %"};
    cluster::NodeReport &healthy = fleet.nodes[0], &bad = fleet.nodes[1];
    healthy.figures.push_back({{"sha256-chain", "together"}, "shani.x4", 2, 2, 50.1234567, 3.5e9});
    healthy.figures.push_back({{"sha3", "alone"}, "avx2.x4", 2, 2});
    healthy.memory_bytes_per_second = 4.0212345e11;
    bad.group.reset();
    bad.started.clear();
    bad.bad_cpus = {3, 7};
    bad.findings = {{NodeClass::one_bad_core, "core 3 is slow"}, {NodeClass::noisy, "noisy, too"}};
    bad.devices.resize(3);
    bad.devices[0].hardware.slot = 1;
    bad.devices[0].hardware.ecc_corrected = 5;
    bad.devices[1].hardware.slot = 1;
    bad.devices[1].hardware.ecc_uncorrected = 6;
    cluster::DeviceFigure figure;
    figure.workload = "sha256-chain";
    figure.scope = "alone";
    figure.units_per_second = 1.59234567e10;
    bad.devices[1].figures = {figure};
    figure.clock_hz = 1.98e9;
    figure.units_per_second = std::nan("");
    bad.devices[2].figures = {figure};
    return fleet;
}

TEST(FleetForPrograms, AsCsv)
{
    EXPECT_EQ(show::write_as(Format::csv, show::fleet_exporters, fleet_for_programs(), {}),
              "node,class,cpus,started,cpu_model,evidence,advice\n"
              "a1,healthy,,2026-11-22T02:00:00+00:00,EPYC,,\n" +
                  fmt::format("\"b\"\"\\\n2\",one bad core,3 7,,,\"core 3 is slow; noisy, too\","
                              "\"{}\"\n",
                              show::advice_for(NodeClass::one_bad_core)));
}

TEST(FleetForPrograms, AsLines)
{
    EXPECT_EQ(show::write_as(Format::jsonl, show::fleet_exporters, fleet_for_programs(), {}),
              "{\"node\":\"a1\",\"hashlane/return_code\":0,\"hashlane/bad_cpus\":0,"
              "\"hashlane/sha256-chain_together_cycles_per_unit\":50.1235,"
              "\"hashlane/sha256-chain_together_clock_hz\":3500000000.0,"
              "\"hashlane/memory_bytes_per_second\":402123450000.0}\n"
              "{\"node\":\"b\\\"\\\\\\n2\",\"hashlane/return_code\":5,\"hashlane/bad_cpus\":2}\n");
}

TEST(FleetForPrograms, AsNodeset)
{
    const cluster::FleetReport fleet =
        reported_fleet({reported("n1", NodeClass::wrong), reported("n2", NodeClass::noisy),
                        reported("n3"), reported("n4", NodeClass::slow_memory)});
    EXPECT_EQ(show::write_as(Format::nodeset, show::fleet_exporters, fleet, {}), "n[1,4]\n");
    EXPECT_EQ(show::write_fleet_nodeset(fleet, {NodeClass::noisy}), "n2\n");
    EXPECT_EQ(show::write_fleet_nodeset(fleet, {NodeClass::drifted}), "");
}

TEST(FleetForPrograms, AsMetrics)
{
    cluster::FleetReport fleet = fleet_for_programs();
    const auto text_of = [&] {
        return show::write_as(Format::prometheus, show::fleet_exporters, fleet, {});
    };
    std::string expected =
        "# HELP hashlane_fleet_nodes Nodes of each class, as hashlane fleet judged them.\n"
        "# TYPE hashlane_fleet_nodes gauge\n";
    for (std::size_t i = 0; i < cluster::node_classes; ++i) {
        const auto node_class = static_cast<NodeClass>(i);
        expected += fmt::format(
            "hashlane_fleet_nodes{{class=\"{}\"}} {}\n", cluster::class_name(node_class),
            node_class == NodeClass::healthy || node_class == NodeClass::one_bad_core ? 1 : 0);
    }
    expected +=
        "# HELP hashlane_fleet_groups_with_differences Groups of comparable nodes that differ as a "
        "whole, or in halves.\n"
        "# TYPE hashlane_fleet_groups_with_differences gauge\n"
        "hashlane_fleet_groups_with_differences{} 1\n"
        "# HELP hashlane_fleet_node_healthy 1 if a node was judged and is healthy, else 0.\n"
        "# TYPE hashlane_fleet_node_healthy gauge\n"
        "hashlane_fleet_node_healthy{node=\"a1\",class=\"healthy\"} 1\n"
        "hashlane_fleet_node_healthy{node=\"b\\\"\\\\\\n2\",class=\"one bad core\"} 0\n"
        "# HELP hashlane_fleet_node_measured_timestamp_seconds Start of the measurement of a node, "
        "by its own clock.\n"
        "# TYPE hashlane_fleet_node_measured_timestamp_seconds gauge\n"
        "hashlane_fleet_node_measured_timestamp_seconds{node=\"a1\"} 1795312800\n"
        "# HELP hashlane_fleet_node_clock_hertz Mean clock of a node's cores, without the slowest "
        "eighth.\n"
        "# TYPE hashlane_fleet_node_clock_hertz gauge\n"
        "hashlane_fleet_node_clock_hertz{node=\"a1\",workload=\"sha256-chain\",scope=\"together\"} "
        "3.5e+09\n"
        "# HELP hashlane_fleet_node_cycles_per_unit Mean core cycles per hash, permutation or "
        "message.\n"
        "# TYPE hashlane_fleet_node_cycles_per_unit gauge\n"
        "hashlane_fleet_node_cycles_per_unit{node=\"a1\",workload=\"sha256-chain\",scope="
        "\"together\"} 50.1235\n"
        "# HELP hashlane_fleet_node_memory_bytes_per_second Bytes that all cores of a node "
        "together read and write in memory.\n"
        "# TYPE hashlane_fleet_node_memory_bytes_per_second gauge\n"
        "hashlane_fleet_node_memory_bytes_per_second{node=\"a1\"} 4.02123e+11\n";
    EXPECT_EQ(text_of(), expected);
    // A group of devices makes a part of its own.
    fleet.devices.push_back({"H200", "sm_90", 3});
    const std::string labels = R"(,workload="sha256-chain",scope="alone"} )";
    const std::string of_node = R"({node="b\"\\\n2",slot=)";
    EXPECT_EQ(text_of().substr(expected.size()),
              "# HELP hashlane_fleet_device_rate Hashes or permutations per second of a device.\n"
              "# TYPE hashlane_fleet_device_rate gauge\n"
              "hashlane_fleet_device_rate" +
                  of_node + "\"1 (2)\"" + labels +
                  "1.59235e+10\n"
                  "# HELP hashlane_fleet_device_clock_hertz Clock of a device at work.\n"
                  "# TYPE hashlane_fleet_device_clock_hertz gauge\n"
                  "hashlane_fleet_device_clock_hertz" +
                  of_node + "\"0\"" + labels +
                  "1.98e+09\n"
                  "# HELP hashlane_fleet_device_errors ECC errors of a device's memory since its "
                  "driver started.\n"
                  "# TYPE hashlane_fleet_device_errors gauge\n"
                  "hashlane_fleet_device_errors" +
                  of_node + "\"1\",kind=\"corrected\"} 5\nhashlane_fleet_device_errors" + of_node +
                  "\"1 (2)\",kind=\"uncorrected\"} 6\n");
}

TEST(FleetPartsOfReports, FarthestNodeAndItsEvidence)
{
    std::vector<cluster::NodeReport> nodes = {
        reported("n1", {NodeClass::slow_core, "x", "cycles", 0.05}),
        reported("n2", {NodeClass::slow_core, "y", "cycles", -0.06}),
        reported("n3", {NodeClass::slow_core, "z"}), reported("n4", NodeClass::slow_core)};
    EXPECT_EQ(show::farthest_of({&nodes[0], &nodes[1], &nodes[2], &nodes[3]}).name, "n2");
    EXPECT_EQ(show::whose_evidence({&nodes[0], &nodes[1]}), "as n2:");
    EXPECT_EQ(show::whose_evidence({&nodes[0]}), "");
    nodes[1].findings[0].evidence = "x";
    EXPECT_EQ(show::whose_evidence({&nodes[0], &nodes[1]}), "");
}

TEST(FleetPartsOfReports, BlocksHaveTheGravestClassFirstAndEqualTopicsTogether)
{
    const cluster::FleetReport fleet =
        reported_fleet({reported("n1", {NodeClass::drifted, "a", "clock"}), reported("n2"),
                        reported("n3", {NodeClass::wrong, "b"}),
                        reported("n4", {NodeClass::drifted, "c", "clock"}),
                        reported("n5", {NodeClass::drifted, "a", "cycles"})});
    std::vector<std::vector<std::string>> names;
    for (const show::NodeBlock &block : show::blocks_of(fleet))
        names.push_back(machine::each(block, &cluster::NodeReport::name));
    EXPECT_EQ(names, (std::vector<std::vector<std::string>>{{"n3"}, {"n1", "n4"}, {"n5"}}));
}

TEST(FleetPartsOfReports, UsualValuesAndTheirSpread)
{
    const cluster::RobustSummary usual{200, 5};
    EXPECT_EQ(show::median_text(usual, 0.5, 1), "100.0");
    EXPECT_EQ(show::median_text({}, 0.5, 1), "");
    EXPECT_EQ(show::sigma_text(usual, 2), "2.5");
    EXPECT_EQ(show::sigma_text(usual, 1), "");
    EXPECT_EQ(show::sigma_text({}, 2), "");
}

} // namespace
} // namespace hashlane::test
