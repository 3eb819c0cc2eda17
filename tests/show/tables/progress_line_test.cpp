// SPDX-License-Identifier: MIT
//
// What a terminal shows while a command measures.
#include "show/tables/run_table.h"

#include "show/svg/text.h"
#include "support/sample_report.h"

#include <gtest/gtest.h>

namespace hashlane::test {
namespace {

const show::Progress half{0.5, 21.4, "5 of 47 settled", "sha256-chain.shani.x4",
                          "sha256-chain.shani.x3 75.91 cycles"};

TEST(ProgressLine, HasABarTheTimeLeftAndTheNames)
{
    EXPECT_EQ(show::progress_line(half, 80),
              "▕██████      ▏21 s left, 5 of 47 settled: shani.x3 75.91 cycles; now shani.x4");
    EXPECT_EQ(show::progress_line(half, 160),
              "▕███████████████               ▏21 s left, 5 of 47 settled: "
              "sha256-chain.shani.x3 75.91 cycles; now sha256-chain.shani.x4");
    EXPECT_EQ(show::progress_line(half, 70),
              "▕██████      ▏21 s left, 5 of 47 settled: sha256-chain.shani.x4");
}

TEST(ProgressLine, IsNeverWiderThanTheTerminal)
{
    for (const unsigned width : {20U, 40U, 60U, 100U, 119U, 120U, 200U})
        EXPECT_LE(show::columns_of(show::progress_line(half, width)), width);
    show::Progress hostile = half;
    hostile.name = "x\033[2Jy\n";
    EXPECT_EQ(show::progress_line(hostile, 200).find_first_of("\033\n"), std::string::npos);
}

TEST(ProgressLine, SaysNoTimeThatItDoesNotKnow)
{
    show::Progress first{0, {}, "1 of 3", "keccak-chain.ref.x1", ""};
    EXPECT_EQ(show::progress_line(first, 80), "▕            ▏1 of 3: keccak-chain.ref.x1");
    first.share = 1.5;
    first.seconds_left = 301;
    EXPECT_EQ(show::progress_line(first, 80),
              "▕████████████▏5 min left, 1 of 3: keccak-chain.ref.x1");
}

TEST(FirstFigure, IsCyclesOrElseTheRate)
{
    results::Row row = chain_row("sha256-chain.shani.x1", Workload::sha256_chain, 1, 134);
    EXPECT_EQ(show::first_figure(row), "sha256-chain.shani.x1 134.00 cycles");
    EXPECT_EQ(show::first_figure(message_row("sha3.ref.x1", 64, 9.5)),
              "sha3.ref.x1/sha3-256/64 9.50 cycles/byte");
    row.figures.cycle_source = machine::CycleSource::none;
    EXPECT_EQ(show::first_figure(row), "sha256-chain.shani.x1 29.85 MH/s");
}

} // namespace
} // namespace hashlane::test
