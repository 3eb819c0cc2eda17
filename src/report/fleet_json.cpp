// SPDX-License-Identifier: MIT
#include "fleet_writers.h"

#include "json_value.h"
#include "workload_units.h"

#include <algorithm>
#include <string_view>

namespace hashlane {
namespace {

Json number_json(double value) { return std::isnan(value) ? Json() : Json(six_digits(value)); }

Json usual_json(const std::optional<Usual> &usual)
{
    if (!usual)
        return {};
    return {{"center", six_digits(usual->center)}, {"scale", six_digits(usual->scale)}};
}

constexpr std::string_view judges[] = {"like nodes", "baseline", "nothing"};

Json group_json(const GroupReport &group)
{
    Json figures = Json::array();
    for (const UsualFigure &figure : group.figures)
        figures.push_back({{"workload", figure.key.workload},
                           {"scope", figure.key.scope},
                           {"kernel", figure.kernel},
                           {"nodes", figure.nodes},
                           {"cycles_per_unit", usual_json(figure.cycles_per_unit)},
                           {"clock_hz", usual_json(figure.clock_hz)}});
    return {{"cpu_model", group.cpu_model},
            {"cpu_identity", group.cpu_identity},
            {"core_kinds", group.core_kinds},
            {"smt", group.smt},
            {"version", group.version},
            {"nodes", group.nodes},
            {"judged_by", judges[static_cast<std::size_t>(group.judged_by)]},
            {"figures", figures},
            {"changes", group.changes}};
}

Json figures_json(const NodeReport &node)
{
    Json figures = Json::array();
    for (const NodeFigure &figure : node.figures)
        figures.push_back({{"workload", figure.key.workload},
                           {"scope", figure.key.scope},
                           {"kernel", figure.kernel},
                           {"cycles_per_unit", number_json(figure.cycles_per_unit)},
                           {"clock_hz", number_json(figure.clock_hz)},
                           {"relative_cycles", number_json(figure.relative_cycles)},
                           {"relative_clock", number_json(figure.relative_clock)}});
    return figures;
}

Json trend_json(const std::optional<Trend> &trend)
{
    if (!trend)
        return {};
    return {{"runs", trend->runs},
            {"since", trend->since},
            {"cycles_change", six_digits(trend->cycles_change)},
            {"clock_change", six_digits(trend->clock_change)}};
}

Json node_json(const NodeReport &node)
{
    Json evidence = Json::array();
    for (const Finding &finding : node.findings)
        evidence.push_back({{"class", class_name(finding.node_class)}, {"text", finding.evidence}});
    std::optional<std::size_t> group = node.group;
    return {{"node", node.name},
            {"class", class_name(node.node_class)},
            {"group", group},
            {"file", node.path},
            {"started", node.started},
            {"cpus", node.bad_cpus},
            {"evidence", evidence},
            {"context", node.context},
            {"advice", advice_for(node.node_class)},
            {"figures", figures_json(node)},
            {"trend", trend_json(node.trend)}};
}

Json summary_json(const FleetReport &fleet)
{
    Json summary = {{"nodes", fleet.nodes.size() + fleet.missing_unnamed}};
    for (std::size_t i = 0; i < node_classes; ++i) {
        const auto node_class = static_cast<NodeClass>(i);
        summary[class_name(node_class)] = fleet.count(node_class);
    }
    summary["missing_without_name"] = fleet.missing_unnamed;
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
    return json_text({{"summary", summary_json(fleet)},
                      {"groups", groups},
                      {"nodes", nodes},
                      {"problems", fleet.problems},
                      {"remarks", fleet.remarks}});
}

} // namespace hashlane
