// SPDX-License-Identifier: MIT
//
// The results that most users look for: the best for one chain, for a core and for the machine, and
// the rank among published results. Then the cost of each row: cycles with the bound behind, rates
// of rows without cycles, energy.
#include "../../machine/system/lists.h"
#include "../../machine/system/text.h"
#include "../known/published.h"
#include "../tables/row_figures.h"
#include "figure.h"

#include <fmt/format.h>

#include <algorithm>

namespace hashlane::show {
namespace {

using Answer = AnswerPlot::Answer;

Answer answer_of(const std::string &question, const results::Row &row, bool by_cycles)
{
    const ShownUnit unit = by_cycles ? cycles_unit(row) : rate_unit(row);
    const double figure = by_cycles ? results::cycles_of(row) : row.figures.units_per_second;
    const std::string other = by_cycles                     ? rate_text(row)
                              : results::cycles_of(row) > 0 ? cycles_text(row)
                                                            : row.identity.device;
    return {question,
            unit.text(figure),
            unit.name,
            kernel_label(row) + (other.empty() ? "" : ", " + other),
            share_of_bound(row),
            !results::is_trustworthy(row)};
}

// The cards say the rest.
std::string answers_sentence(const std::vector<Answer> &answers)
{
    const auto doubtful = std::ranges::count(answers, true, &Answer::doubtful);
    return doubtful == 0 ? ""
                         : fmt::format("Not trustworthy: {} of {}, for which every row was "
                                       "disturbed.",
                                       doubtful, machine::counted(answers.size(), "value"));
}

// ---- The rank among published results.

Figure standing_figure(const ShownRun &run, const WorkGroup &group, const Standing &standing)
{
    const ShownUnit unit = cycles_unit(*group.rows.front());
    const results::Row &own = *standing.row;
    Figure figure{run.prefix + "standing-" + group.name() + "-" + machine::plain_name(standing.use),
                  fmt::format("{}, {}: among published results", group.title(), standing.use)};
    figure.sentence = fmt::format("{} {} with {}: {}.", unit.text(results::cycles_of(own)),
                                  unit.name, kernel_label(own), rank_text(standing.rank));
    figure.how_to_read = "Shorter is better. The best published figure of one thread on each kind "
                         "of core; 'hashlane list published' lists all, with their sources.";
    figure.table.headers = {{"core", true}, {unit.name}, {"with", true}, {"source", true}};
    auto &plot = figure.plot.emplace<BarPlot>(BarPlot{unit.name});
    const auto add = [&](std::string_view core, double cycles, const std::string &with,
                         std::string_view source) {
        const std::string text = fmt::format("{:.{}f}", cycles, unit.digits);
        figure.add({.text = text, .value = cycles},
                   {std::string(core), text, with, std::string(source)});
    };
    const auto add_known = [&](const PublishedResults &cores) {
        for (const PublishedResult &best : cores)
            add(best.core, best.cycles(),
                fmt::format("{}, {}, 1 thread", best.implementation,
                            machine::counted(best.lanes, "lane")),
                citation(best.source));
    };
    add_known(standing.rank.ahead);
    add("this run", shown_cycles(own), kernel_label(own), "this file");
    plot.bars.back().bound = shown_cycles(own); // dark from end to end
    plot.bars.back().doubtful = !results::is_trustworthy(own);
    add_known(standing.rank.level);
    add_known(standing.rank.behind);
    return figure;
}

// ---- The cost of each row.

// Says how many rows are not trustworthy, and how many have no bar.
std::string limits_text(const Rows &rows, std::size_t most_bars)
{
    std::string text;
    const auto is_trusted = [](const results::Row *row) { return results::is_trustworthy(*row); };
    if (const auto doubtful = std::ranges::count(rows, false, is_trusted); doubtful > 0)
        text = fmt::format(" Not trustworthy (dashed bars, italics): {} of {}.", doubtful,
                           machine::counted(rows.size(), "row"));
    if (rows.size() > most_bars)
        text += fmt::format(" The plot has the {} best of {} rows; the table has all.", most_bars,
                            rows.size());
    return text;
}

std::string bound_sentence(const Rows &rows)
{
    constexpr double close_to_bound = 0.9;
    const Rows bounded =
        rows_where(rows, [](const results::Row &row) { return share_of_bound(row).has_value(); });
    if (bounded.size() < 2)
        return "";
    const auto far = std::ranges::min(
        bounded, {}, [](const results::Row *row) { return *share_of_bound(*row); });
    const auto close = std::ranges::count_if(
        bounded, [](const results::Row *row) { return *share_of_bound(*row) >= close_to_bound; });
    return fmt::format(" {} of {} rows with a bound reach 90 % of it; {} is farthest from it, with "
                       "{:.0f} %.",
                       close, bounded.size(), kernel_label(*far), *share_of_bound(*far) * 100);
}

std::string cycles_sentence(const Rows &sorted, const ShownUnit &unit, std::size_t most_bars)
{
    // The best rate may be that of another row, which had a higher clock.
    const auto trusted = std::ranges::find_if(
        sorted, [](const results::Row *row) { return row->quality.trustworthy; });
    const results::Row *const best = trusted == sorted.end() ? sorted.front() : *trusted;
    const bool among = best != sorted.front();
    std::string sentence =
        fmt::format("{}{} takes the fewest, {} {}", among ? "Of the trustworthy rows " : "",
                    kernel_label(*best), unit.text(results::cycles_of(*best)), unit.name);
    if (const auto share = share_of_bound(*best))
        sentence += fmt::format(", at {:.0f} % of its bound", *share * 100);
    return sentence + "." + bound_sentence(sorted) + limits_text(sorted, most_bars);
}

constexpr const char *one_lane = "one lane";

BarPlot::Bar bar_of(const results::Row &row, const ShownUnit &unit)
{
    BarPlot::Bar bar{.text = unit.text(results::cycles_of(row)),
                     .value = results::cycles_of(row) * unit.factor};
    if (const auto share = share_of_bound(row))
        bar.text += fmt::format(" · {:.0f} %", *share * 100);
    if (row.figures.bound_cycles_per_unit)
        bar.bound = *row.figures.bound_cycles_per_unit * unit.factor;
    if (row.figures.interval)
        bar.interval = Range{row.figures.interval->low * unit.factor,
                             row.figures.interval->high * unit.factor};
    bar.doubtful = !row.quality.trustworthy;
    bar.group = row.identity.lanes == 1 ? one_lane : "several lanes";
    return bar;
}

std::vector<std::string> cycles_cells(const results::Row &row, const ShownUnit &unit)
{
    const ShownUnit rate = rate_unit(row);
    const auto share = share_of_bound(row);
    return {kernel_label(row),
            unit.text(results::cycles_of(row)),
            row.figures.interval ? unit.text(row.figures.interval->low) : "",
            row.figures.interval ? unit.text(row.figures.interval->high) : "",
            row.figures.bound_cycles_per_unit ? unit.text(*row.figures.bound_cycles_per_unit) : "",
            share ? fmt::format("{:.0f}", *share * 100) : "",
            row.figures.bound_by == results::BoundBy::unknown
                ? ""
                : std::string(results::bound_by_name(row.figures.bound_by)),
            rate.text(row.figures.units_per_second),
            row.figures.clock_hz > 0 ? fmt::format("{:.2f}", row.figures.clock_hz / 1e9) : "",
            std::string(machine::cycle_source_name(row.figures.cycle_source)),
            noise_text(row)};
}

} // namespace

std::vector<Figure> answer_figures(const ShownRun &run)
{
    AnswerPlot plot;
    Grid table{"",
               {{"question", true},
                {"best row", true},
                {"value"},
                {"unit", true},
                {"share of the bound, %"},
                {"trustworthy", true}}};
    for (const WorkGroup &group : groups_of(run.file)) {
        const BestRows best = best_rows(group, run.file);
        const results::Row *last = nullptr;
        const auto ask = [&](const char *text, const results::Row *row, bool by_cycles) {
            if (row == nullptr || row == last)
                return;
            last = row;
            const Answer &answer = plot.answers.emplace_back(answer_of(
                group.title() + ", " + text, *row, by_cycles && results::cycles_of(*row) > 0));
            table.rows.push_back(
                {answer.question, kernel_label(*row), answer.figure, answer.unit,
                 answer.share_of_bound ? fmt::format("{:.0f}", *answer.share_of_bound * 100) : "",
                 answer.doubtful ? "no" : "yes"});
        };
        ask(group.alone(), best.alone, true);
        ask("one core", best.core, false);
        ask("the machine", best.machine, false);
        ask("a device", best.device, false);
    }
    if (plot.answers.empty())
        return {};
    return {
        {run.prefix + "answer", "Best results", answers_sentence(plot.answers),
         "Bars: the share of the bound, the fewest cycles that the kernel's instructions can take "
         "on this core, or the highest rate of a device. A full bar cannot be improved.",
         plot, table}};
}

std::vector<Figure> standing_figures(const ShownRun &run, const WorkGroup &group)
{
    return machine::each(standings_of(group, run.file), [&](const Standing &standing) {
        return standing_figure(run, group, standing);
    });
}

std::vector<Figure> cycles_figures(const ShownRun &run, const WorkGroup &group)
{
    Rows rows = rows_where(group.rows, [](const results::Row &row) {
        return is_one_thread(row) && results::cycles_of(row) > 0;
    });
    if (rows.empty())
        return {};
    std::ranges::stable_sort(rows, {},
                             [](const results::Row *row) { return results::cycles_of(*row); });
    const ShownUnit unit = cycles_unit(*group.rows.front());
    const ShownUnit rate = rate_unit(*group.rows.front());
    Figure figure{run.prefix + "cycles-" + group.name(), group.title() + ": cycles of each kernel"};
    figure.sentence = cycles_sentence(rows, unit, run.most_bars);
    figure.how_to_read =
        "Narrow bar and tick: the bound, the fewest cycles that the instructions can take on "
        "this core. Wide bar: the measured cycles. Thin line: the 95 % interval. A bar with a gap "
        "is longer than the plot.";
    auto &plot = figure.plot.emplace<BarPlot>(BarPlot{unit.name});
    // Kernels of reference take many times the cycles of the others, which would all look equal.
    const results::Row *const alone =
        best_row(rows_where(rows, [](const results::Row &row) { return row.identity.lanes == 1; }));
    plot.limit = 2 * results::cycles_of(alone == nullptr ? *best_row(rows) : *alone) * unit.factor;
    figure.table.headers = {{"kernel", true},
                            {unit.name},
                            {"from"},
                            {"to"},
                            {"bound"},
                            {"share of the bound, %"},
                            {"bound by", true},
                            {rate.name},
                            {"GHz"},
                            {"cycles from", true},
                            {"noise", true}};
    for (const results::Row *row : rows)
        figure.add(bar_of(*row, unit), cycles_cells(*row, unit), run.most_bars);
    std::ranges::stable_partition(plot.bars,
                                  [](const BarPlot::Bar &bar) { return bar.group == one_lane; });
    return {figure};
}

std::vector<Figure> rate_figures(const ShownRun &run, const WorkGroup &group)
{
    Rows rows = rows_where(group.rows, [](const results::Row &row) {
        return is_on_a_device(row) || (results::cycles_of(row) <= 0 && is_one_thread(row));
    });
    if (rows.empty())
        return {};
    std::ranges::stable_sort(
        rows, {}, [](const results::Row *row) { return -row->figures.units_per_second; });
    const ShownUnit unit = rate_unit(*group.rows.front());
    Figure figure{run.prefix + "rates-" + group.name(), group.title() + ": rates"};
    figure.sentence = fmt::format("{} is the fastest, with {} {}.", kernel_label(*best_row(rows)),
                                  unit.text(best_row(rows)->figures.units_per_second), unit.name) +
                      limits_text(rows, run.most_bars);
    figure.how_to_read = "Longer is faster. These rows have no cycles.";
    figure.plot = BarPlot{unit.name};
    figure.table.headers = {{"kernel", true}, {unit.name}, {"device", true}, {"noise", true}};
    for (const results::Row *row : rows) {
        const std::string text = unit.text(row->figures.units_per_second);
        figure.add({.text = text,
                    .value = row->figures.units_per_second * unit.factor,
                    .doubtful = !results::is_trustworthy(*row)},
                   {kernel_label(*row), text, row->identity.device, noise_text(*row)},
                   run.most_bars);
    }
    return {figure};
}

std::vector<Figure> energy_figures(const ShownRun &run, const WorkGroup &group)
{
    Rows rows = rows_where(group.rows, [](const results::Row &row) {
        return row.figures.energy && row.figures.energy->joules_per_unit > 0;
    });
    if (rows.empty())
        return {};
    const auto joules = [](const results::Row *row) {
        return row->figures.energy->joules_per_unit;
    };
    std::ranges::stable_sort(rows, {}, joules);
    const double bytes = std::max(shown_units(*rows.front()), 1.0);
    const std::string unit = group.message.empty() ? "nJ per hash" : "nJ per byte";
    Figure figure{run.prefix + "energy-" + group.name(), group.title() + ": energy"};
    figure.how_to_read = "Energy above that of the idle machine. Shorter is better.";
    figure.plot = BarPlot{unit};
    figure.table.headers = {{"kernel", true}, {unit}, {"watts"}, {"watts when idle"}};
    for (const results::Row *row : rows) {
        const double nano = row->figures.energy->joules_per_unit / bytes * 1e9;
        const std::string text = fmt::format("{:.4g}", nano);
        figure.add({.text = text, .value = nano, .doubtful = !results::is_trustworthy(*row)},
                   {kernel_label(*row), text, fmt::format("{:.1f}", row->figures.energy->watts),
                    fmt::format("{:.1f}", row->figures.energy->idle_watts)},
                   run.most_bars);
    }
    const auto &cells = figure.table.rows;
    figure.sentence = fmt::format("{} takes the least, {} {}; {} the most, {}.", cells.front()[0],
                                  cells.front()[1], unit, cells.back()[0], cells.back()[1]);
    return {figure};
}

} // namespace hashlane::show
