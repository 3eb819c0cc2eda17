// SPDX-License-Identifier: MIT
//
// Compares the output of every writer for one fixed report with a golden file.
// HASHLANE_UPDATE_GOLDEN=1 writes the files again; read the difference before committing it.
#include "show/tables/exporters.h"
#include "show/tables/report.h"
#include "support/golden.h"
#include "support/sample_report.h"

#include <gtest/gtest.h>

namespace hashlane::test {
namespace {

TEST(Report, Markdown) { expect_golden("report.md", show::write_markdown(sample_report(), {})); }

TEST(Report, Csv) { expect_golden("report.csv", show::write_csv(sample_report())); }

TEST(Report, Json) { expect_golden("report.json", results::write_json(sample_report())); }

TEST(Report, CachesAreThoseOfOneCpu)
{
    results::Report report = sample_report();
    report.context.topology.caches[3].bytes = 12345;
    report.context.caches = results::caches_of_a_cpu(report.context.topology, 3);
    EXPECT_NE(results::write_json(report).find("\"size\": 12345"), std::string::npos);
}

TEST(Report, Classic)
{
    results::Row row = sample_report().rows[3];
    row.figures.units_per_second = 8.0 * (1 << 20) / 0.75;
    std::vector<workloads::ChainEnd> chains;
    for (const std::uint64_t sum : {0xac6918402e4d3900U, 0xcf0269634671e842U, 0x0075db901707152fU})
        chains.push_back({sum, 0.209});
    expect_golden("classic.txt", show::write_classic(row, chains));
}

TEST(Report, Sha3Csv)
{
    results::Report report;
    report.rows = {message_row("sha3.portable.x1", 64, 17.5),
                   message_row("sha3.portable.x1", 16384, 8.25)};
    EXPECT_EQ(show::write_as(show::Format::csv, show::sha3_exporters, report, {}),
              "function,dst_len,64,16384\nsha3_256,32,17.5,8.2\n");
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
    expect_golden("list.txt",
                  show::write_as(show::Format::table, show::kernel_exporters, lines, {}));
    expect_golden("list.csv", show::write_as(show::Format::csv, show::kernel_exporters, lines, {}));
    expect_golden("list.md",
                  show::write_as(show::Format::markdown, show::kernel_exporters, lines, {}));
    expect_golden("list.json",
                  show::write_as(show::Format::json, show::kernel_exporters, lines, {}));
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
    expect_golden("machine_unknown.txt", show::write_as(show::Format::table, show::fact_exporters,
                                                        show::machine_facts(context), {}));
}

} // namespace
} // namespace hashlane::test
