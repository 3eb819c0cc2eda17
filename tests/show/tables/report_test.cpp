// SPDX-License-Identifier: MIT
//
// Compares the output of every writer for one fixed report with a golden file.
// HASHLANE_UPDATE_GOLDEN=1 writes the files again; read the difference before committing it.
#include "show/known/published.h"
#include "show/tables/exporters.h"
#include "show/tables/report.h"
#include "show/tables/row_figures.h"
#include "support/golden.h"
#include "support/sample_report.h"
#include "support/text.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace hashlane::test {
namespace {

TEST(Report, Markdown)
{
    expect_golden("report.md", show::write_table(sample_report(), {.markdown = true}));
}

TEST(Report, Csv) { expect_golden("report.csv", show::write_csv(sample_report())); }

TEST(Report, Json) { expect_golden("report.json", results::write_json(sample_report())); }

TEST(Report, CachesAreThoseOfOneCpu)
{
    results::Report report = sample_report();
    report.context.topology.caches[3].bytes = 12345;
    report.context.topology.allowed = {3};
    EXPECT_TRUE(contains(results::write_json(report), "\"size\": 12345"));
}

TEST(Report, Classic)
{
    results::Row row = sample_report().rows[3];
    row.figures.units_per_second = 8.0 * (1 << 20) / 0.75;
    std::vector<workloads::ChainEnd> chains;
    for (const std::uint64_t sum : {0xac6918402e4d3900U, 0xcf0269634671e842U, 0x0075db901707152fU})
        chains.push_back({sum, 0.209});
    EXPECT_EQ(
        show::write_classic(row, chains),
        "_S_          0 ac6918402e4d3900 ac6918402e4d3900     0.209000\n"
        "_S_          1 cf0269634671e842 636b7123683cd142     0.209000\n"
        "_S_          2   75db901707152f 631eaab37f3bc46d     0.209000\n"
        "_F_ fkey=      0 lkey=      8 loops= 1048576 SUM= 398ddcce042179a4 seconds= 0.750000 "
        "  Mks= 11.184811\n");
}

TEST(Report, AMessageOfUnknownLengthIsShownPerHash)
{
    results::Row row = message_row("sha3.portable.x1", 64, 17.5);
    const double cycles = results::cycles_of(row);
    EXPECT_EQ(show::shown_cycles(row), cycles / 64);
    row.identity.message.reset();
    EXPECT_EQ(show::shown_cycles(row), cycles) << "as its unit is";
}

TEST(Report, Sha3Csv)
{
    results::Report report;
    report.rows = {message_row("sha3.portable.x1", 64, 17.5),
                   message_row("sha3.portable.x1", 16384, 8.25)};
    EXPECT_EQ(show::write_as(show::Format::csv, show::sha3_exporters, report, {}),
              "function,dst_len,64,16384\nsha3_256,32,17.5,8.2\n");
}

// As an interrupt, a wrong result and repetitions leave them.
TEST(Report, Sha3CsvHasEachValueBelowItsLength)
{
    results::Report report;
    report.rows = {
        message_row("sha3.portable.x1", 64, 17.5), message_row("sha3.portable.x1", 16384, 8.25),
        message_row("sha3.portable.x1", 64, 17.75), message_row("sha3.portable.x1", 16384, 15)};
    report.rows.back().identity.message = results::Message{"sha3-512", 16384, 64};
    EXPECT_EQ(show::write_as(show::Format::csv, show::sha3_exporters, report, {}),
              "function,dst_len,64,16384\nsha3_256,32,17.5,8.2\nsha3_512,64,,15.0\n");
}

TEST(Report, KernelList)
{
    show::KernelLine here{.id = "sha256-chain.shani.x2",
                          .workload = Workload::sha256_chain,
                          .isa = "shani",
                          .role = "tuned",
                          .lanes = 2,
                          .summary = "two chains, \"interleaved\"",
                          .obstacle = "",
                          .preferred = true};
    show::KernelLine elsewhere = here;
    elsewhere.obstacle = "needs SHA";
    elsewhere.preferred = false;
    const std::vector<show::KernelLine> lines = {here, elsewhere};
    EXPECT_EQ(show::write_as(show::Format::table, show::kernel_exporters, lines, {}),
              "  kernel                 lanes  runs here  notes\n"
              "  sha256-chain.shani.x2      2  chosen     two chains, \"interleaved\"\n"
              "  sha256-chain.shani.x2      2  needs SHA  two chains, \"interleaved\"\n");
    EXPECT_EQ(show::write_as(show::Format::csv, show::kernel_exporters, {here}, {}),
              "kernel,lanes,runs here,notes\n"
              "sha256-chain.shani.x2,2,chosen,\"two chains, \"\"interleaved\"\"\"\n");
    EXPECT_EQ(show::write_as(show::Format::markdown, show::kernel_exporters, {here}, {}),
              "| kernel | lanes | runs here | notes |\n"
              "| :--- | ---: | :--- | :--- |\n"
              "| sha256-chain.shani.x2 | 2 | chosen | two chains, \"interleaved\" |\n");
    expect_golden("list.json",
                  show::write_as(show::Format::json, show::kernel_exporters, lines, {}));
}

TEST(Report, InstructionsHaveATimeOrTheReasonForNone)
{
    show::InstructionList list;
    list.times[0] = machine::InstructionTime{.latency = 4, .reciprocal = 1.5};
    list.features = machine::instruction_features(machine::Instruction{1});
    const std::string json =
        show::write_as(show::Format::json, show::instruction_exporters, list, {});
    const nlohmann::json read = nlohmann::json::parse(json);
    ASSERT_EQ(read.size(), std::size_t{machine::instruction_count});
    EXPECT_EQ(read[0]["latency_cycles"], 4);
    EXPECT_EQ(read[0]["reciprocal_throughput_cycles"], 1.5);
    EXPECT_FALSE(read[0].contains("obstacle"));
    EXPECT_EQ(read[1]["obstacle"], "needs x86-64") << "it has all features";
    for (std::size_t i = 1; i < read.size(); ++i) {
        const FeatureSet missing =
            machine::instruction_features(static_cast<machine::Instruction>(i)) & ~list.features;
        if (missing != no_features) {
            EXPECT_EQ(read[i]["obstacle"], "needs " + std::string(feature_names(missing)));
        }
    }
    EXPECT_TRUE(contains(show::write_as(show::Format::table, show::instruction_exporters, list, {}),
                         "needs x86-64"));
}

TEST(Report, PublishedResultsOfOneSourceHaveOneNumber)
{
    const auto of = [](show::PublishedSource source) {
        show::PublishedResult result{};
        result.source = source;
        result.workload = "sha256-chain";
        result.figure_text = "1";
        return result;
    };
    const show::PublishedResults known = {of(show::PublishedSource::sha3_bench),
                                          of(show::PublishedSource::own),
                                          of(show::PublishedSource::sha3_bench)};
    const std::string text = show::write_as(show::Format::table, show::known_exporters, known, {});
    EXPECT_EQ(std::ranges::count(text, '\n'), 7) << text; // a head, three results, two sources
    EXPECT_TRUE(contains(text, fmt::format("\n[1] {}\n[2] {}\n",
                                           show::citation(show::PublishedSource::sha3_bench),
                                           show::citation(show::PublishedSource::own))))
        << text;
}

TEST(Report, Facts)
{
    const show::Facts facts = {{"processor", "Example"}, {"cycle source", "perf"}, {"", "chain"}};
    EXPECT_EQ(show::write_as(show::Format::table, show::fact_exporters, facts, {}),
              "processor      Example\ncycle source   perf\n"
              "               chain\n");
    EXPECT_EQ(show::write_as(show::Format::json, show::fact_exporters, facts, {}),
              "{\n  \"processor\": \"Example\",\n  \"cycle source\": [\n    \"perf\",\n    "
              "\"chain\"\n  ]\n}\n");
}

// Broken at spaces; a word that is too long stays whole, and an empty value has its line.
TEST(Report, FactsFitTheTerminal)
{
    show::Style narrow;
    narrow.width = 36;
    EXPECT_EQ(show::write_as(show::Format::table, show::fact_exporters,
                             {{"one", "exactly twenty-one ch and more"},
                              {"two", "a value of several words"},
                              {"three", "/a/path/that/does/not/fit/here then more"},
                              {"four", ""}},
                             narrow),
              "one            exactly twenty-one ch\n"
              "               and more\n"
              "two            a value of several\n"
              "               words\n"
              "three          /a/path/that/does/not/fit/here\n"
              "               then more\n"
              "four           \n");
}

TEST(Report, MachineFacts)
{
    results::Context context = sample_context();
    context.topology.cpu_quota = 1.5;
    expect_golden("machine.txt", show::write_as(show::Format::table, show::fact_exporters,
                                                show::machine_facts(context), {}));
    context.topology = machine::flat_topology({0, 2}, "this system does not tell its cores");
    context.topology.numa_nodes = {{0, 0, {0, 2}}};
    context.system = {};
    context.hypervisor = context.compiler_flags = "";
    const std::string unknown =
        show::write_as(show::Format::table, show::fact_exporters, show::machine_facts(context), {});
    EXPECT_TRUE(contains(unknown, "this system does not tell its cores"));
    EXPECT_FALSE(contains(unknown, "KVM"));
}

} // namespace
} // namespace hashlane::test
