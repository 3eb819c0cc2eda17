// SPDX-License-Identifier: MIT
#include "../../machine/system/cpus.h"
#include "../../machine/system/text.h"

#include "../../results/run.h"
#include "../svg/plots.h"
#include "exporters.h"
#include "grid.h"
#include "remarks.h"
#include "row_figures.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <iterator>
#include <set>

namespace hashlane::show {
namespace {

constexpr double tenth_ghz = 1e8;

using SweepFigure = std::function<std::optional<double>(const measure::SweepCell &)>;

struct Aspect {
    std::string title;
    const char *format;
    SweepFigure figure;
    bool of_bound = false; ///< with a bar for the share of the bound
};

// False for a row that kept no sample, whose rate and clock are 0.
bool has_rate(const measure::SweepCell &cell)
{
    return cell.row && cell.row->figures.units_per_second > 0;
}

double per_tenth_ghz(const measure::SweepCell &cell)
{
    return cell.row->figures.units_per_second / 1e6 / (cell.row->figures.clock_hz / tenth_ghz);
}

// Finds the cell of the same table with this kernel and these threads, if it has a rate.
const measure::SweepCell *find_cell(const measure::SweepTable &table, const measure::Job &job,
                                    unsigned threads)
{
    for (const measure::SweepCell &cell : table.cells)
        if (cell.wanted.job->kernel_id == job.kernel_id && cell.wanted.threads() == threads &&
            has_rate(cell))
            return &cell;
    return nullptr;
}

// Returns `figure` over its value with the fewest lanes and the same threads, minus 1, in percent.
SweepFigure change_from_fewest_lanes(const measure::SweepTable &table,
                                     double (*figure)(const measure::SweepCell &))
{
    return [&table, figure](const measure::SweepCell &cell) -> std::optional<double> {
        const measure::SweepCell *base =
            find_cell(table, *table.cells.front().wanted.job, cell.wanted.threads());
        if (base == nullptr || base == &cell)
            return std::nullopt;
        return (figure(cell) / figure(*base) - 1) * 100;
    };
}

// Compares with as many single threads as cores are used, each alone on its core.
SweepFigure scaling(const measure::SweepTable &table)
{
    return [&table](const measure::SweepCell &cell) -> std::optional<double> {
        const measure::SweepCell *one = find_cell(table, *cell.wanted.job, 1);
        if (one == nullptr)
            return std::nullopt;
        return cell.row->figures.units_per_second /
               (one->row->figures.units_per_second * cell.wanted.cores) * 100;
    };
}

std::vector<Aspect> aspects_of(const measure::SweepTable &table, Workload workload)
{
    const std::string rate(facts_of(workload).rate), unit(facts_of(workload).cost_of);
    const std::string fewest = fmt::format(
        "x{}, percent", table.cells.empty() ? 1 : table.cells.front().wanted.job->lanes);
    std::vector<Aspect> all;
    const auto add = [&](const std::string &title, const char *format,
                         double (*figure)(const measure::SweepCell &), const std::string &change) {
        all.push_back({title, format, figure, figure == measure::cycles_per_unit_of_core});
        all.push_back({change + fewest, "{:+.1f}", change_from_fewest_lanes(table, figure)});
    };
    // Without a clock there are no cycles either.
    if (std::ranges::any_of(table.cells, [](const measure::SweepCell &cell) {
            return cell.row && cell.row->figures.cycle_source == machine::CycleSource::none;
        })) {
        add(
            rate, "{:.3f}",
            [](const measure::SweepCell &cell) { return cell.row->figures.units_per_second / 1e6; },
            "uplift over ");
    } else {
        add(rate + " per 0.1 GHz", "{:.3f}", per_tenth_ghz, "uplift over ");
        add("core cycles per " + unit, "{:.2f}", measure::cycles_per_unit_of_core,
            "change of the cycles from ");
    }
    if (std::ranges::any_of(table.cells,
                            [](const measure::SweepCell &cell) { return cell.wanted.cores > 1; }))
        all.push_back(
            {"percent of one thread's rate times the cores used", "{:.1f}", scaling(table)});
    return all;
}

std::string cell_text(const measure::SweepCell &cell, const Aspect &aspect)
{
    if (!has_rate(cell))
        return "-";
    const std::optional<double> figure = aspect.figure(cell);
    if (!figure)
        return "base";
    return fmt::format(fmt::runtime(aspect.format), *figure) +
           (cell.row->quality.trustworthy ? "" : "!");
}

Grid sweep_grid(const measure::SweepTable &table, Workload workload, const Aspect &aspect)
{
    Grid grid{fmt::format("{} on {}: {}", workload_name(workload), table.scope, aspect.title),
              {{"kernel", true}}};
    for (const measure::SweepCell &cell : table.cells) {
        if (cell.wanted.job->kernel_id == table.cells.front().wanted.job->kernel_id)
            grid.headers.push_back({machine::counted(cell.wanted.threads(), "thread"), false});
        const std::string name = cell.wanted.job->short_id();
        if (grid.rows.empty() || grid.rows.back().front() != name)
            grid.rows.push_back({name});
        grid.rows.back().push_back(cell_text(cell, aspect));
    }
    return grid;
}

// Adds the bars of the fewest threads, for which the bound is known.
void add_bars(Grid &grid, const measure::SweepTable &table)
{
    constexpr std::size_t bar_width = 12;
    std::vector<std::string> bars;
    bool any = false;
    for (const measure::SweepCell &cell : table.cells) {
        const auto share = cell.row ? share_of_bound(*cell.row) : std::nullopt;
        if (cell.wanted.threads() == table.cells.front().wanted.threads())
            bars.push_back(share ? text_bar(*share, bar_width) : "-");
        any = any || share.has_value();
    }
    if (!any || bars.size() != grid.rows.size())
        return;
    grid.headers.push_back({"of the bound", true, 1, bar_width});
    for (std::size_t i = 0; i < bars.size(); ++i)
        grid.rows[i].push_back(bars[i]);
}

std::vector<Grid> sweep_grids(const SweepReport &sweep, bool bars)
{
    std::vector<Grid> grids;
    for (const measure::SweepTable &table : sweep.tables)
        for (const Aspect &aspect : aspects_of(table, sweep.workload)) {
            grids.push_back(sweep_grid(table, sweep.workload, aspect));
            if (bars && aspect.of_bound)
                add_bars(grids.back(), table);
        }
    return grids;
}

std::vector<std::string> sweep_remarks(const SweepReport &sweep)
{
    GroupedRemarks grouped;
    std::set<std::string> cells;
    for (const measure::SweepTable &table : sweep.tables)
        for (const measure::SweepCell &cell : table.cells) {
            const std::string name = measure::describe(cell);
            cells.insert(name);
            grouped.add(cell.row ? cell.row->quality.note : cell.problem, name);
        }
    std::vector<std::string> remarks;
    append_cycle_sources(remarks, sweep.report.rows);
    grouped.append_to(remarks, cells.size(), "cells");
    std::vector<results::Skipped> others; // than cells
    std::ranges::copy_if(sweep.report.skipped, std::back_inserter(others),
                         [&](const results::Skipped &one) { return !cells.contains(one.name); });
    append_skipped(remarks, others);
    return remarks;
}

std::string write_sweep(const SweepReport &sweep, const Style &style)
{
    const std::vector<std::string> remarks = sweep_remarks(sweep);
    return draw(sweep_grids(sweep, style.bars), style) +
           (remarks.empty() ? "" : "\n" + draw(remarks, style));
}

std::string sweep_csv_line(const std::string &scope, const measure::SweepCell &cell)
{
    const measure::Job &job = *cell.wanted.job;
    std::vector<std::string> fields = {scope,
                                       job.kernel_id,
                                       std::to_string(job.lanes),
                                       std::to_string(cell.wanted.threads()),
                                       std::to_string(cell.wanted.cores),
                                       machine::format_cpu_list(cell.wanted.placement.cpus)};
    if (!cell.row) {
        fields.insert(fields.end(), {"", "", "", "", cell.problem});
        return csv_line(fields);
    }
    const results::Row &row = *cell.row;
    const bool clock = row.figures.clock_hz > 0;
    fields.insert(fields.end(),
                  {has_rate(cell) ? fmt::format("{:.1f}", row.figures.units_per_second) : "",
                   clock ? fmt::format("{:.0f}", row.figures.clock_hz) : "",
                   clock && has_rate(cell)
                       ? fmt::format("{:.4f}", measure::cycles_per_unit_of_core(cell))
                       : "",
                   std::string(results::noise_name(row.quality.noise)), results::whole_note(row)});
    return csv_line(fields);
}

std::string write_sweep_csv(const SweepReport &sweep)
{
    std::string text = "scope,kernel,lanes,threads,cores,cpus,hashes_per_second,clock_hz,"
                       "core_cycles_per_hash,noise,problem\n";
    for (const measure::SweepTable &table : sweep.tables)
        for (const measure::SweepCell &cell : table.cells)
            text += sweep_csv_line(table.scope, cell);
    return text;
}

} // namespace

constinit const Exporters<SweepReport> sweep_exporters = {
    {Format::table, write_sweep},
    {Format::csv, plain<write_sweep_csv>},
    {Format::json, of_report<plain<results::write_json, results::Report>>},
    {Format::jsonl, of_report<plain<results::end_line, results::Report>>},
    {Format::markdown, write_sweep},
};

} // namespace hashlane::show
