// SPDX-License-Identifier: MIT
#include "../../machine/system/lists.h"
#include "../../machine/system/text.h"
#include "figure.h"

#include <fmt/format.h>

#include <algorithm>

namespace hashlane::show {
namespace {

std::string hashes_text(std::uint64_t hashes)
{
    return fmt::format("{:.3e}", static_cast<double>(hashes));
}

constexpr std::size_t most_bars = 100;

Figure coverage_figure(const cluster::SoakTotals &soak, const std::string &prefix)
{
    Figure figure{prefix + "kernels", "Tests of each kernel"};
    figure.how_to_read =
        "Kernels with fewer visits than others, on the core that has fewest. Marked: "
        "not reached on every core, or wrong.";
    figure.plot = BarPlot{"visits per core"};
    figure.table.headers = {
        {"kernel", true}, {"unit", true}, {"visits per core"}, {"verified steps"}, {"wrong"}};
    std::size_t reached = 0;
    std::uint64_t most = 0;
    for (std::size_t i = 0; i < soak.kernels.size(); ++i) {
        const cluster::SoakKernel &kernel = soak.kernels[i];
        const std::uint64_t visits = soak.least_visits(i);
        reached += visits > 0 ? 1 : 0;
        most = std::max(most, visits);
        const std::string text = std::to_string(visits);
        figure.add({.text = text,
                    .value = static_cast<double>(visits),
                    .doubtful = visits == 0 || kernel.wrong > 0},
                   {kernel.kernel, kernel.unit, text, hashes_text(kernel.hashes),
                    std::to_string(kernel.wrong)},
                   most_bars);
    }
    std::erase_if(std::get<BarPlot>(figure.plot).bars, [&](const BarPlot::Bar &bar) {
        return !bar.doubtful && bar.value >= static_cast<double>(most);
    });
    figure.sentence = fmt::format("Tested on every core: {} of {}, up to {}.", reached,
                                  machine::counted(soak.kernels.size(), "kernel"),
                                  machine::counted(most, "time"));
    return figure;
}

Figure cores_figure(const cluster::SoakTotals &soak, const std::string &prefix)
{
    Figure figure{prefix + "cores", soak.devices.empty()   ? "Cores"
                                    : soak.kernels.empty() ? "Devices"
                                                           : "Devices and cores"};
    figure.how_to_read = "The share of its time in which it computed results that were verified. "
                         "Marked: a wrong result.";
    figure.plot = BarPlot{"% of the time verified"};
    figure.table.headers = {{"core", true}, {"verified, %"}, {"verified steps"}, {"wrong"}};
    std::size_t all_wrong = 0;
    const auto add_part = [&](const std::string &name, double share, std::uint64_t hashes,
                              std::uint64_t wrong) {
        const std::string text = fmt::format("{:.1f}", 100 * share);
        all_wrong += wrong > 0 ? 1 : 0;
        figure.add({.text = text, .value = 100 * share, .doubtful = wrong > 0},
                   {name, text, hashes_text(hashes), std::to_string(wrong)}, most_bars);
    };
    for (const cluster::SoakDevice &device : soak.devices)
        add_part(device.device + ", " + device.name, device.proven_share(), device.hashes,
                 device.wrong);
    // Cores that only computed what devices are compared with were not tested.
    std::vector<std::string> parts;
    if (!soak.kernels.empty()) {
        parts.push_back(machine::counted(soak.cores.size(), "core"));
        for (const cluster::SoakCore &core : soak.cores)
            add_part(fmt::format("core {}, CPU {}, socket {}", core.core, core.cpu, core.socket),
                     soak.proven_share(core), core.hashes, core.wrong);
    }
    if (!soak.devices.empty())
        parts.push_back(machine::counted(soak.devices.size(), "device"));
    figure.sentence =
        fmt::format("Wrong results: {} of {}.", all_wrong, machine::joined(parts, " and "));
    return figure;
}

} // namespace

std::vector<Figure> soak_figures(const cluster::SoakTotals &soak, const std::string &prefix)
{
    std::vector<Figure> figures;
    if (!soak.kernels.empty())
        figures.push_back(coverage_figure(soak, prefix));
    figures.push_back(cores_figure(soak, prefix));
    return figures;
}

} // namespace hashlane::show
