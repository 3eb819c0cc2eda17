// SPDX-License-Identifier: MIT
#include "node_speed.h"

#include "../statistics/statistics.h"

#include <algorithm>

namespace hashlane {
namespace {

constexpr std::size_t slow_share = 8; // one in eight cores is not the node's

class Mean {
public:
    // A file may say 0 of what it does not know.
    void add(double value)
    {
        if (!(value > 0))
            return;
        sum_ += value;
        ++values_;
    }
    /// Not a number where most values are not known.
    double of(std::size_t all) const
    {
        return 2 * values_ < all || values_ == 0 ? std::nan("")
                                                 : sum_ / static_cast<double>(values_);
    }

private:
    double sum_ = 0;
    std::size_t values_ = 0;
};

void leave_out_slowest(std::vector<CorePace> &paces)
{
    if (paces.size() < 2)
        return;
    const std::size_t kept = paces.size() - std::max(std::size_t{1}, paces.size() / slow_share);
    std::ranges::nth_element(paces, paces.begin() + static_cast<std::ptrdiff_t>(kept), {},
                             &CorePace::time);
    paces.resize(kept);
}

std::vector<CorePace> trusted_paces(const NodeFile &node, const CoreColumns &columns,
                                    const Places &places)
{
    std::vector<CorePace> paces = paces_of(node, columns, places);
    std::erase_if(paces, [](const CorePace &pace) { return pace.noisy; });
    return paces;
}

// Of a machine too small for shares, as it is.
NodeFigure plain_figure(const CoreColumns &columns)
{
    NodeFigure figure{key_of(columns), columns.kernel, columns.cpus.size()};
    Mean cycles, clock;
    for (std::size_t i = 0; i < columns.cpus.size(); ++i)
        if (!columns.noisy[i]) {
            cycles.add(columns.cycles_per_unit[i]);
            clock.add(columns.clock_hz[i]);
        }
    figure.cycles_per_unit = cycles.of(columns.cpus.size());
    figure.clock_hz = clock.of(columns.cpus.size());
    return figure;
}

NodeFigure figure_of(const NodeFile &node, const CoreColumns &columns, const Places &places)
{
    std::vector<CorePace> paces = trusted_paces(node, columns, places);
    if (paces.empty())
        return plain_figure(columns);
    NodeFigure figure{key_of(columns), columns.kernel, columns.cpus.size()};
    const double middle = better_middle(paces, &CorePace::time, Better::less);
    std::vector<double> deviations;
    for (const CorePace &pace : paces)
        deviations.push_back(pace.time / middle);
    figure.core_scale = usual_of(deviations, 0).scale;
    leave_out_slowest(paces);
    Mean cycles, clock, relative_cycles, relative_clock;
    for (const CorePace &pace : paces) {
        cycles.add(columns.cycles_per_unit[pace.index]);
        clock.add(columns.clock_hz[pace.index]);
        relative_cycles.add(pace.cycles);
        relative_clock.add(pace.clock);
    }
    figure.cycles_per_unit = cycles.of(paces.size());
    figure.clock_hz = clock.of(paces.size());
    figure.relative_cycles = relative_cycles.of(paces.size());
    figure.relative_clock = relative_clock.of(paces.size());
    return figure;
}

// A core's times in the workloads of one scope, each beside the node's other cores.
using TimesOfCores = std::map<int, std::vector<double>>;

void add_residuals(const TimesOfCores &cores, std::vector<double> &residuals)
{
    for (const auto &[cpu, times] : cores) {
        if (times.size() < 2)
            continue;
        double mean = 0;
        const auto count = static_cast<double>(times.size());
        for (const double time : times)
            mean += time / count;
        // The mean follows each of its values.
        const double widened = std::sqrt(count / (count - 1));
        for (const double time : times)
            residuals.push_back(std::abs(time - mean) * widened);
    }
}

} // namespace

std::vector<NodeFigure> figures_of(const NodeFile &node, const Places &places)
{
    std::vector<NodeFigure> figures;
    for (const CoreColumns &columns : node.cores)
        figures.push_back(figure_of(node, columns, places));
    return figures;
}

std::optional<double> unsteadiness_of(const NodeFile &node, const Places &places)
{
    constexpr double normal = 1.4826;
    std::map<std::string, TimesOfCores> by_scope;
    for (const CoreColumns &columns : node.cores) {
        const std::vector<CorePace> paces = paces_of(node, columns, places);
        if (paces.empty())
            continue;
        const double middle = better_middle(paces, &CorePace::time, Better::less);
        for (const CorePace &pace : paces)
            by_scope[columns.scope][columns.cpus[pace.index]].push_back(pace.time / middle);
    }
    std::vector<double> residuals;
    for (const auto &[scope, cores] : by_scope)
        add_residuals(cores, residuals);
    if (residuals.empty())
        return {};
    return normal * median(std::move(residuals));
}

double noisy_share(const NodeFile &node)
{
    std::size_t noisy = 0, all = 0;
    for (const CoreColumns &columns : node.cores) {
        noisy += static_cast<std::size_t>(std::ranges::count(columns.noisy, true));
        all += columns.noisy.size();
    }
    return all == 0 ? 0 : static_cast<double>(noisy) / static_cast<double>(all);
}

} // namespace hashlane
