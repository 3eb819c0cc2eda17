// SPDX-License-Identifier: MIT
//
// The file of '--submit': the values of any other file, without private data and what is long.
#include "results/run.h"

#include "show/tables/report.h"
#include "support/result_files.h"
#include "support/sample_report.h"
#include "support/text.h"

#include <gtest/gtest.h>

namespace hashlane::test {
namespace {

using nlohmann::json;

TEST(Contribution, SaysNothingPrivate)
{
    results::Report report = sample_report();
    results::Context &context = report.context;
    context.host = "secrethost";
    context.executable = "/home/secretuser/hashlane";
    context.command = "hashlane run --out /home/secretuser/my secret file.json --filter sha "
                      "--submit=secret.json -q --threads 2 /secret";
    context.compiler_flags = "-O3 -ffile-prefix-map=/home/secretuser=. -DNDEBUG";
    context.os_release = "Linux 6.1.0-secretcompany";
    context.date = "2026-01-02T03:04:05+09:30";
    report.skipped = {{"nettle", "cannot open /home/secretuser/lib"}};
    report.rows.front().quality.note = "secret";
    report.rows.front().figures.cycle_note = "secret";
    report.rows.front().device_state.emplace().no_telemetry = "secret";
    report.rows.front().sampling.threads = {
        {0, {70}, {20}, {results::SampleVerdict::kept}, {0}, {0}}};
    const std::string text = results::write_contribution(report);
    EXPECT_FALSE(contains(text, "secret"));
    const json file = json::parse(text);
    const json &program = file["context"]["hashlane"];
    EXPECT_EQ(program["command"], "hashlane run --filter sha -q --threads 2 …");
    EXPECT_EQ(program["compiler_flags"], "-O3 -DNDEBUG");
    EXPECT_EQ(program["kernel_release"], "Linux 6.1.0");
    EXPECT_EQ(file["context"]["date"], "2026-01-02");
    EXPECT_EQ(file["benchmarks"].size(), report.rows.size());
    for (const results::Row &row : read_result_text(text).rows)
        EXPECT_TRUE(row.sampling.threads.empty()) << "they are long";
}

// Pages, tables and comparisons are made of the values of --out, to the last digit.
TEST(Contribution, HasTheValuesOfTheWholeFile)
{
    results::Report report = sample_report();
    for (results::Row &row : report.rows) {
        row.figures.cycles_per_unit.median += 0.0123456789;
        row.figures.units_per_second /= 3;
        row.quality.note.clear();
        row.figures.cycle_note.clear();
    }
    results::Report whole = read_result_text(results::write_json(report));
    for (results::Row &row : whole.rows)
        row.sampling.threads.clear();
    const results::Report file = read_result_text(results::write_contribution(report));
    EXPECT_TRUE(file.rows == whole.rows);
    EXPECT_EQ(show::write_rows(file.rows, {}), show::write_rows(whole.rows, {}));
}

TEST(Contribution, OfAllCpusOfALargeMachineIsSmall)
{
    results::Report report = sample_report();
    const results::Row one = report.rows.front();
    report.rows.assign(100, one);
    for (int cpu = 0; cpu < 256; ++cpu)
        report.context.topology.cores.push_back({{cpu}, 0, 0, 0});
    for (results::Row &row : report.rows) {
        row.location.threads = 256;
        row.location.cpus.assign(256, 100);
        row.figures.thread_units_per_second.assign(256, 1e8 / 3);
    }
    EXPECT_LE(results::write_contribution(report).size(), results::most_contribution_bytes);
}

TEST(Contribution, HasNoNameOfAFileInItsCommand)
{
    for (const char *option : {"--out ", "--out=", "-o ", "-o", "-qo ", "-qo", "--submit "})
        for (const char *file : {"alice.json", "of alice.json", "d d/x y.json"})
            EXPECT_EQ(results::command_without_files(std::string("hashlane run ") + option + file +
                                                     " --quick -q"),
                      "hashlane run --quick -q")
                << option << file;
    EXPECT_EQ(results::command_without_files("hashlane run -t 2 --only -q --color always"),
              "hashlane run -t 2 --only -q --color always");
}

} // namespace
} // namespace hashlane::test
