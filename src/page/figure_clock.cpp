// SPDX-License-Identifier: MIT
//
// The clock over the run, and how much of the time was kept.
#include "../statistics/sort_by.h"
#include "../statistics/statistics.h"
#include "figure.h"
#include "selection.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace hashlane {
namespace {

constexpr std::size_t parts = 10;

// A row's visits are spread over the run: the n-th of so many was about that far into it.
struct Reading {
    double at = 0; ///< share of the run
    double clock_hz = 0;
    double kept_share = 1;
};

std::vector<Reading> readings_of(const RunFile &file)
{
    std::vector<Reading> readings;
    for (const RunRow &row : file.rows) {
        const RunRow::Visits &visits = row.visits;
        const std::size_t count = std::min(visits.cycles.size(), visits.ns.size());
        for (std::size_t i = 0; is_one_thread(row) && i < count; ++i)
            if (visits.cycles[i] > 0 && visits.ns[i] > 0)
                readings.push_back({(static_cast<double>(i) + 0.5) / static_cast<double>(count),
                                    visits.cycles[i] / visits.ns[i] * 1e9,
                                    i < visits.kept_share.size() ? visits.kept_share[i] : 1});
    }
    return readings;
}

struct Part {
    std::vector<double> clocks;
    double kept = 0;
};

std::vector<Part> parts_of(const std::vector<Reading> &readings)
{
    std::vector<Part> all(parts);
    for (const Reading &reading : readings) {
        Part &part = all[std::min(parts - 1, static_cast<std::size_t>(reading.at * parts))];
        part.clocks.push_back(reading.clock_hz / 1e9);
        part.kept += reading.kept_share;
    }
    return all;
}

std::string sentence_of(const std::vector<Reading> &readings)
{
    constexpr double steady = 0.02;
    std::vector<double> clocks;
    double kept = 0;
    for (const Reading &reading : readings) {
        clocks.push_back(reading.clock_hz / 1e9);
        kept += reading.kept_share;
    }
    const double low = quantile(clocks, 0.05), high = quantile(clocks, 0.95);
    const std::string range =
        high - low < steady * high
            ? fmt::format("The clock was steady at {:.2f} GHz", quantile(clocks, 0.5))
            : fmt::format("The clock went from {:.2f} to {:.2f} GHz", low, high);
    return fmt::format("{}; {:.0f} % of the samples were kept.", range,
                       100 * kept / static_cast<double>(readings.size()));
}

} // namespace

std::vector<Figure> clock_figures(const ShownRun &run)
{
    const std::vector<Reading> readings = readings_of(run.file);
    if (readings.size() < 2)
        return {};
    Figure figure;
    figure.name = run.prefix + "clock";
    figure.title = "Clock over the run";
    figure.sentence = sentence_of(readings);
    figure.how_to_read = "Each dot is a visit of a row, placed by its number among the row's "
                         "visits. Marks: the tenths of the run of which least was kept, at "
                         "most two, and only below 80 %.";
    LinePlot plot;
    plot.x_name = "share of the run, %";
    plot.y_name = "GHz";
    plot.from_zero = false;
    plot.series.push_back({"visits", {}, false, false});
    for (const Reading &reading : readings)
        plot.series[0].points.push_back({reading.at * 100, reading.clock_hz / 1e9});
    for (const int percent : {0, 20, 40, 60, 80, 100})
        plot.x_ticks.push_back({1.0 * percent, std::to_string(percent)});
    figure.table.columns = {{"part of the run, %", true},
                            {"visits"},
                            {"lowest, GHz"},
                            {"median, GHz"},
                            {"highest, GHz"},
                            {"kept, %"}};
    const std::vector<Part> all = parts_of(readings);
    std::vector<std::pair<double, LinePlot::Tick>> little_kept;
    for (std::size_t i = 0; i < parts; ++i) {
        if (all[i].clocks.empty())
            continue;
        constexpr double little = 0.8;
        const double kept = all[i].kept / static_cast<double>(all[i].clocks.size());
        const auto from = 100 * i / parts, to = 100 * (i + 1) / parts;
        if (kept < little)
            little_kept.push_back(
                {kept, {static_cast<double>(from + to) / 2, fmt::format("{:.0f} %", kept * 100)}});
        const auto at = [&](double share) {
            return fmt::format("{:.3f}", quantile(all[i].clocks, share));
        };
        figure.table.rows.push_back({fmt::format("{}-{}", from, to),
                                     std::to_string(all[i].clocks.size()), at(0), at(0.5), at(1),
                                     fmt::format("{:.0f}", kept * 100)});
    }
    // More would hide the dots.
    constexpr std::size_t most_marks = 2;
    sort_by(little_kept, &std::pair<double, LinePlot::Tick>::first);
    little_kept.resize(std::min(little_kept.size(), most_marks));
    for (const auto &[kept, mark] : little_kept)
        plot.marks.push_back(mark);
    figure.plot = std::move(plot);
    return {figure};
}

} // namespace hashlane
