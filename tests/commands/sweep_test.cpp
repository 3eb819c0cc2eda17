// SPDX-License-Identifier: MIT
#include "machine/system/cpus.h"
#include "support/program.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <set>

namespace hashlane::test {
namespace {

using nlohmann::json;

// The first that this process may use: not all may use CPU 0.
const std::string cpu = std::to_string(machine::allowed_cpus().front());

constexpr const char *quick_sweep = "--min-time 0.001 --quiet ";

Ran sweep(const std::string &arguments)
{
    return hashlane("sweep " + arguments + " " + quick_sweep);
}

TEST(SweepCommand, MeasuresEveryCellAndSaysWhere)
{
    const json rows = rows_of(
        sweep("sha256 --filter 'portable|ref' --cpu " + cpu + " --threads 1,2 --format json"));
    ASSERT_EQ(rows.size(), 2U);
    EXPECT_EQ(rows[0]["kernel"], "sha256-chain.portable.x1") << "not the first of the manifest";
    EXPECT_EQ(rows[0]["threads"], 1);
    EXPECT_EQ(rows[1]["threads"], 2);
    EXPECT_EQ(rows[1]["noise_note"].get<std::string>().find("threads share a CPU"), 0U);
    EXPECT_NE(rows[1]["noise"], "clean") << "two threads on one CPU";
    EXPECT_NE(rows[1]["noise"], "busy") << "nor is that other work";
    for (const json &row : rows) {
        EXPECT_EQ(row["scope"], "CPU " + cpu);
        EXPECT_EQ(row["cores"], 1);
        EXPECT_EQ(row["verified"], true);
    }
}

TEST(SweepCommand, WithoutAPlaceSweepsACoreAndThenAll)
{
    const Ran ran = sweep("keccak --lanes 1 --filter portable --format json");
    ASSERT_EQ(ran.code, 0) << ran.err;
    std::set<std::string> scopes;
    const json rows = json::parse(ran.out)["benchmarks"];
    for (const json &row : rows)
        scopes.insert(row["scope"]);
    // Only cores that this process may use count.
    const json topology = json::parse(ran.out)["context"]["hashlane"]["topology"];
    const std::set<int> allowed = topology["allowed_cpus"];
    const auto cores = std::ranges::count_if(topology["cores"], [&](const json &core) {
        return std::ranges::any_of(core["cpus"].get<std::vector<int>>(),
                                   [&](int its_cpu) { return allowed.contains(its_cpu); });
    });
    EXPECT_EQ(scopes.contains("all cores"), cores > 1);
    EXPECT_TRUE(scopes.begin()->starts_with("all cores") || scopes.begin()->starts_with("core "));
}

TEST(SweepCommand, ACellThatCannotRunSaysSoAndTheRestGoesOn)
{
    const json report = json_of(
        sweep("sha256 --filter portable --cpu " + cpu + ",4095 --threads 1,2 --format json"));
    EXPECT_EQ(report["benchmarks"].size(), 1U);
    ASSERT_EQ(report["skipped"].size(), 1U);
    const std::string reason = report["skipped"][0]["reason"];
    EXPECT_TRUE(contains(reason, "CPU 4095 is offline, or not one that this process may use"));
    const Ran table = sweep("sha256 --filter portable --cpu " + cpu + ",4095 --threads 1,2");
    EXPECT_TRUE(contains(table.out, "CPU 4095 is offline"));
}

TEST(SweepCommand, LanesThatNoKernelHasAreNamed)
{
    const json report = json_of(
        sweep("sha256 --filter portable --cpu " + cpu + " --threads 1 --lanes 1,63 --format json"));
    EXPECT_EQ(report["skipped"][0]["kernel"], "sha256-chain x63");
    EXPECT_EQ(report["skipped"][0]["reason"], "no kernel has this number of lanes");
}

TEST(SweepCommand, AnInterruptKeepsFinishedCells)
{
    const std::string path = scratch_path("cells.json");
    const Ran ran =
        shell("\"$HASHLANE\" sweep sha256 --filter portable --cpu " + cpu +
              " --threads 1-64 --min-time 0.2 --quiet --format csv --out " + path +
              " & wait_until grep -qs '\"verified\"' " + path + "; kill -TERM $!; wait $!");
    std::remove(path.c_str());
    EXPECT_EQ(ran.code, 130) << ran.err;
    EXPECT_TRUE(contains(ran.out, "CPU " + cpu + ",sha256-chain.portable.x1,1,1,1," + cpu + ","));
    EXPECT_TRUE(contains(ran.out, "not measured before the interrupt"));
}

TEST(SweepCommand, CsvHasALineForEachCell)
{
    const Ran ran =
        sweep("keccak --filter portable --cpu " + cpu + " --threads 1,2,3 --format csv");
    ASSERT_EQ(ran.code, 0) << ran.err;
    EXPECT_EQ(std::ranges::count(ran.out, '\n'), 4) << ran.out;
}

} // namespace
} // namespace hashlane::test
