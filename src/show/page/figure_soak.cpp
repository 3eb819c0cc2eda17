// SPDX-License-Identifier: MIT
#include "../../machine/system/text.h"
#include "figure.h"

#include <fmt/format.h>

namespace hashlane::show {
namespace {

constexpr std::size_t most_bars = 100; // of kernels or cores; tables have more

std::string hashes_text(std::uint64_t hashes)
{
    return fmt::format("{:.3e}", static_cast<double>(hashes));
}

Figure coverage_figure(const cluster::SoakTotals &soak)
{
    Figure figure;
    figure.title = "Tests of each kernel";
    figure.how_to_read = "The number of visits on the core that has fewest. Marked: not reached on "
                         "every core, or wrong.";
    figure.table.columns = {
        {"kernel", true}, {"unit", true}, {"visits per core"}, {"verified steps"}, {"wrong"}};
    BarPlot plot{"visits per core"};
    std::size_t reached = 0;
    for (std::size_t i = 0; i < soak.kernels.size(); ++i) {
        const cluster::SoakKernel &kernel = soak.kernels[i];
        const std::uint64_t visits = soak.least_visits(i);
        reached += visits > 0 ? 1 : 0;
        const std::string text = std::to_string(visits);
        if (i < most_bars)
            plot.bars.push_back({kernel.kernel,
                                 text,
                                 static_cast<double>(visits),
                                 {},
                                 {},
                                 visits == 0 || kernel.wrong > 0});
        figure.table.rows.push_back({kernel.kernel, kernel.unit, text, hashes_text(kernel.hashes),
                                     std::to_string(kernel.wrong)});
    }
    figure.sentence = fmt::format("{} of {} were tested on every core.", reached,
                                  machine::counted(soak.kernels.size(), "kernel"));
    figure.plot = std::move(plot);
    return figure;
}

Figure cores_figure(const cluster::SoakTotals &soak)
{
    Figure figure;
    figure.title = "Cores";
    figure.how_to_read = "The share of its time in which the core computed results that were "
                         "verified. Marked: a wrong result.";
    figure.table.columns = {{"core", true}, {"verified, %"}, {"verified steps"}, {"wrong"}};
    BarPlot plot{"% of the time verified"};
    std::size_t wrong = 0;
    for (const cluster::SoakCore &core : soak.cores) {
        const double percent = 100 * soak.proven_share(core);
        const std::string label =
            fmt::format("core {}, CPU {}, socket {}", core.core, core.cpu, core.socket);
        const std::string text = fmt::format("{:.1f}", percent);
        wrong += core.wrong > 0 ? 1 : 0;
        if (plot.bars.size() < most_bars)
            plot.bars.push_back({label, text, percent, {}, {}, core.wrong > 0});
        figure.table.rows.push_back(
            {label, text, hashes_text(core.hashes), std::to_string(core.wrong)});
    }
    figure.sentence = fmt::format("{} of {} computed a wrong result.", wrong,
                                  machine::counted(soak.cores.size(), "core"));
    figure.plot = std::move(plot);
    return figure;
}

} // namespace

std::vector<Figure> soak_figures(const cluster::SoakTotals &soak, const std::string &prefix)
{
    std::vector<Figure> figures = {coverage_figure(soak), cores_figure(soak)};
    figures[0].name = prefix + "kernels";
    figures[1].name = prefix + "cores";
    return figures;
}

} // namespace hashlane::show
