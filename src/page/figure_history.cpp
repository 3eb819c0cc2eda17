// SPDX-License-Identifier: MIT
//
// One machine over dates, with the versions of hashlane and of the compiler where they change.
#include "../report/workload_units.h"
#include "../statistics/sort_by.h"
#include "figure.h"
#include "selection.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cmath>
#include <map>
#include <ranges>
#include <set>

namespace hashlane {
namespace {

constexpr std::size_t least_runs = 3, most_series = 6;

// Days since 1970 of "2026-01-02T03:04:05+00:00"; nothing for what is no date.
std::optional<double> days_of(const std::string &date)
{
    // Each number's place in the text and its length; the time of day may be missing.
    constexpr std::pair<std::size_t, std::size_t> places[] = {
        {0, 4}, {5, 2}, {8, 2}, {11, 2}, {14, 2}};
    int numbers[std::size(places)] = {};
    for (std::size_t i = 0; i < std::size(places); ++i) {
        const auto [from, length] = places[i];
        const char *const end = date.data() + std::min(date.size(), from + length);
        if (date.size() < from + length ||
            std::from_chars(date.data() + from, end, numbers[i]).ptr != end) {
            if (i < 3)
                return {};
            break;
        }
    }
    const auto [year, month, day, hour, minute] = numbers;
    const std::chrono::year_month_day calendar{std::chrono::year(year),
                                               std::chrono::month(static_cast<unsigned>(month)),
                                               std::chrono::day(static_cast<unsigned>(day))};
    if (!calendar.ok())
        return {};
    const auto days = std::chrono::sys_days(calendar).time_since_epoch().count();
    return static_cast<double>(days) + hour / 24.0 + minute / 1440.0;
}

struct Dated {
    double days;
    const ShownRun *run;
};

// Of one machine, oldest first; nothing where they are of several.
std::vector<Dated> dated_runs(const std::vector<ShownRun> &runs)
{
    std::vector<Dated> dated;
    for (const ShownRun &run : runs) {
        const auto days = days_of(run.file.date);
        if (!days || run.file.cpu != runs.front().file.cpu)
            return {};
        dated.push_back({*days, &run});
    }
    sort_by(dated, &Dated::days);
    return dated;
}

std::string program_of(const RunFile &file) { return file.version + ", " + file.compiler; }

// The rows of a workload with one thread, by label, over the runs.
struct Line {
    std::string label;
    std::vector<const RunRow *> rows; ///< one a run, or null
};

std::vector<Line> lines_of(const std::vector<Dated> &runs, const std::string &title)
{
    std::vector<Line> lines;
    for (std::size_t i = 0; i < runs.size(); ++i)
        for (const WorkGroup &group : groups_of(runs[i].run->file)) {
            if (group.title() != title)
                continue;
            for (const RunRow *row : group.rows) {
                if (!is_one_thread(*row) || row->cycles <= 0)
                    continue;
                auto line = std::ranges::find(lines, kernel_label(*row), &Line::label);
                if (line == lines.end())
                    line = lines.insert(lines.end(), {kernel_label(*row),
                                                      std::vector<const RunRow *>(runs.size())});
                line->rows[i] = row;
            }
        }
    std::erase_if(lines, [](const Line &line) {
        return std::ranges::count(line.rows, nullptr) + 1 >=
               static_cast<std::ptrdiff_t>(line.rows.size());
    });
    return lines;
}

const RunRow &first_row(const Line &line)
{
    return **std::ranges::find_if(line.rows, [](const RunRow *row) { return row != nullptr; });
}

const RunRow &last_row(const Line &line)
{
    auto latest_first = std::views::reverse(line.rows);
    return **std::ranges::find_if(latest_first, [](const RunRow *row) { return row != nullptr; });
}

double change_of(const Line &line) { return last_row(line).cycles / first_row(line).cycles - 1; }

std::string sentence_of(const std::vector<Line> &lines, std::size_t runs)
{
    const Line &largest = *std::ranges::max_element(
        lines, {}, [](const Line &line) { return std::abs(change_of(line)); });
    return fmt::format("From the first of {} runs to the last, {} changed most: {:+.1f} % cycles.",
                       runs, largest.label, change_of(largest) * 100);
}

void add_time_axis(LinePlot &plot, const std::vector<Dated> &runs)
{
    plot.x_name = "date";
    constexpr double least_distance = 0.3; // of the whole: labels are dates
    const double whole = runs.back().days - runs.front().days;
    for (const Dated &run : runs)
        if (plot.x_ticks.empty() || run.days - plot.x_ticks.back().x > least_distance * whole)
            plot.x_ticks.push_back({run.days, run.run->file.date.substr(0, 10)});
    for (std::size_t i = 1; i < runs.size(); ++i)
        if (program_of(runs[i].run->file) != program_of(runs[i - 1].run->file))
            plot.marks.push_back({runs[i].days, program_of(runs[i].run->file)});
}

Figure history_figure(const std::vector<Dated> &runs, const WorkGroup &group,
                      std::vector<Line> lines)
{
    Figure figure;
    figure.name = "history-" + group.name();
    figure.title = group.title() + ": over time";
    figure.sentence = sentence_of(lines, runs.size());
    figure.how_to_read =
        "Change of the cycles since the first run. Vertical lines: another version "
        "of hashlane or of the compiler.";
    LinePlot plot;
    plot.from_zero = false;
    plot.y_name = "% since the first run";
    add_time_axis(plot, runs);
    figure.table.columns = {{"date", true}, {"program", true}};
    sort_by(lines, [](const Line &line) { return -last_row(line).hashes_per_second; });
    lines.resize(std::min(lines.size(), most_series));
    const ShownUnit unit = cycles_unit(group.workload, group.bytes_per_hash);
    for (const Line &line : lines) {
        LinePlot::Series series{line.label, {}, true, false};
        for (std::size_t i = 0; i < runs.size(); ++i)
            if (line.rows[i] != nullptr)
                series.points.push_back(
                    {runs[i].days, (line.rows[i]->cycles / first_row(line).cycles - 1) * 100});
        plot.series.push_back(std::move(series));
        figure.table.columns.push_back({line.label});
    }
    for (std::size_t i = 0; i < runs.size(); ++i) {
        figure.table.rows.push_back({runs[i].run->file.date, program_of(runs[i].run->file)});
        for (const Line &line : lines)
            figure.table.rows.back().push_back(
                line.rows[i] == nullptr ? "" : unit.text(line.rows[i]->cycles));
    }
    figure.plot = std::move(plot);
    return figure;
}

} // namespace

std::vector<Figure> history_figures(const std::vector<ShownRun> &runs)
{
    const std::vector<Dated> dated = dated_runs(runs);
    std::vector<Figure> figures;
    if (dated.size() < least_runs)
        return figures;
    for (const WorkGroup &group : groups_of(dated.back().run->file)) {
        std::vector<Line> lines = lines_of(dated, group.title());
        if (!lines.empty())
            figures.push_back(history_figure(dated, group, std::move(lines)));
    }
    return figures;
}

} // namespace hashlane
