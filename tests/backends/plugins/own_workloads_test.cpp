// SPDX-License-Identifier: MIT
//
// Workloads that plug-ins bring: rows like others, whose own check decides, and whose names and
// units mean one thing.

#include "backends/plugins/exchange.h"
#include "support/program.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <map>
#include <string>

namespace hashlane::test {
namespace {

using nlohmann::json;

std::string own_plugin(const std::string &name) { return HASHLANE_PLUGINS "/" + name + ".so"; }

Ran with_workloads(const std::string &command, const std::string &names,
                   const std::string &options = "")
{
    return shell("exec \"$HASHLANE\" " + command + " --plugin '" + own_plugin("workloads") +
                 "' --filter '" + names + "' " + options);
}

constexpr const char *briefly = "--min-time 0.001 --quiet";

TEST(OwnWorkloads, AreRowsWithTheirOwnNameAndUnit)
{
    const Ran ran =
        with_workloads("run", "plugin:adds|chain[.]ref", std::string(briefly) + " --format json");
    const json rows = rows_of(ran);
    ASSERT_EQ(rows.size(), 3U) << ran.out;
    const json &row = rows.back(); // hashlane's tables come first
    EXPECT_EQ(row["name"], "sum-of-threes.plugin:adds.x1");
    EXPECT_EQ(row["workload"], "sum-of-threes");
    EXPECT_EQ(row["title"], "sum += 3");
    EXPECT_EQ(row["unit"], "sum");
    EXPECT_EQ(row["plugin"], "workloads.so");
    EXPECT_EQ(row["lanes"], 1);
    EXPECT_EQ(row["proof"], "every sample checked by the plug-in itself");
    EXPECT_FALSE(row.contains("bound_cycles_per_hash"));
    EXPECT_FALSE(rows.front().contains("unit"));
}

TEST(OwnWorkloads, TheTableSaysWhoChecked)
{
    const Ran ran = with_workloads("run", "plugin:adds|chain[.]ref", briefly);
    ASSERT_EQ(ran.code, 0) << ran.err;
    EXPECT_TRUE(contains(ran.out, "sum-of-threes: sum += 3"));
    EXPECT_TRUE(contains(ran.out, "ksum/s"));
    const std::size_t row = ran.out.find("plugin:adds.x1");
    ASSERT_NE(row, std::string::npos);
    const std::string line = ran.out.substr(row, ran.out.find('\n', row) - row);
    EXPECT_TRUE(line.ends_with("own check")) << line;
    const std::size_t ours = ran.out.find("ref.x1");
    EXPECT_TRUE(ran.out.substr(ours, ran.out.find('\n', ours) - ours).ends_with("yes")) << ran.out;
}

// Before anything is measured.
TEST(OwnWorkloads, AreNoContribution)
{
    const std::string file = scratch_path("own-submission.json");
    const Ran ran = with_workloads("run", "plugin:adds|chain[.]ref",
                                   std::string(briefly) + " --submit '" + file + "'");
    expect_refused(ran, "the book of results has no place for workloads of plug-ins");
    EXPECT_FALSE(std::ifstream(file).good());
}

TEST(OwnWorkloads, AreMeasuredAlone)
{
    const json rows = rows_of(shell("exec \"$HASHLANE\" run --plugin '" + own_plugin("other_unit") +
                                    "' " + briefly + " --format json"));
    EXPECT_FALSE(rows.empty());
    for (const json &row : rows)
        EXPECT_EQ(row["workload"], "sum-of-threes");
}

// Neither at once nor in the midst of a measurement is a number printed for a wrong result.
TEST(OwnWorkloads, ACheckThatFailsCostsTheRow)
{
    for (const std::string wrong : {"idle", "errs-late"}) {
        const Ran ran = with_workloads("run", "plugin:(adds|" + wrong + ")",
                                       std::string(briefly) + " --format json");
        const json rows = rows_of(ran, 2);
        ASSERT_EQ(rows.size(), 1U) << ran.out;
        EXPECT_EQ(rows[0]["name"], "sum-of-threes.plugin:adds.x1");
        EXPECT_TRUE(contains(ran.err, "sum-of-threes.plugin:" + wrong + ".x1: wrong result"));
        EXPECT_TRUE(contains(ran.err, "its own check"));
    }
}

TEST(OwnWorkloads, ACrashCostsTheRow)
{
    const Ran ran =
        with_workloads("run", "plugin:(adds|crashes)", std::string(briefly) + " --format json");
    EXPECT_EQ(ran.code, 1) << ran.err;
    EXPECT_EQ(json::parse(ran.out)["benchmarks"].size(), 1U);
    EXPECT_TRUE(contains(ran.err, "crashes.x1: it crashed: Segmentation fault"));
}

// A loop that the compiler left out.
TEST(OwnWorkloads, AnImpossibleSpeedCostsTheRow)
{
    const Ran ran = with_workloads("run", "nothing[.]", briefly);
    if (ran.code == 0) // the host's part of the samples was more than all of their work
        EXPECT_TRUE(contains(ran.out, "-     -  noisy!"));
    else
        EXPECT_TRUE(contains(ran.err, "it reports a speed that no processor has"));
}

TEST(OwnWorkloads, AreVerified)
{
    const Ran right = with_workloads("self-test", "plugin:adds");
    EXPECT_EQ(right.code, 0) << right.out << right.err;
    EXPECT_TRUE(contains(right.out, "sum-of-threes.plugin:adds.x1 right"));
    const Ran wrong = with_workloads("self-test", "plugin:idle");
    EXPECT_EQ(wrong.code, 2);
    EXPECT_TRUE(contains(wrong.out, "WRONG: "));
}

TEST(OwnWorkloads, ResultFilesAreReadByCompareAndReport)
{
    const std::string file = scratch_path("own.json");
    ASSERT_EQ(
        with_workloads("run", "plugin:adds", std::string(briefly) + " --out '" + file + "'").code,
        0);
    const Ran compared = hashlane("compare '" + file + "' '" + file + "' --format json");
    EXPECT_EQ(compared.code, 0) << compared.err;
    EXPECT_TRUE(contains(compared.out, "sum-of-threes.plugin:adds.x1"));
    for (const char *format : {"html", "text"}) {
        const Ran report = hashlane("report '" + file + "' --format " + format);
        EXPECT_EQ(report.code, 0) << report.err;
        EXPECT_TRUE(contains(report.out, "plugin:adds.x1")) << format;
        EXPECT_TRUE(contains(report.out, "ksum/s")) << format;
        EXPECT_TRUE(contains(report.out, "sum-of-threes, one thread")) << format;
        EXPECT_FALSE(contains(report.out, "one chain")) << format;
    }
    const Ran against = shell("exec \"$HASHLANE\" compare '" + file + "' --plugin '" +
                              own_plugin("workloads") + "' --filter plugin:adds");
    EXPECT_EQ(against.code, 0) << against.err;
    EXPECT_TRUE(contains(against.out, "plugin:adds.x1 against plugin:adds.x1"));
    std::remove(file.c_str());
}

// One run measures both versions in turn.
TEST(OwnWorkloads, TwoVersionsAreComparedInOneRun)
{
    const auto compare = [](const std::string &base, const std::string &changed) {
        return shell("exec \"$HASHLANE\" compare --format json --plugin '" + own_plugin(base) +
                     "' --plugin '" + own_plugin(changed) + "' --filter plugin:adds");
    };
    const Ran same = compare("workloads", "workloads");
    ASSERT_EQ(same.code, 0) << same.err;
    const json comparison = json::parse(same.out)["comparisons"][0];
    EXPECT_EQ(comparison["old"], own_plugin("workloads"));
    ASSERT_EQ(comparison["rows"].size(), 1U);
    EXPECT_EQ(comparison["rows"][0]["name"], "sum-of-threes.plugin:adds.x1");
    const Ran wrong = compare("workloads", "wrong_version");
    EXPECT_EQ(wrong.code, 2) << wrong.err;
    EXPECT_EQ(wrong.out, "");
    EXPECT_TRUE(
        contains(wrong.err, "no kernel of '" + own_plugin("wrong_version") + "' was measured"));
    expect_refused(shell("exec \"$HASHLANE\" compare --plugin '" + own_plugin("workloads") +
                         "' --plugin '" + own_plugin("kernels") + "'"),
                   "have no kernel of the same name");
}

TEST(OwnWorkloads, AreNotForTheBookOfResults)
{
    const std::string file = scratch_path("submitted.json");
    const Ran ran =
        with_workloads("run", "plugin:adds", std::string(briefly) + " --submit '" + file + "'");
    EXPECT_EQ(ran.code, 1) << ran.err;
    EXPECT_TRUE(contains(ran.err, "has no place for workloads of plug-ins"));
    EXPECT_FALSE(std::ifstream(file).good());
}

// A file's name of a workload that means something else here, or nothing.
TEST(OwnWorkloads, AFileWithoutTheUnitIsRefused)
{
    const std::string file = scratch_path("own.json");
    ASSERT_EQ(
        with_workloads("run", "plugin:adds", std::string(briefly) + " --out '" + file + "'").code,
        0);
    json report = json::parse(read_file(file));
    for (const auto &[unit, said] : std::map<std::string, std::string>{
             {"", "which this version of hashlane does not have"},
             {"5", "its unit has to be"},
             {"call", "its unit is 'call' here and 'sum' elsewhere"}}) {
        const std::string other = scratch_path("other.json");
        json changed = report;
        changed["benchmarks"][0]["unit"] = unit;
        if (unit.empty())
            changed["benchmarks"][0].erase("unit");
        std::ofstream(other) << changed;
        expect_refused(hashlane("compare '" + file + "' '" + other + "'"), said);
        std::remove(other.c_str());
    }
    std::remove(file.c_str());
}

TEST(OwnWorkloads, OneNameHasOneUnit)
{
    expect_refused(with_workloads("run", "plugin:", "--plugin '" + own_plugin("other_unit") + "'"),
                   "sum-of-threes: its unit is 'call' here and 'sum' elsewhere");
}

TEST(OwnWorkloads, ADescriptionArrivesAsItWas)
{
    backends::PluginKernel sent;
    sent.name = "mine";
    sent.workload = results::foreign_work("arriving", "a thing that arrives", "thing");
    const backends::PluginAnswer answer = backends::read<backends::PluginAnswer>(
        backends::written<backends::PluginAnswer>(backends::Description{sent}));
    const backends::PluginKernel &got = std::get<backends::Description>(answer).at(0);
    EXPECT_EQ(got.workload, sent.workload);
    EXPECT_EQ(facts_of(got.workload).title, "a thing that arrives");
    EXPECT_FALSE(got.workload.ours());
}

} // namespace
} // namespace hashlane::test
