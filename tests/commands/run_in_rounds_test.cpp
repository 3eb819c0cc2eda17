// SPDX-License-Identifier: MIT
//
// What a run in rounds leaves behind, also when it ends early. Nothing here looks at a speed.

#include "support/program.h"

#include <nlohmann/json.hpp>

#include <iterator>

namespace hashlane::test {
namespace {

using nlohmann::json;

TEST(RunInRounds, SpendsItsBudgetOnVisits)
{
    const json rows =
        rows_of(hashlane("run --budget 2 --cpu 0 --filter sha256-chain.portable -q --format json"));
    ASSERT_EQ(rows.size(), 1U);
    const json &row = rows[0];
    EXPECT_TRUE(row["discarded_contended"].is_number_integer());
    // Visits that were disturbed throughout do not count; their number depends on the machine.
    if (!row.contains("visits"))
        GTEST_SKIP() << "something disturbed all visits but one";
    const json &visits = row["visits"];
    const std::size_t count = visits["cycles_per_hash"].size();
    EXPECT_GE(count, 2U);
    EXPECT_EQ(visits["ns_per_hash"].size(), count);
    EXPECT_EQ(visits["kept_share"].size(), count);
    for (const json &cycles : visits["cycles_per_hash"])
        EXPECT_GT(cycles, 0);
    const json &interval = row["interval_cycles_per_hash"];
    ASSERT_EQ(interval.size(), 2U);
    EXPECT_LE(interval[0].get<double>(), row["cycles_per_hash"].get<double>() * 1.00001);
    EXPECT_GE(interval[1].get<double>(), row["cycles_per_hash"].get<double>() * 0.99999);
}

TEST(RunInRounds, QuickIsARunLikeAnyOther)
{
    EXPECT_EQ(
        rows_of(hashlane("run --quick --cpu 0 --filter sha256-chain.portable -q --format json"))
            .size(),
        1U);
}

TEST(RunInRounds, WritesSamplesWhereTheyAreAskedFor)
{
    const std::string run = "run --min-time 0.01 --cpu 0 --filter sha256-chain.portable -q "
                            "--format json ";
    EXPECT_FALSE(json::parse(hashlane(run).out)["benchmarks"][0].contains("samples"));
    const json with = json::parse(hashlane(run + "--samples").out)["benchmarks"][0];
    ASSERT_EQ(with["samples"].size(), 1U);
    const json &samples = with["samples"][0];
    const std::size_t count = samples["verdict"].get<std::string>().size();
    EXPECT_GE(count, 1U);
    for (const char *key : {"cycles_per_hash", "ns_per_hash", "visit", "burst_cycles"})
        EXPECT_EQ(samples[key].size(), count) << key;
}

TEST(Budget, WhatIsAdvisedIsEnough)
{
    const std::string run = "run -q --cpu 0 --filter 'chain[.](portable|ref|sse4)' --budget ";
    const Ran ran = hashlane(run + "0.001");
    EXPECT_EQ(ran.code, 1);
    const std::string before = "at least ";
    const std::size_t advice = ran.err.find(before);
    ASSERT_NE(advice, std::string::npos) << ran.err;
    const std::string least = ran.err.substr(
        advice + before.size(), ran.err.find(' ', advice + before.size()) - advice - before.size());
    EXPECT_EQ(hashlane(run + least).code, 0) << least;
}

TEST(Budget, KeepsTheOldFileWhenItIsTooShort)
{
    const std::string path = scratch_path("old.json");
    std::ofstream(path) << "old";
    EXPECT_EQ(hashlane("run --budget 0.001 --out " + path).code, 1);
    EXPECT_EQ(read_file(path), "old");
    std::remove(path.c_str());
}

void expect_proven_figures(const json &rows)
{
    for (const json &row : rows) {
        EXPECT_GT(row["cycles_per_hash"].get<double>(), 0) << row;
        EXPECT_GT(row["hashes_per_second"].get<double>(), 0) << row;
        EXPECT_GE(row["iterations"].get<long>(), 1) << row;
        EXPECT_EQ(row["verified"], true);
    }
}

constexpr const char *kernels[] = {"sha256-chain.portable.x1", "sha256-chain.ref.x1",
                                   "keccak-chain.portable.x1", "keccak-chain.ref.x1"};
constexpr std::size_t repetitions = 10;

// Returns the file of a run that is interrupted when it has this number of rows. A round takes
// seconds, so the run always has more to do.
json interrupted_with(std::size_t rows)
{
    const std::string path = scratch_path("rounds.json");
    const Ran ran = shell("\"$HASHLANE\" run --budget 60 --cpu 0 -q --format json "
                          "--filter 'chain[.](portable|ref)' --repetitions " +
                          std::to_string(repetitions) + " --out " + path +
                          " & has_rows() { [ \"$(grep -cs '\"verified\"' " + path + ")\" -ge " +
                          std::to_string(rows) +
                          " ]; }; wait_until has_rows 2>/dev/null; kill -TERM $!; wait $!");
    EXPECT_EQ(ran.code, 130) << ran.err;
    const json report = json::parse(read_file(path));
    EXPECT_EQ(json::parse(ran.out), report);
    std::remove(path.c_str());
    return report["benchmarks"];
}

void expect_first_rows(const json &rows)
{
    expect_proven_figures(rows);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        EXPECT_EQ(rows[i]["name"], kernels[i / repetitions]);
        EXPECT_EQ(rows[i]["repetition_index"], i % repetitions);
    }
}

TEST(RunInRounds, InterruptedInTheFirstKeepsTheRowsSoFar)
{
    const json rows = interrupted_with(1);
    EXPECT_GE(rows.size(), 1U);
    EXPECT_LT(rows.size(), std::size(kernels) * repetitions);
    expect_first_rows(rows);
}

TEST(RunInRounds, InterruptedInALaterOneKeepsEveryRow)
{
    const json rows = interrupted_with(std::size(kernels) * repetitions);
    EXPECT_EQ(rows.size(), std::size(kernels) * repetitions);
    expect_first_rows(rows);
}

// The mutant is the same program with the portable kernels made wrong by one bit.
TEST(RunInRounds, WithWrongKernelsKeepsTheOtherRows)
{
    const json report = json_of(
        hashlane("run --budget 1 --cpu 0 --filter 'chain[.](portable|ref)' -q --format json",
                 HASHLANE_MUTANT),
        2);
    ASSERT_EQ(report["benchmarks"].size(), 2U);
    EXPECT_EQ(report["benchmarks"][0]["name"], "sha256-chain.ref.x1");
    EXPECT_EQ(report["benchmarks"][1]["name"], "keccak-chain.ref.x1");
    expect_proven_figures(report["benchmarks"]);
    ASSERT_EQ(report["mismatches"].size(), 2U) << "each once, and not visited again";
    EXPECT_EQ(report["mismatches"][0]["kernel"], "sha256-chain.portable.x1");
    EXPECT_EQ(report["mismatches"][1]["kernel"], "keccak-chain.portable.x1");
}

} // namespace
} // namespace hashlane::test
