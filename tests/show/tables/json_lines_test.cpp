// SPDX-License-Identifier: MIT
//
// A report line by line.
#include "results/run.h"

#include "show/tables/report.h"
#include "support/sample_report.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace hashlane::test {
namespace {

using nlohmann::json;

// Each on one line, with the line's end.
json json_of(const std::string &line)
{
    EXPECT_EQ(line.find('\n'), line.size() - 1);
    return json::parse(line);
}

TEST(JsonLines, HaveWhatTheFileHas)
{
    const results::Report report = sample_report();
    const json file = json::parse(results::write_json(report));
    const json row = json_of(results::row_line(report.rows.front(), 0, true));
    EXPECT_EQ(row["place"], 0);
    EXPECT_EQ(row["final"], true);
    EXPECT_EQ(row["row"], file["benchmarks"][0]);
    EXPECT_EQ(json_of(results::row_line(report.rows.front(), 7, false))["final"], false);
    EXPECT_EQ(json_of(results::context_line(report.context))["context"]["hashlane"],
              file["context"]["hashlane"]);
    const json end = json_of(results::end_line(report));
    EXPECT_EQ(end["skipped"], file["skipped"]);
    EXPECT_EQ(end["mismatches"], file["mismatches"]);
    EXPECT_TRUE(json_of(results::withdrawal_line(3))["row"].is_null());
}

} // namespace
} // namespace hashlane::test
