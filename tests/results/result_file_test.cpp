// SPDX-License-Identifier: MIT
//
// Every way in which a file can fail to be a report of ours: the text names the problem and its
// place.
#include "compare/comparison.h"
#include "show/tables/report.h"
#include "support/error_text.h"
#include "support/result_files.h"
#include "support/sample_report.h"
#include "support/text.h"

#include <gtest/gtest.h>

namespace hashlane::test {
namespace {

using nlohmann::json;

std::string fact(const results::Report &file, const std::string &what)
{
    const std::vector<results::RunFact> facts = results::run_facts(file);
    return std::ranges::find(facts, what, &results::RunFact::what)->value;
}

json good() { return result_json({result_row("sha256-chain.shani.x4", {{70, 71}})}); }

void expect_problem(const std::string &text, const std::string &part)
{
    const std::string what = error_text<results::BadFile>([&] { read_result_text(text); });
    EXPECT_TRUE(contains(what, "result.json'"));
    EXPECT_TRUE(contains(what, part));
}

TEST(ResultFile, ReadsWhatTheProgramWrites)
{
    results::Report report;
    report.context.compiler = "gcc 12.2.0";
    results::Row row;
    row.identity.name = row.identity.kernel_id = "sha256-chain.shani.x4";
    row.location.cpus = {3};
    row.location.scope = "core 3";
    row.sampling.threads = {{3,
                             {70, 90, 71},
                             {20, 25, 20.5},
                             {results::SampleVerdict::kept, results::SampleVerdict::preempted,
                              results::SampleVerdict::kept},
                             {0, 0, 1},
                             {1880, 1900, 1881}}};
    row.sampling.visits = {{70, 20, 1}, {71, 20.5, 0.5}};
    row.figures.cycles_per_unit.median = 70;
    row.figures.units_per_second = 5e7;
    row.figures.bound_cycles_per_unit = 66;
    row.figures.bound_by = results::BoundBy::issue;
    report.rows = {row};
    const results::Report file = read_result_text(results::write_json(report));
    ASSERT_EQ(file.rows.size(), 1U);
    EXPECT_EQ(file.rows[0].figures.bound_cycles_per_unit, 66);
    EXPECT_EQ(file.rows[0].figures.bound_by, results::BoundBy::issue);
    EXPECT_EQ(results::key_of(file.rows[0]),
              (results::RowKey{row.identity.name, Workload::sha256_chain, 64, 1, 1, "", "core 3"}));
    EXPECT_EQ(results::cycles_of(file.rows[0]), 70);
    const std::vector<results::VisitFigures> &visits = file.rows[0].sampling.visits;
    ASSERT_EQ(visits.size(), 2U);
    EXPECT_EQ((std::vector{visits[0].cycles_per_unit, visits[1].cycles_per_unit}),
              (std::vector<double>{70, 71}));
    EXPECT_EQ((std::vector{visits[0].ns_per_unit, visits[1].ns_per_unit}),
              (std::vector<double>{20, 20.5}));
    EXPECT_EQ(fact(file, "compiler"), "gcc 12.2.0");
    EXPECT_EQ(fact(file, "cycle source"), "perf");
}

TEST(ResultFile, ReadsTheMachineThatThePageDraws)
{
    results::Report report;
    results::Context &written = report.context;
    written.host = "host";
    written.date = "2026-01-02T03:04:05+00:00";
    written.build_type = "release";
    written.system.governor = "performance";
    written.topology.kinds = {"P-core", "E-core"};
    written.topology.cores = {{{0, 1}, 0, 2, 0}, {{4}, 1, 3, 1}};
    const results::Context context = read_result_text(results::write_json(report)).context;
    EXPECT_EQ(context.host, written.host);
    EXPECT_EQ(context.date, written.date);
    EXPECT_EQ(context.build_type, written.build_type);
    EXPECT_EQ(context.system.governor, written.system.governor);
    EXPECT_EQ(context.topology.kinds, written.topology.kinds);
    ASSERT_EQ(context.topology.cores.size(), 2U);
    const machine::Topology::Core &core = context.topology.cores[1];
    EXPECT_EQ(core.cpus, std::vector<int>{4});
    EXPECT_EQ(core.package, 1);
    EXPECT_EQ(core.numa_node, 3);
    EXPECT_EQ(core.kind, 1U);
    const json kinds =
        json::parse(results::write_json(report))["context"]["hashlane"]["topology"]["kinds"];
    EXPECT_EQ(kinds, json::parse(R"([{"name": "P-core", "cpus": [0, 1]},
                                     {"name": "E-core", "cpus": [4]}])"));
}

TEST(ResultFile, IsWrittenAgainAsItWasRead)
{
    results::Report report = sample_report();
    report.context.topology.cpu_quota = 1.5;
    report.context.topology.caches.clear();
    const std::string text = results::write_json(report);
    EXPECT_EQ(results::write_json(read_result_text(text)), text);
}

TEST(ResultFile, ReadsADevicesRowWithoutCpusAndCycles)
{
    results::Report report;
    results::Row row;
    row.identity.name = "sha256-chain.opencl:0";
    row.identity.kernel_id = "sha256-chain.opencl";
    row.identity.device = "Example";
    row.figures.cycle_source = machine::CycleSource::none;
    row.sampling.threads = {{0,
                             {},
                             {20, 25, 20.5},
                             {results::SampleVerdict::kept, results::SampleVerdict::slower_mode,
                              results::SampleVerdict::kept},
                             {},
                             {}}};
    row.figures.units_per_second = 5e7;
    report.rows = {row};
    const results::Report file = read_result_text(results::write_json(report));
    ASSERT_EQ(file.rows.size(), 1U);
    EXPECT_EQ(results::key_of(file.rows[0]).label(), row.identity.name);
    json broken = json::parse(results::write_json(report));
    broken["benchmarks"][0].erase("device");
    expect_problem(broken.dump(), "'cpus' is not an array of CPU numbers");
}

TEST(ResultFile, DevicesAreAFactAndPoolsHaveOneSet)
{
    EXPECT_EQ(fact(read_result_text(good().dump()), "devices"), "");
    json two = good();
    two["benchmarks"].push_back(two["benchmarks"][0]);
    for (json &row : two["benchmarks"])
        row["cpus"] = json::array();
    two["benchmarks"][0]["device"] = "GPU 70, driver 2";
    two["benchmarks"][1]["device"] = "GPU 60, driver 1";
    const results::Report first = read_result_text(two.dump());
    EXPECT_EQ(fact(first, "devices"), "GPU 60, driver 1; GPU 70, driver 2");
    two["benchmarks"][1]["device"] = "GPU 60, driver 2";
    const results::Report second = read_result_text(two.dump());
    EXPECT_EQ(results::pool_runs({first, first}, 2).size(), 1U);
    EXPECT_THROW(results::pool_runs({first, second}, 2), results::BadFile);
}

TEST(ResultFile, MalformedNamesLineAndByte)
{
    expect_problem("{\n  \"context\": {},\n  oops\n}", "not JSON at line 3, byte 22 of 27");
    const std::string text = good().dump(2);
    expect_problem(text.substr(0, text.size() / 2), "truncated or damaged");
    expect_problem("garbage", "not JSON at line 1");
    expect_problem("", "is empty");
}

TEST(ResultFile, ANumberBeyondAllIsSaid)
{
    expect_problem(R"({"context": 1e999})", "it has a number that is larger than any");
    expect_problem(R"({"context": -1e999})", "it has a number that is larger than any");
}

// Memory follows from the number of values, and not from the size. Samples of a thread per CPU are
// millions of numbers, which take little.
TEST(ResultFile, HasNoMoreThanAProgramWrites)
{
    const auto repeated = [](const std::string &text, std::size_t bytes) {
        std::string all;
        while (all.size() < bytes)
            all += text;
        return all;
    };
    expect_problem(R"({"context": ")" + std::string(std::size_t{256} << 20, 'x') + "\"}",
                   "it is larger than 256 MiB");
    for (const char *const text : {"[],", R"({"":)"})
        expect_problem("[" + repeated(text, 13'000'000), "it has more than 4000000 values");
    expect_problem("[" + repeated("0,", 10'000'000) + "0]", "not an object");
    std::string lines = "{\"context\":{}}\n";
    for (unsigned place = 0; place < 60; ++place)
        lines += "{\"place\":" + std::to_string(place) + ",\"row\":[" + repeated("[],", 300'000) +
                 "0]}\n";
    expect_problem(lines, "it has more than 4000000 values");
}

TEST(ResultFile, ValuesThatNoProcessorHasAreNotTaken)
{
    for (const char *const key :
         {"cycles_per_hash", "min_cycles_per_hash", "p90_cycles_per_hash", "bound_cycles_per_hash",
          "clock_hz", "clock_low_hz", "clock_high_hz", "hashes_per_second"})
        for (const double value : {5e-324, 1e-320, 1e-40, 1e-20, 1e19, 1e40, 1e308}) {
            json report = good();
            json &row = report["benchmarks"][0];
            row["clock_low_hz"] = row["clock_high_hz"] = 1e9;
            row[key] = value;
            expect_problem(report.dump(), std::string("'") + key + "' is ");
        }
    json report = good();
    report["benchmarks"][0]["visits"]["ns_per_hash"] = {1e-320, 20};
    expect_problem(report.dump(), "'ns_per_hash' is not an array of numbers");
}

TEST(ResultFile, EndsWhereItsJsonDoes)
{
    const std::string zero(1, '\0');
    expect_problem(good().dump() + zero + good().dump(), "not JSON at line 1");
    expect_problem(zero + good().dump(), "not JSON at line 1, byte 0");
}

TEST(ResultFile, HasAKeyOnce)
{
    expect_problem(R"({"context": {}, "context": {}})", "an object has the key 'context' twice");
    expect_problem(R"({"a": [{"\u001b": 1, "b": {"\u001b": 2}, "\u001b": 3}]})",
                   R"(an object has the key '\x1b' twice)");
    expect_problem("{\"context\":{\"a\":1,\"a\":2}}\n{}\n", "an object has the key 'a' twice");
}

// A file from elsewhere must not write over the terminal, whatever it calls its rows.
TEST(ResultFile, ControlCharactersAreShownAndNotSent)
{
    json report = good();
    report["benchmarks"][0]["name"] = "sha256-chain.\033[2Jx";
    report["context"]["hashlane"]["compiler"] = "gcc\u009b2J";
    const results::Report file = read_result_text(report.dump());
    EXPECT_EQ(file.rows.at(0).identity.name, "sha256-chain.\\x1b[2Jx");
    EXPECT_EQ(fact(file, "compiler"), "gcc\\x9b2J");
    report["benchmarks"][0].erase("threads");
    expect_problem(report.dump(), "(sha256-chain.\\x1b[2Jx): 'threads' is missing");
    try {
        results::read_run_file(scratch_path("\033[31m"));
        ADD_FAILURE();
    } catch (const results::BadFile &bad) {
        EXPECT_TRUE(contains(bad.what(), "/\\x1b[31m'"));
    }
}

TEST(ResultFile, ForeignIsSaid)
{
    expect_problem("[]", "not an object");
    expect_problem("7", "not an object");
    expect_problem("{}", "not a result file: it has no 'context'");
    expect_problem(R"({"context": 7})", "context: not an object");
    expect_problem(R"({"context": {"json_schema_version": 1}, "benchmarks": []})",
                   "not a result file: it has no 'context.hashlane'");
    json newer = good();
    newer["context"]["json_schema_version"] = 2;
    expect_problem(newer.dump(), "json_schema_version is 2, and this hashlane reads 1");
    json no_rows = good();
    no_rows.erase("benchmarks");
    expect_problem(no_rows.dump(), "'benchmarks' is missing");
}

TEST(ResultFile, UnreadableIsSaid)
{
    for (const auto &[path, part] :
         {std::pair{"/nonexistent/x.json", "No such file"}, std::pair{"/", "it is a directory"}})
        try {
            results::read_run_file(path);
            ADD_FAILURE() << path;
        } catch (const results::BadFile &bad) {
            EXPECT_TRUE(contains(bad.what(), part));
        }
}

// A key of the row, its replacement (discarded: nothing), and part of the message.
struct BadKey {
    const char *key;
    json value;
    const char *what;
};

TEST(ResultFile, BadKeysAreNamedWithTheirRow)
{
    const json missing = json::value_t::discarded;
    const BadKey bad_keys[] = {
        {"workload", missing, "'workload' is missing"},
        {"workload", 7, "'workload' is not a text"},
        {"threads", missing, "'threads' is missing"},
        {"threads", 0, "'threads' is not a whole number above 0"},
        {"threads", 1.5, "'threads' is not a whole number"},
        {"threads", 4294967297, "'threads' is not a whole number"},
        {"threads", "1", "'threads' is not a whole number"},
        {"cpus", missing, "'cpus' is missing"},
        {"cpus", json::array(), "'cpus' is not an array of CPU numbers"},
        {"cpus", {"a"}, "'cpus' is not an array of CPU numbers"},
        {"cpus", {-1}, "'cpus' is not an array of CPU numbers"},
        {"cpus", {4294967296}, "'cpus' is not an array of CPU numbers"},
        {"cycles_per_hash", missing, "'cycles_per_hash' is missing"},
        {"cycles_per_hash", nullptr, "'cycles_per_hash' is not a number"},
        {"cycles_per_hash", -1, "'cycles_per_hash' is not a number"},
        {"hashes_per_second", "fast", "'hashes_per_second' is not"},
        {"bytes_per_hash", "64", "'bytes_per_hash' is not"},
        {"bytes_per_hash", 2e15, "'bytes_per_hash' is not a number of bytes"},
        {"visits", {{"cycles_per_hash", {1, 1}}, {"ns_per_hash", {0, 1}}}, "a cost is not above 0"},
        {"visits", {{"cycles_per_hash", {1, 0}}, {"ns_per_hash", {1, 1}}}, "a cost is not above 0"},
        {"visits", {{"cycles_per_hash", {1, 1}}, {"ns_per_hash", {1}}}, "differ in length"},
        {"cycle_source", missing, "'cycle_source' is missing"},
        {"noise", missing, "'noise' is missing"},
        {"noise", true, "'noise' is not a text"},
        {"trustworthy", "yes", "'trustworthy' is not true or false"},
        {"core_kind", 1, "'core_kind' is not a text"},
        {"samples", 1, "'samples' is not an array"},
        {"samples", json::array(), "'samples' is not an array of one object per thread"},
        {"samples", {7}, ".samples[0]: not an object"}};
    for (const BadKey &bad : bad_keys) {
        json report = good();
        json &row = report["benchmarks"][0];
        if (bad.value.is_discarded())
            row.erase(bad.key);
        else
            row[bad.key] = bad.value;
        expect_problem(report.dump(), bad.what);
        expect_problem(report.dump(), "benchmarks[0] (sha256-chain.shani.x4)");
    }
    json nameless = good();
    nameless["benchmarks"][0].erase("name");
    expect_problem(nameless.dump(), "benchmarks[0]: 'name' is missing");
    json number = good();
    number["benchmarks"].push_back(7);
    expect_problem(number.dump(), "benchmarks[1]: not an object");
    json context = good();
    context["context"]["hashlane"]["compiler"] = 12;
    expect_problem(context.dump(), "context.hashlane: 'compiler' is not a text");
    json kinds = good();
    kinds["context"]["hashlane"]["topology"] = {
        {"kinds", {{{"name", "P-core"}}}},
        {"cores", {{{"cpus", {0}}, {"package", 0}, {"numa_node", 0}, {"kind", "E-core"}}}}};
    expect_problem(kinds.dump(), "topology.cores[0]: 'kind' is none of 'kinds'");
}

TEST(ResultFile, BadSamplesAreNamed)
{
    for (const auto &[key, value, what] :
         {std::tuple<const char *, json, const char *>{"verdict", "k", "differ in length"},
          {"verdict", 7, "'verdict' is not a text"},
          {"cycles_per_hash", {1, "x"}, "'cycles_per_hash' is not an array of numbers"},
          {"ns_per_hash", {1}, "differ in length"},
          {"ns_per_hash", {1, -1}, "'ns_per_hash' is not an array of numbers"}}) {
        json report = good();
        report["benchmarks"][0]["samples"][0][key] = value;
        expect_problem(report.dump(), what);
        expect_problem(report.dump(), "benchmarks[0] (sha256-chain.shani.x4).samples[0]");
    }
}

} // namespace
} // namespace hashlane::test
