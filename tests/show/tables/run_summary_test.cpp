// SPDX-License-Identifier: MIT
#include "show/tables/report.h"
#include "support/sample_report.h"
#include "support/text.h"

#include <gtest/gtest.h>

namespace hashlane::test {
namespace {

results::Row on_all_cores(results::Row row)
{
    row.location.scope = "all cores";
    row.location.threads = row.location.cores = 4;
    row.figures.units_per_second *= 4;
    return row;
}

// Two rows for each line of a summary, the better one first.
results::Report full_report()
{
    results::Report report;
    for (const double factor : {1.0, 2.0}) {
        const std::string variant = factor > 1 ? "-slow" : "";
        report.rows.push_back(
            chain_row("sha256-chain.a" + variant + ".x1", Workload::sha256_chain, 1, 100 * factor));
        report.rows.push_back(
            chain_row("sha256-chain.a" + variant + ".x8", Workload::sha256_chain, 8, 50 * factor));
        report.rows.push_back(
            chain_row("keccak-chain.b" + variant + ".x2", Workload::keccak_chain, 2, 400 * factor));
        report.rows.push_back(message_row("sha3.c" + variant + ".x1", 64, 16 * factor));
        report.rows.push_back(message_row("sha3.c" + variant + ".x1", 16384, 8 * factor));
    }
    for (const std::size_t i : {1U, 2U, 4U})
        report.rows.push_back(on_all_cores(report.rows[i]));
    report.rows[1].figures.bound_cycles_per_unit = 45;
    return report;
}

TEST(RunSummary, HasTheBestRowForEachUse)
{
    EXPECT_EQ(show::write_summary(full_report(), {}),
              "\n"
              "best trusted rows, on one core and on all 4 cores\n"
              "  use                        kernel  core cycles  %bound            rate\n"
              "  sha256-chain, 1 lane       a.x1    100.00/hash       -      40.00 MH/s\n"
              "  sha256-chain, one core     a.x8     50.00/hash      90      80.00 MH/s\n"
              "  sha256-chain, all cores    a.x8     50.00/hash       -     320.00 MH/s\n"
              "  keccak-chain, one core     b.x2    400.00/perm       -  10.000 Mperm/s\n"
              "  keccak-chain, all cores    b.x2    400.00/perm       -  40.000 Mperm/s\n"
              "  sha3-256/64                c.x1     16.00/byte       -      250.0 MB/s\n"
              "  sha3-256/16384             c.x1      8.00/byte       -      500.0 MB/s\n"
              "  sha3-256/16384, all cores  c.x1      8.00/byte       -     2000.0 MB/s\n"
              "  undisturbed for 100 % of the measuring time\n");
}

TEST(RunSummary, TakesRowsThatAreTrustedOrMarksTheBestOfOthers)
{
    results::Report report = full_report();
    report.rows[0].quality.trustworthy = false;
    const std::string trusted = show::write_summary(report, {});
    EXPECT_TRUE(contains(trusted, "sha256-chain, 1 lane       a-slow.x1 "));
    EXPECT_TRUE(contains(trusted, "best trusted rows, on"));
    report.rows[5].quality.trustworthy = false;
    const std::string marked = show::write_summary(report, {});
    EXPECT_TRUE(contains(marked, "sha256-chain, 1 lane       a.x1! "));
    EXPECT_TRUE(contains(
        marked, "\nbest rows, on one core and on all 4 cores (!: no row for it is trusted)"));
}

TEST(RunSummary, SaysHowMuchOfTheTimeWasUndisturbed)
{
    results::Report report = full_report();
    for (results::Row &row : report.rows)
        row.sampling.discarded = 200; // of a thousand
    report.rows[0].sampling.discarded = 200 + 13 * 1000 / 4;
    EXPECT_TRUE(
        contains(show::write_summary(report, {}), "undisturbed for 64 % of the measuring time\n"));
    for (results::Row &row : report.rows)
        row.sampling.kept = row.sampling.discarded = 0; // not known
    EXPECT_FALSE(contains(show::write_summary(report, {}), "undisturbed"));
}

TEST(RunSummary, IsThereOnlyWhereItSaysMoreThanTheTables)
{
    results::Report one_workload = full_report();
    std::erase_if(one_workload.rows, [](const results::Row &row) {
        return row.identity.workload != Workload::sha256_chain;
    });
    EXPECT_EQ(show::write_summary(one_workload, {}), "");
    EXPECT_EQ(show::write_summary(one_workload, {.markdown = true}), "");
    results::Report a_line_each = full_report();
    a_line_each.rows.resize(5);
    EXPECT_EQ(show::write_summary(a_line_each, {}), "");
    EXPECT_EQ(show::write_summary({}, {}), "");
}

// Whichever of them was trusted first.
TEST(RunSummary, HasShorterMessagesFirst)
{
    results::Report report = full_report();
    report.rows[3].quality.trustworthy = false;
    const std::string text = show::write_summary(report, {});
    EXPECT_LT(text.find("sha3-256/64 "), text.find("sha3-256/16384 ")) << text;
}

// With threads of their own rows are neither of one core nor of all.
TEST(RunSummary, LeavesOutRowsOnCpusThatWereChosen)
{
    results::Report report = full_report();
    report.rows.resize(10);
    for (results::Row &row : report.rows)
        row.location.threads = row.location.cores = 2;
    EXPECT_EQ(show::write_summary(report, {}), "");
}

TEST(RunSummary, Markdown)
{
    const std::string text = show::write_summary(full_report(), {.markdown = true});
    EXPECT_EQ(text.find("\n**best trusted rows"), 0U) << text;
    EXPECT_TRUE(
        contains(text, "| sha256-chain, one core | a.x8 | 50.00/hash | 90 | 80.00 MH/s |\n"));
    EXPECT_TRUE(contains(text, "|\n\nundisturbed for 100 %"));
}

} // namespace
} // namespace hashlane::test
