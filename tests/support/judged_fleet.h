// SPDX-License-Identifier: MIT
//
// A judged fleet with values that a test chose, and a page's reading of it.
#pragma once

#include "show/page/figure.h"
#include "show/tables/fleet_writers.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <optional>

namespace hashlane::test {

inline const cluster::FigureKey fleet_figure = {"sha256-chain", "alone"};

inline cluster::NodeReport judged_node(const std::string &name, double relative_cycles,
                                       double relative_clock = 1)
{
    cluster::NodeReport node;
    node.name = name;
    node.group = 0;
    cluster::NodeFigure figure{fleet_figure, "sha256-chain.shani.x2"};
    figure.cycles_per_unit = 100 * relative_cycles;
    figure.clock_hz = 3e9 * relative_clock;
    figure.relative_cycles = relative_cycles;
    figure.relative_clock = relative_clock;
    node.figures.push_back(figure);
    return node;
}

inline cluster::NodeReport found(cluster::NodeReport node, cluster::NodeClass node_class,
                                 const std::string &evidence, const std::string &subject = "",
                                 std::optional<double> change = {})
{
    node.node_class = node_class;
    node.findings.push_back({node_class, evidence, subject, change});
    return node;
}

/// Eleven healthy nodes, n01 to n11, up to 0.5 % off; n12 is slow, n13 is wrong, n14 missing.
inline cluster::FleetReport judged_fleet()
{
    cluster::FleetReport fleet;
    cluster::GroupReport &group = fleet.groups.emplace_back();
    group.cpu_model = "Example CPU";
    group.cpu_identity = "family 6";
    group.core_kinds = "core";
    group.smt = "off";
    group.version = "0.1.0";
    group.nodes = 13;
    group.least_cores = group.most_cores = 32;
    group.judged_by = cluster::JudgedBy::like_nodes;
    group.figures[fleet_figure] = {13, "sha256-chain.shani.x2", cluster::RobustSummary{100, 0.2},
                                   cluster::RobustSummary{3e9, 15e6}};
    for (int i = 1; i <= 11; ++i)
        fleet.nodes.push_back(
            judged_node((i < 10 ? "n0" : "n") + std::to_string(i), 0.994 + 0.001 * i));
    fleet.nodes.push_back(found(judged_node("n12", 1.04, 1.003), cluster::NodeClass::slow_core,
                                "104 cycles, 4.0 % above", "cycles alone", 0.04));
    fleet.nodes.push_back(
        found(judged_node("n13", 1), cluster::NodeClass::wrong, "CPU 3: 1 wrong result"));
    fleet.nodes.back().bad_cpus = {3};
    fleet.nodes.push_back(found({}, cluster::NodeClass::missing, "no file"));
    fleet.nodes.back().name = "n14";
    fleet.problems = {"'x.json': not JSON"};
    fleet.remarks = {"not expected, but present: n99"};
    return fleet;
}

inline show::FleetFile read_fleet(const nlohmann::json &document)
{
    const results::JsonDocument parsed(document.dump(), "fleet.json");
    EXPECT_TRUE(show::is_fleet(parsed.fields()));
    return {"fleet.json", show::read_fleet(parsed.fields())};
}

inline nlohmann::json fleet_json(const cluster::FleetReport &report)
{
    return nlohmann::json::parse(show::write_fleet_json(report));
}

} // namespace hashlane::test
