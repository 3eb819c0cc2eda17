// SPDX-License-Identifier: MIT
//
// What an operator wants first of a fleet: how many nodes need attention, which, and why.
#include "figure_fleet.h"

#include "../fleet/node_names.h"
#include "../plots/utf8.h"
#include "../report/fleet_texts.h"
#include "../statistics/sort_by.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace hashlane {
namespace {

constexpr std::size_t most_lines = 24;     // of a plot
constexpr std::size_t most_letters = 30;   // of the names on a card
constexpr std::size_t most_listed = 4000;  // letters of a table's cell
constexpr std::size_t most_findings = 4;   // of a node in the table
constexpr std::size_t most_evidence = 500; // letters of them

constexpr double largest_ratio = 1000; // that an axis has to hold: more was not measured

std::string at_most(const std::string &text, std::size_t columns)
{
    return fitted(text, std::min(columns_of(text), columns));
}

std::vector<std::string> names_of(const FleetReport &fleet, NodeClass node_class)
{
    std::vector<std::string> names;
    for (const NodeReport &node : fleet.nodes)
        if (node.node_class == node_class)
            names.push_back(node.name);
    return names;
}

// Folded; and how many have no name.
std::string listed(const FleetReport &fleet, NodeClass node_class)
{
    std::string text = fold_nodes(names_of(fleet, node_class));
    if (node_class == NodeClass::missing && fleet.missing_unnamed > 0)
        text += fmt::format("{}{} without a name", text.empty() ? "" : " and ",
                            nodes_text(fleet.missing_unnamed));
    return text;
}

std::size_t size_of(const FleetReport &fleet) { return fleet.nodes.size() + fleet.missing_unnamed; }

// Those that a node of the fleet has, the gravest first; without healthy.
std::vector<NodeClass> classes_of(const FleetReport &fleet)
{
    std::vector<NodeClass> classes;
    for (std::size_t i = 0; i < node_classes; ++i) {
        const auto node_class = static_cast<NodeClass>(i);
        if (node_class != NodeClass::healthy && fleet.count(node_class) > 0)
            classes.push_back(node_class);
    }
    return classes;
}

std::string class_sentence(const FleetReport &fleet)
{
    const std::size_t all = size_of(fleet), healthy = fleet.count(NodeClass::healthy);
    if (healthy == all)
        return all == 1 ? "The node is healthy."
                        : fmt::format("All {} are healthy.", nodes_text(all));
    std::string classes;
    for (const NodeClass node_class : classes_of(fleet))
        classes += fmt::format("{}{} {}", classes.empty() ? "" : ", ", fleet.count(node_class),
                               class_name(node_class));
    return fmt::format("{} of {} {} healthy. {} need{} attention: {}.", healthy, nodes_text(all),
                       healthy == 1 ? "is" : "are", all - healthy, all - healthy == 1 ? "s" : "",
                       classes);
}

std::string judges_text(const FleetReport &fleet)
{
    std::string text;
    for (const JudgedBy judge : {JudgedBy::like_nodes, JudgedBy::baseline, JudgedBy::nothing})
        if (const auto count = std::ranges::count(fleet.groups, judge, &GroupReport::judged_by);
            count > 0)
            text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count, judge_text(judge));
    return text;
}

AnswerPlot class_plot(const FleetReport &fleet)
{
    AnswerPlot plot;
    const std::size_t healthy = fleet.count(NodeClass::healthy);
    plot.answers.push_back(
        {"healthy", std::to_string(healthy), "of " + nodes_text(size_of(fleet)), "", {}, false});
    for (const NodeClass node_class : classes_of(fleet)) {
        const std::size_t count = fleet.count(node_class);
        plot.answers.push_back({class_name(node_class),
                                std::to_string(count),
                                count == 1 ? "node" : "nodes",
                                at_most(listed(fleet, node_class), most_letters),
                                {},
                                false});
    }
    const std::size_t groups = fleet.groups.size();
    if (groups > 0)
        plot.answers.push_back({"like with like",
                                std::to_string(groups),
                                groups == 1 ? "group" : "groups",
                                judges_text(fleet),
                                {},
                                false});
    return plot;
}

std::string signed_percent(const std::optional<FarthestFigure> &farthest)
{
    return farthest ? fmt::format("{:+.1f}", farthest->off * 100) : "";
}

std::string evidence_of(const NodeReport &node)
{
    std::string text;
    for (std::size_t i = 0; i < std::min(node.findings.size(), most_findings); ++i) {
        const Finding &finding = node.findings[i];
        const NodeClass before = i == 0 ? node.node_class : node.findings[i - 1].node_class;
        text += i == 0 ? "" : "; ";
        if (finding.node_class != before)
            text += fmt::format("also {}: ", class_name(finding.node_class));
        text += finding.evidence;
    }
    if (node.findings.size() > most_findings)
        text += fmt::format("; and {} more", node.findings.size() - most_findings);
    for (const std::string &line : node.context)
        text += (text.empty() ? "" : "; ") + line;
    return at_most(text, most_evidence);
}

std::vector<const NodeReport *> unhealthy_of(const FleetReport &fleet)
{
    std::vector<const NodeReport *> nodes;
    for (const NodeReport &node : fleet.nodes)
        if (node.node_class != NodeClass::healthy)
            nodes.push_back(&node);
    sort_by(nodes, [](const NodeReport *node) { return node->node_class; });
    return nodes;
}

// As many as fit if each class has as many.
std::size_t lines_of_a_class(const std::vector<const NodeReport *> &nodes)
{
    std::set<NodeClass> classes;
    for (const NodeReport *node : nodes)
        classes.insert(node->node_class);
    return most_lines / classes.size();
}

// Where there are too many for a plot, the first of each class.
std::vector<const NodeReport *> drawn_of(const std::vector<const NodeReport *> &nodes)
{
    if (nodes.size() <= most_lines)
        return nodes;
    std::vector<const NodeReport *> drawn;
    std::map<NodeClass, std::size_t> lines;
    const std::size_t most = lines_of_a_class(nodes);
    for (const NodeReport *node : nodes)
        if (lines[node->node_class]++ < most)
            drawn.push_back(node);
    return drawn;
}

std::string attention_sentence(const std::vector<const NodeReport *> &nodes)
{
    const NodeReport &first = *nodes.front();
    std::string sentence =
        fmt::format("Look at {} first ({})", first.name, class_name(first.node_class));
    if (!first.findings.empty())
        sentence += ": " + first.findings.front().evidence;
    sentence += '.';
    if (nodes.size() > most_lines)
        sentence += fmt::format(" The plot has at most {} of each class; there are {}.",
                                lines_of_a_class(nodes), nodes_text(nodes.size()));
    return sentence;
}

DotPlot::Line line_of(const NodeReport &node, const FleetReport &fleet)
{
    DotPlot::Line line{fmt::format("{}, {}", node.name, class_name(node.node_class)), "", {}};
    std::size_t series = 0;
    for (const SpeedMeasure &measure : {cycles_measure, clock_measure}) {
        if (const auto farthest = farthest_figure(node, fleet, measure)) {
            line.dots.push_back({series, farthest->off * 100, {}, false});
            line.text += (line.text.empty() ? "" : ", ") + signed_percent(farthest);
        }
        ++series;
    }
    if (line.dots.empty())
        line.text = "no figures";
    return line;
}

} // namespace

std::optional<double> off_like_nodes(const NodeFigure &figure, const GroupReport &group,
                                     const SpeedMeasure &measure)
{
    double ratio = figure.*measure.relative;
    if (group.judged_by != JudgedBy::like_nodes) {
        const auto usual = std::ranges::find(group.figures, figure.key, &UsualFigure::key);
        if (usual == group.figures.end() || !(*usual.*measure.usual))
            return {};
        ratio = figure.*measure.value / (*usual.*measure.usual)->center;
    }
    return ratio < largest_ratio ? std::optional(ratio - 1) : std::nullopt; // no NaN
}

std::optional<FarthestFigure> farthest_figure(const NodeReport &node, const FleetReport &fleet,
                                              const SpeedMeasure &measure)
{
    std::optional<FarthestFigure> farthest;
    if (!node.group)
        return farthest;
    for (const NodeFigure &figure : node.figures) {
        const auto off = off_like_nodes(figure, fleet.groups[*node.group], measure);
        if (off && (!farthest || std::abs(*off) > std::abs(farthest->off)))
            farthest = FarthestFigure{figure.key, *off};
    }
    return farthest;
}

std::vector<Figure> class_figures(const FleetReport &fleet, const std::string &prefix)
{
    Figure figure;
    figure.name = prefix + "classes";
    figure.title = "The nodes";
    figure.sentence = class_sentence(fleet);
    figure.plot = class_plot(fleet);
    figure.table.columns = {{"class", true}, {"nodes"}, {"which", true}, {"what to do", true}};
    for (const NodeClass node_class : classes_of(fleet))
        figure.table.rows.push_back(
            {class_name(node_class), std::to_string(fleet.count(node_class)),
             at_most(listed(fleet, node_class), most_listed), advice_for(node_class)});
    figure.table.rows.push_back(
        {class_name(NodeClass::healthy), std::to_string(fleet.count(NodeClass::healthy)), "", ""});
    return {figure};
}

std::vector<Figure> attention_figures(const FleetReport &fleet, const std::string &prefix)
{
    const std::vector<const NodeReport *> nodes = unhealthy_of(fleet);
    if (nodes.empty())
        return {};
    Figure figure;
    figure.name = prefix + "nodes";
    figure.title = "Nodes that need attention";
    figure.sentence = attention_sentence(nodes);
    figure.how_to_read = "Of each node the cycles and the clock that are farthest off those of its "
                         "like nodes: more cycles are a slow core, less clock is a slow clock. "
                         "Nodes without figures have no marker.";
    figure.leads = true;
    DotPlot plot{
        "% off like nodes: cycles, clock", {cycles_measure.name, clock_measure.name}, {}, 0};
    figure.table.columns = {{"node", true}, {"class", true},    {"cycles, %"},       {"clock, %"},
                            {"CPUs", true}, {"evidence", true}, {"what to do", true}};
    for (const NodeReport *node : drawn_of(nodes))
        plot.lines.push_back(line_of(*node, fleet));
    for (const NodeReport *node : nodes)
        figure.table.rows.push_back({node->name, class_name(node->node_class),
                                     signed_percent(farthest_figure(*node, fleet, cycles_measure)),
                                     signed_percent(farthest_figure(*node, fleet, clock_measure)),
                                     fmt::format("{}", fmt::join(node->bad_cpus, ", ")),
                                     evidence_of(*node), advice_for(node->node_class)});
    figure.plot = std::move(plot);
    return {figure};
}

} // namespace hashlane
