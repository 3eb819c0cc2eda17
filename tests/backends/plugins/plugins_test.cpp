// SPDX-License-Identifier: MIT
//
// Plug-ins: those that are right are rows like ours, with their mark; whatever the others do costs
// their own rows, and nothing else.

#include "support/program.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <string>

namespace hashlane::test {
namespace {

using nlohmann::json;

std::string plugin(const std::string &name) { return HASHLANE_PLUGINS "/" + name + ".so"; }

// The kernels of tests/backends/plugins/kernels.c whose names match, and no others.
Ran with_kernels(const std::string &command, const std::string &names,
                 const std::string &options = "", const std::string &deadline = "10")
{
    return shell("HASHLANE_PLUGIN_DEADLINE=" + deadline + " exec \"$HASHLANE\" " + command +
                 " --plugin '" + plugin("kernels") + "' --filter '" + names + "' " + options);
}

constexpr const char *quick = "--min-time 0.001 --quiet --format json";

json find(const json &rows, const std::string &kernel)
{
    const auto row = std::ranges::find_if(
        rows, [&](const json &one) { return contains(one["kernel"], kernel); });
    return row == rows.end() ? json() : *row;
}

TEST(Plugins, AreRowsWithTheirMarks)
{
    const Ran ran = with_kernels("run", "plugin:(right|absorbs)|chain[.]ref", quick);
    const json rows = rows_of(ran);
    ASSERT_EQ(rows.size(), 5U) << ran.out;
    for (const json &row : rows) {
        const bool ours = contains(row["kernel"], ".ref.x1");
        EXPECT_EQ(row["verified"], true) << row["name"];
        EXPECT_EQ(row.contains("plugin"), !ours) << row["name"];
    }
    const json right = find(rows, "right");
    EXPECT_EQ(right["name"], "sha256-chain.plugin:right.x3");
    EXPECT_EQ(right["plugin"], "kernels.so");
    EXPECT_EQ(right["lanes"], 3);
    EXPECT_TRUE(contains(right["proof"], "by kernels of hashlane"));
}

TEST(Plugins, AreNotOverwrittenByTheirResults)
{
    const std::string copy = scratch_path("mine.so");
    for (const char *const option : {"--out", "--submit"}) {
        const Ran ran =
            shell("cp '" + plugin("kernels") + "' '" + copy + "'; \"$HASHLANE\" run --plugin '" +
                  copy + "' --filter plugin:right --min-time 0.001 -q " + option + " '" + copy +
                  "'; cmp '" + copy + "' '" + plugin("kernels") + "' && exit 7");
        EXPECT_EQ(ran.code, 7) << option;
        EXPECT_TRUE(contains(ran.err, "is also an input of this command"));
    }
}

TEST(Plugins, HaveABoundIfTheyCountInstructions)
{
#if !defined(__x86_64__)
    GTEST_SKIP() << "bounds are of x86-64";
#endif
    json row;
    for (int tries = 0; tries < 10; ++tries) { // a busy host can keep instructions from being timed
        const Ran ran = with_kernels("run", "plugin:right", quick);
        ASSERT_EQ(ran.code, 0) << ran.err;
        row = json::parse(ran.out)["benchmarks"].at(0);
        if (row["cycle_source"] != "perf" && row["cycle_source"] != "chain")
            GTEST_SKIP() << "no core cycles here";
        if (row.contains("bound_cycles_per_hash"))
            break;
    }
    EXPECT_GT(row["bound_cycles_per_hash"], 0);
}

// A wrong digest in one lane: exit 2, no row, the lane is named, and the others are measured.
TEST(Plugins, LiesAreFound)
{
    const Ran ran = with_kernels("run", "plugin:(right|lies|idle)", quick);
    const json report = json_of(ran, 2);
    EXPECT_EQ(report["benchmarks"].size(), 1U);
    EXPECT_TRUE(contains(ran.err, "sha256-chain.plugin:lies.x3: wrong result in lane 2"));
    EXPECT_TRUE(contains(ran.err, "keccak-chain.plugin:idle.x1: wrong result in lane 0"));
}

struct Misdeed {
    const char *kernel;
    const char *said;
};

class PluginMisdeed : public testing::TestWithParam<Misdeed> {};

TEST_P(PluginMisdeed, CostsItsOwnRow)
{
    const auto [kernel, said] = GetParam();
    const Ran ran = with_kernels("run", std::string("plugin:(right|") + kernel + ")", quick, "0.3");
    const json report = json_of(ran, 1);
    ASSERT_EQ(report["benchmarks"].size(), 1U);
    EXPECT_EQ(report["benchmarks"][0]["name"], "sha256-chain.plugin:right.x3");
    const std::string name = std::string("sha256-chain.plugin:") + kernel + ".x3";
    EXPECT_TRUE(contains(ran.err, name + ": " + said));
    EXPECT_EQ(report["skipped"][0]["kernel"], name);
    EXPECT_TRUE(contains(report["skipped"][0]["reason"], said)) << ran.out;
}

INSTANTIATE_TEST_SUITE_P(
    , PluginMisdeed,
    testing::Values(Misdeed{"crashes", "it crashed: Segmentation fault"},
                    Misdeed{"hangs", "it did not return within 0.3 s"},
                    Misdeed{"closes", "it did not return within 0.3 s"},
                    Misdeed{"illegal", "it executed an instruction that this processor does not"},
                    Misdeed{"exits", "it ended the process with exit code 0"},
                    Misdeed{"forges", "its answer cannot be read"}),
    [](const auto &test) { return std::string(test.param.kernel); });

TEST(Plugins, AnAnswerWithoutAnEndIsCutShort)
{
    const Ran ran = with_kernels("run", "plugin:floods", quick, "60");
    EXPECT_TRUE(contains(ran.err, ": its answer has more than 64 MiB"));
}

// As a program that collects no children starts others.
TEST(Plugins, WhatEndedThemIsKnownThoughTheSignalOfItIsIgnored)
{
    const Ran ran =
        shell("HASHLANE_PLUGIN_DEADLINE=60 timeout 30 env --ignore-signal=CHLD \"$HASHLANE\" run "
              "--plugin '" +
              plugin("kernels") + "' --filter plugin:crashes " + quick);
    EXPECT_EQ(ran.code, 1);
    EXPECT_TRUE(contains(ran.err, "it crashed: Segmentation fault"));
}

TEST(Plugins, AFailureComesBeforeWhatWasNotMeasured)
{
    const std::string crashes = "run --plugin '" + plugin("kernels") + "' --filter plugin:crashes ";
    for (const std::string &submit : {std::string(), " --submit " + scratch_path("crash.json")}) {
        const Ran ran = hashlane(crashes + quick + submit);
        EXPECT_EQ(ran.code, 1) << submit << ran.err;
    }
}

TEST(Plugins, WhatTheyPrintIsNotInTheReport)
{
    const Ran ran = with_kernels("run", "plugin:prints", quick);
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_FALSE(contains(ran.out, "JSON of ours"));
    EXPECT_TRUE(contains(ran.err, "JSON of ours"));
    EXPECT_EQ(json::parse(ran.out)["benchmarks"].size(), 1U);
}

TEST(Plugins, LateOnesAreSlow)
{
    EXPECT_LT(rows_of(with_kernels("run", "plugin:late", quick)).at(0)["hashes_per_second"],
              3 / 0.02);
}

TEST(Plugins, KernelsThatCannotRunHereAreSkipped)
{
    EXPECT_TRUE(contains(
        json_of(with_kernels("run", "plugin:(right|elsewhere)", quick))["skipped"][0]["reason"],
        "cannot run here"));
    EXPECT_EQ(with_kernels("run", "plugin:elsewhere", quick).code, 3);
}

TEST(Plugins, AreVerified)
{
    const Ran right = with_kernels("verify", "plugin:(right|absorbs|elsewhere)");
    EXPECT_EQ(right.code, 0) << right.out << right.err;
    EXPECT_TRUE(contains(right.out, "sha256-chain.plugin:right.x3 right"));
    EXPECT_TRUE(contains(right.out, "sha3.plugin:absorbs.x1       right"));
    EXPECT_TRUE(contains(right.out, "not run: "));
    const Ran wrong = with_kernels("verify", "plugin:(right|lies|crashes)");
    EXPECT_EQ(wrong.code, 2) << wrong.out;
    EXPECT_TRUE(contains(wrong.out, "WRONG: "));
    EXPECT_TRUE(contains(wrong.out, "FAILED: it crashed"));
    EXPECT_EQ(with_kernels("verify", "plugin:(right|exits)").code, 1);
}

TEST(Plugins, AreSwept)
{
    const json rows =
        rows_of(with_kernels("sweep sha256", "plugin:right|ref[.]x1",
                             "--threads 1,2 --all-cores --min-time 0.001 -q --format json"));
    ASSERT_EQ(rows.size(), 4U);
    EXPECT_EQ(std::ranges::count_if(rows, [](auto &row) { return row.contains("plugin"); }), 2);
}

TEST(Plugins, ResultFilesAreReadByCompareAndReport)
{
    const std::string file = scratch_path("plugins.json");
    ASSERT_EQ(with_kernels("run", "plugin:right|sha256-chain[.]ref",
                           std::string(quick) + " --out '" + file + "'")
                  .code,
              0);
    const Ran compared = hashlane("compare '" + file + "' '" + file + "'");
    EXPECT_EQ(compared.code, 0) << compared.err;
    EXPECT_TRUE(contains(compared.out, "plugin:right.x3"));
    for (const char *format : {"html", "text"}) {
        const Ran report = hashlane("report '" + file + "' --format " + format);
        EXPECT_EQ(report.code, 0) << report.err;
        EXPECT_TRUE(contains(report.out, "plugin:right.x3")) << format;
    }
    std::remove(file.c_str());
}

TEST(Plugins, AreComparedWithTheFastestOfAFile)
{
    const std::string file = scratch_path("ours.json");
    ASSERT_EQ(hashlane("run --filter 'sha256-chain[.](ref|portable)' --out '" + file +
                       "' --min-time 0.001 --quiet")
                  .code,
              0);
    const std::string options = "--filter 'plugin:(right|lies)' --format json";
    const Ran ran = shell("exec \"$HASHLANE\" compare '" + file + "' --plugin '" +
                          plugin("kernels") + "' " + options);
    EXPECT_EQ(ran.code, 2) << ran.err;
    EXPECT_TRUE(contains(ran.err, "lies.x3: wrong result in lane 2"));
    const json rows = json::parse(read_file(file))["benchmarks"];
    const json fastest = *std::ranges::max_element(
        rows, {}, [](const json &row) { return row["hashes_per_second"].get<double>(); });
    const std::string kernel = fastest["kernel"].get<std::string>().substr(sizeof "sha256-chain");
    EXPECT_TRUE(contains(ran.out, "sha256-chain.plugin:right.x3 against " + kernel));
    std::remove(file.c_str());
    EXPECT_EQ(hashlane("compare --plugin '" + plugin("kernels") + "'").code, 1);
}

TEST(Plugins, TheirProcessIsNoCommand)
{
    const Ran ran = hashlane("plugin-host");
    EXPECT_EQ(ran.code, 1);
    EXPECT_TRUE(contains(ran.err, "unknown command 'plugin-host'"));
}

struct Refused {
    const char *file;
    const char *said;
};

class PluginRefused : public testing::TestWithParam<Refused> {};

TEST_P(PluginRefused, BeforeAnythingIsMeasured)
{
    const auto [file, said] = GetParam();
    const Ran ran = hashlane("run --plugin '" + plugin(file) + "'");
    expect_refused(ran, said);
    EXPECT_TRUE(contains(ran.err, "hashlane: --plugin: '" + plugin(file) + "': "));
}

INSTANTIATE_TEST_SUITE_P(
    , PluginRefused,
    testing::Values(
        Refused{"version", "it has version 2 of hashlane/plugin.h, this program 1"},
        Refused{"entry", "has no hashlane_plugin_entry"},
        Refused{"name", "the name of a kernel has to be"}, Refused{"workload", "9 is no workload"},
        Refused{"function", "the function of its workload is NULL"},
        Refused{"lanes", "65 lanes are not 1 to 64"}, Refused{"counts", "which is none of rnds2,"},
        Refused{"endless", "it has more than 64 kernels"}, Refused{"absent", "No such file"},
        // Workloads of a plug-in's own
        Refused{"ours", "sha3: hashlane has a workload of that name"},
        Refused{"capital", "the name of a workload has to be"},
        Refused{"untitled", "its title has to be"}, Refused{"unit", "its unit has to be"},
        Refused{"unitless", "its unit has to be"}, Refused{"endlessly", "refused: run is NULL"},
        Refused{"unchecked", "refused: is_right is NULL"},
        Refused{"large", "its state of 1073741825 bytes is larger than"},
        Refused{"older", "it has version 0 of hashlane/plugin.h"}),
    [](const auto &test) { return std::string(test.param.file); });

TEST(Plugins, FailingWhenOpenedCostsNoOtherRow)
{
    const Ran ran =
        shell("HASHLANE_PLUGIN_DEADLINE=0.3 exec \"$HASHLANE\" run --plugin '" + plugin("crash") +
              "' --plugin '" + plugin("hang") + "' --filter 'chain[.]ref' " + quick);
    EXPECT_EQ(ran.code, 1);
    const json report = json::parse(ran.out);
    EXPECT_EQ(report["benchmarks"].size(), 2U);
    EXPECT_TRUE(contains(ran.out, "it crashed: Aborted"));
    EXPECT_TRUE(contains(ran.out, "it did not return within 0.3 s"));
}

TEST(Plugins, TwoKernelsOfOneNameAreRefused)
{
    const Ran ran =
        hashlane("run --plugin '" + plugin("kernels") + "' --plugin '" + plugin("kernels") + "'");
    EXPECT_EQ(ran.code, 1);
    EXPECT_TRUE(contains(ran.err, "both have a kernel sha256-chain.plugin:right.x3"));
}

TEST(Plugins, ADeadlineIsAPositiveNumber)
{
    EXPECT_EQ(with_kernels("run", "plugin:right", quick, "soon").code, 1);
    EXPECT_EQ(with_kernels("run", "plugin:right", quick, "0").code, 1);
}

// Only the file that was named is loaded, wherever the loader would look.
TEST(Plugins, AreNotSearchedFor)
{
    const Ran ran = shell("cd / && LD_LIBRARY_PATH='" HASHLANE_PLUGINS
                          "' exec \"$HASHLANE\" run --plugin kernels.so");
    EXPECT_EQ(ran.code, 1);
    EXPECT_TRUE(contains(ran.err, "cannot open shared object file: No such file"));
}

} // namespace
} // namespace hashlane::test
