// SPDX-License-Identifier: MIT
//
// 'hashlane compare' as a user calls it. Its figures are a test's, not a machine's.
#include "support/program.h"
#include "support/result_files.h"

#include <algorithm>
#include <filesystem>

namespace hashlane::test {
namespace {

using nlohmann::json;

const char *const shani = "sha256-chain.shani.x4";
const char *const portable = "keccak-chain.portable.x1";

// A folder of result files that goes away with the test.
class Compare : public testing::Test {
protected:
    Compare() { std::filesystem::create_directory(folder()); }
    ~Compare() override { std::filesystem::remove_all(folder()); }

    static std::string folder() { return scratch_path("compare"); }

    static std::string write(const std::string &name, const std::string &text)
    {
        std::ofstream(folder() + "/" + name, std::ios::binary) << text;
        return name;
    }

    static std::string write(const std::string &name, double shani_cycles, double portable_cycles)
    {
        return write(name, result_json({result_row(shani, {costs_around(shani_cycles)}),
                                        result_row(portable, {costs_around(portable_cycles)})})
                               .dump());
    }

    static Ran compare(const std::string &arguments)
    {
        return shell("cd '" + folder() + "'; exec \"$HASHLANE\" compare " + arguments);
    }

    static void expect_bad(const std::string &arguments, const std::string &part)
    {
        SCOPED_TRACE(arguments);
        expect_refused(compare(arguments), part);
    }
};

TEST_F(Compare, EveryFormat)
{
    write("old.json", 70, 950);
    write("new.json", 72, 950);
    const Ran table = compare("old.json new.json");
    EXPECT_EQ(table.code, 0) << "without --fail-above";
    EXPECT_EQ(table.err, "");
    EXPECT_TRUE(contains(table.out, "slower"));
    const json report = json::parse(compare("old.json new.json --format json").out);
    EXPECT_EQ(report["comparisons"][0]["rows"][0]["measures"][0]["verdict"], "slower");
    EXPECT_EQ(report["comparisons"][0]["rows"][1]["measures"][0]["verdict"], "same");
    EXPECT_TRUE(compare("old.json new.json --format markdown").out.starts_with("- old: old.json"));
    for (const char *format : {"table", "markdown", "csv", "json"}) {
        const Ran ran = compare(std::string("old.json new.json --matrix --format ") + format);
        EXPECT_EQ(ran.code, 0) << ran.err;
        EXPECT_TRUE(contains(ran.out, "shani.x4"));
    }
    EXPECT_TRUE(contains(compare("old.json new.json --color always").out, "\x1b["));
    EXPECT_EQ(compare("old.json new.json").out, table.out) << "the same each time";
}

TEST_F(Compare, FailOverIsExitFiveWithTheWorstRow)
{
    write("old.json", 70, 950);
    write("new.json", 72, 1045);
    for (const char *limit : {"2%", "2", "0.5"}) {
        const Ran ran = compare(std::string("old.json new.json --fail-above ") + limit);
        EXPECT_EQ(ran.code, 5) << limit;
        EXPECT_TRUE(contains(ran.out, "verdict")) << "the report is shown all the same";
        EXPECT_EQ(std::ranges::count(ran.err, '\n'), 1) << ran.err;
        EXPECT_TRUE(
            ran.err.starts_with("hashlane: keccak-chain.portable.x1: 10.0 % slower in 'new.json'"))
            << ran.err;
    }
    EXPECT_EQ(compare("old.json new.json --fail-above 2 --filter shani").code, 5);
    EXPECT_EQ(compare("old.json new.json --fail-above 4 --filter shani").code, 0);
    EXPECT_EQ(compare("new.json old.json --fail-above 3").code, 0) << "faster";
    EXPECT_EQ(compare("old.json old.json new.json --fail-above 3").code, 5) << "any file";
}

TEST_F(Compare, NothingUncertainIsARegression)
{
    write("old.json", 70, 950);
    json report = result_json(
        {result_row(shani, {costs_around(140)}), result_row(portable, {costs_around(950)})});
    report["benchmarks"][0]["noise"] = "noisy";
    report["benchmarks"][0]["trustworthy"] = false;
    write("noisy.json", report.dump());
    EXPECT_EQ(compare("old.json noisy.json --fail-above 3").code, 0);
    const Ran none = compare("old.json noisy.json --fail-above 3 --filter shani");
    EXPECT_EQ(none.code, 4) << "nothing was judged";
    EXPECT_TRUE(contains(none.err, "no row of 'noisy.json' can be judged"));
}

// A file with a wrong result, or without a row of the old one.
struct Gate {
    const char *arguments;
    int code;
    const char *part; ///< of stderr
};

class CompareGate : public Compare, public testing::WithParamInterface<Gate> {
protected:
    CompareGate()
    {
        write("old.json", 70, 950);
        write("same.json", 70, 950);
        write("slow.json", 140, 950);
        json lacks = result_json({result_row(shani, {costs_around(70)})});
        lacks["skipped"] = {{{"kernel", "keccak-chain.portable"}, {"reason", "is another"}},
                            {{"kernel", portable}, {"reason", "needs a core"}}};
        write("lacks.json", lacks.dump());
        json slow_lacks = result_json({result_row(shani, {costs_around(140)})});
        write("slow_lacks.json", slow_lacks.dump());
        json wrong = json::parse(read_file(folder() + "/slow.json"));
        wrong["mismatches"] = {{{"kernel", "sha256-chain.avx2.x8"}}};
        write("wrong.json", wrong.dump());
        wrong["benchmarks"] = json::array();
        write("only_wrong.json", wrong.dump());
    }
};

TEST_P(CompareGate, Fires)
{
    const auto &[arguments, code, part] = GetParam();
    for (const char *format : {"", " --format json", " --format markdown", " --color always"}) {
        const Ran ran = compare(std::string(arguments) + format);
        EXPECT_EQ(ran.code, code) << arguments << format << ran.err;
        EXPECT_TRUE(contains(ran.err, part));
    }
}

INSTANTIATE_TEST_SUITE_P(
    Files, CompareGate,
    testing::Values(
        Gate{"old.json same.json --fail-above 3", 0, ""},
        Gate{"old.json slow.json --fail-above 3", 5, "above --fail-above 3%"},
        Gate{"old.json wrong.json --fail-above 3", 2, "'wrong.json' records a wrong result of "},
        Gate{"old.json wrong.json --fail-above 3 --filter portable", 2, "sha256-chain.avx2.x8"},
        Gate{"old.json only_wrong.json --fail-above 3", 2, "records a wrong result"},
        Gate{"old.json wrong.json", 0, "records a wrong result"},
        Gate{"wrong.json old.json --fail-above 3", 0, "records a wrong result"},
        Gate{"old.json same.json wrong.json --fail-above 3", 2, "'wrong.json'"},
        Gate{"--pool 2 old.json old.json same.json wrong.json --fail-above 3", 2, "'wrong.json'"},
        Gate{"old.json lacks.json --fail-above 3", 4,
             "'lacks.json' has no keccak-chain.portable.x1 (skipped: needs a core): not judged; "
             "--allow-missing accepts that"},
        Gate{"old.json lacks.json --fail-above 3 --allow-missing", 0, "not judged"},
        Gate{"old.json lacks.json --fail-above 3 --filter shani", 0, ""},
        Gate{"old.json same.json lacks.json --fail-above 3", 4, "'lacks.json'"},
        Gate{"old.json slow_lacks.json --fail-above 3", 5, "not judged"},
        Gate{"old.json slow_lacks.json --fail-above 3 --allow-missing", 5, "slower"},
        Gate{"lacks.json old.json --fail-above 3", 0, ""}, Gate{"old.json lacks.json", 0, ""},
        Gate{"old.json same.json --fail-above 3 --allow-missing --threshold 0.5", 0, ""}));

// The code of the gate is that of a bad file, for what it has could be slower or wrong as well.
TEST_F(Compare, EachBadFileIsNamedAndTheOthersAreCompared)
{
    write("old.json", 70, 950);
    write("slow.json", 140, 950);
    write("cut.json", "{");
    write("none.json", result_json({}).dump());
    write("other.json", result_json({result_row("sha3.ref.x1", {costs_around(9)})}).dump());
    json wrong = json::parse(read_file(folder() + "/slow.json"));
    wrong["mismatches"] = {{{"kernel", "sha256-chain.avx2.x8"}}};
    write("wrong.json", wrong.dump());
    struct Case {
        const char *arguments;
        int code, lines;
        bool is_shown;
    };
    for (const auto &[arguments, code, lines, is_shown] :
         {Case{"old.json absent.json cut.json none.json slow.json", 1, 3, true},
          Case{"old.json cut.json slow.json --fail-above 3", 1, 2, true},
          Case{"old.json cut.json wrong.json --fail-above 3", 2, 3, true},
          Case{"cut.json wrong.json --fail-above 3", 2, 2, false},
          Case{"absent.json cut.json slow.json", 1, 2, false},
          Case{"absent.json cut.json", 1, 2, false},
          Case{"old.json cut.json absent.json", 1, 2, false},
          Case{"--pool 2 old.json cut.json slow.json slow.json", 1, 1, false},
          Case{"--matrix cut.json slow.json", 1, 1, true}, Case{"--matrix cut.json", 1, 1, false},
          Case{"old.json other.json slow.json --filter shani", 1, 1, true},
          Case{"old.json slow.json --filter absent", 1, 1, false}}) {
        const Ran ran = compare(arguments);
        EXPECT_EQ(ran.code, code) << arguments << ran.err;
        EXPECT_EQ(std::ranges::count(ran.err, '\n'), lines) << arguments << ran.err;
        EXPECT_EQ(contains(ran.out, "shani.x4"), is_shown) << arguments << ran.out;
    }
}

// A change that is ignored would fail nothing.
TEST_F(Compare, NoThresholdIsAboveTheGate)
{
    write("old.json", 70, 950);
    write("new.json", 70.6, 950);
    EXPECT_EQ(compare("old.json new.json --fail-above 0.5").code, 5) << "0.9 % slower";
    EXPECT_EQ(compare("old.json new.json --fail-above 0.5 --threshold 0.5").code, 5);
    EXPECT_EQ(compare("old.json new.json --fail-above 3").code, 0);
    expect_bad("old.json new.json --fail-above 0.5 --threshold 0.6",
               "--threshold: 0.6% ignores what --fail-above 0.5% looks for");
}

TEST_F(Compare, OneValueForARowWhateverVisitsAFileKeeps)
{
    json row = result_row(shani, {costs_around(70)});
    row.erase("samples");
    const std::vector<double> cycles(6, 77), ns(6, 19.25);
    row["visits"] = {{"cycles_per_hash", cycles}, {"ns_per_hash", ns}};
    write("six.json", result_json({row}).dump());
    const json matrix = json::parse(compare("--matrix six.json --format json").out);
    EXPECT_NEAR(matrix["rows"][0]["cells"][0]["cycles_per_hash"].get<double>(),
                row["cycles_per_hash"].get<double>(), 1e-3)
        << matrix;
    row["cycles_per_hash"] = 2 * row["cycles_per_hash"].get<double>();
    write("twice.json", result_json({row}).dump());
    const json report = json::parse(compare("six.json twice.json --format json").out);
    const json measure = report["comparisons"][0]["rows"][0]["measures"][0];
    EXPECT_DOUBLE_EQ(measure["ratio"], 2) << measure;
    EXPECT_NE(measure["verdict"], "slower") << "the visits do not differ: " << measure;
}

TEST_F(Compare, PoolMakesRepetitionsOfRuns)
{
    write("a1.json", 70, 950);
    write("a2.json", 70, 950);
    write("b1.json", 72, 950);
    write("b2.json", 72, 950);
    const Ran ran = compare("--pool 2 a1.json a2.json b1.json b2.json");
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_TRUE(ran.out.starts_with("old: a1.json")) << ran.out;
    EXPECT_TRUE(contains(ran.out, "new: b1.json"));
    EXPECT_EQ(compare("--matrix --pool 2 a1.json a2.json").code, 0);
    expect_bad("--pool 2 a1.json a2.json b1.json", "3 files are not a multiple of 2");
    expect_bad("--pool 2 a1.json a2.json", "at least 4 result files are required, got 2");
    expect_bad("--pool 0 a1.json a2.json", "--pool: '0'");
}

TEST_F(Compare, BadInputIsOneLineAndExitOne)
{
    write("good.json", 70, 950);
    write("empty.json", "");
    write("cut.json", read_file(folder() + "/good.json").substr(0, 300));
    write("foreign.json", R"({"context": {"date": "x"}, "benchmarks": []})");
    write("none.json", result_json({}).dump());
    write("other.json", result_json({result_row("sha3.ref.x1", {costs_around(9)})}).dump());
    expect_bad("", "at least 2 result files are required, got 0");
    expect_bad("good.json", "at least 2 result files are required, got 1");
    expect_bad("good.json absent.json", "cannot open 'absent.json': No such file");
    expect_bad("good.json .", "it is a directory");
    expect_bad("good.json empty.json", "'empty.json' is empty");
    expect_bad("good.json cut.json", "'cut.json': not JSON at line 1, byte 300");
    expect_bad("foreign.json good.json", "'foreign.json': not a result file");
    expect_bad("good.json none.json", "'none.json' has no row");
    expect_bad("good.json other.json", "no kernel in common");
    expect_bad("good.json good.json --filter absent",
               "--filter: 'absent' matches no row of 'good.json'");
    expect_bad("good.json good.json --filter '['", "regular expression");
    expect_bad("good.json good.json --format csv", "table, json, markdown");
    expect_bad("good.json good.json --threshold 0", "--threshold: '0'");
    expect_bad("good.json good.json --fail-above much", "--fail-above: 'much'");
    expect_bad("good.json good.json --color pink", "auto, always, never");
    expect_bad("good.json good.json --matrix --fail-above 3",
               "--fail-above cannot be combined with --matrix");
    expect_bad("good.json good.json --matrix --threshold 3",
               "--threshold cannot be combined with --matrix");
    expect_bad("good.json good.json --allow-missing", "--allow-missing requires --fail-above");
    EXPECT_EQ(compare("--matrix good.json other.json").code, 0) << "which needs no common row";
}

} // namespace
} // namespace hashlane::test
