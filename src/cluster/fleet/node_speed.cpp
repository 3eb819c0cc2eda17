// SPDX-License-Identifier: MIT
#include "node_speed.h"

#include "../../machine/system/lists.h"
#include "../../statistics/statistics.h"
#include "references.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace hashlane::cluster {
namespace {

PlaceUsual usual_of(const Observed &observed)
{
    const auto median_if_enough = [](const std::vector<double> &values) {
        return values.size() < least_alike ? std::nan("") : statistics::median(values);
    };
    return {median_if_enough(observed.cycles), median_if_enough(observed.clocks)};
}

std::size_t kind_index(const NodeFile &node, int cpu)
{
    if (node.cpus_of_kind.size() < 2)
        return 0;
    const auto found = std::ranges::find_if(
        node.cpus_of_kind, [&](const auto &cpus) { return machine::contains(cpus, cpu); });
    return found == node.cpus_of_kind.end()
               ? 0
               : static_cast<std::size_t>(found - node.cpus_of_kind.begin());
}

// A cost of nothing is a fault of the file.
double share_of(double value, double usual) { return value > 0 ? value / usual : std::nan(""); }

FigureKey figure_key_of(const CoreColumns &columns) { return {columns.workload, columns.scope}; }

PlacesOfFigure places_of_figure(const Members &members, const FigureKey &key)
{
    std::unordered_map<int, Observed> by_cpu;
    std::vector<Observed> by_kind(1);
    for (const NodeFile *member : members) {
        const CoreColumns *const columns = find_columns(*member, key);
        if (columns == nullptr)
            continue;
        for (std::size_t i = 0; i < columns->cpus.size(); ++i) {
            const std::size_t kind = kind_index(*member, columns->cpus[i]);
            by_kind.resize(std::max(by_kind.size(), kind + 1));
            if (columns->noisy[i])
                continue;
            by_cpu[columns->cpus[i]].add(columns->cycles_per_unit[i], columns->clock_hz[i]);
            by_kind[kind].add(columns->cycles_per_unit[i], columns->clock_hz[i]);
        }
    }
    PlacesOfFigure figure;
    for (const Observed &observed : by_kind)
        figure.by_kind.push_back(usual_of(observed));
    for (const auto &[cpu, observed] : by_cpu)
        if (observed.cycles.size() >= least_alike || observed.clocks.size() >= least_alike)
            figure.by_cpu[cpu] = usual_of(observed);
    return figure;
}

// Returns the paces of the cores that have values.
std::vector<CorePace> paces_of(const NodeFile &node, const CoreColumns &columns,
                               const PlacesOfFigure &places)
{
    std::vector<CorePace> paces;
    paces.reserve(columns.cpus.size());
    for (std::size_t i = 0; i < columns.cpus.size(); ++i) {
        const PlaceUsual usual = places.usual(node, columns.cpus[i]);
        CorePace pace{i, share_of(columns.cycles_per_unit[i], usual.cycles),
                      share_of(columns.clock_hz[i], usual.clock), 1, columns.noisy[i]};
        if (std::isnan(pace.cycles) && std::isnan(pace.clock))
            continue;
        if (!std::isnan(pace.cycles))
            pace.time *= pace.cycles;
        if (!std::isnan(pace.clock))
            pace.time /= pace.clock;
        paces.push_back(pace);
    }
    return paces;
}

enum class Better { less, more };

// Returns the median of a value, and of two in the middle the better one: of two cores one may be
// slow. Not a number if none is known.
double better_middle(const std::vector<CorePace> &paces, double CorePace::*figure, Better better)
{
    std::vector<double> values = machine::each(paces, figure);
    std::erase_if(values, [](double value) { return std::isnan(value); });
    if (values.empty())
        return std::nan("");
    const std::size_t place = (values.size() - (better == Better::less ? 1 : 0)) / 2;
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(place);
    std::ranges::nth_element(values, middle);
    return *middle;
}

// ---- Results of the cores.

constexpr std::size_t slow_share = 8; // one in eight cores is not the node's

// Returns not a number if most values are not known. A file may have 0 for an unknown one.
double mean_of(const std::vector<double> &values)
{
    double sum = 0;
    std::size_t known = 0;
    for (const double value : values)
        if (value > 0) {
            sum += value;
            ++known;
        }
    return known == 0 || 2 * known < values.size() ? std::nan("")
                                                   : sum / static_cast<double>(known);
}

std::vector<CorePace> trusted(std::vector<CorePace> paces)
{
    std::erase_if(paces, [](const CorePace &pace) { return pace.noisy; });
    return paces;
}

NodeFigure figure_of(const FigurePaces &all)
{
    const CoreColumns &columns = *all.columns;
    NodeFigure figure{figure_key_of(columns), columns.kernel, columns.cpus.size(), 0};
    std::vector<CorePace> paces = trusted(all.cores);
    if (paces.empty()) { // a machine too small for shares, as it is
        std::vector<double> cycles(figure.cores), clock(figure.cores);
        for (std::size_t i = 0; i < columns.cpus.size(); ++i)
            if (!columns.noisy[i]) {
                cycles[i] = columns.cycles_per_unit[i];
                clock[i] = columns.clock_hz[i];
                ++figure.trusted;
            }
        figure.cycles_per_unit = mean_of(cycles);
        figure.clock_hz = mean_of(clock);
        return figure;
    }
    const double middle = better_middle(paces, &CorePace::time, Better::less);
    std::vector<double> deviations; // of the faster half: of the others any number may be slow
    for (const CorePace &pace : paces)
        if (pace.time <= middle)
            deviations.push_back(1 - pace.time / middle);
    figure.core_scale = statistics::sigma_of(std::move(deviations));
    figure.trusted = paces.size();
    if (paces.size() > 1) {
        const std::size_t slow = std::max(std::size_t{1}, paces.size() / slow_share);
        std::ranges::nth_element(paces, paces.end() - static_cast<std::ptrdiff_t>(slow), {},
                                 &CorePace::time);
        paces.resize(paces.size() - slow);
    }
    const auto mean = [&](const auto &value_of) { return mean_of(machine::each(paces, value_of)); };
    figure.cycles_per_unit =
        mean([&](const CorePace &pace) { return columns.cycles_per_unit[pace.index]; });
    figure.clock_hz = mean([&](const CorePace &pace) { return columns.clock_hz[pace.index]; });
    figure.relative_cycles = mean(&CorePace::cycles);
    figure.relative_clock = mean(&CorePace::clock);
    return figure;
}

// A core's times in the workloads of one scope; not a number where it has none.
using CoreTimes = std::vector<double>;

std::vector<CoreTimes> times_of(const std::vector<const FigurePaces *> &workloads)
{
    std::vector<CoreTimes> cores;
    std::unordered_map<int, std::size_t> places;
    for (std::size_t workload = 0; workload < workloads.size(); ++workload)
        for (const CorePace &pace : workloads[workload]->cores) {
            const int cpu = workloads[workload]->columns->cpus[pace.index];
            const std::size_t place = places.try_emplace(cpu, cores.size()).first->second;
            if (place == cores.size())
                cores.emplace_back(workloads.size(), std::nan(""));
            cores[place][workload] = pace.time;
        }
    return cores;
}

// Returns the cores of the faster half by the sum of all workloads, as far as they have them all.
std::vector<std::size_t> faster_half(const std::vector<CoreTimes> &cores)
{
    std::vector<std::pair<double, std::size_t>> sums;
    for (std::size_t i = 0; i < cores.size(); ++i)
        if (const double sum = std::accumulate(cores[i].begin(), cores[i].end(), 0.0);
            !std::isnan(sum))
            sums.emplace_back(sum, i);
    std::ranges::sort(sums);
    sums.resize((sums.size() + 1) / 2);
    return machine::each(sums, [](const auto &sum) { return sum.second; });
}

// Divides each workload's times by the middle of the same cores: the middle of all would fall among
// the slow cores of a node in one workload, and among its others in the next.
void make_relative(std::vector<CoreTimes> &cores, const std::vector<std::size_t> &faster)
{
    for (std::size_t workload = 0; workload < cores.front().size(); ++workload) {
        const double usual = statistics::median(
            machine::each(faster, [&](std::size_t core) { return cores[core][workload]; }));
        for (CoreTimes &times : cores)
            times[workload] /= usual;
    }
}

void add_residuals(const std::vector<const FigurePaces *> &workloads,
                   std::vector<double> &residuals)
{
    std::vector<CoreTimes> cores = times_of(workloads);
    const std::vector<std::size_t> faster = faster_half(cores);
    if (faster.empty())
        return;
    make_relative(cores, faster);
    for (CoreTimes &times : cores) {
        std::erase_if(times, [](double time) { return std::isnan(time); });
        if (times.size() < 2)
            continue;
        const auto count = static_cast<double>(times.size());
        const double mean = std::accumulate(times.begin(), times.end(), 0.0) / count;
        // The mean follows each of its values.
        const double widened = std::sqrt(count / (count - 1));
        for (const double time : times)
            residuals.push_back(std::abs(time - mean) * widened);
    }
}

} // namespace

const CoreColumns *find_columns(const NodeFile &node, const FigureKey &key)
{
    const auto found = std::ranges::find(node.cores, key, figure_key_of);
    return found == node.cores.end() ? nullptr : &*found;
}

Places places_of(const Members &members)
{
    Places places;
    for (const NodeFile *member : members)
        for (const CoreColumns &columns : member->cores)
            places[figure_key_of(columns)] = {};
    for (auto &[key, figure] : places)
        figure = places_of_figure(members, key);
    return places;
}

PlaceUsual PlacesOfFigure::usual(const NodeFile &node, int cpu) const
{
    const auto place = by_cpu.find(cpu);
    if (place != by_cpu.end())
        return place->second;
    const std::size_t kind = kind_index(node, cpu);
    return kind < by_kind.size() ? by_kind[kind] : PlaceUsual();
}

NodePaces paces_of(const NodeFile &node, const Places &places)
{
    return machine::each(node.cores, [&](const CoreColumns &columns) {
        const auto figure = places.find(figure_key_of(columns));
        return FigurePaces{&columns, figure == places.end()
                                         ? std::vector<CorePace>()
                                         : paces_of(node, columns, figure->second)};
    });
}

std::vector<NodeFigure> figures_of(const NodePaces &paces)
{
    return machine::each(paces, figure_of);
}

namespace {

// The places in the columns of the cores of a part.
using PlacesInPart = std::vector<std::size_t>;

// Groups the parts that have the same cores, as a package and its NUMA node often do.
std::map<PlacesInPart, std::vector<std::string_view>> parts_by_places(const NodeFile &node,
                                                                      const CoreColumns &columns)
{
    std::unordered_map<int, std::size_t> places;
    for (std::size_t i = 0; i < columns.cpus.size(); ++i)
        places[columns.cpus[i]] = i;
    std::map<PlacesInPart, std::vector<std::string_view>> parts;
    for (const auto &[part, cpus] : node.parts) {
        PlacesInPart inside;
        for (const int cpu : cpus)
            if (const auto place = places.find(cpu); place != places.end())
                inside.push_back(place->second);
        parts[std::move(inside)].push_back(part);
    }
    return parts;
}

// Returns the median of the cores of a part, `inside`, as a share of that of the others; of a small
// part, of all cores, whose median it hardly moves.
double part_share(const std::vector<CorePace> &paces, const std::vector<std::size_t> &inside,
                  double CorePace::*figure, double middle)
{
    constexpr std::size_t least = 3; // one core is judged as a core, and moves no median of three
    // Most parts are: many small caches of many cores would each look at all of them.
    const bool is_small = slow_share * inside.size() <= paces.size();
    std::vector<bool> is_inside(paces.size());
    std::vector<double> in, out;
    in.reserve(inside.size());
    for (const std::size_t i : inside) {
        is_inside[i] = true;
        if (!std::isnan(paces[i].*figure))
            in.push_back(paces[i].*figure);
    }
    for (std::size_t i = 0; !is_small && i < paces.size(); ++i)
        if (!is_inside[i] && !std::isnan(paces[i].*figure))
            out.push_back(paces[i].*figure);
    if (in.size() < least || (!is_small && out.size() < least))
        return std::nan("");
    return statistics::median(std::move(in)) /
           (is_small ? middle : statistics::median(std::move(out)));
}

} // namespace

std::vector<PartPaces> part_paces_of(const NodeFile &node, const NodePaces &paces)
{
    std::vector<PartPaces> all;
    std::map<PlacesInPart, std::vector<std::string_view>> by_places;
    for (const FigurePaces &figure : paces) {
        const CoreColumns &columns = *figure.columns;
        if (all.empty() || columns.cpus != node.cores[all.size() - 1].cpus)
            by_places = parts_by_places(node, columns);
        const std::vector<CorePace> cores = trusted(figure.cores);
        const double cycles = better_middle(cores, &CorePace::cycles, Better::less),
                     clock = better_middle(cores, &CorePace::clock, Better::more);
        std::vector<std::size_t> place_of(columns.cpus.size(), cores.size());
        for (std::size_t i = 0; i < cores.size(); ++i)
            place_of[cores[i].index] = i;
        std::vector<PartPace> parts;
        for (const auto &[places, names] : by_places) {
            std::vector<std::size_t> inside;
            for (const std::size_t place : places)
                if (place_of[place] < cores.size())
                    inside.push_back(place_of[place]);
            const double share_of_cycles = part_share(cores, inside, &CorePace::cycles, cycles),
                         share_of_clock = part_share(cores, inside, &CorePace::clock, clock);
            if (!std::isnan(share_of_cycles) || !std::isnan(share_of_clock))
                for (const std::string_view part : names)
                    parts.push_back({part, share_of_cycles, share_of_clock});
        }
        all.push_back({figure_key_of(columns), std::move(parts)});
    }
    return all;
}

std::optional<double> unsteadiness_of(const NodePaces &paces)
{
    std::map<std::string_view, std::vector<const FigurePaces *>> by_scope;
    for (const FigurePaces &figure : paces)
        if (!figure.cores.empty())
            by_scope[figure.columns->scope].push_back(&figure);
    std::vector<double> residuals;
    for (const auto &[scope, workloads] : by_scope)
        add_residuals(workloads, residuals);
    if (residuals.empty())
        return {};
    return statistics::sigma_of(std::move(residuals));
}

double noisy_share(const NodeFile &node)
{
    std::size_t noisy = 0, all = 0;
    for (const CoreColumns &columns : node.cores) {
        noisy += static_cast<std::size_t>(std::ranges::count(columns.noisy, true));
        all += columns.noisy.size();
    }
    return all == 0 ? 0 : static_cast<double>(noisy) / static_cast<double>(all);
}

// ---- Slow cores.

namespace {

// Chance alone reaches a few sigmas in one of thousands of cores.
constexpr double most_usual_scales = 6;

// The data on one core over all measurements.
struct Record {
    SlowCore core; ///< with sums over the figures that show it
    std::map<std::string, std::pair<std::size_t, std::size_t>> by_scope; ///< shown, measured
};

bool is_suspect(const Record &record)
{
    const SlowCore &core = record.core;
    const auto in_half = [](const auto &scope) {
        const auto &[shown, measured] = scope.second;
        return shown > 0 && 2 * shown >= measured;
    };
    return core.figures >= std::min<std::size_t>(2, core.measured) &&
           std::ranges::any_of(record.by_scope, in_half);
}

using Records = std::map<int, Record>; // by the CPU

void add_slow(const CoreColumns &columns, const std::vector<CorePace> &paces, double least,
              Records &records)
{
    const double time = better_middle(paces, &CorePace::time, Better::less),
                 cycles = better_middle(paces, &CorePace::cycles, Better::less),
                 clock = better_middle(paces, &CorePace::clock, Better::more);
    for (const CorePace &pace : paces) {
        const double slowness = pace.time / time - 1;
        if (slowness <= least)
            continue;
        Record &record = records[columns.cpus[pace.index]];
        ++record.core.figures;
        ++record.by_scope[columns.scope].first;
        record.core.time += pace.time / time;
        record.core.cycles += pace.cycles / cycles;
        record.core.clock += pace.clock / clock;
    }
}

void count_measured(const NodeFile &node, int cpu, Record &record)
{
    for (const CoreColumns &columns : node.cores)
        for (std::size_t i = 0; i < columns.cpus.size(); ++i)
            if (columns.cpus[i] == cpu && !columns.noisy[i]) {
                ++record.core.measured;
                ++record.by_scope[columns.scope].second;
            }
}

} // namespace

std::vector<SlowCore> slow_cores_of(const NodeFile &node, const Places &places,
                                    const std::map<FigureKey, double> &scales, double limit)
{
    Records records;
    for (const FigurePaces &figure : paces_of(node, places)) {
        const std::vector<CorePace> cores = trusted(figure.cores);
        const auto scale = scales.find(figure_key_of(*figure.columns));
        if (cores.size() > 1 && scale != scales.end())
            add_slow(*figure.columns, cores, std::max(limit, most_usual_scales * scale->second),
                     records);
    }
    std::vector<SlowCore> slow;
    for (auto &[cpu, record] : records) {
        count_measured(node, cpu, record);
        if (!is_suspect(record))
            continue;
        SlowCore &core = slow.emplace_back(record.core);
        core.cpu = cpu;
        for (double *const sum : {&core.time, &core.cycles, &core.clock})
            *sum /= static_cast<double>(core.figures);
    }
    return slow;
}

} // namespace hashlane::cluster
