// SPDX-License-Identifier: MIT
#include "report/sweep_report.h"

#include "core/registry.h"
#include "support/golden.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace hashlane::test {
namespace {

Job kernel(std::string_view id)
{
    return chain_job(*std::ranges::find(all_kernels(), id, &Kernel::id));
}

void measure(SweepCell &cell, double rate)
{
    cell.row.emplace();
    cell.row->figures.units_per_second = rate;
    cell.row->figures.clock_hz = 4e9;
}

// Two cores with two threads each: a core alone, and both.
SweepReport sample_sweep()
{
    const std::vector<Job> kernels = {kernel("sha256-chain.ref.x1"),
                                      kernel("sha256-chain.shani.x2")};
    SweepReport sweep{Workload::sha256_chain,
                      {plan_sweep({"core 0", {{0, 2}}}, kernels, {1, 2}),
                       plan_sweep({"all cores", {{0, 2}, {1, 3}}}, kernels, {1, 2, 4, 8})}};
    const double one_core[] = {30e6, 45e6, 50e6, 52e6};
    for (std::size_t i = 0; i < std::size(one_core); ++i)
        measure(sweep.tables[0].cells[i], one_core[i]);
    const double all[] = {30e6, 60e6, 88e6, 80e6, 50e6, 99e6, 104e6};
    for (std::size_t i = 0; i < std::size(all); ++i)
        measure(sweep.tables[1].cells[i], all[i]);
    Row &shared = *sweep.tables[1].cells[3].row;
    shared.quality.noise = Noise::contended;
    shared.quality.note = "threads share a CPU";
    Row &noisy = *sweep.tables[1].cells[5].row;
    noisy.quality.noise = Noise::noisy;
    noisy.quality.trustworthy = false;
    noisy.quality.note = "samples spread without a clean mode";
    sweep.tables[1].cells[7].problem = "CPU 3 is offline";
    return sweep;
}

TEST(SweepReport, Table) { expect_golden("sweep.txt", write_sweep_table(sample_sweep(), {})); }

TEST(SweepReport, Markdown) { expect_golden("sweep.md", write_sweep_markdown(sample_sweep())); }

TEST(SweepReport, Csv) { expect_golden("sweep.csv", write_sweep_csv(sample_sweep())); }

TEST(SweepReport, WithoutAClockThereAreTimesAlone)
{
    SweepReport sweep = sample_sweep();
    for (SweepTable &table : sweep.tables)
        for (SweepCell &cell : table.cells)
            if (cell.row) {
                cell.row->figures.cycle_source = CycleSource::none;
                cell.row->figures.cycles_per_unit = {};
                cell.row->figures.clock_hz = 0;
            }
    const std::string text = write_sweep_table(sweep, {});
    for (const char *figure : {"cycles", "GHz", "inf", "nan"})
        EXPECT_EQ(text.find(figure), std::string::npos) << figure << "\n" << text;
    EXPECT_NE(text.find(": MH/s\n"), std::string::npos) << text;
    EXPECT_NE(text.find("uplift over"), std::string::npos) << text;
    const std::string csv = write_sweep_csv(sweep);
    EXPECT_NE(csv.find(",0,30000000.0,,,clean,\n"), std::string::npos) << csv;
}

} // namespace
} // namespace hashlane::test
