// SPDX-License-Identifier: MIT
//
// What a run measures on all cores after its rows on one.

#include "lib/dispatch/dispatch_table.h"
#include "support/program.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <set>

namespace hashlane::test {
namespace {

using nlohmann::json;

constexpr const char *brief_run = "run --min-time 0.002 --quiet ";

bool has_two_cores()
{
    const json topology =
        json::parse(hashlane(std::string(brief_run) + "--filter ref --format json")
                        .out)["context"]["hashlane"]["topology"];
    std::size_t cores = 0;
    for (const json &core : topology["cores"])
        for (const json &cpu : core["cpus"])
            if (std::ranges::find(topology["allowed_cpus"], cpu) !=
                topology["allowed_cpus"].end()) {
                ++cores;
                break;
            }
    return cores > 1;
}

std::vector<json> rows_on_all_cores(const json &report)
{
    std::vector<json> rows;
    for (const json &row : report["benchmarks"])
        if (row.contains("scope"))
            rows.push_back(row);
    return rows;
}

std::vector<json> rows_on_all_cores_of(const std::string &arguments)
{
    return rows_on_all_cores(json_of(hashlane(brief_run + arguments + " --format json")));
}

std::string chosen_kernel(const std::string &name)
{
    const auto workload = std::ranges::find(all_workloads, name, &workload_name);
    return std::string(built_in_dispatch(this_cpu()).kernel(*workload).id);
}

TEST(AllCores, RunTheKernelOfEachWorkloadThatDispatchChooses)
{
    if (!has_two_cores())
        GTEST_SKIP() << "needs two cores";
    const std::vector<json> rows = rows_on_all_cores_of("--repetitions 2");
    const auto of_a_run = std::ranges::count_if(
        all_workloads, [](Workload workload) { return facts_of(workload).run_by_default; });
    ASSERT_EQ(rows.size(), static_cast<std::size_t>(2 * of_a_run));
    std::set<std::string> workloads;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const json &row = rows[i];
        workloads.insert(row["workload"]);
        EXPECT_EQ(row["kernel"], chosen_kernel(row["workload"]));
        EXPECT_EQ(row["scope"], "all cores");
        EXPECT_GT(row["cores"], 1);
        EXPECT_EQ(row["cores"], row["threads"]) << "one thread on each";
        EXPECT_EQ(row["cpus"].size(), row["threads"]);
        EXPECT_EQ(row["repetitions"], 2);
        EXPECT_EQ(row["repetition_index"], i % 2);
        EXPECT_EQ(row["verified"], true);
    }
    EXPECT_EQ(workloads.size(), static_cast<std::size_t>(of_a_run));
}

TEST(AllCores, AreLeftToThoseWhoChooseCpusOrKernels)
{
    const std::string one = "--workload keccak-chain ";
    for (const char *choice : {"--filter keccak", "--cpu 0", "--threads 2", "--all-cores"})
        EXPECT_EQ(rows_on_all_cores_of(one + choice).size(), 0U) << choice;
    EXPECT_EQ(rows_on_all_cores_of(one).size(), has_two_cores() ? 1U : 0U);
}

TEST(AllCores, AreInNoTableOfTheRun)
{
    const Ran table = hashlane(brief_run + std::string("--workload keccak-chain"));
    EXPECT_FALSE(contains(table.out, "threads"));
    const Ran csv = hashlane(std::string(brief_run) + "--workload keccak-chain --format csv");
    EXPECT_FALSE(contains(csv.out, ",0-1,"));
}

TEST(AllCores, AreCompared)
{
    if (!has_two_cores())
        GTEST_SKIP() << "needs two cores";
    const std::string path = scratch_path("all.json");
    ASSERT_EQ(hashlane(brief_run + ("--workload keccak-chain --out " + path)).code, 0);
    const Ran ran = hashlane("compare " + path + " " + path);
    std::remove(path.c_str());
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_TRUE(contains(ran.out, " threads, all cores "));
}

} // namespace
} // namespace hashlane::test
