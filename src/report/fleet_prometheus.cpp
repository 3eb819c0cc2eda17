// SPDX-License-Identifier: MIT
//
// The text format of Prometheus 0.0.4: names with the program's prefix and base units, a HELP and a
// TYPE line for each, labels escaped, a line break at the end.
#include "fleet_writers.h"

#include "../fleet/times.h"

#include <fmt/format.h>

#include <string_view>

namespace hashlane {
namespace {

std::string label_value(std::string_view text)
{
    std::string escaped;
    for (const char c : text)
        if (c == '\n')
            escaped += "\\n";
        else if (c == '"' || c == '\\')
            escaped += std::string("\\") + c;
        else
            escaped += c;
    return "\"" + escaped + "\"";
}

std::string head(std::string_view name, std::string_view help)
{
    return fmt::format("# HELP {0} {1}\n# TYPE {0} gauge\n", name, help);
}

std::string nodes_by_class(const FleetReport &fleet)
{
    constexpr std::string_view name = "hashlane_fleet_nodes";
    std::string text = head(name, "Nodes of each class, as hashlane fleet judged them.");
    for (std::size_t i = 0; i < node_classes; ++i) {
        const auto node_class = static_cast<NodeClass>(i);
        text += fmt::format("{}{{class={}}} {}\n", name, label_value(class_name(node_class)),
                            fleet.count(node_class));
    }
    return text;
}

std::string healthy_nodes(const FleetReport &fleet)
{
    constexpr std::string_view name = "hashlane_fleet_node_healthy";
    std::string text = head(name, "Whether a node is healthy: 1, or 0 if it should be looked at.");
    for (const NodeReport &node : fleet.nodes)
        text += fmt::format("{}{{node={},class={}}} {:d}\n", name, label_value(node.name),
                            label_value(class_name(node.node_class)),
                            node.node_class == NodeClass::healthy);
    return text;
}

std::string start_times(const FleetReport &fleet)
{
    constexpr std::string_view name = "hashlane_fleet_node_measured_timestamp_seconds";
    std::string text = head(name, "When the measurement of a node began, by its own clock.");
    for (const NodeReport &node : fleet.nodes)
        if (const std::optional<double> start = seconds_of(node.started))
            text += fmt::format("{}{{node={}}} {:.0f}\n", name, label_value(node.name), *start);
    return text;
}

// One of the figures of each node, where it is known.
std::string figures(const FleetReport &fleet, std::string_view name, std::string_view help,
                    double NodeFigure::*value)
{
    std::string text = head(name, help);
    for (const NodeReport &node : fleet.nodes)
        for (const NodeFigure &figure : node.figures)
            if (!std::isnan(figure.*value))
                text += fmt::format("{}{{node={},workload={},scope={}}} {:.6g}\n", name,
                                    label_value(node.name), label_value(figure.key.workload),
                                    label_value(figure.key.scope), figure.*value);
    return text;
}

} // namespace

std::string write_fleet_prometheus(const FleetReport &fleet)
{
    return nodes_by_class(fleet) + healthy_nodes(fleet) + start_times(fleet) +
           figures(fleet, "hashlane_fleet_node_clock_hertz",
                   "Mean clock of a node's cores, without the slowest eighth.",
                   &NodeFigure::clock_hz) +
           figures(fleet, "hashlane_fleet_node_cycles_per_unit",
                   "Mean core cycles for one hash, permutation or message.",
                   &NodeFigure::cycles_per_unit);
}

} // namespace hashlane
