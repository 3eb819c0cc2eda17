// SPDX-License-Identifier: MIT
//
// The tables for people: their width, and their look while they grow.
#include "show/tables/grid.h"
#include "show/tables/remarks.h"
#include "show/tables/report.h"
#include "show/tables/run_table.h"
#include "support/golden.h"
#include "support/sample_report.h"
#include "support/text.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

namespace hashlane::test {
namespace {

// A byte that continues a character of UTF-8 takes no column.
std::size_t columns_of(const std::string &line)
{
    return static_cast<std::size_t>(
        std::ranges::count_if(line, [](char c) { return (c & 0xC0) != 0x80; }));
}

std::string first_line(const std::string &text) { return text.substr(0, text.find('\n') + 1); }

std::string headings(const std::string &table)
{
    return first_line(table.substr(table.find('\n') + 1));
}

void expect_narrow(const std::string &text)
{
    ASSERT_FALSE(text.empty());
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);)
        EXPECT_LE(columns_of(line), 80U) << line;
}

// Without the rank, which moves with each published result.
TEST(Report, Table)
{
    const results::Report report = sample_report();
    expect_golden("table_80.txt", show::write_rows(report.rows, {}) +
                                      show::write_summary(report, {}) + "\n" +
                                      show::draw(show::make_remarks(report), {}));
}

TEST(Report, TableFitsEightyColumns) { expect_narrow(show::write_table(sample_report(), {})); }

// Columns whose content the rest of the table implies make room for others.
TEST(Report, TableOfThreadsFitsEightyColumns)
{
    results::Report report = sample_report();
    for (results::Row &row : report.rows) {
        row.location.threads = 2;
        row.figures.thread_units_per_second = {row.figures.units_per_second * 0.49,
                                               row.figures.units_per_second * 0.51};
    }
    const std::string text = show::write_table(report, {});
    EXPECT_TRUE(contains(text, "core cycles per hash, 2 threads\n"));
    EXPECT_TRUE(contains(text, "each thread"));
    EXPECT_FALSE(contains(headings(text), "lanes")) << text;
    expect_narrow(text);

    // No sample was kept: no thread has a rate.
    for (results::Row &row : report.rows)
        row.figures.thread_units_per_second = {0, 0};
    EXPECT_FALSE(contains(show::write_table(report, {.width = 160}), "0.00-0.00"));
}

TEST(Report, BarsWhereThereIsRoom)
{
    show::Style style;
    style.bars = true;
    style.width = 160;
    const std::string wide = show::write_table(sample_report(), style);
    EXPECT_TRUE(contains(wide, "of the bound"));
    EXPECT_TRUE(contains(wide, "██████████▊")) << "63 of 70 cycles\n";
    EXPECT_TRUE(contains(wide, "  throughput"));
    EXPECT_EQ(
        show::write_as(show::Format::markdown, show::report_exporters, sample_report(), style),
        show::write_table(sample_report(), {.markdown = true}));
    style.width = 80;
    EXPECT_EQ(show::write_table(sample_report(), style), show::write_table(sample_report(), {}));
}

// Nor on a mark of doubt, nor on how slow a kernel is.
TEST(Report, ColumnsDoNotDependOnWhatWasMeasured)
{
    results::Report quiet = sample_report();
    for (results::Row &row : quiet.rows) {
        row.quality.noise = results::Noise::clean;
        row.quality.trustworthy = true;
        row.figures.cycle_note.clear();
    }
    results::Report loud = quiet;
    for (results::Row &row : loud.rows) {
        row.quality.noise = results::Noise::shared;
        row.quality.trustworthy = false;
        row.figures.cycle_note = "no hardware counter";
        row.figures.cycles_per_unit.median *= 10;
        row.figures.units_per_second /= 10;
    }
    for (const unsigned width : {60U, 80U, 90U, 100U, 160U}) {
        const show::Style style{.width = width, .color = false, .sha256_unit = {}};
        EXPECT_EQ(headings(show::write_table(quiet, style)),
                  headings(show::write_table(loud, style)));
    }
}

results::Report of_workload(Workload workload)
{
    results::Report report = sample_report();
    std::erase_if(report.rows,
                  [&](const results::Row &row) { return row.identity.workload != workload; });
    report.skipped.clear();
    report.mismatches.clear();
    return report;
}

// Line by line, and without its mark, it is the table that is drawn at the end.
TEST(Report, AGrowingTableIsTheWholeOne)
{
    std::size_t tables = 0;
    for (const Workload workload : all_workloads)
        for (const unsigned width : {80U, 160U}) {
            results::Report report = of_workload(workload);
            if (report.rows.empty()) // it is not in the sample
                continue;
            show::TableShape shape;
            shape.workload = workload;
            for (results::Row &row : report.rows) {
                shape.add(row.identity.name, "", 1);
                // One machine has it, or not.
                row.figures.energy = report.rows.front().figures.energy;
                shape.interval |= row.figures.interval.has_value();
            }
            shape.bound = workload == Workload::sha256_chain;
            const show::Style style{.width = width, .color = false, .sha256_unit = {}};
            show::GrowingTables table({shape}, style, 1000);
            std::string grown;
            for (const results::Row &row : report.rows)
                grown += table.show(row);
            std::string whole = show::write_table(report, style).substr(0, grown.size());
            whole.replace(whole.find("\n* ") + 1, 1, " ");
            EXPECT_EQ(grown, whole);
            ++tables;
        }
    ASSERT_EQ(tables, 6U);
}

// Half the interval, in percent of the figure.
TEST(Report, AFigureHasItsDoubtBesideIt)
{
    results::Report report = of_workload(Workload::sha256_chain);
    results::Row &row = report.rows[0];
    row.figures.cycles_per_unit.median = 100;
    for (const auto &[low, high, text] :
         {std::tuple(99.9, 100.02, " 100.00 0.06 "), std::tuple(99.999, 100.0, " 100.00 0.00 "),
          std::tuple(75.0, 100.0, " 100.00 12.5 "), std::tuple(100.0, 350.0, " 100.00  125 ")}) {
        row.figures.interval = statistics::Interval95{low, high};
        EXPECT_TRUE(contains(show::write_table(report, {}), text));
    }
    for (results::Row &any : report.rows)
        any.figures.interval.reset();
    EXPECT_FALSE(contains(show::write_table(report, {}), "±"));
    EXPECT_FALSE(contains(show::write_table(report, {.markdown = true}), "±"));
}

TEST(Report, TheDoubtIsTheLastColumnToBeLeftOut)
{
    const results::Report report = of_workload(Workload::sha256_chain);
    const auto has = [&](unsigned width, const char *column) {
        const show::Style style{.width = width, .color = false, .sha256_unit = {}};
        return headings(show::write_table(report, style)).find(column) != std::string::npos;
    };
    unsigned width = 80;
    while (has(width, "verified"))
        --width;
    EXPECT_TRUE(has(width, "±%"));
    while (has(width, "±%"))
        --width;
    EXPECT_TRUE(has(width, "noise"));
    EXPECT_TRUE(contains(show::write_table(report, {.markdown = true}), "| ±% |"));
}

std::string mark_of(results::Noise noise, bool trustworthy)
{
    results::Report report = of_workload(Workload::keccak_chain);
    results::Row &row = report.rows[0];
    row.quality.noise = noise;
    row.quality.trustworthy = trustworthy;
    std::istringstream words(show::write_rows(report.rows, {}));
    std::string mark;
    for (std::string word; words >> word && word != "yes";)
        mark = word;
    return mark;
}

// Tables have the words of files, and a mark of distrust.
TEST(Report, ANoiseHasItsWordAndAMarkIfItIsNotTrusted)
{
    for (int i = 0; i <= static_cast<int>(results::Noise::unknown); ++i) {
        const auto noise = static_cast<results::Noise>(i);
        const std::string word(results::noise_name(noise));
        EXPECT_EQ(mark_of(noise, true), word);
        EXPECT_EQ(mark_of(noise, false), word + "!");
    }
}

TEST(Report, OneSourceOfCyclesStandsBelowTheTable)
{
    results::Report report = of_workload(Workload::sha256_chain);
    EXPECT_FALSE(contains(headings(show::write_table(report, {})), "source"));
    EXPECT_TRUE(
        contains(show::write_table(report, {}), "\ncycles are counted by the hardware counter\n"));
    for (results::Row &row : report.rows) {
        row.figures.cycle_source = machine::CycleSource::chain;
        row.figures.cycle_note = "no hardware counter: none here";
    }
    const std::string chain = show::write_table(report, {});
    EXPECT_TRUE(contains(
        chain, "\ncycles are derived from the latency chain; no hardware counter: none here\n"));
    EXPECT_FALSE(contains(chain, "chain!"));
}

TEST(Report, SeveralSourcesOfCyclesHaveAColumn)
{
    results::Report report = of_workload(Workload::sha256_chain);
    report.rows[1].figures.cycle_source = machine::CycleSource::chain;
    report.rows[1].figures.cycle_note = "no hardware counter: it does not count";
    const std::string text =
        show::write_table(report, {.width = 120, .color = false, .sha256_unit = {}});
    EXPECT_TRUE(contains(headings(text), "source")) << text;
    EXPECT_TRUE(contains(text, " chain "));
    EXPECT_TRUE(
        contains(text, "shani.x1: cycles are derived from the latency chain; no hardware counter"));
}

TEST(Report, RowsOfAScopeAreInNoTable)
{
    results::Report report = of_workload(Workload::sha256_chain);
    const std::string table = show::write_rows(report.rows, {});
    const std::string csv = show::write_csv(report);
    report.rows.push_back(report.rows.front());
    report.rows.back().location.scope = "all cores";
    report.rows.back().location.threads = 2;
    EXPECT_EQ(show::write_rows(report.rows, {}), table);
    EXPECT_EQ(show::write_csv(report), csv);
    EXPECT_TRUE(contains(results::write_json(report), "\"scope\": \"all cores\""));
}

TEST(Report, ARowOfWhichNoSampleWasKeptHasNoFigures)
{
    results::Report report = of_workload(Workload::sha256_chain);
    results::Row &row = report.rows[0];
    row.figures.cycles_per_unit = {};
    row.figures.interval.reset();
    row.figures.units_per_second = row.figures.clock_hz = 0;
    row.figures.energy.reset();
    const std::string table = show::write_table(report, {});
    EXPECT_FALSE(contains(table, "inf"));
    EXPECT_FALSE(contains(table, " 0.00"));
}

TEST(Report, WideTableInColourWithThreads)
{
    results::Report report = sample_report();
    report.rows[0].location.threads = 2;
    report.rows[0].figures.thread_units_per_second = {28e6, 29.14e6};
    show::Style style;
    style.width = 160;
    style.color = true;
    style.sha256_unit = show::Sha256Unit::cycles_per_byte;
    const std::string text = show::write_table(report, style);
    for (const char *part : {"\x1b[1msha256-chain: d = SHA256(d), core cycles per hash",
                             "each thread", "28.00-29.14", "\x1b[1mbest trusted rows"})
        EXPECT_TRUE(contains(text, part));
}

TEST(Report, KindsOfCoreHaveAColumnWhereThereAreSome)
{
    results::Report report = sample_report();
    for (results::Row &row : report.rows)
        row.location.core_kind = "P-core";
    report.rows[2].location.core_kind = "E-core";
    const std::string text = show::write_table(report, {});
    EXPECT_TRUE(contains(headings(text), "kernel   core ")) << text;
    EXPECT_TRUE(contains(text, "  ref.x1   E-core "));
    EXPECT_TRUE(contains(text, "shani.x1 on P-core "));
    EXPECT_TRUE(contains(show::write_csv(report), "shani.x4,sha256-chain,4,1,1,P-core,"));
    EXPECT_TRUE(contains(results::write_json(report), "\"core_kind\": \"E-core\""));
    EXPECT_FALSE(contains(results::write_json(sample_report()), "core_kind"));
}

TEST(Report, WithoutAClockThereAreFewerColumns)
{
    results::Report report = sample_report();
    for (results::Row &row : report.rows) {
        row.figures.cycle_source = machine::CycleSource::none;
        row.figures.cycles_per_unit = {};
        row.figures.clock_hz = 0;
        row.figures.bound_cycles_per_unit.reset();
        for (results::RawSamples &thread : row.sampling.threads)
            thread.cycles_per_unit.clear();
    }
    const std::string table = show::write_table(report, {});
    for (const char *column : {"cycles", "GHz", "cpb", "bound"})
        EXPECT_FALSE(contains(table, column));
    EXPECT_TRUE(contains(table, "MH/s"));
    const std::string json = results::write_json(report);
    EXPECT_FALSE(contains(json, "cycles_per_hash"));
    EXPECT_TRUE(contains(json, "\"cpu\": "));
    EXPECT_FALSE(contains(show::write_csv(report), ",0.0000"));
    show::Style cpb;
    cpb.sha256_unit = show::Sha256Unit::cycles_per_byte;
    EXPECT_TRUE(contains(show::write_table(report, cpb), "MH/s"));
}

TEST(Report, EmptyReport) { EXPECT_EQ(show::write_table({}, {}), ""); }

} // namespace
} // namespace hashlane::test
