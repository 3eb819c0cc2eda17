// SPDX-License-Identifier: MIT
//
// What 'fleet --format json' wrote as plots: the writer's numbers and the sentences.
#include "show/page/page.h"
#include "support/figures.h"
#include "support/judged_fleet.h"
#include "support/text.h"

namespace hashlane::test {
namespace {

show::Book book(const cluster::FleetReport &report)
{
    return show::make_book({}, {read_fleet(fleet_json(report))});
}

TEST(FleetFigures, BeginWithTheClassesGravestFirst)
{
    const show::Book all = book(judged_fleet());
    EXPECT_EQ(all.title, "hashlane: a fleet of 14 nodes");
    const show::Figure &classes = figure(all, "fleet1-classes");
    EXPECT_EQ(classes.sentence, "11 of 14 nodes are healthy. 3 need attention: 1 wrong, 1 missing, "
                                "1 slow core.");
    const auto &answers = std::get<show::AnswerPlot>(classes.plot).answers;
    ASSERT_EQ(answers.size(), 5U);
    EXPECT_EQ(answers[0].question + answers[0].figure + answers[0].detail, "wrong1n13");
    EXPECT_EQ(answers[2].question, "slow core");
    EXPECT_EQ(answers[3].question + answers[3].figure, "healthy11");
    EXPECT_EQ(answers[4].figure + answers[4].detail, "11 judged by each other");
    EXPECT_EQ(all.chapters[0].alarms,
              (std::vector<std::string>{"n13 computed wrong results. For each: " +
                                        std::string(show::advice_for(cluster::NodeClass::wrong))}));
    EXPECT_EQ(all.chapters[0].notes[1], "Problem: 'x.json': not JSON");
    EXPECT_EQ(all.chapters[0].notes[2], "Note: not expected, but present: n99");
}

TEST(FleetFigures, CountNodesWithoutNames)
{
    cluster::FleetReport report = judged_fleet();
    report.missing_unnamed = 3;
    const show::Book all = book(report);
    const show::Figure &classes = figure(all, "fleet1-classes");
    EXPECT_TRUE(contains(classes.sentence,
                         "11 of 17 nodes are healthy. 6 need attention: 1 wrong, 4 "
                         "missing"));
    EXPECT_EQ(classes.table.rows[1][2], "n14 and 3 nodes without a name");
}

TEST(FleetFigures, SayWhatAGroupHasLost)
{
    cluster::FleetReport report = judged_fleet();
    report.groups[0].changes = {"sha3 alone: cycles +3.0 %", "sha3 together: clock -4.0 %"};
    EXPECT_EQ(book(report).chapters[0].alarms[1],
              "Group 1 as a whole differs from the baseline: sha3 alone: cycles +3.0 %; sha3 "
              "together: clock -4.0 %");
}

TEST(FleetFigures, CountNodesThatWereNotJudgedApart)
{
    cluster::FleetReport report = judged_fleet();
    for (std::size_t i = 0; i < 2; ++i)
        report.nodes[i] = found(judged_node(report.nodes[i].name, 1),
                                cluster::NodeClass::not_judged, "alone: too few values");
    const show::Book all = book(report);
    const show::Figure &classes = figure(all, "fleet1-classes");
    EXPECT_EQ(classes.sentence, "9 of 14 nodes are healthy. 3 need attention: 1 wrong, 1 missing, "
                                "1 slow core. 2 were not judged.");
    const auto &answers = std::get<show::AnswerPlot>(classes.plot).answers;
    EXPECT_EQ(answers[0].question, "wrong");
    EXPECT_EQ(answers[1].question + answers[1].figure + answers[1].detail, "not judged2n[01-02]");
    EXPECT_EQ(all.chapters[0].alarms[1],
              "2 nodes were not judged: nothing is known against them, and nothing for them.");
    const show::Grid &table = figure(all, "fleet1-nodes").table;
    ASSERT_EQ(table.rows.size(), 4U) << "equal findings have one row";
    EXPECT_EQ(table.rows[3][0] + table.rows[3][1] + table.rows[3][2], "n[01-02]2not judged");
}

TEST(FleetFigures, SayWhatDividesAGroup)
{
    cluster::FleetReport report = judged_fleet();
    report.groups[0].splits = {"governor: 7 performance, 6 powersave"};
    EXPECT_EQ(book(report).chapters[0].alarms[1],
              "The nodes of group 1 differ: governor: 7 performance, 6 powersave");
}

TEST(FleetFigures, SayWhenTheNodesWereMeasured)
{
    cluster::FleetReport report = judged_fleet();
    EXPECT_EQ(book(report).chapters[0].title, "Fleet: fleet.json");
    report.nodes[0].started = "2026-11-21T22:00:10-04:00"; // of two zones, shown in UTC
    report.nodes[1].started = "2026-11-22T07:48:10+05:45";
    report.nodes[13].started = "2026-10-20T02:03:10+00:00"; // n14, missing: an old file
    report.judged = "2026-11-22T03:10:00+00:00";
    EXPECT_EQ(book(report).chapters[0].title,
              "Fleet: fleet.json, measured 2026-11-22 02:00 to 2026-11-22 02:03, judged 2026-11-22 "
              "03:10");
}

TEST(FleetFigures, SayThatAllAreHealthy)
{
    cluster::FleetReport report = judged_fleet();
    report.nodes.resize(11);
    const show::Book all = book(report);
    EXPECT_EQ(figure(all, "fleet1-classes").sentence, "All 11 nodes are healthy.");
    EXPECT_EQ(show::find_figure(all, "fleet1-nodes"), nullptr);
    EXPECT_TRUE(all.chapters[0].alarms.empty());
}

TEST(FleetFigures, AreSentencesAsText)
{
    const std::string text =
        show::write_text_figure(figure(book(judged_fleet()), "fleet1-classes"), 100);
    EXPECT_TRUE(contains(text, "healthy: ")) << text;
    EXPECT_FALSE(contains(text, ",\n")) << text;
}

TEST(FleetFigures, SayWhatOneNodeHas)
{
    cluster::FleetReport report = judged_fleet();
    report.nodes = {report.nodes[11]};
    EXPECT_EQ(figure(book(report), "fleet1-classes").sentence,
              "The node is not healthy: slow core.");
}

TEST(FleetFigures, ListWhatNeedsAttention)
{
    const show::Book all = book(judged_fleet());
    const show::Figure &nodes = figure(all, "fleet1-nodes");
    EXPECT_EQ(nodes.sentence, "Look at n13 first (wrong): CPU 3: 1 wrong result.");
    const auto &lines = std::get<show::DotPlot>(nodes.plot).lines;
    ASSERT_EQ(lines.size(), 1U) << "how wrong or absent a node is is no number";
    EXPECT_EQ(lines[0].label, "n12, slow core");
    EXPECT_EQ(lines[0].text, "+4.0, +0.3");
    EXPECT_NEAR(lines[0].dots[0].value, 4, 1e-9);
    EXPECT_NEAR(lines[0].dots[1].value, 0.3, 1e-9);
    EXPECT_EQ(nodes.table.rows.size(), 3U);
    EXPECT_EQ(
        nodes.table.rows[0],
        (std::vector<std::string>{"n13", "1", "wrong", "+0.0", "+0.0", "3", "CPU 3: 1 wrong result",
                                  show::advice_for(cluster::NodeClass::wrong)}));
}

// The node's own cycles and clock are those of a healthy one.
TEST(FleetFigures, DrawWhatIsSlowWithinANode)
{
    cluster::FleetReport report = judged_fleet();
    report.nodes[0] = found(judged_node("n01", 1), cluster::NodeClass::one_bad_core,
                            "CPU 7: takes 12 % more time", "CPU 7 time", 0.12);
    report.nodes[1] = found(judged_node("n02", 1), cluster::NodeClass::slow_memory, "memory: slow",
                            "memory", -0.41);
    for (int i = 0; i < 30; ++i)
        report.nodes.push_back(found(judged_node("w" + std::to_string(i), 1),
                                     cluster::NodeClass::wrong, "CPU " + std::to_string(i)));
    const show::Book all = book(report);
    const show::Figure &nodes = figure(all, "fleet1-nodes");
    const auto &lines = std::get<show::DotPlot>(nodes.plot).lines;
    ASSERT_EQ(lines.size(), 3U) << "wrong nodes take no room";
    EXPECT_EQ(lines[1].label + " " + lines[1].text, "n01, one bad core +12.0");
    EXPECT_EQ(lines[2].label + " " + lines[2].text, "n02, slow memory -41.0");
    ASSERT_EQ(lines[1].dots.size(), 1U);
    EXPECT_EQ(lines[1].dots[0].series, 2U);
    report.nodes.erase(report.nodes.begin() + 11);
    report.nodes.erase(report.nodes.begin(), report.nodes.begin() + 2);
    const show::Book wrong = book(report);
    EXPECT_TRUE(std::get<show::DotPlot>(figure(wrong, "fleet1-nodes").plot).lines.empty());
    const std::string page = show::write_page(wrong);
    const std::size_t begin = page.find("<figure id=\"fleet1-nodes\"");
    EXPECT_FALSE(contains(page.substr(begin, page.find("</figure>", begin) - begin), "<svg"))
        << "an axis without a node";
}

TEST(FleetFigures, DrawEachNodeBesideItsLikeNodes)
{
    const show::Book all = book(judged_fleet());
    const show::Figure &cycles = figure(all, "fleet1-cycles-1");
    const auto &strips = std::get<show::StripPlot>(cycles.plot).strips;
    ASSERT_EQ(strips.size(), 1U);
    EXPECT_EQ(strips[0].label, "sha256-chain alone");
    EXPECT_EQ(strips[0].text, "100.00 cycles ±0.2 %");
    ASSERT_EQ(strips[0].kept.size(), 11U);
    EXPECT_NEAR(strips[0].kept[0], -0.005, 1e-9);
    ASSERT_EQ(strips[0].left_out.size(), 2U);
    EXPECT_NEAR(strips[0].left_out[0], 0.04, 1e-9);
    ASSERT_EQ(strips[0].names.size(), 1U) << "n13 is as fast as healthy ones";
    EXPECT_EQ(strips[0].names[0].text, "n12 +4.0 %");
    EXPECT_EQ(cycles.sentence, "99 of 100 values of healthy nodes are within 0.5 % of the cycles "
                               "of comparable nodes. Farthest off is n12 (slow core): +4.0 % in "
                               "sha256-chain alone.");
    EXPECT_EQ(figure(all, "fleet1-clock-1").table.rows[0],
              (std::vector<std::string>{"sha256-chain", "alone", "sha256-chain.shani.x2", "13",
                                        "3.000", "0.5", "+0.00", "n01", "+0.30", "n12"}));
}

// Their shares are of themselves.
TEST(FleetFigures, DrawTooFewToJudgeBesideTheirMedian)
{
    cluster::FleetReport report = judged_fleet();
    report.nodes.resize(3);
    report.nodes[0].figures[0].cycles_per_unit = 110;
    report.groups[0].judged_by = cluster::JudgedBy::nothing;
    const show::Book all = book(report);
    const auto &strip = std::get<show::StripPlot>(figure(all, "fleet1-cycles-1").plot).strips[0];
    EXPECT_NEAR(strip.kept[0], 0.1, 1e-9);
    report.nodes.resize(1);
    EXPECT_EQ(show::find_figure(book(report), "fleet1-cycles-1"), nullptr) << "beside nothing";
}

TEST(FleetFigures, DrawTheLargestGroups)
{
    cluster::FleetReport report = judged_fleet();
    report.groups.resize(8, report.groups[0]);
    for (std::size_t group = 1; group < 8; ++group)
        for (const char *name : {"a", "b", "c"})
            if (group > 2 || *name != 'c') {
                report.nodes.push_back(judged_node(name + std::to_string(group), 1));
                report.nodes.back().group = group;
            }
    const show::Book all = book(report);
    EXPECT_EQ(all.chapters[0].notes[0], "The 6 largest of 8 groups have plots");
    for (const char *name : {"fleet1-cycles-1", "fleet1-clock-4", "fleet1-cycles-8"})
        EXPECT_NE(show::find_figure(all, name), nullptr) << name;
    for (const char *name : {"fleet1-cycles-2", "fleet1-clock-3"})
        EXPECT_EQ(show::find_figure(all, name), nullptr) << name;
}

// Those would leave an axis without an end.
TEST(FleetFigures, DrawNothingBeyondMeasure)
{
    cluster::FleetReport report = judged_fleet();
    report.nodes[0].figures[0].relative_cycles = 1e29;
    report.nodes[1].figures[0].relative_cycles = std::nan("");
    const show::Book all = book(report);
    EXPECT_EQ(std::get<show::StripPlot>(figure(all, "fleet1-cycles-1").plot).strips[0].kept.size(),
              9U);
}

TEST(FleetFigures, DrawTrends)
{
    cluster::FleetReport report = judged_fleet();
    EXPECT_EQ(show::find_figure(book(report), "fleet1-trends"), nullptr);
    report.nodes[0].trend = cluster::Trend{12, "2026-11-06T02:00:00+00:00", 0.001, 0};
    report.nodes[11].trend = cluster::Trend{10, "2026-11-08T02:00:00+00:00", 0.002, -0.03};
    const show::Book all = book(report);
    const show::Figure &trends = figure(all, "fleet1-trends");
    EXPECT_EQ(trends.sentence, "10 to 12 runs of 2 nodes since 2026-11-06. n12 (slow core) changed "
                               "most: cycles +0.2 %, clock -3.0 %.");
    EXPECT_EQ(trends.table.rows[0],
              (std::vector<std::string>{"n12", "slow core", "10", "2026-11-08", "+0.2", "-3.0"}));
    const auto &strips = std::get<show::StripPlot>(trends.plot).strips;
    EXPECT_EQ(strips[0].kept, std::vector<double>{0.001});
    EXPECT_EQ(strips[1].left_out, std::vector<double>{-0.03});
}

// To GitHub's runner, which reads the log.
TEST(FleetText, NoTitleIsACommand)
{
    show::Book commands = book(judged_fleet());
    commands.chapters[0].title = commands.chapters[0].figures[0].title = "::error::x";
    const std::string text = show::write_text_report(commands, 80);
    EXPECT_TRUE(text.starts_with("\\x3a:error::x\n")) << text;
    EXPECT_EQ(text.find("\n::"), std::string::npos) << text;
}

TEST(FleetFigures, HaveTablesOnATerminal)
{
    const std::string text = show::write_text_report(book(judged_fleet()), 80);
    for (const char *part :
         {"! n13 computed wrong results", "11 of 14 nodes are healthy.", "n12", "slow core"})
        EXPECT_TRUE(contains(text, part));
}

TEST(FleetPage, NamesFilesWithoutTheirFolders)
{
    cluster::FleetReport report = judged_fleet();
    report.problems = {"'/home/x/n03.json': not JSON at line 1", "cannot open '/home/x'"};
    report.remarks = {"'mon/n1.json' and 'tue/n1.json' are both of the node n1"};
    report.nodes[11].findings[0].evidence = "'/home/x/n03.json': not JSON; governor: 'a/b'";
    const show::Book all = book(report);
    const std::vector<std::string> &notes = all.chapters[0].notes;
    EXPECT_EQ(notes[1], "Problem: 'n03.json': not JSON at line 1");
    EXPECT_EQ(notes[2], "Problem: cannot open 'x'");
    EXPECT_EQ(notes[3], "Note: 'n1.json' and 'n1.json' are both of the node n1");
    const std::string page = show::write_page(all);
    EXPECT_FALSE(contains(page, "/home"));
    EXPECT_TRUE(contains(page, "a/b"));
}

TEST(FleetFigures, SayWhatAllDevicesHaveLost)
{
    cluster::FleetReport report = judged_fleet();
    report.devices = {{"NVIDIA H200", "sm_90", 16}};
    EXPECT_EQ(report.groups_with_differences(), 0U);
    report.devices[0].changes = {"sha256-chain together: rate -5.0 %"};
    EXPECT_EQ(report.groups_with_differences(), 1U);
    EXPECT_EQ(book(report).chapters[0].alarms[1],
              "NVIDIA H200 as a whole differ from the baseline: sha256-chain together: rate -5.0 "
              "%");
    report.nodes.clear();
    EXPECT_TRUE(report.needs_attention());
    EXPECT_EQ(report.exit_code(cluster::fail_on_anything()), 5);
    EXPECT_EQ(report.exit_code({{cluster::NodeClass::noisy}, false}), 0);
}

TEST(FleetPage, TakesNothingForMoreThanText)
{
    cluster::FleetReport report = judged_fleet();
    const std::string hostile = "</title><script>x</script>\x1b[2J";
    cluster::GroupReport &group = report.groups[0];
    for (std::string *text : {&group.cpu_model, &group.cpu_identity, &group.core_kinds, &group.smt,
                              &group.version, &group.figures[fleet_figure].kernel})
        *text = hostile;
    group.changes = report.problems = report.remarks = {hostile};
    for (cluster::NodeReport &node : report.nodes)
        node.name = hostile + node.name;
    cluster::NodeReport &slow = report.nodes[11];
    slow.findings[0].evidence = slow.started = hostile;
    slow.context = {hostile};
    slow.trend = cluster::Trend{2, hostile, 0, 0};
    slow.figures[0].key.scope = hostile;
    group.figures = {{slow.figures[0].key, group.figures[fleet_figure]}};
    const std::string page = show::write_page(book(report));
    EXPECT_FALSE(contains(page, "<script>x"));
    EXPECT_FALSE(contains(page, "\x1b"));
    EXPECT_TRUE(contains(page, "&lt;script&gt;x"));
    EXPECT_EQ(page, show::write_page(book(report)));
}

TEST(FleetPage, OfThousandsOfNodesIsSmall)
{
    cluster::FleetReport report = judged_fleet();
    const cluster::NodeReport healthy = report.nodes[3], slow = report.nodes[11];
    for (int i = 0; i < 3000; ++i) {
        report.nodes.push_back(i % 3 == 0 ? slow : healthy);
        cluster::NodeReport &node = report.nodes.back();
        node.name = "m" + std::to_string(i);
        node.figures[0].relative_cycles += 1e-6 * (i % 997);
    }
    report.groups[0].nodes += 3000;
    const show::Book all = book(report);
    const show::Figure &nodes = figure(all, "fleet1-nodes");
    EXPECT_EQ(std::get<show::DotPlot>(nodes.plot).lines.size(), 1U);
    EXPECT_EQ(std::get<show::DotPlot>(nodes.plot).lines[0].label, "n12 and 1000 more, slow core");
    EXPECT_EQ(nodes.table.rows.size(), 3U) << "equal findings";
    const std::string page = show::write_page(all);
    EXPECT_LT(page.size(), 300'000U);
}

} // namespace
} // namespace hashlane::test
