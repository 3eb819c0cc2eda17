// SPDX-License-Identifier: MIT
#include "node_summary.h"

#include "../statistics/statistics.h"

#include <fmt/format.h>

#include <algorithm>

namespace hashlane {
namespace {

std::string line_of(const CoreTable &table)
{
    std::vector<double> cycles, clock;
    for (const CoreFigures &core : table.cores)
        if (core.cycles_per_unit && core.clock_hz) {
            cycles.push_back(*core.cycles_per_unit);
            clock.push_back(*core.clock_hz);
        }
    std::string line =
        fmt::format("  {:<34} {:<8}", table.kernel->id, table.together ? "together" : "alone");
    if (cycles.empty())
        return line + " no core cycles\n";
    line +=
        fmt::format(" {:9.2f} cycles ({:.2f}-{:.2f}) at {:.3f} GHz", quantile(cycles, 0.5),
                    std::ranges::min(cycles), std::ranges::max(cycles), quantile(clock, 0.5) / 1e9);
    const auto noisy = std::ranges::count(table.cores, true, &CoreFigures::noisy);
    return line + (noisy != 0 ? fmt::format(", {} noisy\n", noisy) : "\n");
}

} // namespace

std::string summarise_node(const Node &node)
{
    const std::size_t cores = node.tables.empty() ? 0 : node.tables.front().cores.size();
    std::string text = fmt::format("hashlane: node {}, {} {}, {:.1f} s\n", node.name.name, cores,
                                   cores == 1 ? "core" : "cores", node.seconds);
    for (const CoreTable &table : node.tables)
        text += line_of(table);
    if (node.soak)
        text +=
            fmt::format("  soak of every kernel, {:.1f} s: {:.1f} % of the cores' time proven\n",
                        node.soak->seconds, 100 * node.soak->proven_share());
    for (const Mismatch &wrong : node.report.mismatches)
        text += fmt::format("hashlane: {}\n", describe(wrong));
    if (node.soak)
        for (const SoakWrong &wrong : node.soak->found)
            text += fmt::format("hashlane: soak: CPU {}: {}: wrong result, again {} of {} times\n",
                                wrong.cpu, wrong.kernel, wrong.again_here, wrong.tries_here);
    if (!node.incomplete_reason.empty())
        text += fmt::format("hashlane: incomplete: {}\n", node.incomplete_reason);
    return text;
}

} // namespace hashlane
