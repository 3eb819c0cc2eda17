// SPDX-License-Identifier: MIT
//
// Rates against lanes and threads, with perfect scaling; the heat map of a sweep.
#include "../../machine/system/lists.h"
#include "../../machine/system/text.h"
#include "../tables/row_figures.h"
#include "figure.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <set>

namespace hashlane::show {
namespace {

constexpr std::size_t most_thread_series = 8;
constexpr double least_gain = 0.01; // a gain below this is reported as none

using BestOfLanes = std::map<unsigned, const results::Row *>;

/// The best row for each number of threads and lanes in one place.
struct Sweep {
    std::string scope;
    std::map<unsigned, BestOfLanes> rows; ///< by threads

    // Trust decides between kernels with equal lanes, but not between numbers of lanes: a sweep
    // compares those.
    const results::Row &best(unsigned threads) const
    {
        return *std::ranges::max_element(rows.at(threads), {}, [](const auto &of_lanes) {
                    return of_lanes.second->figures.units_per_second;
                })->second;
    }
    std::set<unsigned> lanes() const
    {
        std::set<unsigned> all;
        for (const auto &[threads, by_lanes] : rows)
            for (const auto &[lanes, best] : by_lanes)
                all.insert(lanes);
        return all;
    }
};

std::string scope_of(const results::Row &row)
{
    if (row.location.core_kind.empty() ||
        row.location.scope.find(row.location.core_kind) != std::string::npos)
        return row.location.scope;
    return row.location.scope + (row.location.scope.empty() ? "" : ", ") + row.location.core_kind;
}

std::vector<Sweep> sweeps_of(const WorkGroup &group)
{
    std::vector<Sweep> sweeps;
    for (const results::Row *row : group.rows) {
        if (is_on_a_device(*row))
            continue;
        const std::string scope = scope_of(*row);
        auto sweep = std::ranges::find(sweeps, scope, &Sweep::scope);
        if (sweep == sweeps.end())
            sweep = sweeps.insert(sweeps.end(), {scope, {}});
        const results::Row *&best = sweep->rows[row->location.threads][row->identity.lanes];
        best = best == nullptr ? row : best_row({best, row});
    }
    return sweeps;
}

Figure sweep_figure(const ShownRun &run, const char *kind, const WorkGroup &group,
                    const Sweep &sweep, const std::string &what)
{
    const bool apart = !sweep.scope.empty();
    return {run.prefix + kind + "-" + group.name() +
                (apart ? "-" + machine::plain_name(sweep.scope) : ""),
            group.title() + (apart ? " on " + sweep.scope : "") + ": " + what};
}

// Makes the line of perfect scaling from the first point, up to the end of the plot: beyond, it
// would make all else small.
LinePlot::Series ideal_of(const std::vector<LinePlot::Point> &measured)
{
    LinePlot::Series ideal{"ideal", {}, true, true};
    const LinePlot::Point &first = measured.front();
    const double limit = 1.1 * std::ranges::max(measured, {}, &LinePlot::Point::y).y;
    for (const LinePlot::Point &point : measured) {
        const double x = point.x, y = first.y * (x / first.x);
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
    const auto &[fewest, first] = *sweep.rows.at(threads).begin();
    const results::Row &best = sweep.best(threads);
    std::string sentence =
        fmt::format("x{} is best: {} {} with {}", best.identity.lanes,
                    unit.text(best.figures.units_per_second), unit.name, kernel_label(best));
    if (best.identity.lanes != fewest)
        sentence +=
            fmt::format(", {:.2f} times x{}",
                        best.figures.units_per_second / first->figures.units_per_second, fewest);
    if (const auto share = share_of_bound(best))
        sentence += fmt::format("; that is {:.0f} % of its bound", *share * 100);
    return sentence + (best.quality.trustworthy ? "." : ". Its row is not trustworthy.");
}

/// Calls of kernels, one after the other.
struct Calls {
    double cost = 0; ///< in rates: lanes divided by it are units per second
    std::map<std::string, unsigned> counts = {};

    Calls followed_by(const results::Row &row) const
    {
        Calls more = *this;
        more.cost += std::max(row.identity.lanes, 1U) / row.figures.units_per_second;
        ++more.counts[kernel_label(row)];
        return more;
    }
    std::string text() const
    {
        return machine::joined(machine::each(counts, [](const auto &calls) {
            const auto &[kernel, count] = calls;
            return count == 1 ? kernel : fmt::format("{} × {}", count, kernel);
        }));
    }
};

// Returns the cheapest calls for each number of lanes up to 64, as dispatch chooses them.
std::vector<Calls> cheapest_calls(const BestOfLanes &kernels)
{
    constexpr unsigned most_lanes = 64;
    std::vector<Calls> cheapest(1);
    for (unsigned lanes = 1; lanes <= most_lanes; ++lanes) {
        const auto calls_with = [&](const auto &last) {
            const results::Row &row = *last.second;
            return cheapest[lanes - std::clamp(row.identity.lanes, 1U, lanes)].followed_by(row);
        };
        const auto cost_with = [&](const auto &last) { return calls_with(last).cost; };
        cheapest.push_back(calls_with(*std::ranges::min_element(kernels, {}, cost_with)));
    }
    return cheapest;
}

Figure lanes_figure(const ShownRun &run, const WorkGroup &group, const Sweep &sweep)
{
    const ShownUnit unit = rate_unit(*group.rows.front());
    Figure figure = sweep_figure(run, "lanes", group, sweep, "rate against lanes");
    figure.sentence = lanes_sentence(sweep, sweep.rows.begin()->first, unit);
    figure.how_to_read =
        "The rate that dispatch gets for each number of lanes, with one kernel or with calls "
        "of several.";
    figure.table.headers = {{"threads"}, {"lanes"}, {"kernels", true}, {unit.name}};
    auto &plot = figure.plot.emplace<LinePlot>(LinePlot{"lanes", unit.name});
    std::map<unsigned, double> places;
    for (const unsigned lanes : sweep.lanes()) {
        const auto place = static_cast<double>(places.size());
        plot.x_ticks.push_back({place, std::to_string(lanes)});
        places[lanes] = place;
    }
    for (const auto &[threads, by_lanes] : sweep.rows) {
        LinePlot::Series series{machine::counted(threads, "thread")};
        const std::vector<Calls> cheapest = cheapest_calls(by_lanes);
        for (const auto &[lanes, best] : by_lanes) {
            const unsigned filled = std::max(lanes, 1U);
            const Calls calls =
                filled < cheapest.size() ? cheapest[filled] : Calls{}.followed_by(*best);
            const double rate = filled / calls.cost;
            series.points.push_back({places[lanes], rate * unit.factor});
            figure.table.rows.push_back(
                {std::to_string(threads), std::to_string(lanes), calls.text(), unit.text(rate)});
        }
        if (plot.series.size() < most_thread_series)
            plot.series.push_back(std::move(series));
    }
    return figure;
}

std::string threads_sentence(const Sweep &sweep)
{
    const auto first = sweep.rows.begin();
    const auto second = std::next(first), last = std::prev(sweep.rows.end());
    const double one = sweep.best(first->first).figures.units_per_second;
    const double gain = sweep.best(second->first).figures.units_per_second / one - 1;
    std::string sentence =
        fmt::format("{} threads instead of {} add{} {}", second->first, first->first,
                    gain < -least_gain ? " no rate: they lose" : "",
                    std::abs(gain) < least_gain ? std::string("nothing")
                                                : fmt::format("{:.0f} %", std::abs(gain) * 100));
    if (last != second)
        sentence +=
            fmt::format("; {} threads reach {:.2f} times the rate of {}", last->first,
                        sweep.best(last->first).figures.units_per_second / one, first->first);
    return sentence + ".";
}

Figure threads_figure(const ShownRun &run, const WorkGroup &group, const Sweep &sweep)
{
    const ShownUnit unit = rate_unit(*group.rows.front());
    Figure figure = sweep_figure(run, "threads", group, sweep, "rate against threads");
    figure.sentence = threads_sentence(sweep);
    figure.how_to_read = "The best number of lanes for each number of threads. Dashed: perfect "
                         "scaling from the fewest threads.";
    figure.table.headers = {{"threads"}, {"kernel", true}, {unit.name}, {"times the fewest"}};
    auto &plot = figure.plot.emplace<LinePlot>(LinePlot{"threads", unit.name});
    LinePlot::Series series{"measured"};
    const double one = sweep.best(sweep.rows.begin()->first).figures.units_per_second;
    for (const auto &[threads, by_lanes] : sweep.rows) {
        const results::Row &best = sweep.best(threads);
        const double place = threads, rate = best.figures.units_per_second;
        series.points.push_back({place, rate * unit.factor});
        plot.x_ticks.push_back({place, std::to_string(threads)});
        figure.table.rows.push_back({std::to_string(threads), kernel_label(best), unit.text(rate),
                                     fmt::format("{:.2f}", rate / one)});
    }
    plot.series = {series, ideal_of(series.points)};
    return figure;
}

Figure heat_figure(const ShownRun &run, const WorkGroup &group, const Sweep &sweep)
{
    const ShownUnit unit = rate_unit(*group.rows.front());
    Figure figure = sweep_figure(run, "sweep", group, sweep, "lanes and threads");
    auto &plot = figure.plot.emplace<HeatPlot>(
        HeatPlot{unit.name, "lanes", "threads", {}, {}, {}, unit.digits > 2 ? 2 : unit.digits});
    figure.table.headers = {{"threads"}};
    const std::set<unsigned> all_lanes = sweep.lanes();
    for (const unsigned lanes : all_lanes) {
        plot.columns.push_back("x" + std::to_string(lanes));
        figure.table.headers.push_back({"x" + std::to_string(lanes)});
    }
    const results::Row *best = nullptr;
    for (const auto &[threads, by_lanes] : sweep.rows) {
        plot.rows.push_back(std::to_string(threads));
        plot.values.emplace_back();
        figure.table.rows.push_back({std::to_string(threads)});
        for (const unsigned lanes : all_lanes) {
            const auto found = by_lanes.find(lanes);
            plot.values.back().emplace_back();
            figure.table.rows.back().emplace_back();
            if (found == by_lanes.end())
                continue;
            const double rate = found->second->figures.units_per_second;
            plot.values.back().back() = rate * unit.factor;
            figure.table.rows.back().back() = unit.text(rate);
            if (best == nullptr || rate > best->figures.units_per_second)
                best = found->second;
        }
    }
    if (best != nullptr)
        figure.sentence = fmt::format("The best of {} combinations is {} lanes with {}: {} {}.",
                                      all_lanes.size() * sweep.rows.size(), best->identity.lanes,
                                      machine::counted(best->location.threads, "thread"),
                                      unit.text(best->figures.units_per_second), unit.name);
    figure.how_to_read = "Darker in light mode, brighter in dark mode: faster.";
    return figure;
}

// ---- The map of cores: the rate of each while all ran.

// Finds the fastest of the rows that used the most CPUs.
const results::Row *widest_of(const Rows &rows)
{
    const Rows wide = rows_where(rows, [](const results::Row &row) {
        return row.location.cpus.size() > 1 &&
               row.location.cpus.size() == row.figures.thread_units_per_second.size();
    });
    const auto widest = std::ranges::max_element(wide, {}, [](const results::Row *row) {
        return std::pair(row->location.cpus.size(), row->figures.units_per_second);
    });
    return widest == wide.end() ? nullptr : *widest;
}

std::string cores_sentence(const CorePlot &plot, const results::Row &row)
{
    std::vector<const CorePlot::Core *> used;
    for (const CorePlot::Group &group : plot.groups)
        for (const CorePlot::Core &core : group.cores)
            if (core.value)
                used.push_back(&core);
    const auto value = [](const CorePlot::Core *core) { return *core->value; };
    const CorePlot::Core &slow = *std::ranges::min(used, {}, value);
    const CorePlot::Core &fast = *std::ranges::max(used, {}, value);
    return fmt::format("{} on {} cores: the slowest, core {}, has {:.0f} % of the fastest's rate.",
                       kernel_label(row), used.size(), slow.label, 100 * *slow.value / *fast.value);
}

Figure core_figure(const ShownRun &run, const WorkGroup &group, const results::Row &row)
{
    const ShownUnit unit = rate_unit(*group.rows.front());
    std::map<int, double> rates; // of each CPU
    for (std::size_t i = 0; i < row.location.cpus.size(); ++i)
        rates[row.location.cpus[i]] += row.figures.thread_units_per_second[i];
    Figure figure{run.prefix + "cores-" + group.name(), group.title() + ": each core"};
    figure.how_to_read =
        fmt::format("Each cell is a core: its number, and {} of its threads.", unit.name);
    figure.table.headers = {{"core"}, {"CPUs", true}, {"place", true}, {unit.name}};
    auto &plot = figure.plot.emplace<CorePlot>(CorePlot{unit.name});
    const machine::Topology &topology = run.file.context.topology;
    for (std::size_t i = 0; i < topology.cores.size(); ++i) {
        const machine::Topology::Core &core = topology.cores[i];
        const std::string &kind = topology.kinds[core.kind];
        const std::string place =
            fmt::format("package {}, NUMA node {}{}", core.package, core.numa_node,
                        topology.kinds.size() < 2 ? "" : ", " + kind);
        CorePlot::Core cell{std::to_string(i), ""};
        for (const int cpu : core.cpus)
            if (rates.contains(cpu))
                cell.value = cell.value.value_or(0) + rates.at(cpu) * unit.factor;
        if (cell.value)
            cell.text = fmt::format("{:.{}f}", *cell.value, unit.digits);
        figure.table.rows.push_back({cell.label, machine::joined(core.cpus), place, cell.text});
        if (plot.groups.empty() || plot.groups.back().label != place)
            plot.groups.push_back({place});
        plot.groups.back().cores.push_back(std::move(cell));
    }
    figure.sentence = cores_sentence(plot, row);
    return figure;
}

} // namespace

std::vector<Figure> scaling_figures(const ShownRun &run, const WorkGroup &group)
{
    std::vector<Figure> figures;
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

std::vector<Figure> core_figures(const ShownRun &run, const WorkGroup &group)
{
    const results::Row *const row = widest_of(group.rows);
    const auto is_used = [&](const machine::Topology::Core &core) {
        return std::ranges::find_first_of(core.cpus, row->location.cpus) != core.cpus.end();
    };
    // Several cores can be compared.
    if (row == nullptr || std::ranges::count_if(run.file.context.topology.cores, is_used) < 2)
        return {};
    return {core_figure(run, group, *row)};
}

} // namespace hashlane::show
