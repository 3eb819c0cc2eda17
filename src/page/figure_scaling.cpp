// SPDX-License-Identifier: MIT
//
// Rates against lanes and threads, with what could be hoped for; the heat map of a sweep.
#include "../report/workload_units.h"
#include "figure.h"
#include "selection.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <set>

namespace hashlane {
namespace {

constexpr std::size_t most_series = 8;
constexpr double nothing = 0.01; // a gain below this is said to be none

/// The best row for each number of threads and lanes in one place.
struct Sweep {
    std::string scope;
    std::map<unsigned, std::map<unsigned, RunRows>> rows; ///< threads, lanes

    const RunRow *best(unsigned threads, unsigned lanes) const
    {
        return best_of(rows.at(threads).at(lanes));
    }
    // Trust decides between kernels with as many lanes, and not between numbers of lanes: those are
    // what a sweep is about.
    const RunRow *best(unsigned threads) const
    {
        RunRows all;
        for (const auto &[lanes, some] : rows.at(threads))
            all.push_back(best_of(some));
        return *std::ranges::max_element(all, {}, &RunRow::hashes_per_second);
    }
    std::set<unsigned> lanes() const
    {
        std::set<unsigned> all;
        for (const auto &[threads, by_lanes] : rows)
            for (const auto &[lanes, some] : by_lanes)
                all.insert(lanes);
        return all;
    }
};

std::string scope_of(const RunRow &row)
{
    if (row.key.core_kind.empty() || row.key.scope.find(row.key.core_kind) != std::string::npos)
        return row.key.scope;
    return row.key.scope + (row.key.scope.empty() ? "" : ", ") + row.key.core_kind;
}

std::vector<Sweep> sweeps_of(const WorkGroup &group)
{
    std::vector<Sweep> sweeps;
    for (const RunRow *row : group.rows) {
        if (!row->device.empty())
            continue;
        const std::string scope = scope_of(*row);
        auto sweep = std::ranges::find(sweeps, scope, &Sweep::scope);
        if (sweep == sweeps.end())
            sweep = sweeps.insert(sweeps.end(), {scope, {}});
        sweep->rows[row->key.threads][row->lanes].push_back(row);
    }
    return sweeps;
}

std::string name_of(const ShownRun &run, const char *kind, const WorkGroup &group,
                    const Sweep &sweep)
{
    return run.prefix + kind + "-" + group.name() +
           (sweep.scope.empty() ? "" : "-" + plain_name(sweep.scope));
}

std::string title_of(const WorkGroup &group, const Sweep &sweep, const std::string &what)
{
    return group.title() + (sweep.scope.empty() ? "" : " on " + sweep.scope) + ": " + what;
}

// As far as the plot reaches: beyond, it would make everything else small.
LinePlot::Series ideal_of(const std::vector<std::pair<double, double>> &places, double one,
                          double highest)
{
    LinePlot::Series ideal{"ideal", {}, true, true};
    const double limit = 1.1 * highest;
    for (const auto &[x, times] : places) {
        const double y = one * times;
        if (y > limit && !ideal.points.empty()) {
            const auto [x0, y0] = ideal.points.back();
            ideal.points.push_back({x0 + (x - x0) * (limit - y0) / (y - y0), limit});
            break;
        }
        ideal.points.push_back({x, y});
    }
    return ideal;
}

std::string lanes_sentence(const Sweep &sweep, unsigned threads, const ShownUnit &unit)
{
    const auto &by_lanes = sweep.rows.at(threads);
    const unsigned fewest = by_lanes.begin()->first;
    const RunRow *const best = sweep.best(threads);
    const RunRow *const first = sweep.best(threads, fewest);
    std::string sentence =
        fmt::format("x{} is best: {} {} with {}", best->lanes, unit.text(best->hashes_per_second),
                    unit.name, kernel_label(*best));
    if (best->lanes != fewest)
        sentence += fmt::format(", {:.2f} times x{}",
                                best->hashes_per_second / first->hashes_per_second, fewest);
    if (const auto share = share_of_bound(*best))
        sentence += fmt::format("; that is {:.0f} % of its bound", *share * 100);
    return sentence + (best->trustworthy ? "." : ". Its row is not trustworthy.");
}

Figure lanes_figure(const ShownRun &run, const WorkGroup &group, const Sweep &sweep)
{
    const ShownUnit unit = rate_unit(group.workload, group.bytes_per_hash);
    Figure figure;
    figure.name = name_of(run, "lanes", group, sweep);
    figure.title = title_of(group, sweep, "rate against lanes");
    figure.sentence = lanes_sentence(sweep, sweep.rows.begin()->first, unit);
    figure.how_to_read = "The best kernel for each number of lanes. Dashed: as many times the rate "
                         "of the fewest lanes.";
    figure.table.columns = {{"threads"}, {"lanes"}, {"kernel", true}, {unit.name}};
    LinePlot plot;
    plot.x_name = "lanes";
    plot.y_name = unit.name;
    std::map<unsigned, double> places;
    for (const unsigned lanes : sweep.lanes()) {
        const auto place = static_cast<double>(places.size());
        plot.x_ticks.push_back({place, std::to_string(lanes)});
        places[lanes] = place;
    }
    double highest = 0;
    for (const auto &[threads, by_lanes] : sweep.rows) {
        LinePlot::Series series{
            fmt::format("{} thread{}", threads, threads == 1 ? "" : "s"), {}, true, false};
        for (const auto &[lanes, rows] : by_lanes) {
            const RunRow &best = *best_of(rows);
            const double rate = best.hashes_per_second * unit.factor;
            highest = std::max(highest, rate);
            series.points.push_back({places[lanes], rate});
            figure.table.rows.push_back({std::to_string(threads), std::to_string(lanes),
                                         kernel_label(best), unit.text(best.hashes_per_second)});
        }
        if (plot.series.size() < most_series)
            plot.series.push_back(std::move(series));
    }
    const LinePlot::Point first = plot.series[0].points.front();
    std::vector<std::pair<double, double>> ideal_places;
    const double fewest = sweep.rows.begin()->second.begin()->first;
    for (const auto &[lanes, place] : places)
        ideal_places.emplace_back(place, lanes / fewest);
    plot.series.push_back(ideal_of(ideal_places, first.y, highest));
    figure.plot = std::move(plot);
    return figure;
}

std::string threads_sentence(const Sweep &sweep)
{
    const auto first = sweep.rows.begin();
    const auto second = std::next(first), last = std::prev(sweep.rows.end());
    const double one = sweep.best(first->first)->hashes_per_second;
    const double gain = sweep.best(second->first)->hashes_per_second / one - 1;
    std::string sentence =
        fmt::format("{} threads instead of {} add{} {}", second->first, first->first,
                    gain < -nothing ? " no rate: they lose" : "",
                    std::abs(gain) < nothing ? std::string("nothing")
                                             : fmt::format("{:.0f} %", std::abs(gain) * 100));
    if (last != second)
        sentence += fmt::format("; {} threads reach {:.2f} times the rate of {}", last->first,
                                sweep.best(last->first)->hashes_per_second / one, first->first);
    return sentence + ".";
}

Figure threads_figure(const ShownRun &run, const WorkGroup &group, const Sweep &sweep)
{
    const ShownUnit unit = rate_unit(group.workload, group.bytes_per_hash);
    Figure figure;
    figure.name = name_of(run, "threads", group, sweep);
    figure.title = title_of(group, sweep, "rate against threads");
    figure.sentence = threads_sentence(sweep);
    figure.how_to_read = "The best number of lanes for each number of threads. Dashed: as many "
                         "times the rate of the fewest threads.";
    figure.table.columns = {{"threads"}, {"kernel", true}, {unit.name}, {"times the fewest"}};
    LinePlot plot;
    plot.x_name = "threads";
    plot.y_name = unit.name;
    LinePlot::Series series{"measured", {}, true, false};
    const double fewest = sweep.rows.begin()->first;
    std::vector<std::pair<double, double>> ideal_places;
    const double one = sweep.best(sweep.rows.begin()->first)->hashes_per_second;
    double highest = 0;
    for (const auto &[threads, by_lanes] : sweep.rows) {
        const RunRow &best = *sweep.best(threads);
        const double place = threads, rate = best.hashes_per_second * unit.factor;
        highest = std::max(highest, rate);
        series.points.push_back({place, rate});
        ideal_places.emplace_back(place, threads / fewest);
        plot.x_ticks.push_back({place, std::to_string(threads)});
        figure.table.rows.push_back({std::to_string(threads), kernel_label(best),
                                     unit.text(best.hashes_per_second),
                                     fmt::format("{:.2f}", best.hashes_per_second / one)});
    }
    plot.series.push_back(std::move(series));
    plot.series.push_back(ideal_of(ideal_places, one * unit.factor, highest));
    figure.plot = std::move(plot);
    return figure;
}

Figure heat_figure(const ShownRun &run, const WorkGroup &group, const Sweep &sweep)
{
    const ShownUnit unit = rate_unit(group.workload, group.bytes_per_hash);
    Figure figure;
    figure.name = name_of(run, "sweep", group, sweep);
    figure.title = title_of(group, sweep, "lanes and threads");
    HeatPlot plot{unit.name, "lanes", "threads", {}, {}, {}, unit.digits > 2 ? 2 : unit.digits};
    figure.table.columns = {{"threads"}};
    const std::set<unsigned> all_lanes = sweep.lanes();
    for (const unsigned lanes : all_lanes) {
        plot.columns.push_back("x" + std::to_string(lanes));
        figure.table.columns.push_back({"x" + std::to_string(lanes)});
    }
    const RunRow *best = nullptr;
    for (const auto &[threads, by_lanes] : sweep.rows) {
        plot.rows.push_back(std::to_string(threads));
        plot.values.emplace_back();
        figure.table.rows.push_back({std::to_string(threads)});
        for (const unsigned lanes : all_lanes) {
            const RunRow *const row =
                by_lanes.contains(lanes) ? sweep.best(threads, lanes) : nullptr;
            plot.values.back().push_back(row == nullptr ? std::optional<double>()
                                                        : row->hashes_per_second * unit.factor);
            figure.table.rows.back().push_back(row == nullptr ? ""
                                                              : unit.text(row->hashes_per_second));
            if (row != nullptr &&
                (best == nullptr || row->hashes_per_second > best->hashes_per_second))
                best = row;
        }
    }
    if (best != nullptr)
        figure.sentence = fmt::format(
            "The best of {} combinations is {} lanes with {} thread{}: {} {}.",
            all_lanes.size() * sweep.rows.size(), best->lanes, best->key.threads,
            best->key.threads == 1 ? "" : "s", unit.text(best->hashes_per_second), unit.name);
    figure.how_to_read = "Darker in light mode, brighter in dark mode: faster.";
    figure.plot = std::move(plot);
    return figure;
}

} // namespace

std::vector<Figure> scaling_figures(const ShownRun &run)
{
    std::vector<Figure> figures;
    for (const WorkGroup &group : groups_of(run.file))
        for (const Sweep &sweep : sweeps_of(group)) {
            const bool several_lanes = sweep.lanes().size() > 1;
            const bool several_threads = sweep.rows.size() > 1;
            if (several_lanes && several_threads)
                figures.push_back(heat_figure(run, group, sweep));
            if (several_lanes)
                figures.push_back(lanes_figure(run, group, sweep));
            if (several_threads)
                figures.push_back(threads_figure(run, group, sweep));
        }
    return figures;
}

} // namespace hashlane
