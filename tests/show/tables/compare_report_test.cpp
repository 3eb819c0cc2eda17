// SPDX-License-Identifier: MIT
//
// Comparisons of fixed files against golden files, as report_test.cpp does.
#include "compare/comparison.h"
#include "show/tables/exporters.h"
#include "show/tables/grid.h"
#include "support/golden.h"
#include "support/result_files.h"
#include "support/text.h"

namespace hashlane::test {
namespace {

using nlohmann::json;

json noisy_row()
{
    json row = result_row("sha256-chain.ref.x1", {costs_around(780)});
    row["noise"] = "noisy";
    row["trustworthy"] = false;
    row["noise_note"] = "measured fewer than 4 times: give it more time";
    row.erase("visits");
    return row;
}

results::Report old_file()
{
    return result_file({result_row("sha256-chain.shani.x4", {costs_around(70)}),
                        result_row("sha256-chain.shani.x1", {costs_around(134)}),
                        result_row("sha256-chain.avx2.x8", {costs_around(140)}),
                        result_row("sha256-chain.sse4.x1", {costs_around(355)}), noisy_row(),
                        result_row("keccak-chain.avx2.x4", {costs_around(350), costs_around(351)}),
                        result_row("sha3.avx512-shortpath.x8/sha3-256/16384", {costs_around(210)}),
                        result_row("sha3.gone.x1/sha3-256/64", {costs_around(900)})},
                       "old.json");
}

json new_json()
{
    json single = result_row("sha256-chain.sse4.x1", {{360}});
    single.erase("samples");
    json report = result_json(
        {result_row("sha256-chain.shani.x4", {costs_around(72, 200, 2)}),
         result_row("sha256-chain.shani.x1", {costs_around(134.1, 200, 2)}),
         result_row("sha256-chain.avx2.x8", {costs_around(120, 200, 2)}), single, noisy_row(),
         result_row("keccak-chain.avx2.x4", {costs_around(353, 200, 2), costs_around(355, 200, 3)}),
         result_row("sha3.avx512-shortpath.x8/sha3-256/16384", {costs_around(210, 200, 2)}),
         result_row("sha3.new.x1/sha3-256/64", {costs_around(800)})});
    report["context"]["hashlane"]["compiler"] = "clang 19.1.7 (3)";
    report["context"]["hashlane"]["governor"] = "";
    return report;
}

results::Report new_file() { return read_result_text(new_json().dump(), "new.json"); }

results::Report other_machine()
{
    json report = new_json();
    report["context"]["hashlane"]["cpu_model"] = "Other CPU";
    report["benchmarks"][2]["cycle_source"] = "tsc";
    return read_result_text(report.dump(), "other.json");
}

std::string comparison_text(const std::vector<results::Report> &files,
                            show::Format format = show::Format::table,
                            const show::Style &style = {})
{
    return show::write_as(format, show::comparison_exporters, compare::compare_all(files, 0.01),
                          style);
}

TEST(CompareReport, Table)
{
    expect_golden("compare_80.txt", comparison_text({old_file(), new_file()}));
}

// The keys are those of the action's documentation: a list; name, unit and value, which is a
// number; range and extra are texts.
void expect_action_input(const std::string &text)
{
    const json list = json::parse(text);
    ASSERT_TRUE(list.is_array() && !list.empty());
    for (const json &one : list) {
        EXPECT_TRUE(one["name"].is_string() && one["unit"].is_string()) << one;
        EXPECT_GT(one["value"], 0) << one;
        for (const auto &[key, value] : one.items())
            EXPECT_TRUE(key == "name" || key == "unit" || key == "value" ||
                        ((key == "range" || key == "extra") && value.is_string()))
                << one;
    }
}

TEST(CompareReport, ActionBenchmark)
{
    const std::string pair =
        comparison_text({old_file(), new_file()}, show::Format::github_action_benchmark);
    expect_action_input(pair);
    EXPECT_FALSE(contains(pair, "ref.x1")) << "a row that cannot be trusted";
    EXPECT_TRUE(contains(pair, "slower: 1.0282 times old.json (1.0255-1.0310)"));
    const std::string three = comparison_text({old_file(), new_file(), new_file()},
                                              show::Format::github_action_benchmark);
    EXPECT_TRUE(contains(three, "sha256-chain.shani.x4, new.json"));
    const auto json = nlohmann::json::parse(
        comparison_text({old_file(), new_file(), old_file()}, show::Format::json));
    ASSERT_EQ(json["comparisons"].size(), 2U);
    EXPECT_EQ(json["comparisons"][0]["new"], "new.json");
    EXPECT_EQ(json["comparisons"][1]["new"], "old.json");
}

TEST(RunReport, ActionBenchmark)
{
    results::Report file = new_file();
    file.rows.front().figures.interval = {70.9, 72.9};
    const std::string run =
        show::write_as(show::Format::github_action_benchmark, show::report_exporters, file, {});
    expect_action_input(run);
    EXPECT_FALSE(contains(run, "ref.x1")) << "a row that cannot be trusted";
    expect_golden("run_action.json", run);
}

TEST(CompareReport, TableFitsEightyColumns)
{
    for (const auto &files :
         {std::vector{old_file(), new_file()}, std::vector{old_file(), new_file(), new_file()}}) {
        const std::string text = comparison_text(files);
        ASSERT_FALSE(text.empty());
        std::istringstream lines(text);
        for (std::string line; std::getline(lines, line);)
            EXPECT_LE(line.size(), 80U) << line;
    }
}

TEST(CompareReport, ManyRowsThatAFileLacksAreCounted)
{
    results::Report small = old_file();
    small.rows.resize(1);
    const show::Style wide{.width = 160, .color = false, .sha256_unit = {}};
    const std::string text = comparison_text({small, old_file()}, show::Format::table, wide);
    EXPECT_TRUE(contains(text, "\n7 rows: only in 'old.json', not in 'old.json'\n"));
}

TEST(CompareReport, Markdown)
{
    const std::string text = comparison_text({old_file(), new_file()}, show::Format::markdown);
    EXPECT_TRUE(text.starts_with("- old: old.json, 2026-01-02T03:04:05+00:00\n")) << text;
    EXPECT_TRUE(contains(
        text, "\n| avx2.x8 | 140.03 | 119.98 | 0.857 | 0.855-0.859 | \\<0.001 | faster |\n"));
}

// A file's name makes no tag, link, emphasis, column or heading of a page that shows the Markdown.
TEST(CompareReport, MarkdownShowsNamesAsTheyAre)
{
    results::Report base = old_file(), changed = new_file();
    base.path = "<img src=x>|*a*`b`_c_.json";
    changed.path = "[x](javascript:y)&lt;~~no_smt~~.json";
    const std::string escaped_base = R"(\<img src=x>\|\*a\*\`b\`\_c\_.json)",
                      escaped_changed = R"(\[x](javascript:y)\&lt;\~\~no_smt\~\~.json)";
    const std::string text = comparison_text({base, changed}, show::Format::markdown);
    EXPECT_TRUE(contains(text, "- old: " + escaped_base));
    EXPECT_TRUE(contains(text, "- new: " + escaped_changed));
    const std::string matrix = show::write_as(show::Format::markdown, show::matrix_exporters,
                                              compare::make_matrix({base, changed}), {});
    for (const std::string &part : {std::string("<img"), std::string("[x]"), std::string("~no")})
        for (const std::string &of : {text, matrix})
            for (std::size_t at = of.find(part); at != std::string::npos;
                 at = of.find(part, at + 1))
                EXPECT_EQ(of[at - 1], '\\') << of.substr(at);
    EXPECT_EQ(show::draw(std::vector<std::string>{"# a", "-b", "a # -b"}, {.markdown = true}),
              "- \\# a\n- \\-b\n- a # -b\n");
}

// Checked with cmark-gfm, and by what GitHub documents of mentions, issues and formulas.
TEST(CompareReport, MarkdownMakesNoLinkMentionIssueOrFormulaOfAName)
{
    const auto item = [](const char *text) {
        return show::draw(std::vector<std::string>{text}, {.markdown = true});
    };
    EXPECT_EQ(item("https://a.example http:/b c::d"), "- https\\://a.example http:/b c::d\n");
    EXPECT_EQ(item("www.a.example w.b"), "- www\\.a.example w.b\n");
    EXPECT_EQ(item("x @somebody a@b.example"),
              "- x <span>@</span>somebody a<span>@</span>b.example\n");
    EXPECT_EQ(item("_a b_c x_"), "- \\_a b_c x\\_\n");
    EXPECT_EQ(item("$$x$"), "- <span>$</span><span>$</span>x<span>$</span>\n");
    EXPECT_EQ(item("#12 a/b#3 # 4 #c GH-5 H-6 GH-a GH-"),
              "- <span>#</span>12 a/b<span>#</span>3 # 4 #c GH<span>-</span>5 H-6 GH-a GH-\n");
    results::Report base = old_file();
    base.rows[0].identity.name = "sha256-chain.@octocat.x1";
    EXPECT_TRUE(contains(show::write_as(show::Format::markdown, show::matrix_exporters,
                                        compare::make_matrix({base, base}), {}),
                         "| <span>@</span>octocat.x1 |"));
}

// A line of a log on GitHub that begins with "::", behind blanks or not, is a command.
TEST(CompareReport, NoNameBeginsALineAsACommand)
{
    results::Report base = old_file(), changed = new_file();
    for (results::Report *const file : {&base, &changed})
        for (results::Row &row : file->rows) {
            row.identity.name = "sha256-chain.::error::x.x1";
            row.quality.trustworthy = false;
            row.quality.note = "\u00a0::error::y " + std::string(60, 'n') + " ::error::z";
        }
    base.context.compiler = "::error::c";
    for (const std::string &text :
         {comparison_text({base, changed}, show::Format::table, {.width = 60}),
          show::write_as(show::Format::table, show::matrix_exporters,
                         compare::make_matrix({base, changed}), {.width = 60}),
          show::write_as(show::Format::table, show::report_exporters, base, {.width = 60})}) {
        EXPECT_TRUE(contains(text, "\\x3a:error::x.x1")) << text;
        for (std::size_t at = text.find("::"); at != text.npos; at = text.find("::", at + 2)) {
            const std::string line = text.substr(text.rfind('\n', at) + 1, at);
            EXPECT_NE(line.find_first_not_of(" \u00a0"), line.find("::")) << text;
        }
    }
}

TEST(CompareReport, Json)
{
    expect_golden("compare.json",
                  comparison_text({old_file(), other_machine()}, show::Format::json));
}

TEST(CompareReport, OfAnotherMachineComparesCyclesAndRatesInColour)
{
    const std::string text = comparison_text({old_file(), other_machine()}, show::Format::table,
                                             {.width = 160, .color = true});
    for (const char *part :
         {"Other CPU", "\x1b[1msha256-chain: core cycles per hash", "by core cycles: ", "MH/s"})
        EXPECT_TRUE(contains(text, part));
}

TEST(CompareReport, ThreeFilesSideBySide)
{
    const std::string text = comparison_text({old_file(), new_file(), old_file()});
    for (const char *part :
         {"compiler: gcc 12.2.0 -> clang 19.1.7 (3) -> gcc 12.2.0",
          "  kernel         1       2  ratio  verdict         3  ratio  verdict\n",
          "* shani.x4   70.02   71.99  1.028  slower      70.02  1.000  same\n"})
        EXPECT_TRUE(contains(text, part));
}

TEST(CompareReport, SaysWhenNothingDiffers)
{
    const std::string text = comparison_text({old_file(), old_file()});
    EXPECT_TRUE(contains(text, "machine, compiler and program are the same\n"));
    EXPECT_FALSE(contains(text, "only in"));
}

// A run's rows on all cores come after those of every workload.
TEST(CompareReport, AWorkloadHasOneTable)
{
    json on_all = result_row("sha256-chain.shani.x4", {costs_around(71), costs_around(72)});
    on_all["scope"] = "all cores";
    const results::Report file =
        result_file({result_row("sha256-chain.shani.x4", {costs_around(70)}),
                     result_row("keccak-chain.avx2.x4", {costs_around(350)}), on_all});
    const std::string text = comparison_text({file, file});
    EXPECT_EQ(text.find("sha256-chain: core cycles"), text.rfind("sha256-chain: core cycles"));
    EXPECT_LT(text.find("shani.x4, 2 threads, all cores "), text.find("keccak-chain:")) << text;
}

TEST(MatrixReport, EveryFormat)
{
    const compare::Matrix matrix = compare::make_matrix({old_file(), new_file()});
    expect_golden("matrix.txt",
                  show::write_as(show::Format::table, show::matrix_exporters, matrix, {}));
    const std::string markdown =
        show::write_as(show::Format::markdown, show::matrix_exporters, matrix, {});
    EXPECT_TRUE(contains(markdown, "\n| ref.x1 | 5.13! | 5.13! |\n"));
    expect_golden("matrix.csv",
                  show::write_as(show::Format::csv, show::matrix_exporters, matrix, {}));
    expect_golden("matrix.json",
                  show::write_as(show::Format::json, show::matrix_exporters, matrix, {}));
}

// A result file may have any name of a workload.
TEST(CsvLine, ASpreadsheetComputesNothing)
{
    EXPECT_EQ(show::csv_line({"@SUM(1)", "=1+1", "+A1", "-A1", "=\"x\""}),
              "'@SUM(1),'=1+1,'+A1,'-A1,\"'=\"\"x\"\"\"\n");
    EXPECT_EQ(show::csv_line({"-1.5", "-", "a=b", "", "-1e-9", "=x", "-1"}),
              "-1.5,-,a=b,,-1e-9,'=x,-1\n");
}

} // namespace
} // namespace hashlane::test
