// SPDX-License-Identifier: MIT
#include "sweep_report.h"

#include "../plots/text_plots.h"
#include "grid.h"
#include "grouped_remarks.h"
#include "row_figures.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

namespace hashlane {
namespace {

constexpr double tenth_ghz = 1e8;

using Figure = std::function<std::optional<double>(const SweepCell &)>;

struct Aspect {
    std::string title;
    const char *format;
    Figure figure;
    bool of_bound = false; ///< with a bar for the share of the bound
};

double per_tenth_ghz(const SweepCell &cell)
{
    return cell.row->figures.units_per_second / 1e6 / (cell.row->figures.clock_hz / tenth_ghz);
}

// The cell of the same table with these, where it was measured.
const SweepCell *find_cell(const SweepTable &table, const Job &job, unsigned threads)
{
    for (const SweepCell &cell : table.cells)
        if (cell.job.id == job.id && cell.threads() == threads && cell.row)
            return &cell;
    return nullptr;
}

// `figure` over its value with the fewest lanes and the same threads, minus 1, in percent.
Figure change_from_fewest_lanes(const SweepTable &table, double (*figure)(const SweepCell &))
{
    return [&table, figure](const SweepCell &cell) -> std::optional<double> {
        const SweepCell *base = find_cell(table, table.cells.front().job, cell.threads());
        if (base == nullptr || base == &cell)
            return std::nullopt;
        return (figure(cell) / figure(*base) - 1) * 100;
    };
}

// Against as many single threads as cores are used, each alone on its core.
Figure scaling(const SweepTable &table)
{
    return [&table](const SweepCell &cell) -> std::optional<double> {
        const SweepCell *one = find_cell(table, cell.job, 1);
        if (one == nullptr)
            return std::nullopt;
        return cell.row->figures.units_per_second /
               (one->row->figures.units_per_second * cell.cores) * 100;
    };
}

double millions_per_second(const SweepCell &cell)
{
    return cell.row->figures.units_per_second / 1e6;
}

// Where the clock is not known there are no cycles either.
std::vector<Aspect> clock_aspects(const SweepTable &table, const std::string &rate,
                                  const std::string &unit, const std::string &fewest)
{
    return {{rate + " for each 0.1 GHz", "{:.3f}", per_tenth_ghz},
            {"uplift over " + fewest + ", percent", "{:+.1f}",
             change_from_fewest_lanes(table, per_tenth_ghz)},
            {"core cycles for a " + unit, "{:.2f}", cycles_per_unit_of_core, true},
            {"cycles against " + fewest + ", percent", "{:+.1f}",
             change_from_fewest_lanes(table, cycles_per_unit_of_core)}};
}

std::vector<Aspect> time_aspects(const SweepTable &table, const std::string &rate,
                                 const std::string &fewest)
{
    return {{rate, "{:.3f}", millions_per_second},
            {"uplift over " + fewest + ", percent", "{:+.1f}",
             change_from_fewest_lanes(table, millions_per_second)}};
}

std::vector<Aspect> aspects(const SweepTable &table, Workload workload)
{
    const std::string rate(facts_of(workload).rate), unit(facts_of(workload).cost_of);
    const std::string fewest =
        fmt::format("x{}", table.cells.empty() ? 1 : table.cells.front().job.lanes);
    const bool clock = std::ranges::none_of(table.cells, [](const SweepCell &cell) {
        return cell.row && cell.row->figures.cycle_source == CycleSource::none;
    });
    std::vector<Aspect> all =
        clock ? clock_aspects(table, rate, unit, fewest) : time_aspects(table, rate, fewest);
    const bool many_cores =
        std::ranges::any_of(table.cells, [](const SweepCell &cell) { return cell.cores > 1; });
    if (many_cores)
        all.push_back(
            {"percent of one thread's rate times the cores used", "{:.1f}", scaling(table)});
    return all;
}

std::string cell_text(const SweepCell &cell, const Aspect &aspect)
{
    if (!cell.row)
        return "-";
    const std::optional<double> figure = aspect.figure(cell);
    if (!figure)
        return "base";
    return fmt::format(fmt::runtime(aspect.format), *figure) +
           (cell.row->quality.trustworthy ? "" : "!");
}

Grid make_grid(const SweepTable &table, Workload workload, const Aspect &aspect)
{
    Grid grid{fmt::format("{} on {}: {}", workload_name(workload), table.scope, aspect.title),
              {{"kernel", true}},
              {},
              {}};
    for (const SweepCell &cell : table.cells) {
        if (cell.job.id == table.cells.front().job.id)
            grid.headers.push_back(
                {fmt::format("{} thread{}", cell.threads(), cell.threads() == 1 ? "" : "s"),
                 false});
        const std::string name = cell.job.short_id();
        if (grid.rows.empty() || grid.rows.back().front() != name)
            grid.rows.push_back({name});
        grid.rows.back().push_back(cell_text(cell, aspect));
    }
    return grid;
}

// That of the fewest threads, with which the bound is known.
void add_bars(Grid &grid, const SweepTable &table)
{
    constexpr std::size_t bar_width = 12;
    std::vector<std::string> bars;
    bool any = false;
    for (const SweepCell &cell : table.cells) {
        const auto share = cell.row ? share_of_bound(*cell.row) : std::nullopt;
        if (bars.empty() || cell.threads() == table.cells.front().threads())
            bars.push_back(share ? text_bar(*share, bar_width) : "-");
        any = any || share.has_value();
    }
    if (!any || bars.size() != grid.rows.size())
        return;
    grid.headers.push_back({"of the bound", true, 1, bar_width});
    for (std::size_t i = 0; i < bars.size(); ++i)
        grid.rows[i].push_back(bars[i]);
}

std::vector<Grid> make_grids(const SweepReport &sweep, bool bars = false)
{
    std::vector<Grid> grids;
    for (const SweepTable &table : sweep.tables)
        for (const Aspect &aspect : aspects(table, sweep.workload)) {
            grids.push_back(make_grid(table, sweep.workload, aspect));
            if (bars && aspect.of_bound)
                add_bars(grids.back(), table);
        }
    return grids;
}

std::vector<std::string> make_remarks(const SweepReport &sweep)
{
    GroupedRemarks grouped;
    std::size_t cells = 0;
    for (const SweepTable &table : sweep.tables)
        for (const SweepCell &cell : table.cells) {
            ++cells;
            const std::string note = cell.row ? cell.row->quality.note : cell.problem;
            if (!note.empty())
                grouped.add(note, describe(cell));
        }
    std::vector<std::string> remarks;
    grouped.append_to(remarks, cells, "cells");
    return remarks;
}

} // namespace

std::string write_sweep_table(const SweepReport &sweep, const Style &style)
{
    std::string text;
    for (const Grid &grid : make_grids(sweep, style.bars))
        text += (text.empty() ? "" : "\n") + draw_table(grid, style);
    const std::vector<std::string> remarks = make_remarks(sweep);
    text += remarks.empty() ? "" : "\n";
    for (const std::string &remark : remarks)
        text += wrap(remark, style.width);
    return text;
}

std::string write_sweep_markdown(const SweepReport &sweep)
{
    std::string text;
    for (const Grid &grid : make_grids(sweep))
        text += (text.empty() ? "" : "\n") + draw_markdown(grid);
    const std::vector<std::string> remarks = make_remarks(sweep);
    text += remarks.empty() ? "" : "\n";
    for (const std::string &remark : remarks)
        text += "- " + remark + "\n";
    return text;
}

} // namespace hashlane
