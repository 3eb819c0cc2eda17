// SPDX-License-Identifier: MIT
#include "fleet_writers.h"

#include "../fleet/node_names.h"
#include "grid.h"
#include "json_value.h"
#include "workload_units.h"

#include <fmt/format.h>

#include <algorithm>

namespace hashlane {
namespace {

// As the exit code of this program, were it the node alone.
int code_of(NodeClass node_class)
{
    if (node_class == NodeClass::healthy)
        return 0;
    return node_class == NodeClass::wrong ? 2 : 5;
}

std::string findings_text(const NodeReport &node)
{
    std::string text;
    for (const Finding &finding : node.findings)
        text += (text.empty() ? "" : "; ") + finding.evidence;
    return text;
}

} // namespace

std::string write_fleet_lines(const FleetReport &fleet)
{
    std::string lines;
    for (const NodeReport &node : fleet.nodes) {
        Json line = {{"node", node.name},
                     {"hashlane/return_code", code_of(node.node_class)},
                     {"hashlane/bad_cpus", node.bad_cpus.size()}};
        for (const NodeFigure &figure : node.figures) {
            const std::string name =
                fmt::format("hashlane/{}_{}_", figure.key.workload, figure.key.scope);
            if (!std::isnan(figure.cycles_per_unit))
                line[name + "cycles_per_unit"] = six_digits(figure.cycles_per_unit);
            if (!std::isnan(figure.clock_hz))
                line[name + "clock_hz"] = six_digits(figure.clock_hz);
        }
        lines += json_line(line);
    }
    return lines;
}

std::string write_fleet_csv(const FleetReport &fleet)
{
    std::string text = "node,class,cpus,started,cpu_model,evidence,advice\n";
    for (const NodeReport &node : fleet.nodes)
        text += fmt::format("{},{},{},{},{},{},{}\n", node.name, class_name(node.node_class),
                            fmt::join(node.bad_cpus, " "), csv_field(node.started),
                            csv_field(node.group ? fleet.groups[*node.group].cpu_model : ""),
                            csv_field(findings_text(node)), csv_field(advice_for(node.node_class)));
    return text;
}

std::string write_fleet_nodeset(const FleetReport &fleet)
{
    std::vector<std::string> names;
    for (const NodeReport &node : fleet.nodes)
        if (node.node_class != NodeClass::healthy)
            names.push_back(node.name);
    return names.empty() ? "" : fold_nodes(names) + "\n";
}

} // namespace hashlane
