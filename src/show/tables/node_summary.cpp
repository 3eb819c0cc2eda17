// SPDX-License-Identifier: MIT
#include "node_summary.h"

#include "../../cluster/fleet/findings.h"
#include "../../cluster/fleet/fleet_report.h"
#include "../../machine/system/text.h"
#include "../../statistics/statistics.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>
#include <vector>

namespace hashlane::show {
namespace {

std::size_t noisy_values(const cluster::CoreColumns &columns)
{
    return static_cast<std::size_t>(std::ranges::count(columns.noisy, true));
}

std::string line_of(const cluster::CoreColumns &columns)
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

} // namespace

std::string summarise_devices(const cluster::NodeDevices &devices)
{
    std::map<std::pair<std::string, std::string>, std::vector<double>> rates;
    std::string text, failures, memories;
    for (const cluster::NodeDevice &device : devices.listed()) {
        for (const cluster::DeviceFigure &figure : device.figures)
            if (figure.wrong == 0)
                rates[{figure.scope, figure.kernel}].push_back(figure.units_per_second);
        if (!device.failure.empty())
            failures += fmt::format("hashlane: slot {} ({}): {}\n", *device.hardware.slot,
                                    device.hardware.pci_address, device.failure);
        if (device.memory) {
            memories +=
                fmt::format("  {:<34} {:.1f} GB written and compared twice, read at {:.1f} GB/s\n",
                            device.id + " memory", static_cast<double>(device.memory->bytes) / 1e9,
                            device.memory->bytes_per_second / 1e9);
            if (device.memory->wrong_words > 0)
                failures += fmt::format("hashlane: {}: {} of its memory\n", device.id,
                                        machine::counted(device.memory->wrong_words, "wrong word"));
        }
        if (device.soak)
            for (const cluster::WrongDevice &wrong : device.soak->wrong)
                failures +=
                    fmt::format("hashlane: soak: {}: {}: wrong result, again {} of {} times\n",
                                device.id, wrong.kernel, wrong.again, wrong.tries);
    }
    constexpr double mega = 1e6;
    for (const auto &[what, values] : rates) {
        const auto [low, high] = std::ranges::minmax(values);
        text += fmt::format("  {:<34} {:<8} {:9.2f} M/s ({:.2f}-{:.2f}), {}\n", what.second,
                            what.first, statistics::median(values) / mega, low / mega, high / mega,
                            machine::counted(values.size(), "device"));
    }
    if (devices.visible.value_or(0) < devices.present.value_or(0))
        failures += fmt::format("hashlane: {} of {}{}\n", *devices.visible,
                                machine::counted(*devices.present, "device"),
                                devices.hidden_by.empty() ? "" : ": " + devices.hidden_by);
    return text + memories + failures;
}

std::string summarise_node(const cluster::NodeRun &run)
{
    const cluster::NodeFile &node = run.node;
    const std::size_t cores = node.cores.empty() ? 0 : node.cores.front().cpus.size();
    std::string text =
        fmt::format("hashlane: node {}, {}, {:.1f} s\n", node.name,
                    cluster::cores_text(cores, cores, cluster::own_cores(node)), node.seconds);
    std::size_t noisy = 0;
    bool fits_baseline = true; // whose value is the mean of a table's cores
    for (const cluster::CoreColumns &columns : node.cores) {
        text += line_of(columns);
        noisy += noisy_values(columns);
        fits_baseline = fits_baseline && 4 * noisy_values(columns) <= columns.cpus.size();
    }
    if (node.soak)
        text += fmt::format("  soak: {} on every core, {:.1f} s: {:.1f} % of the cores' time "
                            "verified\n",
                            cluster::verified_text(node), node.soak->seconds,
                            100 * node.soak->proven_share);
    if (node.sensors.memory_bytes_per_second)
        text += fmt::format("  memory {:.1f} GB/s, read and written by all cores\n",
                            *node.sensors.memory_bytes_per_second / 1e9);
    else if (!node.sensors.memory_reason.empty())
        text += fmt::format("  memory was not measured: {}\n", node.sensors.memory_reason);
    text += summarise_devices(node.devices);
    for (const results::Mismatch &wrong : run.report.mismatches)
        text += fmt::format("hashlane: {}\n", results::describe(wrong));
    if (node.soak)
        for (const cluster::WrongCore &wrong : node.soak->wrong)
            text += fmt::format("hashlane: soak: CPU {}: {}: wrong result, again {} of {} times\n",
                                wrong.cpu, wrong.kernel, wrong.again_here->first,
                                wrong.again_here->second);
    if (!node.incomplete_reason.empty())
        text += fmt::format("hashlane: incomplete: {}\n", node.incomplete_reason);
    if (!fits_baseline)
        text += fmt::format("hashlane: not fit as a baseline: {}\n",
                            machine::counted(noisy, "noisy value"));
    return text;
}

} // namespace hashlane::show
