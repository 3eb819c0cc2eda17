// SPDX-License-Identifier: MIT
//
// What each command prints, and that it is right. Nothing here looks at a speed.

#include "lib/core/registry.h"
#include "lib/dispatch/dispatch_table.h"
#include "support/documented_keys.h"
#include "support/program.h"
#include "support/slow_build.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <regex>
#include <sstream>

namespace hashlane::test {
namespace {

using nlohmann::json;

std::vector<std::string> lines_of(const std::string &text)
{
    std::vector<std::string> lines;
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);)
        lines.push_back(line);
    return lines;
}

std::size_t runnable(Workload workload)
{
    return static_cast<std::size_t>(std::ranges::count_if(all_kernels(), [&](const Kernel &kernel) {
        return kernel.workload == workload && is_runnable(kernel, this_cpu().features);
    }));
}

TEST(Run, MeasuresEveryRunnableKernel)
{
    const Ran ran = hashlane("run --min-time 0.002 --quiet");
    ASSERT_EQ(ran.code, 0) << ran.err;
    EXPECT_EQ(ran.err, "");
    for (const Kernel &kernel : all_kernels()) {
        const std::string obstacle = why_not_runnable(kernel, this_cpu().features);
        // The others are counted by the missing features.
        const std::string shown = obstacle.empty() ? std::string(kernel.short_id())
                                                   : obstacle.substr(obstacle.find(' ') + 1);
        EXPECT_TRUE(contains(ran.out, shown)) << kernel.id;
    }
    EXPECT_EQ(std::ranges::count(ran.out, '*'), 3) << "one best kernel in each workload";
}

// DESIGN's rules, which are Google Benchmark's reader's: compare.py and its many friends.
TEST(Run, WritesWhatGoogleBenchmarkReaders)
{
    const std::string path = scratch_path("r.json");
    const Ran ran = hashlane("run --min-time 0.002 --format json --out " + path);
    ASSERT_EQ(ran.code, 0) << ran.err;
    EXPECT_EQ(json::parse(ran.out), json::parse(read_file(path)));
    const json report = json::parse(ran.out);
    std::remove(path.c_str());

    const json &context = report["context"];
    for (const char *text : {"date", "host_name", "executable", "library_build_type"})
        EXPECT_TRUE(context[text].is_string()) << text;
    for (const char *number : {"num_cpus", "mhz_per_cpu", "json_schema_version"})
        EXPECT_TRUE(context[number].is_number()) << number;
    EXPECT_TRUE(context["cpu_scaling_enabled"].is_boolean());
    EXPECT_TRUE(context["caches"].is_array());
    EXPECT_TRUE(context["load_avg"].is_array());
    EXPECT_TRUE(context["hashlane"].is_object());
    EXPECT_EQ(context["json_schema_version"], 1);

    const std::size_t rows = runnable(Workload::sha256_chain) + runnable(Workload::keccak_chain) +
                             2 * runnable(Workload::sha3);
    const auto on_all_cores = std::ranges::count_if(
        report["benchmarks"], [](const json &row) { return row.contains("scope"); });
    EXPECT_EQ(report["benchmarks"].size(), rows + static_cast<std::size_t>(on_all_cores));
    for (const json &row : report["benchmarks"]) {
        EXPECT_EQ(row["run_type"], "iteration");
        EXPECT_EQ(row["time_unit"], "ns");
        EXPECT_EQ(row["name"], row["run_name"]);
        EXPECT_EQ(row["repetition_index"], 0);
        EXPECT_GE(row["iterations"].get<long>(), 1);
        EXPECT_GT(row["real_time"].get<double>(), 0);
        EXPECT_GT(row["cpu_time"].get<double>(), 0);
        EXPECT_GT(row["hashes_per_second"].get<double>(), 0);
        EXPECT_GT(row["cycles_per_hash"].get<double>(), 0);
        EXPECT_GT(row["clock_hz"].get<double>(), 0);
        EXPECT_EQ(row["verified"], true);
        for (const char *key : {"lanes", "threads", "discarded_samples"})
            EXPECT_TRUE(row[key].is_number_integer()) << key;
        for (const char *key : {"cycle_source", "noise", "proof"})
            EXPECT_TRUE(row[key].is_string()) << key;
    }
    EXPECT_TRUE(report["skipped"].is_array());
}

TEST(Run, AnswersGoogleBenchmarksFlags)
{
    const std::string path = scratch_path("gb.json");
    const Ran ran = hashlane("--benchmark_out=" + path +
                             " --benchmark_out_format=json --benchmark_filter=portable"
                             " --benchmark_repetitions=2 --benchmark_min_time=0.002s");
    ASSERT_EQ(ran.code, 0) << ran.err;
    const json rows = json::parse(read_file(path))["benchmarks"];
    std::remove(path.c_str());
    ASSERT_EQ(rows.size(), 8U);
    EXPECT_EQ(rows[0]["name"], rows[1]["name"]);
    EXPECT_EQ(rows[1]["repetition_index"], 1);
    EXPECT_EQ(rows[1]["repetitions"], 2);
}

// As in Google Benchmark: a '-' before it finds the others, and 'all' is no expression.
TEST(Run, AnswersGoogleBenchmarksFilter)
{
    const std::string all = hashlane("list").out;
    EXPECT_EQ(hashlane("list --benchmark_filter=all").out, all);
    const Ran others = hashlane("list --benchmark_filter=-sha256");
    EXPECT_EQ(others.code, 0) << others.err;
    EXPECT_FALSE(contains(others.out, "sha256"));
    EXPECT_TRUE(contains(others.out, "keccak-chain.ref"));
    expect_refused(hashlane("list --benchmark_filter=x --filter=x"), "cannot be combined with");
}

TEST(Run, EveryFormat)
{
    const std::string common = "run --filter portable --min-time 0.002 -q --format ";
    EXPECT_EQ(lines_of(hashlane(common + "csv").out).size(), 5U);
    EXPECT_TRUE(hashlane(common + "markdown").out.starts_with("**sha256-chain"));
    EXPECT_TRUE(contains(hashlane(common + "table --color always").out, "\033["));
    EXPECT_FALSE(contains(hashlane(common + "table").out, "\033["));
}

TEST(Run, EveryClockIsNamed)
{
    for (const char *clock : {"chain", "tsc"}) {
        EXPECT_EQ(rows_of(hashlane("run --filter sha256-chain.portable --min-time 0.01 --clock " +
                                   std::string(clock) + " --format json -q"))[0]["cycle_source"],
                  clock);
    }
    const Ran given = hashlane("run --filter sha256-chain.portable --min-time 0.01 --ghz 99 -q");
    EXPECT_TRUE(contains(given.out, "given by --ghz; it is 99.00 GHz"));
}

// A source that is named is not replaced by another; auto takes the next.
TEST(Run, AClockThatCannotBeUsedIsExitThree)
{
    if (hashlane("info").out.find("perf: not usable") == std::string::npos)
        GTEST_SKIP() << "this machine has a hardware counter";
    for (const std::string command :
         {"run --filter sha256-chain.portable", "run --strict --filter portable --all-cores",
          "sweep sha256-chain", "tune", "sha256", "keccak", "sha3"}) {
        expect_refused(hashlane(command + " --clock perf"), "--clock perf cannot be used on CPU ",
                       3);
    }
    EXPECT_EQ(hashlane("run -q --filter sha256-chain.portable --min-time 0.01 --clock auto").code,
              0);
}

TEST(Run, SaysWhatItIsDoingOnStderrOnly)
{
    const Ran ran = hashlane("run --filter sha256-chain.portable --min-time 0.002 --format csv");
    EXPECT_TRUE(contains(ran.err, "hashlane "));
    EXPECT_FALSE(contains(ran.err, "\r")) << "progress without a terminal";
    EXPECT_EQ(lines_of(ran.out).size(), 2U);
}

TEST(Sha256, TakesTheOptionsThatItsUsersKnow)
{
    const char *units[][2] = {{"MH", "MH/s"}, {"MB", "MB/s"}, {"MiB", "MiB/s"}, {"cpb", "cpb"}};
    for (const auto &[unit, header] : units) {
        const Ran ran = hashlane("sha256 -i 20K -s 6.0 -t 1 -q -m " + std::string(unit));
        ASSERT_EQ(ran.code, 0) << ran.err;
        EXPECT_TRUE(contains(ran.out, std::string(" ") + header));
        EXPECT_TRUE(contains(ran.out, " 6.00 "));
        EXPECT_EQ(std::regex_search(ran.out, std::regex("portable\\.x1 .* yes")), true) << ran.out;
    }
}

TEST(Sha256, TwoThreads)
{
    const json rows = rows_of(hashlane("sha256 -i 20K -t 2 -q --format json"));
    ASSERT_EQ(rows.size(), runnable(Workload::sha256_chain));
    for (const json &row : rows) {
        EXPECT_EQ(row["threads"], 2);
        EXPECT_EQ(row["cpus"].size(), 2U);
    }
}

constexpr const char *known_lines[] = {
    "_S_          0 ac6918402e4d3900 ac6918402e4d3900 ",
    "_S_          1 cf0269634671e842 636b7123683cd142 ",
    "_S_          2 4c2ce1c0a38b54f3 2f4790e3cbb785b1 ",
    "_S_          3 c23846f289232c2d ed7fd6114294a99c ",
    "_S_          4 82a600ea7029e730 6fd9d6fb32bd4eac ",
    "_S_          5   75db901707152f 6fac0d6b25ba5b83 ",
    "_S_          6 e69ed015b75d5da0 8932dd7e92e70623 ",
    "_S_          7 b0bf01b096c67f87 398ddcce042179a4 ",
    "_F_ fkey=      0 lkey=      8 loops= 1048576 SUM= 398ddcce042179a4 seconds= ",
};

TEST(Keccak, ClassicPrintsTheKnownChecksums)
{
    if (slow_build)
        GTEST_SKIP() << "would take minutes under a sanitizer";
    const Ran ran = hashlane("keccak 0 8 --format classic");
    ASSERT_EQ(ran.code, 0) << ran.err;
    const auto lines = lines_of(ran.out);
    ASSERT_EQ(lines.size(), std::size(known_lines)) << ran.out;
    for (std::size_t i = 0; i < lines.size(); ++i)
        EXPECT_TRUE(lines[i].starts_with(known_lines[i])) << lines[i];
    EXPECT_TRUE(std::regex_search(lines.back(), std::regex("   Mks= [0-9.]+$"))) << lines.back();
}

// The seconds of the keys are part of those of the range.
TEST(Keccak, ClassicHasOneClock)
{
    const Ran ran = hashlane("keccak 0 6 3 --filter portable.x1 --format classic -q");
    ASSERT_EQ(ran.code, 0) << ran.err;
    const auto lines = lines_of(ran.out);
    ASSERT_EQ(lines.size(), 7U) << ran.out;
    double sum = 0;
    for (std::size_t i = 0; i < 6; ++i)
        sum += std::stod(lines[i].substr(lines[i].rfind(' ')));
    const double all = std::stod(lines[6].substr(lines[6].find("seconds=") + 8));
    constexpr double rounding = 0.5e-6;
    EXPECT_LE(sum, all + 7 * rounding) << ran.out;
}

TEST(Keccak, EveryKernelGivesOneSum)
{
    const json rows = rows_of(hashlane("keccak 18446744073709551600 18446744073709551613 77 -q "
                                       "--filter . --threads 2 --format json"));
    EXPECT_EQ(rows.size(), runnable(Workload::keccak_chain));
    for (const json &row : rows) {
        EXPECT_EQ(row["checksum"], rows[0]["checksum"]);
        EXPECT_EQ(row["verified"], true);
    }
}

TEST(Keccak, WithoutFilterTheBestKernelRunsOnce)
{
    const json rows = json::parse(hashlane("keccak 0 20 50 -q --format json").out)["benchmarks"];
    ASSERT_EQ(rows.size(), 1U);
    EXPECT_EQ(rows[0]["kernel"], built_in_dispatch(this_cpu()).kernel(Workload::keccak_chain).id);
}

TEST(Sha3, CsvIsWhatItsReadersExpect)
{
    const Ran ran = hashlane("sha3 2 --format csv");
    ASSERT_EQ(ran.code, 0) << ran.err;
    const auto lines = lines_of(ran.out);
    ASSERT_EQ(lines.size(), 7U);
    EXPECT_EQ(lines[0], "function,dst_len,64,256,1024,4096,16384");
    const char *starts[] = {"sha3_224,28,", "sha3_256,32,", "sha3_384,48,",
                            "sha3_512,64,", "shake128,32,", "shake256,32,"};
    for (std::size_t i = 0; i < 6; ++i) {
        EXPECT_TRUE(lines[i + 1].starts_with(starts[i])) << lines[i + 1];
        EXPECT_TRUE(std::regex_match(lines[i + 1], std::regex("[^,]+,\\d+(,\\d+\\.\\d){5}")));
    }
    const auto info = lines_of(ran.err);
    ASSERT_EQ(info.size(), 2U) << ran.err;
    EXPECT_TRUE(std::regex_match(
        info[0], std::regex("info: cpucycles: version=\\S+ implementation=\\S+ persecond=\\d+")));
    EXPECT_TRUE(std::regex_match(
        info[1], std::regex("info: backend=\\S+ num_trials=2 src_lens=64,256,1024,4096,16384 "
                            "dst_lens=32")));
}

TEST(List, ShowsEveryKernel)
{
    const Ran ran = hashlane("list");
    ASSERT_EQ(ran.code, 0);
    for (const Kernel &kernel : all_kernels())
        EXPECT_TRUE(contains(ran.out, kernel.id));
    const json kernels = json::parse(hashlane("list --format json").out);
    EXPECT_EQ(kernels.size(), all_kernels().size());
    const auto filtered = std::ranges::count_if(
        all_kernels(), [](const Kernel &kernel) { return kernel.id.ends_with(".x1"); });
    EXPECT_EQ(lines_of(hashlane("list --format csv --filter '[.]x1$'").out).size(),
              static_cast<std::size_t>(filtered) + 1);
}

TEST(Info, NamesWhatMatters)
{
    const Ran ran = hashlane("info");
    ASSERT_EQ(ran.code, 0);
    for (const char *fact :
         {"processor", "features", "core kinds", "CPUs allowed", "energy", "compiler",
          "perf:", "chain:", "tsc:", "sha256-chain", "keccak-chain", "sha3"})
        EXPECT_TRUE(contains(ran.out, fact));
    EXPECT_TRUE(json::parse(hashlane("info --format json").out).is_object());
}

TEST(Info, TimesInstructions)
{
    const Ran ran = hashlane("info --instructions --format json");
    if (ran.code == 3)
        GTEST_SKIP() << ran.err;
    ASSERT_EQ(ran.code, 0) << ran.err;
    EXPECT_EQ(undocumented_keys(json::parse(ran.out)), std::set<std::string>());
    std::size_t timed = 0;
    for (const json &instruction : json::parse(ran.out)) {
        if (instruction.contains("obstacle"))
            continue;
        ++timed;
        EXPECT_GT(instruction["latency_cycles"], 0) << instruction;
        EXPECT_GT(instruction["reciprocal_throughput_cycles"], 0) << instruction;
    }
    EXPECT_GT(timed, 0U);
    EXPECT_EQ(hashlane("info --instructions --format csv").code, 1);
}

TEST(Run, ShowsHowFarAKernelIsFromItsBound)
{
    // A host that takes the core again and again leaves no times of instructions that agree.
    bool is_shown = false;
    for (int tries = 0; tries < 10 && !is_shown; ++tries) {
        is_shown = true;
        for (const json &row : rows_of(hashlane("run --min-time 0.02 --format json --clock chain "
                                                "--filter 'chain[.](sse4|portable)'"))) {
            const bool has_bound = row.contains("bound_cycles_per_hash");
            if (row["kernel"] == "sha256-chain.portable.x1" ||
                row["kernel"] == "keccak-chain.portable.x1") {
                EXPECT_FALSE(has_bound) << row["kernel"];
            } else {
                is_shown = is_shown && has_bound;
            }
        }
    }
    EXPECT_TRUE(is_shown);
    // Ticks are not cycles: nothing to compare with.
    const Ran ticks =
        hashlane("run --min-time 0.02 --clock tsc --filter 'chain[.](sse4|portable)'");
    ASSERT_EQ(ticks.code, 0) << ticks.err;
    EXPECT_FALSE(contains(ticks.out, "%bound"));
}

TEST(SelfTest, EveryRunnableKernelIsRight)
{
    const Ran ran = hashlane("self-test");
    EXPECT_EQ(ran.code, 0) << ran.out;
    EXPECT_EQ(lines_of(ran.out).size(), all_kernels().size());
    EXPECT_FALSE(contains(ran.out, "WRONG"));
}

} // namespace
} // namespace hashlane::test
