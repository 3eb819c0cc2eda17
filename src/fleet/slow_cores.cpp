// SPDX-License-Identifier: MIT
#include "node_speed.h"

#include <algorithm>

namespace hashlane {
namespace {

// Slower by this is a fault of the core; of thousands of cores, chance alone reaches a few scales.
constexpr double least_slowness = 0.04;
constexpr double most_usual_scales = 6;

// What is known of one core over all figures.
struct Record {
    SlowCore core;
    double times = 0, cycles = 0, clocks = 0; ///< sums over the figures that show it
    std::map<std::string, std::pair<std::size_t, std::size_t>> by_scope; ///< shown, measured
};

bool is_proven(const Record &record)
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

void add_slow(const CoreColumns &columns, const std::vector<CorePace> &paces, double scale,
              Records &records)
{
    const double time = better_middle(paces, &CorePace::time, Better::less),
                 cycles = better_middle(paces, &CorePace::cycles, Better::less),
                 clock = better_middle(paces, &CorePace::clock, Better::more);
    for (const CorePace &pace : paces) {
        const double slowness = pace.time / time - 1;
        if (slowness <= least_slowness || slowness <= most_usual_scales * scale)
            continue;
        Record &record = records[columns.cpus[pace.index]];
        ++record.core.figures;
        ++record.by_scope[columns.scope].first;
        record.times += pace.time / time;
        record.cycles += pace.cycles / cycles;
        record.clocks += pace.clock / clock;
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
                                    const CoreScales &scales)
{
    Records records;
    for (const CoreColumns &columns : node.cores) {
        std::vector<CorePace> paces = paces_of(node, columns, places);
        std::erase_if(paces, [](const CorePace &pace) { return pace.noisy; });
        const auto scale = scales.find(key_of(columns));
        if (paces.size() > 1 && scale != scales.end())
            add_slow(columns, paces, scale->second, records);
    }
    std::vector<SlowCore> slow;
    for (auto &[cpu, record] : records) {
        count_measured(node, cpu, record);
        if (!is_proven(record))
            continue;
        const auto figures = static_cast<double>(record.core.figures);
        record.core.cpu = cpu;
        record.core.time = record.times / figures;
        record.core.cycles = record.cycles / figures;
        record.core.clock = record.clocks / figures;
        slow.push_back(record.core);
    }
    return slow;
}

} // namespace hashlane
