// SPDX-License-Identifier: MIT
#include "core_paces.h"

#include "../statistics/statistics.h"

#include <algorithm>
#include <set>

namespace hashlane {
namespace {

// Known figures at one place.
struct Observed {
    std::vector<double> cycles, clocks;

    void add(const CoreColumns &columns, std::size_t i)
    {
        if (!std::isnan(columns.cycles_per_unit[i]))
            cycles.push_back(columns.cycles_per_unit[i]);
        if (!std::isnan(columns.clock_hz[i]))
            clocks.push_back(columns.clock_hz[i]);
    }

    PlaceUsual usual() const
    {
        const auto median_if_enough = [](const std::vector<double> &values) {
            return values.size() < least_alike ? std::nan("") : median(values);
        };
        return {median_if_enough(cycles), median_if_enough(clocks)};
    }
};

std::size_t kind_index(const NodeFile &node, int cpu)
{
    if (node.cpus_of_kind.size() < 2)
        return 0;
    const auto has = [cpu](const std::vector<int> &cpus) {
        return std::ranges::find(cpus, cpu) != cpus.end();
    };
    const auto found = std::ranges::find_if(node.cpus_of_kind, has);
    return found == node.cpus_of_kind.end()
               ? 0
               : static_cast<std::size_t>(found - node.cpus_of_kind.begin());
}

// A cost of nothing is a fault of the file.
double share_of(double value, double usual) { return value > 0 ? value / usual : std::nan(""); }

} // namespace

FigureKey key_of(const CoreColumns &columns) { return {columns.workload, columns.scope}; }

const CoreColumns *find_columns(const NodeFile &node, const FigureKey &key)
{
    const auto found = std::ranges::find(node.cores, key, key_of);
    return found == node.cores.end() ? nullptr : &*found;
}

Places::Places(const std::vector<NodeFile> &nodes, const std::vector<std::size_t> &members)
{
    std::set<FigureKey> keys;
    for (const std::size_t member : members)
        for (const CoreColumns &columns : nodes[member].cores)
            keys.insert(key_of(columns));
    for (const FigureKey &key : keys)
        figures_[key] = usual_of_figure(nodes, members, key);
}

Places::OfFigure Places::usual_of_figure(const std::vector<NodeFile> &nodes,
                                         const std::vector<std::size_t> &members,
                                         const FigureKey &key)
{
    std::unordered_map<int, Observed> by_cpu;
    std::vector<Observed> by_kind(1);
    for (const std::size_t member : members) {
        const CoreColumns *const columns = find_columns(nodes[member], key);
        if (columns == nullptr)
            continue;
        for (std::size_t i = 0; i < columns->cpus.size(); ++i) {
            const std::size_t kind = kind_index(nodes[member], columns->cpus[i]);
            by_kind.resize(std::max(by_kind.size(), kind + 1));
            if (columns->noisy[i])
                continue;
            by_cpu[columns->cpus[i]].add(*columns, i);
            by_kind[kind].add(*columns, i);
        }
    }
    OfFigure figure;
    for (const Observed &observed : by_kind)
        figure.by_kind.push_back(observed.usual());
    for (const auto &[cpu, observed] : by_cpu)
        if (observed.cycles.size() >= least_alike || observed.clocks.size() >= least_alike)
            figure.by_cpu[cpu] = observed.usual();
    return figure;
}

const Places::OfFigure *Places::find(const FigureKey &key) const
{
    const auto found = figures_.find(key);
    return found == figures_.end() ? nullptr : &found->second;
}

PlaceUsual Places::OfFigure::usual(const NodeFile &node, int cpu) const
{
    const auto place = by_cpu.find(cpu);
    if (place != by_cpu.end())
        return place->second;
    const std::size_t kind = kind_index(node, cpu);
    return kind < by_kind.size() ? by_kind[kind] : PlaceUsual();
}

std::vector<CorePace> paces_of(const NodeFile &node, const CoreColumns &columns,
                               const Places &places)
{
    std::vector<CorePace> paces;
    const Places::OfFigure *const figure = places.find(key_of(columns));
    if (figure == nullptr)
        return paces;
    paces.reserve(columns.cpus.size());
    for (std::size_t i = 0; i < columns.cpus.size(); ++i) {
        const PlaceUsual usual = figure->usual(node, columns.cpus[i]);
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

double better_middle(const std::vector<CorePace> &paces, double CorePace::*figure, Better better)
{
    std::vector<double> values;
    for (const CorePace &pace : paces)
        if (!std::isnan(pace.*figure))
            values.push_back(pace.*figure);
    if (values.empty())
        return std::nan("");
    const std::size_t place = (values.size() - (better == Better::less ? 1 : 0)) / 2;
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(place);
    std::ranges::nth_element(values, middle);
    return *middle;
}

} // namespace hashlane
