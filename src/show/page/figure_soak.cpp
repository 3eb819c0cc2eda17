// SPDX-License-Identifier: MIT
#include "../../machine/system/text.h"
#include "figure.h"
#include "read_summaries.h"

#include <fmt/format.h>

#include <algorithm>

namespace hashlane::show {
namespace {

constexpr std::size_t most_bars = 100; // of kernels or cores; tables have more

// Returns how often the core that tested the kernel least has tested it.
double least_visits(const SoakFile &soak, std::size_t kernel)
{
    double least = soak.cores.front().visits[kernel];
    for (const SoakFile::Core &core : soak.cores)
        least = std::min(least, core.visits[kernel]);
    return least;
}

Figure coverage_figure(const SoakFile &soak)
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
        const SoakFile::Kernel &kernel = soak.kernels[i];
        const double visits = least_visits(soak, i);
        reached += visits > 0 ? 1 : 0;
        const std::string text = fmt::format("{:.0f}", visits);
        if (i < most_bars)
            plot.bars.push_back(
                {kernel.name, text, visits, {}, {}, visits == 0 || kernel.wrong > 0});
        figure.table.rows.push_back({kernel.name, kernel.unit, text,
                                     fmt::format("{:.3e}", kernel.hashes),
                                     fmt::format("{:.0f}", kernel.wrong)});
    }
    figure.sentence = fmt::format("{} of {} were tested on every core.", reached,
                                  machine::counted(soak.kernels.size(), "kernel"));
    figure.plot = std::move(plot);
    return figure;
}

Figure cores_figure(const SoakFile &soak)
{
    Figure figure;
    figure.title = "Cores";
    figure.how_to_read = "The share of its time in which the core computed results that were "
                         "verified. Marked: a wrong result.";
    figure.table.columns = {{"core", true}, {"verified, %"}, {"verified steps"}, {"wrong"}};
    BarPlot plot{"% of the time verified"};
    std::size_t wrong = 0;
    for (const SoakFile::Core &core : soak.cores) {
        const double percent = 100 * core.proven_share;
        const std::string text = fmt::format("{:.1f}", percent);
        wrong += core.wrong > 0 ? 1 : 0;
        if (plot.bars.size() < most_bars)
            plot.bars.push_back({core.label, text, percent, {}, {}, core.wrong > 0});
        figure.table.rows.push_back({core.label, text, fmt::format("{:.3e}", core.hashes),
                                     fmt::format("{:.0f}", core.wrong)});
    }
    figure.sentence = fmt::format("{} of {} computed a wrong result.", wrong,
                                  machine::counted(soak.cores.size(), "core"));
    figure.plot = std::move(plot);
    return figure;
}

} // namespace

std::vector<Figure> soak_figures(const SoakFile &soak, const std::string &prefix)
{
    std::vector<Figure> figures = {coverage_figure(soak), cores_figure(soak)};
    figures[0].name = prefix + "kernels";
    figures[1].name = prefix + "cores";
    return figures;
}

} // namespace hashlane::show
