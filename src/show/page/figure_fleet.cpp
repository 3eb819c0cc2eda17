// SPDX-License-Identifier: MIT
//
// A fleet: the nodes that need attention, with the reasons; then every node compared with
// comparable nodes, and with its own past.
#include "../../machine/system/text.h"
#include "../../statistics/statistics.h"

#include "../../cluster/fleet/fleet_report.h"
#include "../../cluster/fleet/node_names.h"
#include "../../machine/system/lists.h"
#include "../svg/text.h"
#include "../tables/fleet_writers.h"
#include "figure.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace hashlane::show {
namespace {

// ---- Distances between nodes.

constexpr double largest_ratio = 1000; // that an axis has to hold: more was not measured

/// One of the two that a node is compared by.
struct SpeedMeasure {
    const char *name; ///< "cycles", "clock"
    double cluster::NodeFigure::*value;
    double cluster::NodeFigure::*relative;
    std::optional<cluster::RobustSummary> cluster::UsualFigure::*usual;
    double cluster::Trend::*change;
    const char *unit; // it is shown in
    double factor;
    int digits;
};
constexpr SpeedMeasure speed_measures[] = {
    {"cycles", &cluster::NodeFigure::cycles_per_unit, &cluster::NodeFigure::relative_cycles,
     &cluster::UsualFigure::cycles_per_unit, &cluster::Trend::cycles_change, "cycles", 1, 2},
    {"clock", &cluster::NodeFigure::clock_hz, &cluster::NodeFigure::relative_clock,
     &cluster::UsualFigure::clock_hz, &cluster::Trend::clock_change, "GHz", 1e-9, 3}};
constexpr const SpeedMeasure &cycles_measure = speed_measures[0],
                             &clock_measure = speed_measures[1];

// Returns the distance of the value from that of comparable nodes: 0.01 for 1 % above. For nodes
// that are too few to judge each other, from their median. Nothing if it is not known, or larger
// than any measurement.
std::optional<double> off_like_nodes(const cluster::NodeFigure &figure,
                                     const cluster::GroupReport &group, const SpeedMeasure &measure)
{
    double ratio = figure.*measure.relative;
    if (group.judged_by != cluster::JudgedBy::like_nodes) {
        const auto found = group.figures.find(figure.key);
        if (found == group.figures.end() || !(found->second.*measure.usual))
            return {};
        ratio = figure.*measure.value / (found->second.*measure.usual)->median;
    }
    return ratio < largest_ratio ? std::optional(ratio - 1) : std::nullopt; // no NaN
}

std::optional<double> farthest_off(const cluster::NodeReport &node,
                                   const cluster::FleetReport &fleet, const SpeedMeasure &measure)
{
    std::optional<double> farthest;
    for (const cluster::NodeFigure &figure : node.figures)
        if (const auto off = node.group ? off_like_nodes(figure, fleet.groups[*node.group], measure)
                                        : std::nullopt)
            if (!farthest || std::abs(*off) > std::abs(*farthest))
                farthest = off;
    return farthest;
}

/// The distance of a node from its comparison: 0.01 for 1 % above.
struct Distance {
    const cluster::NodeReport *node;
    double off;
};

constexpr std::size_t most_names = 6;
constexpr double nearly_all = 0.99;

bool is_healthy(const Distance &one) { return one.node->node_class == cluster::NodeClass::healthy; }

// Returns the distance within which nearly all (99 of 100) healthy nodes are; nothing if there is
// none.
std::optional<double> usual_distance(const std::vector<Distance> &distances)
{
    std::vector<double> healthy;
    for (const Distance &one : distances)
        if (is_healthy(one))
            healthy.push_back(std::abs(one.off));
    if (healthy.empty())
        return {};
    return statistics::quantile(std::move(healthy), nearly_all);
}

// Healthy nodes are kept, the others left out; of these, those that are farther off than nearly
// all healthy ones have names.
StripPlot::Strip strip_of(const std::string &label, const std::string &text,
                          const std::vector<Distance> &distances)
{
    StripPlot::Strip strip{label, text};
    const double usual = usual_distance(distances).value_or(0);
    std::vector<Distance> named;
    for (const Distance &one : distances) {
        (is_healthy(one) ? strip.kept : strip.left_out).push_back(one.off);
        if (!is_healthy(one) && std::abs(one.off) > usual)
            named.push_back(one);
    }
    std::ranges::stable_sort(named, {}, [](const Distance &one) { return -std::abs(one.off); });
    for (std::size_t i = 0; i < std::min(named.size(), most_names); ++i)
        strip.names.push_back(
            {named[i].off, fmt::format("{} {:+.1f} %", named[i].node->name, named[i].off * 100)});
    return strip;
}

// ---- Classes, and the nodes that need attention.

constexpr std::size_t most_plot_lines = 24; // of a plot
constexpr std::size_t most_letters = 30;    // of the names on a card
constexpr std::size_t most_listed = 4000;   // letters of a table's cell
constexpr std::size_t most_findings = 4;    // of a node in the table
constexpr std::size_t most_evidence = 500;  // letters of them

// Returns the names, folded, and the number of nodes without one.
std::string listed(const cluster::FleetReport &fleet, cluster::NodeClass node_class)
{
    std::string text = names_of(fleet, {node_class});
    if (node_class == cluster::NodeClass::missing && fleet.missing_unnamed > 0)
        text += fmt::format("{}{} without a name", text.empty() ? "" : " and ",
                            machine::counted(fleet.missing_unnamed, "node"));
    return text;
}

// Returns the classes of the fleet's nodes except healthy: wrong, not judged, and the others, the
// gravest first.
std::vector<cluster::NodeClass> classes_of(const cluster::FleetReport &fleet)
{
    using enum cluster::NodeClass;
    std::vector<cluster::NodeClass> classes = {wrong, not_judged};
    for (std::size_t i = 0; i < cluster::node_classes; ++i)
        if (const auto one = static_cast<cluster::NodeClass>(i);
            one != wrong && one != not_judged && one != healthy)
            classes.push_back(one);
    std::erase_if(classes, [&](cluster::NodeClass one) { return fleet.count(one) == 0; });
    return classes;
}

std::string class_sentence(const cluster::FleetReport &fleet)
{
    const std::size_t all = size_of(fleet), healthy = fleet.count(cluster::NodeClass::healthy),
                      unknown = fleet.count(cluster::NodeClass::not_judged),
                      others = all - healthy - unknown;
    if (healthy == all)
        return all == 1 ? "The node is healthy."
                        : fmt::format("All {} are healthy.", machine::counted(all, "node"));
    if (all == 1)
        return fmt::format("The node is not healthy: {}.",
                           cluster::class_name(classes_of(fleet).front()));
    std::string classes;
    for (const cluster::NodeClass node_class : classes_of(fleet))
        if (node_class != cluster::NodeClass::not_judged)
            classes += fmt::format("{}{} {}", classes.empty() ? "" : ", ", fleet.count(node_class),
                                   cluster::class_name(node_class));
    std::string sentence =
        fmt::format("{} of {} nodes {} healthy.", healthy, all, healthy == 1 ? "is" : "are");
    if (others > 0)
        sentence +=
            fmt::format(" {} need{} attention: {}.", others, others == 1 ? "s" : "", classes);
    if (unknown > 0)
        sentence += fmt::format(" {} {} not judged.", unknown, unknown == 1 ? "was" : "were");
    return sentence;
}

AnswerPlot class_plot(const cluster::FleetReport &fleet)
{
    AnswerPlot plot;
    for (const cluster::NodeClass node_class : classes_of(fleet)) {
        const std::size_t count = fleet.count(node_class);
        plot.answers.push_back({cluster::class_name(node_class), std::to_string(count),
                                count == 1 ? "node" : "nodes",
                                at_most(listed(fleet, node_class), most_letters)});
    }
    plot.answers.push_back({"healthy", std::to_string(fleet.count(cluster::NodeClass::healthy)),
                            "of " + machine::counted(size_of(fleet), "node"), ""});
    std::vector<std::string> judges;
    for (const cluster::JudgedBy judge :
         {cluster::JudgedBy::like_nodes, cluster::JudgedBy::baseline, cluster::JudgedBy::nothing})
        if (const auto count =
                std::ranges::count(fleet.groups, judge, &cluster::GroupReport::judged_by);
            count > 0)
            judges.push_back(fmt::format("{} {}", count, judge_text(judge)));
    if (const std::size_t groups = fleet.groups.size(); groups > 0)
        plot.answers.push_back({"comparable nodes", std::to_string(groups),
                                groups == 1 ? "group" : "groups", machine::joined(judges)});
    return plot;
}

std::string signed_percent(const std::optional<double> &off)
{
    return off ? fmt::format("{:+.1f}", *off * 100) : "";
}

// Returns the evidence against the node, and facts that may explain it.
std::string evidence_text(const cluster::NodeReport &node)
{
    std::vector<std::string> texts = machine::shortened(evidence_of(node), most_findings);
    texts.insert(texts.end(), node.context.begin(), node.context.end());
    return at_most(machine::joined(texts, "; "), most_evidence);
}

// True if the findings that give the class say by how much.
bool is_slow(const NodeBlock &block)
{
    const cluster::NodeReport &node = farthest_of(block);
    return !node.findings.empty() && node.findings.front().change;
}

std::string attention_sentence(const std::vector<NodeBlock> &blocks)
{
    const cluster::NodeReport &first = farthest_of(blocks.front());
    std::string sentence =
        fmt::format("Look at {} first ({})", first.name, cluster::class_name(first.node_class));
    if (!first.findings.empty())
        sentence += ": " + first.findings.front().evidence;
    sentence += '.';
    if (const auto slow = std::ranges::count_if(blocks, is_slow);
        std::cmp_greater(slow, most_plot_lines))
        sentence += fmt::format(" The plot has {} of {} slow ones.", most_plot_lines, slow);
    return sentence;
}

// Draws the node that is farthest off: where its cores, memory or devices are slow, and not the
// node as a whole, the one that is.
DotPlot::Line line_of(const NodeBlock &block, const cluster::FleetReport &fleet)
{
    const cluster::NodeReport &node = farthest_of(block);
    DotPlot::Line line{
        fmt::format("{}{}, {}", node.name,
                    block.size() == 1 ? "" : fmt::format(" and {} more", block.size() - 1),
                    cluster::class_name(node.node_class)),
        ""};
    const cluster::Finding &finding = node.findings.front();
    if (!finding.subject.starts_with("cycles ") && !finding.subject.starts_with("clock ")) {
        line.dots.push_back({2, *finding.change * 100});
        line.text = signed_percent(finding.change);
        return line;
    }
    std::size_t series = 0;
    for (const SpeedMeasure &measure : speed_measures) {
        if (const auto off = farthest_off(node, fleet, measure)) {
            line.dots.push_back({series, *off * 100});
            line.text += (line.text.empty() ? "" : ", ") + signed_percent(off);
        }
        ++series;
    }
    return line;
}

std::vector<std::string> row_of(const NodeBlock &block, const cluster::FleetReport &fleet)
{
    const cluster::NodeReport &node = farthest_of(block);
    const std::string whose = whose_evidence(block);
    return {
        at_most(cluster::fold_nodes(machine::each(block, &cluster::NodeReport::name)), most_listed),
        std::to_string(block.size()),
        cluster::class_name(node.node_class),
        signed_percent(farthest_off(node, fleet, cycles_measure)),
        signed_percent(farthest_off(node, fleet, clock_measure)),
        machine::joined(node.bad_cpus),
        whose + (whose.empty() ? "" : " ") + evidence_text(node),
        advice_for(node.node_class)};
}

Figure class_figure(const cluster::FleetReport &fleet, const std::string &prefix)
{
    Figure figure{prefix + "classes", "The nodes"};
    figure.sentence = class_sentence(fleet);
    figure.plot = class_plot(fleet);
    figure.table.headers = {{"class", true}, {"nodes"}, {"names", true}, {"action", true}};
    for (const cluster::NodeClass node_class : classes_of(fleet))
        figure.table.rows.push_back(
            {cluster::class_name(node_class), std::to_string(fleet.count(node_class)),
             at_most(listed(fleet, node_class), most_listed), advice_for(node_class)});
    figure.table.rows.push_back({cluster::class_name(cluster::NodeClass::healthy),
                                 std::to_string(fleet.count(cluster::NodeClass::healthy)), "", ""});
    return figure;
}

Figure attention_figure(const cluster::FleetReport &fleet, const std::vector<NodeBlock> &blocks,
                        const std::string &prefix)
{
    Figure figure{prefix + "nodes", "Nodes that need attention"};
    figure.sentence = attention_sentence(blocks);
    figure.how_to_read =
        "The nodes that are slow, by how much: the cycles and the clock that are farthest off "
        "those of comparable nodes (more cycles are a slow core, less clock is a slow clock), or "
        "what is slow within the node. Nodes with equal findings have one line, of the one that is "
        "farthest off. The table has the others as well.";
    figure.leads = true;
    auto &plot =
        figure.plot.emplace<DotPlot>(DotPlot{"% off the usual",
                                             {cycles_measure.name, clock_measure.name,
                                              "time of some cores; rate of memory or devices"}});
    figure.table.headers = {{"node", true}, {"nodes"},      {"class", true},    {"cycles, %"},
                            {"clock, %"},   {"CPUs", true}, {"evidence", true}, {"action", true}};
    for (const NodeBlock &block : blocks) {
        if (plot.lines.size() < most_plot_lines && is_slow(block))
            plot.lines.push_back(line_of(block, fleet));
        figure.table.rows.push_back(row_of(block, fleet));
    }
    return figure;
}

// ---- Every node among comparable nodes.

constexpr double least_speed_axis = 0.05; // well beyond what is called slow

// One workload of a group: the nodes' distances in it.
struct Compared {
    const cluster::FigureKey *key;
    const cluster::UsualFigure *usual;
    std::vector<Distance> distances; ///< not empty
};

struct ShownGroup {
    const cluster::GroupReport *group;
    std::size_t number; ///< from 1
    std::vector<const cluster::NodeReport *> nodes;
};

std::vector<Compared> compared_in(const ShownGroup &shown, const SpeedMeasure &measure)
{
    std::vector<Compared> all;
    for (const auto &[key, usual] : shown.group->figures) {
        Compared compared{&key, &usual, {}};
        for (const cluster::NodeReport *node : shown.nodes)
            for (const cluster::NodeFigure &figure : node->figures)
                if (figure.key == key)
                    if (const auto off = off_like_nodes(figure, *shown.group, measure))
                        compared.distances.push_back({node, *off});
        if (compared.distances.size() > 1)
            all.push_back(std::move(compared));
    }
    return all;
}

std::string speed_sentence(const std::vector<Compared> &all, const SpeedMeasure &measure)
{
    std::vector<Distance> distances;
    const cluster::FigureKey *where = all.front().key;
    const Distance *farthest = &all.front().distances.front();
    for (const Compared &compared : all)
        for (const Distance &one : compared.distances) {
            distances.push_back(one);
            if (std::abs(one.off) > std::abs(farthest->off))
                where = compared.key, farthest = &one;
        }
    std::string sentence;
    if (const auto usual = usual_distance(distances))
        sentence = fmt::format("99 of 100 values of healthy nodes are within {:.1f} % of the "
                               "{} of comparable nodes. ",
                               *usual * 100, measure.name);
    return sentence + fmt::format("Farthest off is {} ({}): {:+.1f} % in {}.", farthest->node->name,
                                  cluster::class_name(farthest->node->node_class),
                                  farthest->off * 100, where->label());
}

void add_workload(StripPlot &plot, Grid &table, const Compared &compared,
                  const SpeedMeasure &measure)
{
    const auto &[key, figure, distances] = compared;
    const auto [lowest, highest] = std::ranges::minmax(distances, {}, &Distance::off);
    const std::optional<cluster::RobustSummary> &usual = figure->*measure.usual;
    const std::string median = median_text(usual, measure.factor, measure.digits);
    const std::string sigma = sigma_text(usual, figure->nodes);
    plot.strips.push_back(
        strip_of(key->label(), usual ? fmt::format("{} {} ±{} %", median, measure.unit, sigma) : "",
                 distances));
    table.rows.push_back({key->workload, key->scope, figure->kernel,
                          std::to_string(distances.size()), median, sigma,
                          fmt::format("{:+.2f}", lowest.off * 100), lowest.node->name,
                          fmt::format("{:+.2f}", highest.off * 100), highest.node->name});
}

Figure speed_figure(const ShownGroup &shown, std::size_t groups, const std::vector<Compared> &all,
                    const SpeedMeasure &measure, const std::string &prefix)
{
    const std::string &model = shown.group->cpu_model;
    Figure figure{fmt::format("{}{}-{}", prefix, measure.name, shown.number),
                  fmt::format("The {} of each node{}: {}", measure.name,
                              groups == 1 ? "" : fmt::format(" of group {}", shown.number),
                              model.empty() ? "unknown processor" : model)};
    figure.sentence = speed_sentence(all, measure);
    figure.how_to_read =
        fmt::format("0 is {}. Dots: healthy nodes; of more than 500, bars whose heights are their "
                    "numbers. Strokes below: nodes that need attention. Nodes far out are at the "
                    "edge. ± is the usual spread.",
                    shown.group->judged_by == cluster::JudgedBy::like_nodes
                        ? "the usual value of comparable nodes, core by core"
                        : "the median of these nodes");
    figure.table.headers = {{"workload", true}, {"scope", true}, {"kernel of most", true},
                            {"nodes"},          {measure.unit},  {"±, %"},
                            {"lowest, %"},      {"of", true},    {"highest, %"},
                            {"of", true}};
    auto &plot = figure.plot.emplace<StripPlot>();
    plot.unit = "off comparable nodes";
    plot.least = least_speed_axis;
    for (const Compared &compared : all)
        add_workload(plot, figure.table, compared, measure);
    return figure;
}

std::vector<ShownGroup> shown_groups(const cluster::FleetReport &fleet)
{
    std::vector<ShownGroup> groups;
    for (const cluster::GroupReport &group : fleet.groups)
        groups.push_back({&group, groups.size() + 1, {}});
    for (const cluster::NodeReport &node : fleet.nodes)
        if (node.group)
            groups[*node.group].nodes.push_back(&node);
    std::ranges::stable_sort(groups, {},
                             [](const ShownGroup &group) { return -std::ssize(group.nodes); });
    if (groups.size() > most_drawn_groups)
        groups.erase(groups.begin() + most_drawn_groups, groups.end());
    std::ranges::stable_sort(groups, {}, &ShownGroup::number);
    return groups;
}

// ---- Every node and its own past.

constexpr double least_trend_axis = 0.02;

using Nodes = std::vector<const cluster::NodeReport *>;

// Returns the nodes that have a history, those with the largest change first.
Nodes trending_of(const cluster::FleetReport &fleet)
{
    Nodes nodes;
    for (const cluster::NodeReport &node : fleet.nodes)
        if (node.trend)
            nodes.push_back(&node);
    std::ranges::stable_sort(nodes, {}, [](const cluster::NodeReport *node) {
        return -std::max(std::abs(node->trend->cycles_change), std::abs(node->trend->clock_change));
    });
    return nodes;
}

std::string trend_sentence(const Nodes &nodes)
{
    const cluster::NodeReport &first = *nodes.front();
    const auto runs_of = [](const cluster::NodeReport *node) { return node->trend->runs; };
    const auto since_of = [](const cluster::NodeReport *node) { return node->trend->since; };
    const auto [fewest, most] = std::ranges::minmax(machine::each(nodes, runs_of));
    const std::string runs =
        fewest == most ? std::to_string(most) : fmt::format("{} to {}", fewest, most);
    return fmt::format("{} runs of {} since {}. {} ({}) changed most: cycles {:+.1f} %, "
                       "clock {:+.1f} %.",
                       runs, machine::counted(nodes.size(), "node"),
                       since_of(std::ranges::min(nodes, {}, since_of)).substr(0, 10), first.name,
                       cluster::class_name(first.node_class), first.trend->cycles_change * 100,
                       first.trend->clock_change * 100);
}

Figure trend_figure(const Nodes &nodes, const std::string &prefix)
{
    Figure figure{prefix + "trends", "Each node and its own history"};
    figure.sentence = trend_sentence(nodes);
    figure.how_to_read = "The medians of a node's last five runs, compared with those before them. "
                         "Dots and strokes as above.";
    figure.table.headers = {{"node", true},  {"class", true}, {"runs"},
                            {"since", true}, {"cycles, %"},   {"clock, %"}};
    auto &plot = figure.plot.emplace<StripPlot>();
    plot.unit = "off the runs before";
    plot.least = least_trend_axis;
    for (const SpeedMeasure &measure : speed_measures) {
        const auto distance_of = [&](const cluster::NodeReport *node) {
            return Distance{node, *node->trend.*measure.change};
        };
        plot.strips.push_back(strip_of(measure.name, "", machine::each(nodes, distance_of)));
    }
    for (const cluster::NodeReport *node : nodes)
        figure.table.rows.push_back(
            {node->name, cluster::class_name(node->node_class), std::to_string(node->trend->runs),
             node->trend->since.substr(0, 10), signed_percent(node->trend->cycles_change),
             signed_percent(node->trend->clock_change)});
    return figure;
}

} // namespace

std::vector<Figure> fleet_figures(const cluster::FleetReport &fleet, const std::string &prefix)
{
    std::vector<Figure> figures = {class_figure(fleet, prefix)};
    if (const auto blocks = blocks_of(fleet); !blocks.empty())
        figures.push_back(attention_figure(fleet, blocks, prefix));
    for (const ShownGroup &shown : shown_groups(fleet))
        for (const SpeedMeasure &measure : speed_measures) {
            const std::vector<Compared> all = compared_in(shown, measure);
            if (!all.empty())
                figures.push_back(speed_figure(shown, fleet.groups.size(), all, measure, prefix));
        }
    if (const Nodes nodes = trending_of(fleet); !nodes.empty())
        figures.push_back(trend_figure(nodes, prefix));
    return figures;
}

} // namespace hashlane::show
