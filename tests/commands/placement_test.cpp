// SPDX-License-Identifier: MIT
//
// The program where cores are of two kinds: it reads other files in place of /sys's.

#include "machine/system/cpus.h"
#include "support/program.h"
#include "support/slow_build.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace hashlane::test {
namespace {

using nlohmann::json;

#if defined(HASHLANE_OTHER_SYS)
const std::string preloaded = HASHLANE_OTHER_SYS;
#else
const std::string
    preloaded; // a sanitizer's library wants to be the first, and Linux alone has /sys
#endif

// CPU 0 is a P-core, CPU 1 an E-core.
class TwoKinds : public testing::Test {
protected:
    void SetUp() override
    {
        if (preloaded.empty() ||
            !std::ranges::includes(machine::allowed_cpus(), std::vector<int>{0, 1}))
            GTEST_SKIP() << "needs a library that is preloaded, and CPUs 0 and 1";
        if (shell("taskset -c 0,1 true").code != 0)
            GTEST_SKIP() << "needs taskset";
    }
    static Ran on_two_kinds(const std::string &arguments)
    {
        return shell("HASHLANE_TEST_SYS='" + test_path("machine/topology/two_kinds") +
                     "' LD_PRELOAD='" + preloaded + "' exec taskset -c 0,1 \"$HASHLANE\" " +
                     arguments);
    }
    // "P-core E-core": the kinds of the rows, in order.
    static std::string kinds_of_rows(const std::string &arguments)
    {
        const Ran ran = on_two_kinds(arguments + " -q --format json");
        if (ran.code != 0)
            return ran.err;
        const json report = json::parse(ran.out);
        std::string kinds;
        for (const json &row : report["benchmarks"])
            kinds += (kinds.empty() ? "" : " ") + row["core_kind"].get<std::string>();
        return kinds;
    }
};

constexpr const char *one_kernel = "run --min-time 0.002 --filter sha256-chain.ref ";

TEST_F(TwoKinds, AreEachMeasured)
{
    const std::string run = one_kernel;
    EXPECT_EQ(kinds_of_rows(run), "P-core E-core");
    EXPECT_EQ(kinds_of_rows("sha256 -i 2K --filter ref"), "P-core E-core");
    EXPECT_EQ(kinds_of_rows(run + "--repetitions 2"), "P-core P-core E-core E-core");
    EXPECT_EQ(kinds_of_rows(run + "--core-kind e-core"), "E-core");
    EXPECT_EQ(kinds_of_rows(run + "--cpu 0"), "P-core");
    EXPECT_EQ(kinds_of_rows(run + "--threads 2"), "P-core+E-core");
    EXPECT_EQ(kinds_of_rows(run + "--all-cores"), "P-core+E-core");
}

TEST_F(TwoKinds, AreSaidToPeople)
{
    const Ran ran = on_two_kinds(one_kernel);
    ASSERT_EQ(ran.code, 0) << ran.err;
    EXPECT_TRUE(contains(ran.err, "CPU 0 (P-core), then 1 (E-core)"));
    EXPECT_TRUE(contains(ran.out, " core "));
    const Ran info = on_two_kinds("info");
    EXPECT_TRUE(contains(info.out, "P-core: 1 core, CPUs 0\n"));
    EXPECT_TRUE(contains(info.out, "E-core: 1 core, CPUs 1\n"));
    const json report = json::parse(on_two_kinds(std::string(one_kernel) + "-q --format json").out);
    EXPECT_EQ(report["context"]["hashlane"]["topology"]["kinds"][1],
              json::parse(R"({"name": "E-core", "cpus": [1]})"));
}

// Each key is run once, and the sha3 CSV has one line a function: on the fastest kind.
TEST_F(TwoKinds, WhereOneResultIsWantedTheFastestIsTaken)
{
    EXPECT_EQ(kinds_of_rows("keccak 0 2 5"), "P-core");
    EXPECT_EQ(kinds_of_rows("keccak 0 2 5 --core-kind E-core"), "E-core");
    EXPECT_EQ(kinds_of_rows("keccak 0 2 5 --threads 2"), "P-core+E-core");
    const Ran keccak = on_two_kinds("keccak 0 2 5");
    EXPECT_TRUE(contains(keccak.err, "CPU 0 (P-core), load"));
    const Ran csv = on_two_kinds("sha3 1 --format csv");
    ASSERT_EQ(csv.code, 0) << csv.err;
    EXPECT_EQ(std::ranges::count(csv.out, '\n'), 7);
    EXPECT_EQ(std::ranges::count(csv.out.substr(0, csv.out.find('\n')), ','),
              std::ranges::count(csv.out.substr(csv.out.rfind("shake256")), ','));
}

TEST_F(TwoKinds, RunTogetherAfterTheRowsOfEach)
{
    std::size_t rows = 0;
    const json report = json_of(on_two_kinds("run --min-time 0.002 -q --format json"));
    for (const json &row : report["benchmarks"]) {
        EXPECT_EQ(row["core_kind"] == "P-core+E-core", row.contains("scope")) << row;
        rows += row.contains("scope");
    }
    EXPECT_EQ(rows, 3U) << "one for each workload";
}

TEST_F(TwoKinds, ASweepHasATableForEach)
{
    const std::string sweep = "sweep sha256 --filter portable --threads 1 --min-time 0.002 -q ";
    const Ran all = on_two_kinds(sweep + "--format json");
    ASSERT_EQ(all.code, 0) << all.err;
    std::string scopes;
    const json report = json::parse(all.out);
    for (const json &row : report["benchmarks"])
        scopes += row["scope"].get<std::string>() + " " + row["core_kind"].get<std::string>() + ";";
    EXPECT_EQ(scopes, "core 0 P-core;P-core P-core;E-core E-core;all cores P-core;");
    const json rows = rows_of(on_two_kinds(sweep + "--core-kind e-core --format json"));
    ASSERT_EQ(rows.size(), 1U);
    EXPECT_EQ(rows[0]["scope"], "E-core");
    EXPECT_EQ(rows[0]["cpus"], json::array({1}));
}

TEST(TakenCpu, OfALongKeccakRunIsTold)
{
    const std::vector<int> allowed = machine::allowed_cpus();
    if (allowed.size() < 2)
        GTEST_SKIP() << "needs two CPUs";
    if (shell("taskset -p $$ >/dev/null").code != 0)
        GTEST_SKIP() << "needs taskset";
    const std::string home = std::to_string(allowed.front());
    const std::string elsewhere = std::to_string(allowed.back());
    // Several times: measuring begins some time after the thread is bound.
    const json row =
        rows_of(shell("move_to() { for task in /proc/$pid/task/*; do\n"
                      "taskset -pc $1 ${task##*/} >/dev/null 2>&1; done; }\n"
                      "is_bound() { grep -qs '^Cpus_allowed_list:[^0-9]*" +
                      home +
                      "$' /proc/$pid/task/*/status; }\n"
                      "\"$HASHLANE\" keccak 0 8 " +
                      std::to_string(slow_kernels ? 60000 : 900000) +
                      " --filter '^keccak-chain.ref' -q --format json --cpu " + home +
                      " & pid=$!; wait_until is_bound; for time in 1 2 3 4 5; do\n"
                      "sleep 0.5; move_to " +
                      elsewhere + "; sleep 0.3; move_to " + home + "; done; wait $pid"))[0];
    EXPECT_FALSE(row["pinned"]);
    EXPECT_FALSE(row["trustworthy"]);
    EXPECT_GT(row["discarded_moved"], 0);
    EXPECT_TRUE(
        row["noise_note"].get<std::string>().starts_with("CPU " + home + " was taken away: "))
        << row["noise_note"];
}

} // namespace
} // namespace hashlane::test
