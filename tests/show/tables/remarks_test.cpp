// SPDX-License-Identifier: MIT
#include "show/tables/remarks.h"
#include "show/tables/report.h"
#include "support/sample_report.h"
#include "support/text.h"

#include <gtest/gtest.h>

namespace hashlane::test {
namespace {

// Row after row with the same note, from "sha256-chain.test.x1" on.
results::Report noisy_report(unsigned rows)
{
    results::Report report;
    report.context.topology = two_packages();
    for (unsigned lanes = 1; lanes <= rows; ++lanes) {
        const std::string id = "sha256-chain.test.x" + std::to_string(lanes);
        report.rows.push_back(chain_row(id, Workload::sha256_chain, lanes, 70));
        report.rows.back().quality = {results::Noise::shared, true, "something shared the core", 1};
    }
    report.rows.push_back(chain_row("sha256-chain.ref.x1", Workload::sha256_chain, 1, 700));
    return report;
}

// Without the source of the cycles (table_test.cpp).
std::string remarks_text(const results::Report &report)
{
    std::string text;
    for (const std::string &remark : show::make_remarks(report))
        if (!remark.starts_with("cycles are "))
            text += remark + "\n";
    return text;
}

TEST(Report, RemarksNameAFewRowsAndCountMany)
{
    EXPECT_EQ(remarks_text(noisy_report(3)),
              "sha256-chain.test.x1, sha256-chain.test.x2, sha256-chain.test.x3: something shared "
              "the core\n");
    EXPECT_EQ(remarks_text(noisy_report(4)), "4 of 5 rows: something shared the core\n");
    results::Report all = noisy_report(4);
    all.rows.pop_back();
    EXPECT_EQ(remarks_text(all), "all rows: something shared the core\n");
}

// The size of the effect is each row's own: it must not keep rows of one cause apart.
TEST(Report, RemarksTellHowFarTheyGoAndOfManyTheWorst)
{
    results::Report report = noisy_report(3);
    const double extents[] = {0.011, 0.05, 0, 0.031, 0.02};
    for (std::size_t i = 0; i < 3; ++i)
        report.rows[i].quality.extent = extents[i];
    EXPECT_EQ(remarks_text(report),
              "sha256-chain.test.x2 (5.0 %), sha256-chain.test.x1 (1.1 %), sha256-chain.test.x3: "
              "something shared the core\n");
    report = noisy_report(5);
    for (std::size_t i = 0; i < 5; ++i)
        report.rows[i].quality.extent = extents[i];
    EXPECT_EQ(remarks_text(report),
              "5 of 6 rows, above all sha256-chain.test.x2 (5.0 %), sha256-chain.test.x4 (3.1 %), "
              "sha256-chain.test.x5 (2.0 %): something shared the core\n");
    EXPECT_TRUE(contains(results::write_json(report),
                         "\"noise_note\": \"something shared the core (5.0 %)\""));
    report = noisy_report(1);
    report.rows.pop_back();
    report.rows[0].quality.extent = 0.02;
    report.rows.push_back(report.rows[0]);
    report.rows[1].quality.extent = 0.03;
    EXPECT_EQ(remarks_text(report), "sha256-chain.test.x1 (3.0 %): something shared the core\n");
}

// 100 cycles and 700 for each block of 136 bytes; a fourth length off by 1 % moves them by less.
TEST(Report, RemarksSeparateTheCyclesOfAMessageFromThoseOfItsBlocks)
{
    results::Report report;
    const auto add = [&](std::size_t bytes, double cycles) {
        report.rows.push_back(
            message_row("sha3.avx2.x1", bytes, cycles / static_cast<double>(bytes)));
    };
    add(64, 800);
    add(136, 1500);
    EXPECT_EQ(remarks_text(report), "");
    add(135, 800);
    add(13'600, 100 + 101 * 700);
    EXPECT_EQ(remarks_text(report),
              "sha3-256: cycles of a message, and of each of its blocks: avx2.x1 100 + "
              "700.0\n");
    report.rows.back().figures.cycles_per_unit.median *= 1.01;
    EXPECT_EQ(remarks_text(report),
              "sha3-256: cycles of a message, and of each of its blocks: avx2.x1 93 + "
              "705.9\n");
}

TEST(Report, RowsOnAllCoresAreNamedAsSuch)
{
    results::Report report = noisy_report(1);
    report.rows.push_back(report.rows[0]);
    report.rows.back().location.scope = "all cores";
    EXPECT_EQ(remarks_text(report), "sha256-chain.test.x1, sha256-chain.test.x1 on all cores: "
                                    "something shared the core\n");
}

results::Row clocked_row(double low_ghz, double high_ghz, const std::string &core_kind = "",
                         const std::string &scope = "")
{
    results::Row row = chain_row("sha256-chain.test.x1", Workload::sha256_chain, 1, 70);
    row.figures.clock_low_hz = low_ghz * 1e9;
    row.figures.clock_high_hz = high_ghz * 1e9;
    row.location.core_kind = core_kind;
    row.location.scope = scope;
    return row;
}

TEST(Report, AMovingClockIsAFactOfTheMachine)
{
    results::Report report;
    report.rows = {clocked_row(3.6, 3.7), clocked_row(3.56, 3.65), clocked_row(3.7, 3.754)};
    EXPECT_EQ(remarks_text(report), "clock 3.56-3.75 GHz\n");
    report.rows.push_back(clocked_row(3.2, 3.2, "", "all cores"));
    EXPECT_EQ(remarks_text(report), "clock 3.56-3.75 GHz, on all cores 3.20 GHz\n");
    report.rows = {clocked_row(5.1, 5.3, "P-core"), clocked_row(4, 4, "E-core")};
    EXPECT_EQ(remarks_text(report), "clock on P-core 5.10-5.30 GHz, on E-core 4.00 GHz\n");
}

// Its column has it already; and ticks are not the core's clock.
TEST(Report, ASteadyOrUnknownClockIsNotRemarkedOn)
{
    results::Report report;
    report.rows = {clocked_row(3.601, 3.604), clocked_row(0, 0)};
    EXPECT_EQ(remarks_text(report), "");
    report.rows = {clocked_row(3.6, 3.7)};
    report.rows[0].figures.cycle_source = machine::CycleSource::tsc;
    EXPECT_EQ(remarks_text(report), "");
}

TEST(Report, RepetitionsOfARowAreNamedOnce)
{
    results::Report report = noisy_report(1);
    for (int i = 0; i < 4; ++i)
        report.rows.push_back(report.rows.front());
    EXPECT_EQ(remarks_text(report), "sha256-chain.test.x1: something shared the core\n");
}

TEST(Report, KernelsOfOtherProcessorsAreCounted)
{
    results::Report report;
    report.skipped = {{"sha256-chain.armv8.x1", "needs aarch64"},
                      {"sha256-chain.shani.x1", "needs SHA"},
                      {"sha256-chain.armv8.x2", "needs aarch64"}};
    EXPECT_EQ(remarks_text(report), "not run here: 2 kernels need aarch64\n"
                                    "sha256-chain.shani.x1: not run here: needs SHA\n");
    report.skipped.resize(1);
    EXPECT_EQ(remarks_text(report), "not run here: 1 kernel needs aarch64\n");
}

TEST(Report, AHighLoadIsTheReasonForNoise)
{
    results::Report report = noisy_report(4);
    std::size_t cpus = 0;
    for (const machine::Topology::Core &core : report.context.topology.cores)
        cpus += core.cpus.size();
    report.context.load_average = static_cast<double>(cpus);
    const std::string reason = "\nthe load average was " + std::to_string(cpus) + ".0 on " +
                               std::to_string(cpus) + " CPUs: other programs made rows noisy";
    EXPECT_TRUE(contains(remarks_text(report), reason));
    report.context.load_average = static_cast<double>(cpus) - 0.5;
    EXPECT_FALSE(contains(remarks_text(report), "load"));
    report.context.load_average = 99;
    for (results::Row &row : report.rows)
        row.quality = {results::Noise::slowed, false, "the clock fell", 1};
    EXPECT_FALSE(contains(remarks_text(report), "load"));
}

} // namespace
} // namespace hashlane::test
