// SPDX-License-Identifier: MIT
//
// Every node beside its own past.
#include "../report/fleet_texts.h"
#include "../statistics/sort_by.h"
#include "figure_fleet.h"
#include "node_strips.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace hashlane {
namespace {

constexpr double least_axis = 0.02;

struct Trending {
    std::vector<const NodeReport *> nodes;
    std::size_t fewest = 0, most = 0; ///< runs
    std::string since;
};

Trending trending_of(const FleetReport &fleet)
{
    Trending trending;
    for (const NodeReport &node : fleet.nodes) {
        if (!node.trend)
            continue;
        const Trend &trend = *node.trend;
        const bool first = trending.nodes.empty();
        trending.fewest = first ? trend.runs : std::min(trending.fewest, trend.runs);
        trending.most = std::max(trending.most, trend.runs);
        trending.since = first ? trend.since : std::min(trending.since, trend.since);
        trending.nodes.push_back(&node);
    }
    sort_by(trending.nodes, [](const NodeReport *node) {
        return -std::max(std::abs(node->trend->cycles_change), std::abs(node->trend->clock_change));
    });
    return trending;
}

std::string trend_sentence(const Trending &trending)
{
    const NodeReport &first = *trending.nodes.front();
    const std::string runs = trending.fewest == trending.most
                                 ? std::to_string(trending.most)
                                 : fmt::format("{} to {}", trending.fewest, trending.most);
    return fmt::format("{} runs of {} since {}. {} ({}) changed most: cycles {:+.1f} %, "
                       "clock {:+.1f} %.",
                       runs, nodes_text(trending.nodes.size()), trending.since.substr(0, 10),
                       first.name, class_name(first.node_class), first.trend->cycles_change * 100,
                       first.trend->clock_change * 100);
}

} // namespace

std::vector<Figure> trend_figures(const FleetReport &fleet, const std::string &prefix)
{
    const Trending trending = trending_of(fleet);
    if (trending.nodes.empty())
        return {};
    Figure figure;
    figure.name = prefix + "trends";
    figure.title = "Each node beside its own history";
    figure.sentence = trend_sentence(trending);
    figure.how_to_read = "The medians of a node's last five runs against those before them. Dots "
                         "and strokes as above.";
    figure.table.columns = {{"node", true},  {"class", true}, {"runs"},
                            {"since", true}, {"cycles, %"},   {"clock, %"}};
    StripPlot plot;
    plot.unit = "off the runs before";
    plot.least = least_axis;
    for (const SpeedMeasure &measure : {cycles_measure, clock_measure}) {
        std::vector<Distance> distances;
        for (const NodeReport *node : trending.nodes)
            distances.push_back({node, *node->trend.*measure.change});
        plot.strips.push_back(strip_of(measure.name, "", distances));
    }
    for (const NodeReport *node : trending.nodes)
        figure.table.rows.push_back({node->name, class_name(node->node_class),
                                     std::to_string(node->trend->runs),
                                     node->trend->since.substr(0, 10),
                                     fmt::format("{:+.1f}", node->trend->cycles_change * 100),
                                     fmt::format("{:+.1f}", node->trend->clock_change * 100)});
    figure.plot = std::move(plot);
    return {figure};
}

} // namespace hashlane
