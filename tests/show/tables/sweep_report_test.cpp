// SPDX-License-Identifier: MIT
#include "show/tables/exporters.h"

#include "lib/core/registry.h"
#include "results/run.h"
#include "support/golden.h"
#include "support/text.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace hashlane::test {
namespace {

measure::Job job_of(std::string_view id)
{
    return measure::kernel_job(*std::ranges::find(all_kernels(), id, &Kernel::id));
}

void measure(measure::SweepCell &cell, double rate)
{
    cell.row.emplace();
    cell.row->figures.units_per_second = rate;
    cell.row->figures.clock_hz = 4e9;
}

// Two cores with two threads each: a core alone, and both.
std::vector<measure::SweepTable> sample_sweep()
{
    static const std::vector<measure::Job> kernels = {job_of("sha256-chain.ref.x1"),
                                                      job_of("sha256-chain.shani.x2")};
    std::vector<measure::SweepTable> tables = {
        measure::plan_sweep({"core 0", {{0, 2}}}, kernels, {1, 2}),
        measure::plan_sweep({"all cores", {{0, 2}, {1, 3}}}, kernels, {1, 2, 4, 8})};
    const double one_core[] = {30e6, 45e6, 50e6, 52e6};
    for (std::size_t i = 0; i < std::size(one_core); ++i)
        measure(tables[0].cells[i], one_core[i]);
    const double all[] = {30e6, 60e6, 88e6, 80e6, 50e6, 99e6, 104e6};
    for (std::size_t i = 0; i < std::size(all); ++i)
        measure(tables[1].cells[i], all[i]);
    results::Row &shared = *tables[1].cells[3].row;
    shared.quality.noise = results::Noise::shared;
    shared.quality.note = "threads share a CPU";
    results::Row &noisy = *tables[1].cells[5].row;
    noisy.quality.noise = results::Noise::noisy;
    noisy.quality.trustworthy = false;
    noisy.quality.note = "samples spread without a clean mode";
    tables[1].cells[7].problem = "CPU 3 is offline";
    return tables;
}

std::string written(show::Format format, const std::vector<measure::SweepTable> &tables,
                    const results::Report &report = {}, const show::Style &style = {})
{
    return show::write_as(format, show::sweep_exporters, {Workload::sha256_chain, tables, report},
                          style);
}

TEST(SweepReport, Table)
{
    expect_golden("sweep.txt", written(show::Format::table, sample_sweep()));
}

TEST(SweepReport, SaysWhatIsInNoCell)
{
    const std::vector<measure::SweepTable> tables = sample_sweep();
    const std::string cell = measure::describe(tables[1].cells[7]);
    results::Report report;
    report.skipped = {{"sha256-chain x5", "no kernel has this number of lanes"},
                      {cell, "CPU 3 is offline"}};
    const std::string text = written(show::Format::table, tables, report, {.width = 200});
    EXPECT_TRUE(contains(text, "sha256-chain x5: not run here: no kernel has this number of lanes"))
        << text;
    EXPECT_EQ(text.find("CPU 3 is offline"), text.rfind("CPU 3 is offline")) << text;
}

// The fewest threads have them, for which the bound is known; a row without one has a dash.
TEST(SweepReport, HasBarsOfTheBound)
{
    std::vector<measure::SweepTable> tables = sample_sweep();
    tables.resize(1);
    const show::Style with_bars{.width = 160, .bars = true};
    const auto text = [&] { return written(show::Format::table, tables, {}, with_bars); };
    const std::string plain = written(show::Format::table, tables);
    EXPECT_EQ(text(), plain);
    const auto set_bound = [&](std::size_t cell, double share) {
        results::Row::Figures &figures = tables[0].cells[cell].row->figures;
        figures.bound_cycles_per_unit = share * figures.clock_hz / figures.units_per_second;
    };
    set_bound(0, 0.5);
    const std::string heading = "  kernel    1 thread  2 threads  of the bound\n";
    EXPECT_TRUE(contains(text(), heading + "  ref.x1      133.33      88.89  ██████\n"
                                           "  shani.x2     80.00      76.92  -\n"));
    set_bound(2, 1);
    set_bound(1, 0.25); // of two threads
    EXPECT_TRUE(contains(text(), heading + "  ref.x1      133.33      88.89  ██████\n"
                                           "  shani.x2     80.00      76.92  ████████████\n"))
        << text();
    EXPECT_EQ(text().find("of the bound"), text().rfind("of the bound"));
    tables[0].cells[0].row.reset();
    EXPECT_TRUE(contains(text(), "  -\n"));
}

TEST(SweepReport, Markdown)
{
    const std::string text = written(show::Format::markdown, sample_sweep());
    EXPECT_TRUE(text.starts_with("**sha256-chain on core 0: MH/s per 0.1 GHz**\n\n"
                                 "| kernel | 1 thread | 2 threads |\n"
                                 "| :--- | ---: | ---: |\n"
                                 "| ref.x1 | 0.750 | 1.125 |\n"))
        << text;
}

TEST(SweepReport, Csv) { expect_golden("sweep.csv", written(show::Format::csv, sample_sweep())); }

// Its CPUs were taken away: its rate and its clock are 0.
TEST(SweepReport, ARowThatKeptNoSampleIsADash)
{
    std::vector<measure::SweepTable> tables = sample_sweep();
    tables[1].cells[0].row->figures = {}; // which the others of its table are compared with
    tables[1].cells[4].row->figures = {};
    const std::string text = written(show::Format::table, tables);
    for (const char *figure : {"inf", "nan", " 0.0"})
        EXPECT_FALSE(contains(text, figure)) << text;
    const std::string csv = written(show::Format::csv, tables);
    EXPECT_TRUE(contains(csv, ",1,1,0,,,,clean,\n")) << csv;
    for (const char *figure : {"inf", "nan", ",0.0,"})
        EXPECT_FALSE(contains(csv, figure)) << csv;
}

TEST(SweepReport, WithoutAClockThereAreTimesAlone)
{
    std::vector<measure::SweepTable> tables = sample_sweep();
    for (measure::SweepTable &table : tables)
        for (measure::SweepCell &cell : table.cells)
            if (cell.row) {
                cell.row->figures.cycle_source = machine::CycleSource::none;
                cell.row->figures.cycles_per_unit = {};
                cell.row->figures.clock_hz = 0;
            }
    const std::string text = written(show::Format::table, tables);
    for (const char *figure : {"cycles", "GHz", "inf", "nan"})
        EXPECT_FALSE(contains(text, figure));
    EXPECT_TRUE(contains(text, ": MH/s\n"));
    EXPECT_TRUE(contains(text, "uplift over"));
    const std::string csv = written(show::Format::csv, tables);
    EXPECT_TRUE(contains(csv, ",0,30000000.0,,,clean,\n"));
}

} // namespace
} // namespace hashlane::test
