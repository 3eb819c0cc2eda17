// SPDX-License-Identifier: MIT
//
// A report line by line, and as it is contributed.
#include "results/run.h"

#include "show/tables/report.h"
#include "support/sample_report.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace hashlane::test {
namespace {

using nlohmann::json;

// Each on one line, with the line's end.
json parsed(const std::string &line)
{
    EXPECT_EQ(line.find('\n'), line.size() - 1);
    return json::parse(line);
}

TEST(JsonLines, HaveWhatTheFileHas)
{
    const results::Report report = sample_report();
    const json file = json::parse(results::write_json(report));
    const json row = parsed(results::row_line(report.rows.front(), 0, true));
    EXPECT_EQ(row["place"], 0);
    EXPECT_EQ(row["final"], true);
    EXPECT_EQ(row["row"], file["benchmarks"][0]);
    EXPECT_EQ(parsed(results::row_line(report.rows.front(), 7, false))["final"], false);
    EXPECT_EQ(parsed(results::context_line(report.context))["context"]["hashlane"],
              file["context"]["hashlane"]);
    const json end = parsed(results::end_line(report));
    EXPECT_EQ(end["skipped"], file["skipped"]);
    EXPECT_EQ(end["mismatches"], file["mismatches"]);
    EXPECT_TRUE(parsed(results::withdrawal_line(3))["row"].is_null());
}

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
    report.rows.front().sampling.threads = {
        {0, {70}, {20}, {results::SampleVerdict::kept}, {0}, {0}}};
    const json file = json::parse(results::write_json(show::contribution_of(report)));
    EXPECT_EQ(file.dump().find("secret"), std::string::npos) << file.dump(1);
    const json &program = file["context"]["hashlane"];
    EXPECT_EQ(program["command"], "hashlane run --filter sha -q --threads 2 …");
    EXPECT_EQ(program["compiler_flags"], "-O3 -DNDEBUG");
    EXPECT_EQ(program["kernel_release"], "Linux 6.1.0");
    EXPECT_EQ(file["context"]["date"], "2026-01-02");
    EXPECT_FALSE(file["benchmarks"][0].contains("samples"));
    EXPECT_EQ(file["benchmarks"].size(), report.rows.size());
}

} // namespace
} // namespace hashlane::test
