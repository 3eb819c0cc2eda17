// SPDX-License-Identifier: MIT
//
// Several runs: the best of each side by side, the changes from the first, a history over dates.
#include "../../compare/comparison.h"
#include "../../machine/system/iso_time.h"
#include "../../machine/system/text.h"
#include "../tables/row_figures.h"
#include "figure.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <map>

namespace hashlane::show {
namespace {

/// Rows of several runs that answer the same question.
struct SharedUse {
    std::string question;
    std::string name;
    std::pair<results::Work, int> place;                   ///< among the figures
    std::map<std::size_t, const results::Row *> best = {}; ///< by the first runs of their machines
    bool by_cycles = false;
};

constexpr int place_alone = 3;

std::vector<SharedUse> uses_of(const std::vector<ShownRun> &runs)
{
    std::vector<SharedUse> uses;
    for (const ShownRun &run : runs)
        for (const WorkGroup &group : groups_of(run.file)) {
            const auto first = std::ranges::find(runs, run.machine, &ShownRun::machine);
            const BestRows best = best_rows(group, run.file);
            const std::pair<const char *, const results::Row *> answers[] = {
                {"the machine", best.machine},
                {"one core", best.core},
                {group.alone(), best.alone}};
            int place = 0;
            for (const auto &[question, row] : answers) {
                ++place;
                if (row == nullptr)
                    continue;
                const std::string whole = group.title() + ", " + question;
                auto use = std::ranges::find(uses, whole, &SharedUse::question);
                if (use == uses.end())
                    use = uses.insert(use, {whole,
                                            group.name() + "-" + machine::plain_name(question),
                                            {group.workload, place}});
                const results::Row *&best_so_far =
                    use->best[static_cast<std::size_t>(first - runs.begin())];
                best_so_far = best_so_far == nullptr ? row : best_row({best_so_far, row});
            }
        }
    std::ranges::stable_sort(uses, {}, &SharedUse::place);
    for (SharedUse &use : uses)
        use.by_cycles = use.place.second == place_alone &&
                        std::ranges::all_of(use.best, [](const auto &of_run) {
                            return results::cycles_of(*of_run.second) > 0;
                        });
    return uses;
}

ShownUnit use_unit(const SharedUse &use)
{
    const results::Row &any = *use.best.begin()->second;
    return use.by_cycles ? cycles_unit(any) : rate_unit(any);
}

double use_value(const SharedUse &use, const results::Row &row)
{
    return use.by_cycles ? results::cycles_of(row) : row.figures.units_per_second;
}

std::optional<Range> use_interval(const SharedUse &use, const results::Row &row, double factor)
{
    if (!row.figures.interval || results::cycles_of(row) <= 0)
        return {};
    if (use.by_cycles)
        return Range{row.figures.interval->low * factor, row.figures.interval->high * factor};
    const double rate = row.figures.units_per_second * factor * results::cycles_of(row);
    return Range{rate / row.figures.interval->high, rate / row.figures.interval->low};
}

std::string use_sentence(const SharedUse &use, const std::vector<ShownRun> &runs)
{
    const auto value = [&](const auto &of_run) { return use_value(use, *of_run.second); };
    const auto lowest = *std::ranges::min_element(use.best, {}, value);
    const auto highest = *std::ranges::max_element(use.best, {}, value);
    const auto &[best, worst] =
        use.by_cycles ? std::pair(lowest, highest) : std::pair(highest, lowest);
    constexpr double equal = 0.005; // two runs of one machine differ by as much
    const ShownUnit unit = use_unit(use);
    const double ratio = value(worst) / value(best);
    const std::string best_figure = unit.text(value(best)) + " " + unit.name;
    if (std::abs(ratio - 1) < equal)
        return fmt::format("All are within {:g} %: {}.", equal * 100, best_figure);
    return fmt::format("{} is best, with {}; {} is last, with {} ({:.0f} % {}).",
                       runs[best.first].machine, best_figure, runs[worst.first].machine,
                       unit.text(value(worst)), std::abs(ratio - 1) * 100,
                       ratio > 1 ? "more" : "less");
}

Figure use_figure(const SharedUse &use, const std::vector<ShownRun> &runs)
{
    const ShownUnit unit = use_unit(use);
    Figure figure{"machines-" + use.name, use.question + (use.by_cycles ? ": cycles" : ": rates")};
    figure.sentence = use_sentence(use, runs);
    figure.how_to_read = use.by_cycles ? "Shorter is better." : "Longer is better.";
    figure.table.headers = {{"run", true}, {"best kernel", true}, {unit.name}, {"from"},
                            {"to"},        {"trustworthy", true}};
    figure.plot = BarPlot{unit.name};
    std::vector<std::pair<std::size_t, const results::Row *>> sorted(use.best.begin(),
                                                                     use.best.end());
    std::ranges::stable_sort(sorted, {}, [&](const auto &of_run) {
        return use_value(use, *of_run.second) * (use.by_cycles ? 1 : -1);
    });
    for (const auto &[i, best] : sorted) {
        const results::Row &row = *best;
        const auto interval = use_interval(use, row, unit.factor);
        const double value = use_value(use, row);
        const auto end = [&](double bound) { return fmt::format("{:.{}f}", bound, unit.digits); };
        figure.add({.text = unit.text(value),
                    .value = value * unit.factor,
                    .interval = interval,
                    .doubtful = !row.quality.trustworthy},
                   {runs[i].machine, kernel_label(row), unit.text(value),
                    interval ? end(interval->low) : "", interval ? end(interval->high) : "",
                    row.quality.trustworthy ? "yes" : "no"});
    }
    return figure;
}

// ---- The changes from the first run.

constexpr std::size_t most_compared_lines = 60;

double percent_off(double ratio) { return (ratio - 1) * 100; }

std::string changes_sentence(const std::vector<compare::ComparedRow> &rows)
{
    using compare::Verdict;
    const auto verdict = [](const compare::ComparedRow &row) {
        return row.assessments.front().verdict;
    };
    const auto change = [](const compare::ComparedRow &row) {
        return std::abs(std::log(row.assessments.front().ratio));
    };
    const compare::ComparedRow *largest = nullptr;
    for (const compare::ComparedRow &row : rows)
        if ((verdict(row) == Verdict::faster || verdict(row) == Verdict::slower) &&
            (largest == nullptr || change(row) > change(*largest)))
            largest = &row;
    const auto count = [&](Verdict wanted) { return std::ranges::count(rows, wanted, verdict); };
    std::string sentence =
        fmt::format("{} rows faster, {} slower, {} the same, {} uncertain.", count(Verdict::faster),
                    count(Verdict::slower), count(Verdict::same), count(Verdict::uncertain));
    if (largest != nullptr)
        sentence +=
            fmt::format(" The largest certain change: {}, {:.1f} % {}.", largest->key.label(),
                        std::abs(percent_off(largest->assessments.front().ratio)),
                        compare::verdict_name(verdict(*largest)));
    return sentence;
}

void add_change(Figure &figure, DotPlot &plot, const compare::ComparedRow &row)
{
    const compare::Assessment &one = row.assessments.front();
    const double change = percent_off(one.ratio);
    const std::string verdict = compare::verdict_name(one.verdict);
    std::optional<Range> interval;
    if (one.interval)
        interval = Range{percent_off(one.interval->low), percent_off(one.interval->high)};
    const auto text = [](double value) { return fmt::format("{:+.2f}", value); };
    // The function of a message names the workload, and the name is long enough.
    const bool of_a_message = row.key.name.find('/') != std::string::npos;
    if (plot.lines.size() < most_compared_lines)
        plot.lines.push_back({of_a_message ? row.key.short_label() : row.key.label(),
                              text(change) + " % · " + verdict,
                              {{0, change, interval, one.verdict == compare::Verdict::uncertain}}});
    figure.table.rows.push_back({row.key.label(), text(change), interval ? text(interval->low) : "",
                                 interval ? text(interval->high) : "", verdict, one.reason});
}

Figure change_figure(const std::vector<compare::ComparedRow> &rows, const ShownRun &from,
                     const ShownRun &to)
{
    Figure figure{"change-" + to.prefix.substr(0, to.prefix.size() - 1),
                  fmt::format("{} against {}", to.label, from.label)};
    figure.sentence = changes_sentence(rows);
    figure.how_to_read = "Left of the line: faster. Hollow: uncertain. Brackets: 95 % intervals.";
    figure.table.headers = {{"row", true}, {"change, %"},     {"from"},
                            {"to"},        {"verdict", true}, {"reason", true}};
    auto &plot = figure.plot.emplace<DotPlot>(DotPlot{"change of the cost, %"});
    for (const compare::ComparedRow &row : rows)
        add_change(figure, plot, row);
    return figure;
}

// ---- One machine over dates, with the versions of hashlane and of the compiler where they change.

constexpr std::size_t least_runs = 3, most_history_lines = 6;

// Returns the days since 1970 of a date, with or without a time of day; nothing for other texts.
std::optional<double> days_of(const std::string &date)
{
    const bool has_time = date.size() > std::string_view("2026-01-02").size();
    const std::optional<machine::IsoTime> time =
        machine::parse_iso_time(has_time ? date : date + "T00:00");
    if (!time)
        return {};
    return std::chrono::duration<double, std::chrono::days::period>(time->time.time_since_epoch())
        .count();
}

struct Dated {
    double days;
    const ShownRun *run;
};

// Returns the runs of one machine, oldest first; nothing if they are of several.
std::vector<Dated> dated_runs(const std::vector<ShownRun> &runs)
{
    std::vector<Dated> dated;
    for (const ShownRun &run : runs) {
        const auto days = days_of(run.file.context.date);
        if (!days || !results::are_same_processor(run.file.context, runs.front().file.context))
            return {};
        dated.push_back({*days, &run});
    }
    std::ranges::stable_sort(dated, {}, &Dated::days);
    return dated;
}

std::string program_of(const results::Report &file)
{
    return file.context.version + ", " + file.context.compiler;
}

// The rows of a workload with one thread, by label, over the runs.
struct HistoryLine {
    std::string label;
    std::map<std::size_t, const results::Row *> rows = {}; ///< by their runs

    const results::Row &first() const { return *rows.begin()->second; }
    const results::Row &last() const { return *rows.rbegin()->second; }
};

std::vector<HistoryLine> history_lines(const std::vector<Dated> &runs, const std::string &title)
{
    std::vector<HistoryLine> lines;
    for (std::size_t i = 0; i < runs.size(); ++i)
        for (const WorkGroup &group : groups_of(runs[i].run->file)) {
            if (group.title() != title)
                continue;
            for (const results::Row *row : group.rows) {
                if (!is_one_thread(*row) || results::cycles_of(*row) <= 0)
                    continue;
                auto line = std::ranges::find(lines, kernel_label(*row), &HistoryLine::label);
                if (line == lines.end())
                    line = lines.insert(line, {kernel_label(*row)});
                line->rows[i] = row;
            }
        }
    std::erase_if(lines, [](const HistoryLine &line) { return line.rows.size() < 2; });
    return lines;
}

double cycles_change(const HistoryLine &line)
{
    return results::cycles_of(line.last()) / results::cycles_of(line.first()) - 1;
}

void add_time_axis(LinePlot &plot, const std::vector<Dated> &runs)
{
    constexpr double least_distance = 0.3; // of the whole: labels are dates
    const double whole = runs.back().days - runs.front().days;
    for (const Dated &run : runs)
        if (plot.x_ticks.empty() || run.days - plot.x_ticks.back().x > least_distance * whole)
            plot.x_ticks.push_back({run.days, run.run->file.context.date.substr(0, 10)});
    for (std::size_t i = 1; i < runs.size(); ++i)
        if (program_of(runs[i].run->file) != program_of(runs[i - 1].run->file))
            plot.marks.push_back({runs[i].days, program_of(runs[i].run->file)});
}

Figure history_figure(const std::vector<Dated> &runs, const WorkGroup &group,
                      std::vector<HistoryLine> lines)
{
    Figure figure{"history-" + group.name(), group.title() + ": over time"};
    const HistoryLine &largest = *std::ranges::max_element(
        lines, {}, [](const HistoryLine &line) { return std::abs(cycles_change(line)); });
    figure.sentence =
        fmt::format("From the first of {} runs to the last, {} changed most: {:+.1f} % cycles.",
                    runs.size(), largest.label, cycles_change(largest) * 100);
    figure.how_to_read =
        "Change of the cycles since the first run. Vertical lines: another version "
        "of hashlane or of the compiler.";
    auto &plot = figure.plot.emplace<LinePlot>(LinePlot{"date", "% since the first run"});
    plot.from_zero = false;
    add_time_axis(plot, runs);
    figure.table.headers = {{"date", true}, {"program", true}};
    std::ranges::stable_sort(
        lines, {}, [](const HistoryLine &line) { return -line.last().figures.units_per_second; });
    lines.resize(std::min(lines.size(), most_history_lines));
    const ShownUnit unit = cycles_unit(*group.rows.front());
    for (const HistoryLine &line : lines) {
        LinePlot::Series series{line.label};
        for (const auto &[i, row] : line.rows)
            series.points.push_back(
                {runs[i].days,
                 (results::cycles_of(*row) / results::cycles_of(line.first()) - 1) * 100});
        plot.series.push_back(std::move(series));
        figure.table.headers.push_back({line.label});
    }
    for (std::size_t i = 0; i < runs.size(); ++i) {
        figure.table.rows.push_back(
            {runs[i].run->file.context.date, program_of(runs[i].run->file)});
        for (const HistoryLine &line : lines)
            figure.table.rows.back().push_back(
                line.rows.contains(i) ? unit.text(results::cycles_of(*line.rows.at(i))) : "");
    }
    return figure;
}

} // namespace

std::vector<Figure> figures_of_runs(const std::vector<ShownRun> &runs)
{
    std::vector<Figure> figures;
    for (const SharedUse &use : uses_of(runs))
        if (use.best.size() > 1)
            figures.push_back(use_figure(use, runs));
    constexpr double threshold = 0.01;
    constexpr std::size_t most_changes = 4;
    std::size_t changes = 0;
    for (std::size_t i = 1; i < runs.size() && changes < most_changes; ++i) {
        const results::Context &first = runs[0].file.context;
        if (first.cpu_model.empty() || !results::are_same_processor(first, runs[i].file.context))
            continue;
        const compare::Comparison comparison =
            compare::compare(runs[0].file, runs[i].file, threshold);
        if (comparison.rows.empty())
            continue;
        figures.push_back(change_figure(comparison.rows, runs[0], runs[i]));
        ++changes;
    }
    const std::vector<Dated> dated = dated_runs(runs);
    if (dated.size() < least_runs)
        return figures;
    for (const WorkGroup &group : groups_of(dated.back().run->file)) {
        std::vector<HistoryLine> lines = history_lines(dated, group.title());
        if (!lines.empty())
            figures.push_back(history_figure(dated, group, std::move(lines)));
    }
    return figures;
}

} // namespace hashlane::show
