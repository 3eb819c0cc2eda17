// SPDX-License-Identifier: MIT
#include "../../machine/system/text.h"
#include "../../statistics/statistics.h"
#include "measure_node.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

namespace hashlane::cluster {
namespace {

std::size_t noisy_values(const CoreColumns &columns)
{
    return static_cast<std::size_t>(std::ranges::count(columns.noisy, true));
}

std::string line_of(const CoreColumns &columns)
{
    std::vector<double> cycles, clock;
    for (std::size_t i = 0; i < columns.cpus.size(); ++i)
        if (!std::isnan(columns.cycles_per_unit[i]) && !std::isnan(columns.clock_hz[i])) {
            cycles.push_back(columns.cycles_per_unit[i]);
            clock.push_back(columns.clock_hz[i]);
        }
    std::string line = fmt::format("  {:<34} {:<8}", columns.kernel, columns.scope);
    if (cycles.empty())
        return line + " no core cycles\n";
    line += fmt::format(" {:9.2f} cycles ({:.2f}-{:.2f}) at {:.3f} GHz",
                        statistics::quantile(cycles, 0.5), std::ranges::min(cycles),
                        std::ranges::max(cycles), statistics::quantile(clock, 0.5) / 1e9);
    const std::size_t noisy = noisy_values(columns);
    return line + (noisy != 0 ? fmt::format(", {} noisy\n", noisy) : "\n");
}

std::size_t noisy_values(const NodeFile &node)
{
    std::size_t noisy = 0;
    for (const CoreColumns &columns : node.cores)
        noisy += noisy_values(columns);
    return noisy;
}

// A baseline's value is the mean of a table's cores.
bool is_too_noisy(const NodeFile &node)
{
    return std::ranges::any_of(node.cores, [](const CoreColumns &columns) {
        return 4 * noisy_values(columns) > columns.cpus.size();
    });
}

} // namespace

std::string summarise_node(const NodeRun &run)
{
    const NodeFile &node = run.node;
    const std::size_t cores = node.cores.empty() ? 0 : node.cores.front().cpus.size();
    std::string text = fmt::format("hashlane: node {}, {}, {:.1f} s\n", node.name,
                                   machine::counted(cores, "core"), node.seconds);
    for (const CoreColumns &columns : node.cores)
        text += line_of(columns);
    if (node.soak)
        text +=
            fmt::format("  soak of every kernel, {:.1f} s: {:.1f} % of the cores' time verified\n",
                        node.soak->seconds, 100 * node.soak->proven_share);
    if (node.sensors.memory_bytes_per_second)
        text += fmt::format("  memory {:.1f} GB/s, read and written by all cores\n",
                            *node.sensors.memory_bytes_per_second / 1e9);
    for (const results::Mismatch &wrong : run.report.mismatches)
        text += fmt::format("hashlane: {}\n", results::describe(wrong));
    if (node.soak)
        for (const WrongCore &wrong : node.soak->wrong)
            text += fmt::format("hashlane: soak: CPU {}: {}: wrong result, again {} of {} times\n",
                                wrong.cpu, wrong.kernel, wrong.again_here->first,
                                wrong.again_here->second);
    if (!node.incomplete_reason.empty())
        text += fmt::format("hashlane: incomplete: {}\n", node.incomplete_reason);
    if (const std::size_t noisy = noisy_values(node); is_too_noisy(node))
        text += fmt::format("hashlane: not fit as a baseline: {}\n",
                            machine::counted(noisy, "noisy value"));
    return text;
}

} // namespace hashlane::cluster
