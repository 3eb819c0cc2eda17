// SPDX-License-Identifier: MIT
#include "fleet_writers.h"

#include "../fleet/node_names.h"
#include "../statistics/sort_by.h"
#include "fleet_texts.h"
#include "grid.h"

#include <fmt/color.h>
#include <fmt/format.h>

namespace hashlane {
namespace {

constexpr std::size_t margin = 2; // of what is said of a node

std::string summary_line(const FleetReport &fleet)
{
    std::string line = nodes_text(fleet.nodes.size() + fleet.missing_unnamed) + ":";
    for (std::size_t i = node_classes; i-- > 0;) {
        const auto node_class = static_cast<NodeClass>(i);
        if (const std::size_t count = fleet.count(node_class); count > 0)
            line += fmt::format("{} {} {}", line.ends_with(':') ? "" : ",", count,
                                class_name(node_class));
    }
    return line;
}

std::string usual_text(const std::optional<Usual> &usual, double unit, int digits)
{
    return usual ? fmt::format("{:.{}f}", usual->center / unit, digits) : "-";
}

std::string scale_text(const std::optional<Usual> &usual)
{
    return usual ? fmt::format("{:.1f}", usual->scale / usual->center * 100) : "-";
}

std::string group_text(const GroupReport &group, const Style &style)
{
    Grid grid{"",
              {{"workload", true},
               {"scope", true},
               {"nodes", false, 1},
               {"cycles"},
               {"±%"},
               {"GHz"},
               {"±%"},
               {"kernel", true, 2}},
              {},
              {}};
    for (const UsualFigure &figure : group.figures)
        grid.rows.push_back(
            {figure.key.workload, figure.key.scope, std::to_string(figure.nodes),
             usual_text(figure.cycles_per_unit, 1, 2), scale_text(figure.cycles_per_unit),
             usual_text(figure.clock_hz, 1e9, 3), scale_text(figure.clock_hz), figure.kernel});
    std::string text = "\n" + wrap(group_title(group), style.width) + draw_table(grid, style);
    if (!group.changes.empty())
        text += "  The group as a whole differs from the baseline:\n";
    for (const std::string &change : group.changes)
        text += "    " + change + "\n";
    return text;
}

// Cut where the line ends: there may be thousands.
std::string healthy_line(const FleetReport &fleet, const Style &style)
{
    std::vector<std::string> names;
    for (const NodeReport &node : fleet.nodes)
        if (node.node_class == NodeClass::healthy)
            names.push_back(node.name);
    std::string line = fmt::format("healthy: {}", fold_nodes(names));
    if (names.empty())
        return "";
    if (line.size() > style.width)
        line = line.substr(0, line.rfind(',', style.width - 3)) + ",…";
    return "\n" + line + "\n";
}

// Each line wrapped, with a margin.
std::string indented(const std::string &text, const Style &style)
{
    const std::size_t width = style.width > 2 * margin ? style.width - margin : style.width;
    std::string lines = std::string(margin, ' ');
    for (const char c : wrap(text, static_cast<unsigned>(width))) {
        lines += c;
        if (c == '\n')
            lines.append(margin, ' ');
    }
    lines.resize(lines.size() - margin);
    return lines;
}

std::string trend_text(const Trend &trend)
{
    return fmt::format("history: {} runs since {}, cycles {:+.1f} %, clock {:+.1f} %", trend.runs,
                       trend.since.substr(0, 10), trend.cycles_change * 100,
                       trend.clock_change * 100);
}

std::string node_text(const NodeReport &node, const Style &style)
{
    const std::string title = fmt::format("{}: {}", node.name, class_name(node.node_class));
    std::string text =
        "\n" + (style.color ? fmt::format(fmt::emphasis::bold, "{}", title) : title) + "\n";
    NodeClass last = node.node_class;
    for (const Finding &finding : node.findings) {
        const bool is_new = finding.node_class != last;
        last = finding.node_class;
        text += indented(
            (is_new ? fmt::format("also {}: ", class_name(last)) : "") + finding.evidence, style);
    }
    if (!node.context.empty())
        text += indented(fmt::format("{}", fmt::join(node.context, "; ")), style);
    if (node.trend)
        text += indented(trend_text(*node.trend), style);
    return text + indented(fmt::format("-> {}", advice_for(node.node_class)), style);
}

} // namespace

std::string write_fleet_table(const FleetReport &fleet, const Style &style)
{
    std::string text = wrap(summary_line(fleet), style.width);
    for (const GroupReport &group : fleet.groups)
        text += group_text(group, style);
    text += healthy_line(fleet, style);
    std::vector<const NodeReport *> others;
    for (const NodeReport &node : fleet.nodes)
        if (node.node_class != NodeClass::healthy)
            others.push_back(&node);
    sort_by(others, [](const NodeReport *node) { return node->node_class; });
    for (const NodeReport *node : others)
        text += node_text(*node, style);
    if (fleet.missing_unnamed > 0)
        text += fmt::format("\n{} of those expected, without a name: missing\n",
                            nodes_text(fleet.missing_unnamed));
    if (fleet.needs_attention())
        text += "\n" + wrap("As a page: 'hashlane fleet … --format json >fleet.json', then "
                            "'hashlane report fleet.json --out fleet.html'",
                            style.width);
    return text;
}

} // namespace hashlane
