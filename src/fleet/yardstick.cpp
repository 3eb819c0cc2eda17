// SPDX-License-Identifier: MIT
#include "yardstick.h"

#include "../statistics/statistics.h"

#include <algorithm>

namespace hashlane {
namespace {

// Smaller differences of the cycles are a matter of layout and temperature, of the clock one of the
// chip: not worth a look.
constexpr double least_cycles = 0.02, least_clock = 0.03;

// Known figures of several nodes.
struct Collected {
    std::vector<double> relative_cycles, relative_clocks, cycles, clocks, core_scales, cores;
    std::map<std::string, std::size_t> kernels;
    std::size_t nodes = 0;
};

void add_if_known(std::vector<double> &values, double value)
{
    if (!std::isnan(value))
        values.push_back(value);
}

std::optional<Usual> usual_if(bool enough, const std::vector<double> &values, double floor)
{
    return enough && !values.empty() ? std::optional(usual_of(values, floor)) : std::nullopt;
}

Yardstick yardstick_of(const Collected &collected)
{
    const auto enough = [](const auto &values) { return values.size() >= least_alike; };
    Yardstick yardstick;
    yardstick.nodes = collected.nodes;
    yardstick.cores = median(collected.cores);
    yardstick.relative_cycles =
        usual_if(enough(collected.relative_cycles), collected.relative_cycles, cycles_floor);
    yardstick.relative_clock =
        usual_if(enough(collected.relative_clocks), collected.relative_clocks, clock_floor);
    yardstick.cycles_per_unit = usual_if(true, collected.cycles, cycles_floor);
    yardstick.clock_hz = usual_if(true, collected.clocks, clock_floor);
    yardstick.kernel = std::ranges::max_element(collected.kernels, {}, [](const auto &kernel) {
                           return kernel.second;
                       })->first;
    return yardstick;
}

} // namespace

Yardsticks yardsticks_of(const std::vector<MeasuredNode> &alike)
{
    std::map<FigureKey, Collected> all;
    std::vector<double> unsteadiness, shares;
    for (const MeasuredNode &node : alike) {
        for (const NodeFigure &figure : *node.figures) {
            Collected &collected = all[figure.key];
            add_if_known(collected.relative_cycles, figure.relative_cycles);
            add_if_known(collected.relative_clocks, figure.relative_clock);
            add_if_known(collected.cycles, figure.cycles_per_unit);
            add_if_known(collected.clocks, figure.clock_hz);
            add_if_known(collected.core_scales, figure.core_scale);
            ++collected.kernels[figure.kernel];
            collected.cores.push_back(static_cast<double>(figure.cores));
            ++collected.nodes;
        }
        if (node.unsteadiness && *node.unsteadiness > 0)
            unsteadiness.push_back(std::log(*node.unsteadiness));
        shares.push_back(node.noisy_share);
    }
    Yardsticks yardsticks;
    if (alike.size() >= least_alike)
        yardsticks.judged_by = JudgedBy::like_nodes;
    for (const auto &[key, collected] : all) {
        yardsticks.figures[key] = yardstick_of(collected);
        if (!collected.core_scales.empty())
            yardsticks.core_scales[key] = std::max(core_floor, median(collected.core_scales));
    }
    if (unsteadiness.size() >= least_alike)
        yardsticks.unsteadiness = usual_of(unsteadiness, 0);
    if (alike.size() >= least_alike)
        yardsticks.noisy_share = median(shares);
    return yardsticks;
}

Slowness slowness_of(const NodeFigure &figure, const Yardstick &yardstick, JudgedBy judged_by)
{
    const bool by_nodes = judged_by == JudgedBy::like_nodes;
    const std::optional<Usual> &cycles =
        by_nodes ? yardstick.relative_cycles : yardstick.cycles_per_unit;
    const std::optional<Usual> &clock = by_nodes ? yardstick.relative_clock : yardstick.clock_hz;
    const double node_cycles = by_nodes ? figure.relative_cycles : figure.cycles_per_unit;
    const double node_clock = by_nodes ? figure.relative_clock : figure.clock_hz;
    Slowness slowness;
    if (cycles && !std::isnan(node_cycles)) {
        slowness.cycles_change = node_cycles / cycles->center - 1;
        slowness.cycles_slow = is_above(node_cycles, *cycles, least_cycles);
    }
    if (clock && !std::isnan(node_clock)) {
        slowness.clock_change = node_clock / clock->center - 1;
        slowness.clock_slow = is_below(node_clock, *clock, least_clock);
    }
    return slowness;
}

} // namespace hashlane
