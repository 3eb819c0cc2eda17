// SPDX-License-Identifier: MIT
//
// A stream of 'run --format jsonl' as a result file: whole, cut off, damaged.
#include "support/error_text.h"
#include "support/result_files.h"

#include <gtest/gtest.h>

namespace hashlane::test {
namespace {

using nlohmann::json;

std::string context_line() { return json{{"context", result_json({})["context"]}}.dump() + "\n"; }

std::string row_line(unsigned place, const json &row)
{
    return json{{"place", place}, {"final", false}, {"row", row}}.dump() + "\n";
}

json row_at(const std::string &kernel, double cycles)
{
    return result_row(kernel, {{cycles, cycles}});
}

const std::string two_rows = context_line() + row_line(1, row_at("sha256-chain.shani.x4", 80)) +
                             row_line(0, row_at("sha256-chain.shani.x1", 134));

std::string problem_of_lines(const std::string &text)
{
    return error_text<results::BadFile>([&] { read_result_text(text); });
}

TEST(Stream, TheLastLineOfAPlaceCounts)
{
    const results::Report file = read_result_text(
        two_rows + row_line(1, row_at("sha256-chain.shani.x4", 70)) + "{\"skipped\": []}\n");
    ASSERT_EQ(file.rows.size(), 2U);
    EXPECT_EQ(file.rows[0].identity.name, "sha256-chain.shani.x1") << "in the order of the places";
    EXPECT_EQ(results::cycles_of(file.rows[1]), 70);
    EXPECT_EQ(file.context.cpu_model, "Example CPU 9000");
}

TEST(Stream, ARowThatTurnedOutWrongIsGone)
{
    EXPECT_EQ(read_result_text(two_rows + row_line(0, nullptr)).rows.size(), 1U);
}

TEST(Stream, WhatWasCutOffIsMissingAlone)
{
    const std::string more = row_line(2, row_at("sha256-chain.ref.x1", 700));
    for (const std::size_t bytes : {std::size_t(1), more.size() / 2, more.size() - 1})
        EXPECT_EQ(read_result_text(two_rows + more.substr(0, bytes)).rows.size(), 2U) << bytes;
    EXPECT_EQ(read_result_text(two_rows + more).rows.size(), 3U);
    EXPECT_EQ(read_result_text(context_line()).rows.size(), 0U);
}

// A full disk has room again after a while: the line that it cut is alone.
TEST(Stream, ALineThatAFullDiskCutIsMissingAlone)
{
    const std::string cut = row_line(2, row_at("sha256-chain.ref.x1", 700));
    const std::string later = row_line(3, row_at("sha256-chain.portable.x1", 300));
    for (const std::size_t bytes : {std::size_t(0), std::size_t(1), cut.size() / 2, cut.size() - 2})
        EXPECT_EQ(read_result_text(two_rows + cut.substr(0, bytes) + "\n" + later).rows.size(), 3U)
            << bytes;
}

// A line has all visits of its row so far, and with --samples all samples of each CPU.
TEST(Stream, OnlyTheLastLineOfAPlaceTakesMemory)
{
    json row = row_at("sha256-chain.shani.x1", 134);
    row["samples of many threads"] = std::vector<std::string>(500'000);
    std::string lines = context_line();
    for (unsigned visit = 0; visit < 10; ++visit)
        lines += row_line(0, row);
    EXPECT_EQ(read_result_text(lines).rows.size(), 1U);
}

// `run --format jsonl >>log.jsonl` twice: the second run would replace the first one's rows.
TEST(Stream, ASecondRunIsRefused)
{
    EXPECT_TRUE(problem_of_lines(two_rows + two_rows)
                    .ends_with("': line 4 has a second 'context': a file has one run; write each "
                               "run to a file of its own"));
    const std::string wrong = "{\"mismatches\": [{\"kernel\": \"sha256-chain.shani.x4\"}]}\n";
    EXPECT_EQ(read_result_text(two_rows + wrong).mismatches.size(), 1U);
    EXPECT_NE(problem_of_lines(two_rows + wrong + "{\"mismatches\": []}\n")
                  .find("line 5 has a second 'mismatches'"),
              std::string::npos);
    EXPECT_NE(problem_of_lines(two_rows + "{\"skipped\": []}\n{\"skipped\": []}\n")
                  .find("line 5 has a second 'skipped'"),
              std::string::npos);
}

TEST(Stream, DamageIsNamedWithItsLine)
{
    for (const char *line :
         {"oops\n", "[]\n", "{\"place\": -1, \"row\": {}}\n", "{\"place\": 1}\n"})
        EXPECT_NE(problem_of_lines(two_rows + line).find("not JSON at line 4"), std::string::npos)
            << line;
}

} // namespace
} // namespace hashlane::test
