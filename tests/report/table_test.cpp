// SPDX-License-Identifier: MIT
//
// The tables for people: what fits, and what they look like while they grow.
#include "report/live_table.h"
#include "report/report.h"
#include "support/golden.h"
#include "support/sample_report.h"

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

TEST(Report, Table) { expect_golden("table_80.txt", write_table(sample_report(), {})); }

TEST(Report, TableFitsEightyColumns)
{
    const std::string text = write_table(sample_report(), {});
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);)
        EXPECT_LE(columns_of(line), 80U) << line;
}

// Columns that the rest of the table tells make room for what it does not.
TEST(Report, TableOfThreadsFitsEightyColumns)
{
    Report report = sample_report();
    for (Row &row : report.rows) {
        row.location.threads = 2;
        row.figures.thread_units_per_second = {row.figures.units_per_second * 0.49,
                                               row.figures.units_per_second * 0.51};
    }
    const std::string text = write_table(report, {});
    EXPECT_NE(text.find("core cycles per hash, 2 threads\n"), std::string::npos) << text;
    EXPECT_NE(text.find("each thread"), std::string::npos) << text;
    EXPECT_EQ(text.find("lanes"), std::string::npos) << text;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);)
        EXPECT_LE(columns_of(line), 80U) << line;
}

TEST(Report, BarsWhereThereIsRoom)
{
    Style style;
    style.bars = true;
    style.width = 160;
    const std::string wide = write_table(sample_report(), style);
    EXPECT_NE(wide.find("of the bound"), std::string::npos) << wide;
    EXPECT_NE(wide.find("██████████▊"), std::string::npos) << "63 of 70 cycles\n" << wide;
    EXPECT_EQ(write_markdown(sample_report(), style), write_markdown(sample_report(), {}));
    style.width = 80;
    EXPECT_EQ(write_table(sample_report(), style), write_table(sample_report(), {}));
}

std::string first_line(const std::string &text) { return text.substr(0, text.find('\n') + 1); }

std::string headings(const std::string &table)
{
    return first_line(table.substr(table.find('\n') + 1));
}

// Nor on a mark of doubt, nor on how slow a kernel is.
TEST(Report, ColumnsDoNotDependOnWhatWasMeasured)
{
    Report quiet = sample_report();
    for (Row &row : quiet.rows) {
        row.quality.noise = Noise::clean;
        row.quality.trustworthy = true;
        row.figures.cycle_note.clear();
    }
    Report loud = quiet;
    for (Row &row : loud.rows) {
        row.quality.noise = Noise::virtualised;
        row.quality.trustworthy = false;
        row.figures.cycle_note = "no hardware counter";
        row.figures.cycles_per_unit.median *= 10;
        row.figures.units_per_second /= 10;
    }
    for (const unsigned width : {60U, 80U, 90U, 100U, 160U}) {
        const Style style{.width = width, .color = false, .sha256_unit = {}};
        EXPECT_EQ(headings(write_table(quiet, style)), headings(write_table(loud, style)));
    }
}

Report of_workload(Workload workload)
{
    Report report = sample_report();
    std::erase_if(report.rows, [&](const Row &row) { return row.identity.workload != workload; });
    report.skipped.clear();
    report.mismatches.clear();
    return report;
}

// Line by line, and without its mark, it is the table that is drawn at the end.
TEST(Report, AGrowingTableIsTheWholeOne)
{
    for (const Workload workload : all_workloads)
        for (const unsigned width : {80U, 160U}) {
            const Report report = of_workload(workload);
            if (report.rows.empty()) // it is not in the sample
                continue;
            TableShape shape;
            shape.workload = workload;
            for (const Row &row : report.rows) {
                shape.names.push_back(row.identity.name);
                shape.energy |= row.figures.energy.has_value();
                shape.interval |= row.figures.interval.has_value();
            }
            shape.bound = workload == Workload::sha256_chain;
            const Style style{.width = width, .color = false, .sha256_unit = {}};
            const LiveTable table(shape, style);
            std::string grown = table.header();
            for (const Row &row : report.rows)
                grown += table.row(row);
            std::string whole = write_table(report, style).substr(0, grown.size());
            whole.replace(whole.find("\n* ") + 1, 1, " ");
            EXPECT_EQ(grown, whole);
        }
}

// Half the interval, in percent of the figure.
TEST(Report, AFigureHasItsDoubtBesideIt)
{
    Report report = of_workload(Workload::sha256_chain);
    Row &row = report.rows[0];
    row.figures.cycles_per_unit.median = 100;
    for (const auto &[low, high, text] :
         {std::tuple(99.9, 100.02, " 100.00 0.06 "), std::tuple(99.999, 100.0, " 100.00 0.00 "),
          std::tuple(75.0, 100.0, " 100.00 12.5 "), std::tuple(100.0, 350.0, " 100.00  125 ")}) {
        row.figures.interval = Interval95{low, high};
        EXPECT_NE(write_table(report, {}).find(text), std::string::npos) << write_table(report, {});
    }
    for (Row &any : report.rows)
        any.figures.interval.reset();
    EXPECT_EQ(write_table(report, {}).find("±"), std::string::npos);
    EXPECT_EQ(write_markdown(report, {}).find("±"), std::string::npos);
}

// It is worth more than where the cycles come from.
TEST(Report, TheDoubtIsTheLastColumnToBeLeftOut)
{
    const Report report = of_workload(Workload::sha256_chain);
    const auto has = [&](unsigned width, const char *column) {
        const Style style{.width = width, .color = false, .sha256_unit = {}};
        return headings(write_table(report, style)).find(column) != std::string::npos;
    };
    unsigned width = 80;
    while (has(width, "source"))
        --width;
    EXPECT_TRUE(has(width, "±%"));
    while (has(width, "±%"))
        --width;
    EXPECT_TRUE(has(width, "noise"));
    EXPECT_NE(write_markdown(report, {}).find("| ±% |"), std::string::npos);
}

std::string mark_of(Noise noise, bool trustworthy, CycleSource source = CycleSource::perf)
{
    Report report = of_workload(Workload::keccak_chain);
    Row &row = report.rows[0];
    row.quality.noise = noise;
    row.quality.trustworthy = trustworthy;
    row.figures.cycle_note.clear();
    row.figures.cycle_source = source;
    const std::string text = write_rows(report.rows, {});
    const std::string before = " " + std::string(cycle_source_name(source)) + " ";
    std::istringstream words(text.substr(text.find(before) + before.size()));
    std::string mark;
    words >> mark;
    return mark;
}

TEST(Report, AMarkSaysWhatCouldHaveMovedTheFigure)
{
    EXPECT_EQ(mark_of(Noise::clean, true), "clean");
    EXPECT_EQ(mark_of(Noise::drift, true), "clean");
    EXPECT_EQ(mark_of(Noise::preempted, true), "clean");
    EXPECT_EQ(mark_of(Noise::preempted, false), "busy!");
    EXPECT_EQ(mark_of(Noise::layout, true), "layout");
    EXPECT_EQ(mark_of(Noise::contended, true), "shared");
    EXPECT_EQ(mark_of(Noise::throttled, false), "slowed!");
}

// As of a device: its figure is a rate.
TEST(Report, AMovingClockMovesTheFigureOfARowWithoutCycles)
{
    EXPECT_EQ(mark_of(Noise::drift, true, CycleSource::none), "drift");
}

TEST(Report, RowsOfAScopeAreInNoTable)
{
    Report report = of_workload(Workload::sha256_chain);
    const std::string table = write_rows(report.rows, {});
    const std::string csv = write_csv(report);
    report.rows.push_back(report.rows.front());
    report.rows.back().location.scope = "all cores";
    report.rows.back().location.threads = 2;
    EXPECT_EQ(write_rows(report.rows, {}), table);
    EXPECT_EQ(write_csv(report), csv);
    EXPECT_NE(write_json(report).find("\"scope\": \"all cores\""), std::string::npos);
}

TEST(Report, ARowOfWhichNoSampleWasKeptHasNoFigures)
{
    Report report = of_workload(Workload::sha256_chain);
    Row &row = report.rows[0];
    row.figures.cycles_per_unit = {};
    row.figures.interval.reset();
    row.figures.units_per_second = row.figures.clock_hz = 0;
    row.figures.energy.reset();
    const std::string table = write_table(report, {});
    EXPECT_EQ(table.find("inf"), std::string::npos) << table;
    EXPECT_EQ(table.find(" 0.00"), std::string::npos) << table;
}

TEST(Report, WideTableInColourWithThreads)
{
    Report report = sample_report();
    report.rows[0].location.threads = 2;
    report.rows[0].figures.thread_units_per_second = {28e6, 29.14e6};
    Style style;
    style.width = 160;
    style.color = true;
    style.sha256_unit = Sha256Unit::cycles_per_byte;
    expect_golden("table_160_color.txt", write_table(report, style));
}

TEST(Report, KindsOfCoreHaveAColumnWhereThereAreSome)
{
    Report report = sample_report();
    for (Row &row : report.rows)
        row.location.core_kind = "P-core";
    report.rows[2].location.core_kind = "E-core";
    expect_golden("table_kinds.txt", write_table(report, {}));
    EXPECT_NE(write_csv(report).find("shani.x4,sha256-chain,4,1,1,P-core,"), std::string::npos);
    EXPECT_NE(write_json(report).find("\"core_kind\": \"E-core\""), std::string::npos);
    EXPECT_EQ(write_json(sample_report()).find("core_kind"), std::string::npos);
}

TEST(Report, WithoutAClockThereAreFewerColumns)
{
    Report report = sample_report();
    for (Row &row : report.rows) {
        row.figures.cycle_source = CycleSource::none;
        row.figures.cycles_per_unit = {};
        row.figures.clock_hz = 0;
        row.figures.bound_cycles_per_unit.reset();
        for (RawSamples &thread : row.sampling.threads)
            thread.cycles_per_unit.clear();
    }
    const std::string table = write_table(report, {});
    for (const char *column : {"cycles", "GHz", "cpb", "bound"})
        EXPECT_EQ(table.find(column), std::string::npos) << column << "\n" << table;
    EXPECT_NE(table.find("MH/s"), std::string::npos) << table;
    const std::string json = write_json(report);
    EXPECT_EQ(json.find("cycles_per_hash"), std::string::npos);
    EXPECT_NE(json.find("\"cpu\": "), std::string::npos);
    EXPECT_EQ(write_csv(report).find(",0.0000"), std::string::npos) << write_csv(report);
    Style cpb;
    cpb.sha256_unit = Sha256Unit::cycles_per_byte;
    EXPECT_NE(write_table(report, cpb).find("MH/s"), std::string::npos);
}

TEST(Report, EmptyReport) { EXPECT_EQ(write_table({}, {}), ""); }

} // namespace
} // namespace hashlane::test
