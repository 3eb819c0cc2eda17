// SPDX-License-Identifier: MIT
#include "fleet_writers.h"

#include "../fleet/fleet_keys.h"
#include "json_value.h"
#include "workload_units.h"

#include <algorithm>

namespace hashlane {
namespace {

namespace key = fleet_key;

Json number_json(double value) { return std::isnan(value) ? Json() : Json(six_digits(value)); }

Json usual_json(const std::optional<Usual> &usual)
{
    if (!usual)
        return {};
    return {{key::center, six_digits(usual->center)}, {key::scale, six_digits(usual->scale)}};
}

Json group_json(const GroupReport &group)
{
    Json figures = Json::array();
    for (const UsualFigure &figure : group.figures)
        figures.push_back({{key::workload, figure.key.workload},
                           {key::scope, figure.key.scope},
                           {key::kernel, figure.kernel},
                           {key::nodes, figure.nodes},
                           {key::cycles_per_unit, usual_json(figure.cycles_per_unit)},
                           {key::clock_hz, usual_json(figure.clock_hz)}});
    return {{key::cpu_model, group.cpu_model},
            {key::cpu_identity, group.cpu_identity},
            {key::core_kinds, group.core_kinds},
            {key::smt, group.smt},
            {key::version, group.version},
            {key::nodes, group.nodes},
            {key::judged_by, judge_name(group.judged_by)},
            {key::figures, figures},
            {key::changes, group.changes}};
}

Json figures_json(const NodeReport &node)
{
    Json figures = Json::array();
    for (const NodeFigure &figure : node.figures)
        figures.push_back({{key::workload, figure.key.workload},
                           {key::scope, figure.key.scope},
                           {key::kernel, figure.kernel},
                           {key::cycles_per_unit, number_json(figure.cycles_per_unit)},
                           {key::clock_hz, number_json(figure.clock_hz)},
                           {key::relative_cycles, number_json(figure.relative_cycles)},
                           {key::relative_clock, number_json(figure.relative_clock)}});
    return figures;
}

Json trend_json(const std::optional<Trend> &trend)
{
    if (!trend)
        return {};
    return {{key::runs, trend->runs},
            {key::since, trend->since},
            {key::cycles_change, six_digits(trend->cycles_change)},
            {key::clock_change, six_digits(trend->clock_change)}};
}

Json node_json(const NodeReport &node)
{
    Json evidence = Json::array();
    for (const Finding &finding : node.findings)
        evidence.push_back(
            {{key::node_class, class_name(finding.node_class)}, {key::text, finding.evidence}});
    std::optional<std::size_t> group = node.group;
    return {{key::node, node.name},
            {key::node_class, class_name(node.node_class)},
            {key::group, group},
            {key::file, node.path},
            {key::started, node.started},
            {key::cpus, node.bad_cpus},
            {key::evidence, evidence},
            {key::context, node.context},
            {key::advice, advice_for(node.node_class)},
            {key::figures, figures_json(node)},
            {key::trend, trend_json(node.trend)}};
}

Json summary_json(const FleetReport &fleet)
{
    Json summary = {{key::nodes, fleet.nodes.size() + fleet.missing_unnamed}};
    for (std::size_t i = 0; i < node_classes; ++i) {
        const auto node_class = static_cast<NodeClass>(i);
        summary[class_name(node_class)] = fleet.count(node_class);
    }
    summary[key::missing_without_name] = fleet.missing_unnamed;
    return summary;
}

} // namespace

std::string write_fleet_json(const FleetReport &fleet)
{
    Json groups = Json::array(), nodes = Json::array();
    for (const GroupReport &group : fleet.groups)
        groups.push_back(group_json(group));
    for (const NodeReport &node : fleet.nodes)
        nodes.push_back(node_json(node));
    return json_text({{key::summary, summary_json(fleet)},
                      {key::groups, groups},
                      {key::nodes, nodes},
                      {key::problems, fleet.problems},
                      {key::remarks, fleet.remarks}});
}

} // namespace hashlane
