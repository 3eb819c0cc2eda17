// SPDX-License-Identifier: MIT
//
// 'hashlane compare --run': two programs in one run. Their figures are a test's, not a machine's.

#include "support/files.h"
#include "support/program.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>

namespace hashlane::test {
namespace {

using nlohmann::json;

std::string other(const std::string &name) { return HASHLANE_OTHER_PROGRAMS "/" + name; }

Ran compare_programs(const std::string &base, const std::string &changed,
                     const std::string &options = "--min-time 0.2 --format json")
{
    return hashlane("compare --run '" + base + "' '" + changed + "' " + options);
}

// Asks again with more time where a busy machine left too few visits for a verdict.
Ran judge_programs(const std::string &base, const std::string &changed, const std::string &options)
{
    Ran ran;
    for (const char *const seconds : {"0.2", "1", "5"}) {
        ran = compare_programs(other(base), other(changed),
                               std::string("--min-time ") + seconds + " " + options);
        if (!contains(ran.out, "\"uncertain\""))
            break;
    }
    return ran;
}

json only_row(const Ran &ran)
{
    const json rows = json::parse(ran.out)["comparisons"][0]["rows"];
    return rows.size() == 1 ? rows[0] : json();
}

struct Pair {
    const char *base, *changed, *verdict;
};

class ProgramPair : public testing::TestWithParam<Pair> {};

TEST_P(ProgramPair, GetsItsVerdict)
{
    const auto [base, changed, verdict] = GetParam();
    const Ran ran = judge_programs(base, changed, "--format json");
    ASSERT_EQ(ran.code, 0) << ran.err;
    const json row = only_row(ran);
    EXPECT_EQ(row["name"], "sha256-chain.both.x1") << ran.out;
    EXPECT_EQ(row["measures"][0]["verdict"], verdict) << ran.out;
}

INSTANTIATE_TEST_SUITE_P(
    , ProgramPair,
    testing::Values(Pair{"base", "same", "same"}, Pair{"base", "slower", "slower"},
                    Pair{"base", "faster", "faster"}, Pair{"slower", "base", "faster"}),
    [](const auto &test) { return std::string(test.param.base) + "_" + test.param.changed; });

TEST(ProgramsInOneRun, ShowWhatDiffers)
{
    const Ran ran = compare_programs(other("base"), other("slower"), "--min-time 0.2");
    ASSERT_EQ(ran.code, 0) << ran.err;
    EXPECT_TRUE(contains(ran.out, "old: " + other("base") + ","));
    EXPECT_TRUE(contains(ran.out, "0.9.base -> 0.9.slower"));
    EXPECT_TRUE(contains(ran.out, "sha256-chain.slower.x1")) << "which only one has: ";
}

TEST(ProgramsInOneRun, FailAboveIsExitFive)
{
    const std::string all_rows = "--format json --fail-above 3%";
    EXPECT_EQ(judge_programs("base", "same", all_rows).code, 4) << "each has a row that is its own";
    const std::string options = all_rows + " --allow-missing";
    const Ran slower = judge_programs("base", "slower", options);
    EXPECT_EQ(slower.code, 5) << slower.err;
    EXPECT_TRUE(contains(slower.err, "sha256-chain.both.x1: "));
    EXPECT_EQ(judge_programs("base", "same", options).code, 0);
    EXPECT_EQ(judge_programs("slower", "base", options).code, 0);
}

TEST(ProgramsInOneRun, AreMeasuredByThemselves)
{
    const Ran ran =
        compare_programs(HASHLANE_PROGRAM, HASHLANE_PROGRAM,
                         "--filter sha256-chain.portable --min-time 0.01 --format json");
    ASSERT_EQ(ran.code, 0) << ran.err;
    const json row = only_row(ran);
    EXPECT_EQ(row["name"], "sha256-chain.portable.x1") << ran.out;
    EXPECT_GT(row["measures"][0]["old"], 0) << ran.out;
}

TEST(ProgramsInOneRun, WithoutAWorkloadAreThoseOfRun)
{
    const std::string options = "--filter portable --format json";
    const auto names = [&](const std::string &more) {
        std::string text;
        const json report =
            json_of(compare_programs(HASHLANE_PROGRAM, HASHLANE_PROGRAM, options + more));
        for (const json &row : report["comparisons"][0]["rows"])
            text += row["name"].get<std::string>() + " ";
        return text;
    };
    const std::string usual = names(" --min-time 0.001"),
                      chosen = names(" --min-time 0.001 --workload sha256");
    EXPECT_TRUE(contains(usual, "sha3.portable.x1/"));
    EXPECT_FALSE(contains(usual, "sha256.portable.x1/"));
    EXPECT_TRUE(contains(chosen, "sha256.portable.x1/"));
    EXPECT_FALSE(contains(chosen, "sha3"));
}

TEST(ProgramsInOneRun, AWrongResultIsExitTwo)
{
    const Ran ran =
        compare_programs(HASHLANE_PROGRAM, HASHLANE_MUTANT,
                         "--filter sha256-chain.portable --min-time 0.01 --format json");
    EXPECT_EQ(ran.code, 2) << ran.out;
    EXPECT_TRUE(contains(ran.err, "sha256-chain.portable.x1: wrong result"));
}

struct RefusedOther {
    const char *program, *said;
    int code = 1; ///< the exit code
};

class RefusedProgram : public testing::TestWithParam<RefusedOther> {};

TEST_P(RefusedProgram, IsNamedInTheLastLine)
{
    const auto [program, said, code] = GetParam();
    const std::string path = contains(program, "/") ? program : other(program);
    for (const bool first : {true, false}) {
        const Ran ran =
            first ? compare_programs(path, other("base")) : compare_programs(other("base"), path);
        EXPECT_EQ(ran.code, code) << ran.err;
        EXPECT_TRUE(contains(ran.err, said));
        EXPECT_TRUE(contains(ran.err, "hashlane: "));
    }
}

INSTANTIATE_TEST_SUITE_P(
    , RefusedProgram,
    testing::Values(
        RefusedOther{"newer",
                     "version 3 of their messages, this program by version 2: run 'hashlane "
                     "compare' of the newer program"},
        RefusedOther{"/bin/true", "it ended the process with exit code 0; it has to be a hashlane"},
        RefusedOther{"/bin/false",
                     "it ended the process with exit code 1; it has to be a hashlane"},
        RefusedOther{"/absent", "No such file or directory; it has to be a hashlane"},
        RefusedOther{"forges", "its answer cannot be read; it has to be a hashlane"},
        RefusedOther{"dies_later", "sha256-chain.both.x1: it crashed: Aborted"},
        RefusedOther{"empty", "sha256-chain.both.x1: its answer cannot be read"},
        RefusedOther{"lies", "sha256-chain.both.x1: wrong result", 2}),
    [](const auto &test) {
        std::string name = test.param.program;
        std::ranges::replace(name, '/', '_');
        return name;
    });

// 74 is EX_IOERR of sysexits.h.
TEST(ProgramsInOneRun, AProcessThatCouldNotAnswerSaysSo)
{
    const std::string script = scratch_path("ends");
    for (const auto &[code, said] :
         {std::pair("73", "it ended the process with exit code 73;"),
          std::pair("74",
                    "its process could not read what it was asked, or not send an answer;")}) {
        std::ofstream(script) << "#!/bin/sh\nexit " << code << "\n";
        std::filesystem::permissions(script, std::filesystem::perms::owner_all);
        EXPECT_TRUE(contains(compare_programs(script, other("base")).err, said)) << code;
    }
}

TEST(ProgramsInOneRun, BadRequestsAreOneLine)
{
    for (const char *arguments : {"--run a", "--run a b c", "--run a b --pool 2",
                                  "--run a b --matrix", "--run a b --plugin c", "--run '' b"}) {
        const Ran ran = hashlane(std::string("compare ") + arguments);
        EXPECT_EQ(ran.code, 1) << arguments;
        EXPECT_EQ(std::ranges::count(ran.err, '\n'), 1) << ran.err;
    }
    EXPECT_TRUE(contains(hashlane("compare a.json b.json --budget 3s").err, "require --run"));
}

} // namespace
} // namespace hashlane::test
