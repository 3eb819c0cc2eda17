// SPDX-License-Identifier: MIT
//
// The texts of plots: their numbers are the file's, their sentences are made of them.
#include "show/page/page.h"

#include "support/figures.h"
#include "support/run_files.h"
#include "support/text.h"

#include <algorithm>
#include <set>

namespace hashlane::test {
namespace {

using nlohmann::json;

show::Book book_of(const json &report)
{
    return show::make_book({read_result_text(report.dump())});
}

TEST(Figures, ARunHasEachThatItsFileHasDataFor)
{
    const std::vector<std::string> names = show::figure_names(book_of(full_run()));
    for (const char *name :
         {"answer", "cycles-sha256-chain", "cycles-keccak-chain", "cycles-sha3-256-64",
          "lanes-sha256-chain", "standing-sha256-chain-one-chain", "energy-keccak-chain", "clock",
          "cores-sha256-chain", "samples-sha256-chain"})
        EXPECT_TRUE(std::ranges::find(names, name) != names.end()) << name;
    EXPECT_EQ(std::set<std::string>(names.begin(), names.end()).size(), names.size());
}

TEST(Figures, BarsAreTheFilesCyclesFewestFirstByLanes)
{
    const show::Book book = book_of(full_run());
    const show::Figure &cycles = figure(book, "cycles-sha256-chain");
    const auto &bars = std::get<show::BarPlot>(cycles.plot).bars;
    ASSERT_EQ(bars.size(), 3U);
    EXPECT_TRUE(bars[0].doubtful);
    EXPECT_EQ(bars[1].label + ", " + bars[1].group, "shani.x1, one lane");
    EXPECT_EQ(bars[2].label + ", " + bars[2].group, "shani.x4, several lanes");
    EXPECT_DOUBLE_EQ(bars[2].value, 70);
    EXPECT_DOUBLE_EQ(*bars[2].bound, 70 * 0.92);
    EXPECT_DOUBLE_EQ(bars[2].interval->low, 70 * 0.995);
    EXPECT_EQ(cycles.table.rows[1][1], "70.00");
    EXPECT_EQ(
        cycles.sentence,
        "Of the trustworthy rows shani.x4 takes the fewest, 70.00 core cycles per hash, at 92 % of "
        "its bound. 3 of 3 rows with a bound reach 90 % of it; ref.x1 is farthest from it, with 92 "
        "%. Not trustworthy (dashed bars, italics): 1 of 3 rows.");
}

// The clock decides on the rate, but not on the cycles that the sentence is about.
TEST(Figures, TheFewestCyclesAreNotTheHighestRate)
{
    json report = full_run();
    report["benchmarks"][1]["hashes_per_second"] = 1e12; // shani.x1
    const show::Book book = book_of(report);
    EXPECT_TRUE(
        contains(figure(book, "cycles-sha256-chain").sentence, "shani.x4 takes the fewest"));
    EXPECT_FALSE(contains(figure(book, "cycles-keccak-chain").sentence, "farthest"))
        << "one row is the farthest from nothing";
}

TEST(Figures, CoresHaveEqualDigitsAndASingleKindHasNoName)
{
    json report = full_run();
    json &topology = report["context"]["hashlane"]["topology"];
    topology["kinds"] = {{{"name", "all"}, {"cpus", {0, 1, 2}}}};
    for (json &core : topology["cores"])
        core["kind"] = "all";
    const show::Book book = book_of(report);
    const auto &plot = std::get<show::CorePlot>(figure(book, "cores-sha256-chain").plot);
    EXPECT_EQ(plot.groups[0].label, "package 0, NUMA node 0");
    EXPECT_EQ(plot.groups[0].cores[0].text, "60.00");
}

// They would make all others look equal.
TEST(Figures, SlowKernelsDoNotSetTheAxis)
{
    const show::Book book = book_of(full_run());
    EXPECT_DOUBLE_EQ(*std::get<show::BarPlot>(figure(book, "cycles-sha256-chain").plot).limit,
                     2 * 134)
        << "of the best trustworthy row with one lane";
}

TEST(Figures, MessagesAreShownByTheByte)
{
    const show::Book book = book_of(full_run());
    const auto &bars = std::get<show::BarPlot>(figure(book, "cycles-sha3-256-64").plot).bars;
    EXPECT_DOUBLE_EQ(bars[0].value, 1120 / 64.0);
    EXPECT_EQ(bars[0].label, "portable.x1");
}

TEST(Figures, TheAnswerIsTrustworthyWhereItCanBe)
{
    const show::Book book = book_of(full_run());
    const auto &answers = std::get<show::AnswerPlot>(figure(book, "answer").plot).answers;
    EXPECT_EQ(answers[0].question, "SHA-256 chains, one chain");
    EXPECT_EQ(answers[0].figure, "134.00") << "not the 60 of the untrustworthy row";
    EXPECT_EQ(answers[1].question, "SHA-256 chains, one core");
    EXPECT_EQ(answers[2].question, "SHA-256 chains, the machine");
    EXPECT_EQ(answers[2].figure, "120.00");
    json report = full_run();
    for (json &row : report["benchmarks"])
        row["trustworthy"] = false;
    const show::Book doubtful = book_of(report);
    EXPECT_TRUE(contains(figure(doubtful, "answer").sentence, "Not trustworthy: "));
    EXPECT_EQ(figure(book, "answer").sentence, "") << "the cards say it";
}

TEST(Figures, SamplesAreAllThere)
{
    const show::Book book = book_of(full_run());
    const auto &strips =
        std::get<show::StripPlot>(figure(book, "samples-sha256-chain").plot).strips;
    EXPECT_EQ(strips[0].kept.size(), 58U);
    EXPECT_EQ(strips[0].left_out.size(), 2U);
    EXPECT_NEAR(strips[0].interval->high, 0.005, 1e-12);
}

TEST(Figures, TwoModesAreSeen)
{
    json report = full_run();
    std::vector<double> modes;
    for (int i = 0; i < 60; ++i)
        modes.push_back(i % 3 == 0 ? 72.5 : 70 + 0.001 * i);
    report["benchmarks"][0]["samples"][0]["cycles_per_hash"] = modes;
    const show::Book book = book_of(report);
    const std::string &sentence = figure(book, "samples-sha256-chain").sentence;
    EXPECT_TRUE(contains(sentence, "shani.x4 has two modes."));
}

TEST(Figures, ASweepSaysWhatMoreLanesAndThreadsBring)
{
    const show::Book book = book_of(
        result_json({sweep_row(1, 1, 30e6), sweep_row(2, 1, 50e6), sweep_row(4, 1, 57e6),
                     sweep_row(1, 2, 56e6), sweep_row(2, 2, 57e6), sweep_row(4, 2, 57.1e6)}));
    EXPECT_EQ(figure(book, "lanes-sha256-chain-core-0").sentence,
              "x4 is best: 57.00 MH/s with shani.x4, core 0, 1.90 times x1; that is 92 % of its "
              "bound.");
    EXPECT_EQ(figure(book, "threads-sha256-chain-core-0").sentence,
              "2 threads instead of 1 add nothing.");
    const auto &heat = std::get<show::HeatPlot>(figure(book, "sweep-sha256-chain-core-0").plot);
    EXPECT_EQ(heat.columns, (std::vector<std::string>{"x1", "x2", "x4"}));
    EXPECT_DOUBLE_EQ(*heat.values[1][0], 56);
}

TEST(Figures, SeveralRunsAreSideBySide)
{
    json later = full_run();
    later["context"]["date"] = "2026-02-02T03:04:05+00:00";
    later["context"]["hashlane"]["compiler"] = "clang 19.1.7";
    later["benchmarks"][0] = full_row("sha256-chain.shani.x4", 4, 77);
    json last = later;
    last["context"]["date"] = "2026-03-02T03:04:05+00:00";
    const show::Book book = show::make_book({read_result_text(full_run().dump(), "a.json"),
                                             read_result_text(later.dump(), "b.json"),
                                             read_result_text(last.dump(), "c.json")});
    const show::Figure &core = figure(book, "machines-sha256-chain-one-core");
    const auto &machines = std::get<show::BarPlot>(core.plot);
    ASSERT_EQ(machines.bars.size(), 3U);
    EXPECT_EQ(machines.bars[0].label, "a.json") << "two have one compiler";
    EXPECT_EQ(core.sentence,
              "a.json is best, with 57.14 MH/s; b.json is last, with 51.95 (9 % less).");
    EXPECT_TRUE(
        contains(figure(book, "change-run2").sentence, "sha256-chain.shani.x4, 10.0 % slower"));
    const show::Figure &history = figure(book, "history-sha256-chain");
    EXPECT_EQ(std::get<show::LinePlot>(history.plot).marks.size(), 1U)
        << "where the compiler changed";
    EXPECT_TRUE(contains(history.sentence, "shani.x4 changed most: +10.0 %"));
}

results::Report named_run(const std::string &machine, const json &run, const std::string &command)
{
    results::Report file = read_result_text(run.dump(), machine + command + ".json");
    file.machine = machine;
    file.context.command = "hashlane " + command + " --budget 2m";
    return file;
}

TEST(Figures, FilesOfOneMachineAreOneBar)
{
    const json chains = result_json({full_row("sha256-chain.shani.x1", 1, 130)});
    const json slower = result_json({full_row("sha256-chain.shani.x1", 1, 135)});
    const json messages = result_json({full_row("sha3.portable.x1/sha3-256/64", 1, 1120)});
    const show::Book book = show::make_book(
        {named_run("Zen 4 (A)", messages, "run sha3"), named_run("Zen 4 (A)", slower, "run"),
         named_run("Zen 5 (B)", chains, "run"), named_run("Zen 5 (B)", messages, "run sha3")});
    EXPECT_EQ(book.chapters[1].title, "Zen 4 (A): run sha3");
    EXPECT_EQ(book.chapters[3].title, "Zen 5 (B): run");
    const show::Figure &alone = figure(book, "machines-sha256-chain-one-chain");
    const auto &bars = std::get<show::BarPlot>(alone.plot).bars;
    ASSERT_EQ(bars.size(), 2U);
    EXPECT_EQ(bars[0].label + bars[0].text, "Zen 5 (B)130.00") << "the best first";
    EXPECT_EQ(alone.sentence, "Zen 5 (B) is best, with 130.00 core cycles per hash; Zen 4 (A) is "
                              "last, with 135.00 (4 % more).");
    EXPECT_EQ(book.chapters[0].figures[0].name, "machines-sha256-chain-one-core")
        << "chains before messages";
    EXPECT_NE(show::find_figure(book, "machines-sha3-256-64-one-message"), nullptr);
}

TEST(Figures, LanesAreWhatDispatchGets)
{
    const show::Book book =
        book_of(result_json({sweep_row(1, 1, 30e6), sweep_row(4, 1, 60e6), sweep_row(8, 1, 40e6)}));
    const show::Figure &lanes = figure(book, "lanes-sha256-chain-core-0");
    EXPECT_EQ(lanes.table.rows[1][2] + " " + lanes.table.rows[1][3], "shani.x4, core 0 60.00");
    EXPECT_EQ(lanes.table.rows[2][2] + " " + lanes.table.rows[2][3], "2 × shani.x4, core 0 60.00");
}

TEST(Figures, FilesOfOlderVersionsAreRead)
{
    const show::Book book =
        book_of(result_json({result_row("sha256-chain.shani.x4", {{70, 71, 72}})}));
    EXPECT_NE(show::find_figure(book, "cycles-sha256-chain"), nullptr);
    EXPECT_EQ(show::find_figure(book, "clock"), nullptr);
    EXPECT_TRUE(contains(show::write_page(book), "</html>"));
}

TEST(Figures, RowsWithoutCyclesAreRates)
{
    json row = result_row("sha256-chain.opencl.x65536", {{70, 71}});
    row["cycle_source"] = "none";
    row["device"] = "opencl:0 PoCL";
    row["cpus"] = json::array();
    row.erase("samples");
    const show::Book book = book_of(result_json({row}));
    EXPECT_EQ(std::get<show::BarPlot>(figure(book, "rates-sha256-chain").plot).unit, "MH/s");
    EXPECT_EQ(show::find_figure(book, "cycles-sha256-chain"), nullptr);
}

TEST(Figures, RepetitionsAreOneBar)
{
    json a = full_row("sha256-chain.shani.x4", 4, 70), b = full_row("sha256-chain.shani.x4", 4, 71),
         c = full_row("sha256-chain.shani.x4", 4, 90);
    const show::Book book = book_of(result_json({c, a, b}));
    const auto &bars = std::get<show::BarPlot>(figure(book, "cycles-sha256-chain").plot).bars;
    ASSERT_EQ(bars.size(), 1U);
    EXPECT_DOUBLE_EQ(bars[0].value, 71) << "the middle one";
}

} // namespace
} // namespace hashlane::test
