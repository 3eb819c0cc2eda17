// SPDX-License-Identifier: MIT
//
// Which row stands among published results. The published ones themselves are not a test's matter:
// they change with docs/results.
#include "show/tables/report.h"

#include "support/sample_report.h"
#include "support/text.h"

#include <gtest/gtest.h>

namespace hashlane::test {
namespace {

results::Report report_of(std::vector<results::Row> rows)
{
    return {sample_context(), std::move(rows), {}, {}, {}, {}};
}

results::Row chain(const std::string &kernel, unsigned lanes, double cycles)
{
    return chain_row("sha256-chain." + kernel, Workload::sha256_chain, lanes, cycles);
}

bool says(const results::Report &report, const std::string &text)
{
    return show::write_standing(report, {}).find(text) != std::string::npos;
}

TEST(StandingText, OneChainAndOneThread)
{
    const results::Report report = report_of({chain("shani.x1", 1, 134), chain("shani.x4", 4, 70)});
    EXPECT_TRUE(says(report, "\namong published results ('hashlane list published')\n"));
    EXPECT_TRUE(says(report, "sha256-chain, one chain: 134.00 cycles, "));
    EXPECT_TRUE(says(report, "sha256-chain, one thread: 70.00 cycles, "));
    // As a byte of several messages.
    EXPECT_TRUE(says(report_of({chain("shani.x4", 4, 0.5)}), "one thread: 0.50 cycles, "));
}

TEST(StandingText, OneRowIsSaidOnce)
{
    const results::Report report = report_of({chain("shani.x1", 1, 134)});
    EXPECT_TRUE(says(report, "one chain"));
    EXPECT_FALSE(says(report, "one thread"));
}

TEST(StandingText, ARowThatIsTrustedStandsBeforeFasterOnes)
{
    results::Report report = report_of({chain("shani.x1", 1, 134), chain("sse4.x1", 1, 355)});
    report.rows[0].quality.trustworthy = false;
    EXPECT_TRUE(says(report, "one chain: 355.00 cycles, "));
    report.rows[1].quality.trustworthy = false;
    EXPECT_TRUE(says(report, "one chain: 134.00 cycles (not trusted), ")) << "without another";
}

TEST(StandingText, OnlyOurOwnCoreCyclesStand)
{
    results::Row ticks = chain("shani.x1", 1, 134), peer = ticks, device = ticks, threads = ticks;
    results::Row nothing = ticks; // of a damaged file
    nothing.figures.cycles_per_unit = {};
    ticks.figures.cycle_source = machine::CycleSource::tsc;
    peer.identity.peer = "OpenSSL";
    device.identity.device = "opencl:0";
    threads.location.threads = 2;
    EXPECT_EQ(show::write_standing(report_of({ticks, peer, device, threads, nothing}), {}), "");
}

TEST(StandingText, MessagesAreByTheByte)
{
    EXPECT_TRUE(says(report_of({message_row("sha3.portable.x1", 64, 17.5)}),
                     "sha3-256/64, one message: 17.50 cycles, "));
    EXPECT_EQ(show::write_standing(report_of({message_row("sha3.portable.x1", 63, 17.5)}), {}), "");
}

TEST(StandingText, ComesAfterTheSummary)
{
    const std::string text = show::write_conclusions(sample_report(), {});
    const std::size_t summary = text.find("best trusted rows"),
                      standing = text.find("among published");
    ASSERT_NE(standing, std::string::npos) << text;
    EXPECT_LT(summary, standing);
    EXPECT_LT(standing, text.find("not run here")) << text;
    EXPECT_FALSE(
        contains(show::write_conclusions(report_of({chain("shani.x1", 1, 134)}), {}), "among"))
        << "a table that needs no summary";
}

} // namespace
} // namespace hashlane::test
