// SPDX-License-Identifier: MIT
//
// The map of cores: what each reached when all ran.
#include "../report/workload_units.h"
#include "figure.h"
#include "selection.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace hashlane {
namespace {

// The row that used the most CPUs, and of those the fastest.
const RunRow *widest_of(const RunRows &rows)
{
    const RunRow *widest = nullptr;
    for (const RunRow *row : rows) {
        if (row->cpus.size() != row->thread_rates.size() || row->cpus.size() < 2)
            continue;
        if (widest == nullptr || row->cpus.size() > widest->cpus.size() ||
            (row->cpus.size() == widest->cpus.size() &&
             row->hashes_per_second > widest->hashes_per_second))
            widest = row;
    }
    return widest;
}

std::map<int, double> rates_of(const RunRow &row)
{
    std::map<int, double> rates;
    for (std::size_t i = 0; i < row.cpus.size(); ++i)
        rates[row.cpus[i]] += row.thread_rates[i];
    return rates;
}

std::string cpus_text(const RunCore &core)
{
    std::string text;
    for (const int cpu : core.cpus)
        text += (text.empty() ? "" : ", ") + std::to_string(cpu);
    return text;
}

std::string group_label(const RunCore &core)
{
    return fmt::format("package {:g}, NUMA node {:g}{}", core.package, core.numa_node,
                       core.kind.empty() ? "" : ", " + core.kind);
}

std::string sentence_of(const CorePlot &plot, const RunRow &row)
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

Figure core_figure(const ShownRun &run, const WorkGroup &group, const RunRow &row)
{
    const ShownUnit unit = rate_unit(group.workload, group.bytes_per_hash);
    const std::map<int, double> rates = rates_of(row);
    Figure figure;
    figure.name = run.prefix + "cores-" + group.name();
    figure.title = group.title() + ": each core";
    figure.how_to_read =
        fmt::format("Each cell is a core: its number, and {} of its threads.", unit.name);
    figure.table.columns = {{"core"}, {"CPUs", true}, {"place", true}, {unit.name}};
    CorePlot plot;
    plot.unit = unit.name;
    for (std::size_t i = 0; i < run.file.cores.size(); ++i) {
        const RunCore &core = run.file.cores[i];
        CorePlot::Core cell{std::to_string(i), "", {}};
        for (const int cpu : core.cpus)
            if (rates.contains(cpu))
                cell.value = cell.value.value_or(0) + rates.at(cpu) * unit.factor;
        if (cell.value)
            cell.text = fmt::format("{:.4g}", *cell.value);
        figure.table.rows.push_back({cell.label, cpus_text(core), group_label(core), cell.text});
        if (plot.groups.empty() || plot.groups.back().label != group_label(core))
            plot.groups.push_back({group_label(core), {}});
        plot.groups.back().cores.push_back(std::move(cell));
    }
    figure.sentence = sentence_of(plot, row);
    figure.plot = std::move(plot);
    return figure;
}

// On one core there is nothing to compare.
bool is_on_several_cores(const RunRow &row, const RunFile &file)
{
    return std::ranges::count_if(file.cores, [&](const RunCore &core) {
               return std::ranges::any_of(core.cpus, [&](int cpu) {
                   return std::ranges::find(row.cpus, cpu) != row.cpus.end();
               });
           }) > 1;
}

} // namespace

std::vector<Figure> core_figures(const ShownRun &run)
{
    std::vector<Figure> figures;
    for (const WorkGroup &group : groups_of(run.file)) {
        const RunRow *const row = widest_of(group.rows);
        if (row != nullptr && is_on_several_cores(*row, run.file))
            figures.push_back(core_figure(run, group, *row));
    }
    return figures;
}

} // namespace hashlane
