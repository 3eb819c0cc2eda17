// SPDX-License-Identifier: MIT
//
// Every node beside its like nodes.
#include "../statistics/sort_by.h"
#include "figure_fleet.h"
#include "node_strips.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace hashlane {
namespace {

constexpr double least_axis = 0.05; // well beyond what is called slow

// One workload of a group: the nodes' distances in it.
struct Compared {
    const UsualFigure *usual;
    std::vector<Distance> distances; ///< not empty
};

struct ShownGroup {
    const GroupReport &group;
    std::size_t number; ///< from 1
    std::vector<const NodeReport *> nodes;
};

std::vector<Compared> compared_in(const ShownGroup &shown, const SpeedMeasure &measure)
{
    std::vector<Compared> all;
    for (const UsualFigure &usual : shown.group.figures) {
        Compared compared{&usual, {}};
        for (const NodeReport *node : shown.nodes)
            for (const NodeFigure &figure : node->figures)
                if (figure.key == usual.key)
                    if (const auto off = off_like_nodes(figure, shown.group, measure))
                        compared.distances.push_back({node, *off});
        if (compared.distances.size() > 1)
            all.push_back(std::move(compared));
    }
    return all;
}

struct ShownFigure {
    const char *unit;
    double factor;
    int digits;
};

ShownFigure shown_as(const SpeedMeasure &measure)
{
    return measure.usual == clock_measure.usual ? ShownFigure{"GHz", 1e-9, 3}
                                                : ShownFigure{"cycles", 1, 2};
}

std::string center_text(const std::optional<Usual> &usual, const ShownFigure &shown)
{
    return usual ? fmt::format("{:.{}f}", usual->center * shown.factor, shown.digits) : "";
}

std::string scale_text(const std::optional<Usual> &usual)
{
    return usual ? fmt::format("{:.1f}", usual->scale / usual->center * 100) : "";
}

std::string strip_text(const std::optional<Usual> &usual, const ShownFigure &shown)
{
    return usual ? fmt::format("{} {} ±{} %", center_text(usual, shown), shown.unit,
                               scale_text(usual))
                 : "";
}

std::string speed_sentence(const std::vector<Compared> &all, const SpeedMeasure &measure)
{
    std::vector<Distance> distances;
    const UsualFigure *where = all.front().usual;
    const Distance *farthest = &all.front().distances.front();
    for (const Compared &compared : all)
        for (const Distance &one : compared.distances) {
            distances.push_back(one);
            if (is_farther(one, *farthest))
                where = compared.usual, farthest = &one;
        }
    std::string sentence;
    if (const auto usual = usual_distance(distances))
        sentence = fmt::format("99 of 100 figures of healthy nodes are within {:.1f} % of the "
                               "{} of like nodes. ",
                               *usual * 100, measure.name);
    return sentence + fmt::format("Farthest off is {} ({}): {:+.1f} % in {}.", farthest->node->name,
                                  class_name(farthest->node->node_class), farthest->off * 100,
                                  where->key.label());
}

void add_row(FigureTable &table, const Compared &compared, const SpeedMeasure &measure)
{
    const auto off = [](const Distance &one) { return one.off; };
    const auto [lowest, highest] = std::ranges::minmax(compared.distances, {}, off);
    const UsualFigure &usual = *compared.usual;
    table.rows.push_back({usual.key.workload, usual.key.scope, usual.kernel,
                          std::to_string(compared.distances.size()),
                          center_text(usual.*measure.usual, shown_as(measure)),
                          scale_text(usual.*measure.usual),
                          fmt::format("{:+.2f}", lowest.off * 100), lowest.node->name,
                          fmt::format("{:+.2f}", highest.off * 100), highest.node->name});
}

std::string title_of(const ShownGroup &shown, std::size_t groups, const SpeedMeasure &measure)
{
    const std::string model =
        shown.group.cpu_model.empty() ? "unknown processor" : shown.group.cpu_model;
    return groups == 1 ? fmt::format("The {} of each node: {}", measure.name, model)
                       : fmt::format("The {} of each node of group {}: {}", measure.name,
                                     shown.number, model);
}

Figure speed_figure(const ShownGroup &shown, const std::vector<Compared> &all,
                    const SpeedMeasure &measure)
{
    Figure figure;
    figure.sentence = speed_sentence(all, measure);
    figure.how_to_read =
        fmt::format("0 is {}. Dots: healthy nodes; of more than 500, bars whose heights say "
                    "how many. Strokes below: nodes that need attention. What is far out "
                    "is at the edge. ± is the usual spread.",
                    shown.group.judged_by == JudgedBy::like_nodes
                        ? "what is usual among like nodes, core by core"
                        : "the median of these nodes");
    figure.table.columns = {{"workload", true},
                            {"scope", true},
                            {"kernel of most", true},
                            {"nodes"},
                            {shown_as(measure).unit},
                            {"±, %"},
                            {"lowest, %"},
                            {"of", true},
                            {"highest, %"},
                            {"of", true}};
    StripPlot plot;
    plot.unit = "off like nodes";
    plot.least = least_axis;
    for (const Compared &compared : all) {
        plot.strips.push_back(strip_of(
            compared.usual->key.label(),
            strip_text(*compared.usual.*measure.usual, shown_as(measure)), compared.distances));
        add_row(figure.table, compared, measure);
    }
    figure.plot = std::move(plot);
    return figure;
}

std::vector<ShownGroup> shown_groups(const FleetReport &fleet)
{
    std::vector<ShownGroup> groups;
    for (const GroupReport &group : fleet.groups)
        groups.push_back({group, groups.size() + 1, {}});
    for (const NodeReport &node : fleet.nodes)
        if (node.group)
            groups[*node.group].nodes.push_back(&node);
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < groups.size(); ++i)
        order.push_back(i);
    sort_by(order, [&](std::size_t i) { return fleet.nodes.size() - groups[i].nodes.size(); });
    order.resize(std::min(order.size(), most_drawn_groups));
    std::ranges::sort(order);
    std::vector<ShownGroup> shown;
    for (const std::size_t i : order)
        shown.push_back(groups[i]);
    return shown;
}

} // namespace

std::vector<Figure> speed_figures(const FleetReport &fleet, const std::string &prefix)
{
    std::vector<Figure> figures;
    for (const ShownGroup &shown : shown_groups(fleet))
        for (const SpeedMeasure &measure : {cycles_measure, clock_measure}) {
            const std::vector<Compared> all = compared_in(shown, measure);
            if (all.empty())
                continue;
            Figure figure = speed_figure(shown, all, measure);
            figure.name = fmt::format("{}{}-{}", prefix, measure.name, shown.number);
            figure.title = title_of(shown, fleet.groups.size(), measure);
            figures.push_back(std::move(figure));
        }
    return figures;
}

} // namespace hashlane
