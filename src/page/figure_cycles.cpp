// SPDX-License-Identifier: MIT
//
// What each row costs: cycles with the bound behind, rates where there are no cycles, energy.
#include "../report/workload_units.h"
#include "../statistics/sort_by.h"
#include "figure.h"
#include "selection.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace hashlane {
namespace {

constexpr double close_to_bound = 0.9;

std::string doubt_text(const RunRows &rows)
{
    const std::size_t doubtful = doubtful_of(rows);
    return doubtful == 0 ? ""
                         : fmt::format(" {} of {} rows are not trustworthy (dashed bars, italics).",
                                       doubtful, rows.size());
}

std::string cut_text(std::size_t rows, std::size_t most_bars)
{
    return rows <= most_bars ? ""
                             : fmt::format(" The {} best of {} rows are drawn; the table has more.",
                                           most_bars, rows);
}

std::string bound_sentence(const RunRows &rows)
{
    const RunRows bounded =
        rows_where(rows, [](const RunRow &row) { return share_of_bound(row).has_value(); });
    if (bounded.empty())
        return "";
    const auto far =
        std::ranges::min(bounded, {}, [](const RunRow *row) { return *share_of_bound(*row); });
    const auto close = std::ranges::count_if(
        bounded, [](const RunRow *row) { return *share_of_bound(*row) >= close_to_bound; });
    return fmt::format(" {} of {} rows with a bound reach 90 % of it; {} is farthest from it, with "
                       "{:.0f} %.",
                       close, bounded.size(), kernel_label(*far), *share_of_bound(*far) * 100);
}

std::string cycles_sentence(const RunRows &sorted, const ShownUnit &unit, std::size_t most_bars)
{
    const RunRow *const best = best_of(sorted);
    // `sorted` begins with the fewest cycles of all.
    const bool among = best->trustworthy && !sorted.front()->trustworthy;
    std::string sentence =
        fmt::format("{}{} takes the fewest, {} {}", among ? "Of the trustworthy rows " : "",
                    kernel_label(*best), unit.text(best->cycles), unit.name);
    if (const auto share = share_of_bound(*best))
        sentence += fmt::format(", {:.0f} % of which its instructions need", *share * 100);
    return sentence + "." + bound_sentence(sorted) + doubt_text(sorted) +
           cut_text(sorted.size(), most_bars);
}

BarPlot::Bar bar_of(const RunRow &row, const ShownUnit &unit)
{
    BarPlot::Bar bar;
    bar.label = kernel_label(row);
    bar.value = row.cycles * unit.factor;
    bar.text = unit.text(row.cycles);
    if (const auto share = share_of_bound(row))
        bar.text += fmt::format(" · {:.0f} %", *share * 100);
    if (row.bound)
        bar.bound = *row.bound * unit.factor;
    if (row.interval)
        bar.interval = Range{row.interval->low * unit.factor, row.interval->high * unit.factor};
    bar.doubtful = !row.trustworthy;
    return bar;
}

std::vector<std::string> cycles_cells(const RunRow &row, const ShownUnit &unit)
{
    const ShownUnit rate = rate_unit(row.key.workload, row.bytes_per_hash);
    const auto share = share_of_bound(row);
    return {kernel_label(row),
            unit.text(row.cycles),
            row.interval ? unit.text(row.interval->low) : "",
            row.interval ? unit.text(row.interval->high) : "",
            row.bound ? unit.text(*row.bound) : "",
            share ? fmt::format("{:.0f}", *share * 100) : "",
            rate.text(row.hashes_per_second),
            row.clock_hz > 0 ? fmt::format("{:.2f}", row.clock_hz / 1e9) : "",
            row.cycle_source,
            row.trustworthy ? row.noise : row.noise + "!"};
}

Figure cycles_figure(const ShownRun &run, const WorkGroup &group, RunRows rows)
{
    sort_by(rows, &RunRow::cycles);
    const ShownUnit unit = cycles_unit(group.workload, group.bytes_per_hash);
    const ShownUnit rate = rate_unit(group.workload, group.bytes_per_hash);
    Figure figure;
    figure.name = run.prefix + "cycles-" + group.name();
    figure.title = group.title() + ": cycles of each kernel";
    figure.sentence = cycles_sentence(rows, unit, run.most_bars);
    figure.how_to_read = "Dark: the fewest cycles that the instructions can take on this core. "
                         "Pale: what is lost. Thin line: where another run would be, 19 times in "
                         "20.";
    BarPlot plot;
    plot.unit = unit.name;
    figure.table.columns = {{"kernel", true}, {unit.name}, {"from"},
                            {"to"},           {"bound"},   {"share of the bound, %"},
                            {rate.name},      {"GHz"},     {"cycles from", true},
                            {"noise", true}};
    for (const RunRow *row : rows) {
        if (plot.bars.size() < run.most_bars)
            plot.bars.push_back(bar_of(*row, unit));
        figure.table.rows.push_back(cycles_cells(*row, unit));
    }
    figure.plot = std::move(plot);
    return figure;
}

Figure rate_figure(const ShownRun &run, const WorkGroup &group, RunRows rows)
{
    sort_by(rows, [](const RunRow *row) { return -row->hashes_per_second; });
    const ShownUnit unit = rate_unit(group.workload, group.bytes_per_hash);
    Figure figure;
    figure.name = run.prefix + "rates-" + group.name();
    figure.title = group.title() + ": rates";
    figure.sentence = fmt::format("{} is the fastest, with {} {}.", kernel_label(*best_of(rows)),
                                  unit.text(best_of(rows)->hashes_per_second), unit.name) +
                      doubt_text(rows) + cut_text(rows.size(), run.most_bars);
    figure.how_to_read = "Longer is faster. These rows have no cycles.";
    BarPlot plot;
    plot.unit = unit.name;
    figure.table.columns = {{"kernel", true}, {unit.name}, {"device", true}, {"noise", true}};
    for (const RunRow *row : rows) {
        const std::string text = unit.text(row->hashes_per_second);
        if (plot.bars.size() < run.most_bars)
            plot.bars.push_back({kernel_label(*row),
                                 text,
                                 row->hashes_per_second * unit.factor,
                                 {},
                                 {},
                                 !row->trustworthy});
        figure.table.rows.push_back({kernel_label(*row), text, row->device,
                                     row->trustworthy ? row->noise : row->noise + "!"});
    }
    figure.plot = std::move(plot);
    return figure;
}

Figure energy_figure(const ShownRun &run, const WorkGroup &group, RunRows rows)
{
    const auto joules = [](const RunRow *row) { return row->energy->joules; };
    sort_by(rows, joules);
    const double bytes = group.message.empty() ? 1 : std::max(group.bytes_per_hash, 1.0);
    const std::string unit = group.message.empty() ? "nJ for one hash" : "nJ for one byte";
    Figure figure;
    figure.name = run.prefix + "energy-" + group.name();
    figure.title = group.title() + ": energy";
    figure.how_to_read = "Beyond what the idle machine takes. Shorter is better.";
    BarPlot plot;
    plot.unit = unit;
    figure.table.columns = {{"kernel", true}, {unit}, {"watts"}, {"watts when idle"}};
    for (const RunRow *row : rows) {
        const double nano = row->energy->joules / bytes * 1e9;
        const std::string text = fmt::format("{:.4g}", nano);
        if (plot.bars.size() < run.most_bars)
            plot.bars.push_back({kernel_label(*row), text, nano, {}, {}, !row->trustworthy});
        figure.table.rows.push_back({kernel_label(*row), text,
                                     fmt::format("{:.1f}", row->energy->watts),
                                     fmt::format("{:.1f}", row->energy->idle_watts)});
    }
    figure.sentence = fmt::format("{} takes the least, {} {}; {} the most, {}.",
                                  plot.bars.front().label, plot.bars.front().text, unit,
                                  kernel_label(*rows.back()), figure.table.rows.back()[1]);
    figure.plot = std::move(plot);
    return figure;
}

using HasIt = bool (*)(const RunRow &);
using Make = Figure (*)(const ShownRun &, const WorkGroup &, RunRows);

std::vector<Figure> figures_where(const ShownRun &run, HasIt has_it, Make make)
{
    std::vector<Figure> figures;
    for (const WorkGroup &group : groups_of(run.file)) {
        const RunRows rows = rows_where(group.rows, has_it);
        if (!rows.empty())
            figures.push_back(make(run, group, rows));
    }
    return figures;
}

} // namespace

std::vector<Figure> cycles_figures(const ShownRun &run)
{
    return figures_where(
        run, [](const RunRow &row) { return is_one_thread(row) && row.cycles > 0; }, cycles_figure);
}

std::vector<Figure> rate_figures(const ShownRun &run)
{
    return figures_where(
        run,
        [](const RunRow &row) {
            return !row.device.empty() || (row.cycles <= 0 && is_one_thread(row));
        },
        rate_figure);
}

std::vector<Figure> energy_figures(const ShownRun &run)
{
    return figures_where(
        run, [](const RunRow &row) { return row.energy && row.energy->joules > 0; }, energy_figure);
}

} // namespace hashlane
