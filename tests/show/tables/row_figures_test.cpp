// SPDX-License-Identifier: MIT
//
// The units and texts of a row's values.
#include "show/tables/row_figures.h"

#include "show/tables/report.h"
#include "support/sample_report.h"
#include "support/text.h"

#include <gtest/gtest.h>

namespace hashlane::test {
namespace {

TEST(RowFigures, HaveTheUnitOfTheirWorkload)
{
    const auto texts_of = [](const results::Row &row) {
        return show::rate_text(row) + ", " + show::cycles_text(row);
    };
    const results::Row hash = chain_row("sha256-chain.shani.x1", Workload::sha256_chain, 1, 134);
    EXPECT_EQ(texts_of(hash), "29.85 MH/s, 134.00 core cycles per hash");
    const results::Row state = chain_row("keccak-chain.avx2.x4", Workload::keccak_chain, 4, 350);
    EXPECT_EQ(texts_of(state), "11.429 Mperm/s, 350.00 core cycles per permutation");
    results::Row message = message_row("sha3.portable.x1", 64, 17.5);
    EXPECT_EQ(texts_of(message), "228.6 MB/s, 17.50 core cycles per byte");
    EXPECT_EQ(show::shown_units(message), 64);
    EXPECT_EQ(show::shown_cycles(message), 17.5);
    EXPECT_DOUBLE_EQ(show::throughput(message), message.figures.units_per_second * 64);
    // A file may lack the length of its messages.
    message.identity.message.reset();
    EXPECT_EQ(texts_of(message), "3.571 M/s, 1120.00 core cycles per hash");
    EXPECT_EQ(show::shown_units(message), 1);
    EXPECT_EQ(show::throughput(message), message.figures.units_per_second);
}

TEST(RowFigures, NameARow)
{
    results::Row row = chain_row("sha256-chain.shani.x4", Workload::sha256_chain, 4, 70);
    EXPECT_TRUE(show::is_in_table(row));
    EXPECT_EQ(show::label_of(row), "sha256-chain.shani.x4");
    EXPECT_EQ(show::noise_text(row), "clean");
    row.location.scope = "all cores";
    row.quality.trustworthy = false;
    EXPECT_FALSE(show::is_in_table(row));
    EXPECT_EQ(show::label_of(row), "sha256-chain.shani.x4 on all cores");
    EXPECT_EQ(show::noise_text(row), "clean!");
    EXPECT_EQ(show::message_in("sha3.ref.x1/sha3-256/64"), "sha3-256/64");
    EXPECT_EQ(show::message_in("sha3.ref.x1"), "");
    EXPECT_EQ(show::kernel_label(message_row("sha3.ref.x1", 64, 17)), "ref.x1");
}

TEST(RowFigures, ShareOfTheBound)
{
    results::Row row = chain_row("sha256-chain.shani.x4", Workload::sha256_chain, 4, 80);
    EXPECT_EQ(show::bound_text(row), "-");
    EXPECT_FALSE(show::share_of_bound(row));
    row.figures.bound_cycles_per_unit = 60;
    EXPECT_EQ(show::share_of_bound(row), 0.75);
    EXPECT_EQ(show::bound_text(row), "75");
    // Without counted cycles it is a share of the clock's.
    row.figures.cycles_per_unit.median = 0;
    row.figures.units_per_second = row.figures.clock_hz / 120;
    EXPECT_EQ(show::share_of_bound(row), 0.5);
    row.figures.clock_hz = 0;
    EXPECT_FALSE(show::share_of_bound(row));
}

TEST(RowFigures, HalfOfTheInterval)
{
    results::Row row = chain_row("sha256-chain.shani.x4", Workload::sha256_chain, 4, 80);
    EXPECT_FALSE(show::relative_half_width(row));
    row.figures.interval = statistics::Interval95{79, 83};
    EXPECT_EQ(show::relative_half_width(row), 0.025);
    row.figures.cycles_per_unit.median = 0.5;
    EXPECT_EQ(show::relative_half_width(row), 4);
    row.figures.cycles_per_unit.median = 0;
    EXPECT_FALSE(show::relative_half_width(row));
    row.figures.cycles_per_unit.median = 80;
    row.figures.cycle_source = machine::CycleSource::none;
    EXPECT_FALSE(show::relative_half_width(row));
}

// The rate of chains in the units of other benchmarks: a hash counts its block.
TEST(RowFigures, ChainsInOtherUnits)
{
    results::Report report;
    report.rows = {chain_row("sha256-chain.shani.x4", Workload::sha256_chain, 4, 80)};
    const auto table_in = [&](show::Sha256Unit unit) {
        return show::write_table(report, {.width = 160, .sha256_unit = unit});
    };
    EXPECT_TRUE(contains(table_in(show::Sha256Unit::mega_hashes), "  MH/s  "));
    EXPECT_TRUE(contains(table_in(show::Sha256Unit::mega_hashes), "  50.00  "));
    EXPECT_TRUE(contains(table_in(show::Sha256Unit::mega_bytes), "     MB/s  "));
    EXPECT_TRUE(contains(table_in(show::Sha256Unit::mega_bytes), "  3200.00  "));
    EXPECT_TRUE(contains(table_in(show::Sha256Unit::mebi_bytes), "    MiB/s  "));
    EXPECT_TRUE(contains(table_in(show::Sha256Unit::mebi_bytes), "  3051.76  "));
    EXPECT_TRUE(contains(table_in(show::Sha256Unit::cycles_per_byte), "   cpb  "));
    EXPECT_TRUE(contains(table_in(show::Sha256Unit::cycles_per_byte), "   1.250  "))
        << table_in(show::Sha256Unit::cycles_per_byte);
    report.rows[0].figures.cycle_source = machine::CycleSource::none;
    EXPECT_TRUE(contains(table_in(show::Sha256Unit::cycles_per_byte), " MH/s "));
    report.rows[0].figures.units_per_second = 0;
    EXPECT_TRUE(contains(table_in(show::Sha256Unit::mega_bytes), "     MB/s  "));
    EXPECT_TRUE(contains(table_in(show::Sha256Unit::mega_bytes), "        -  "));
}

} // namespace
} // namespace hashlane::test
