// SPDX-License-Identifier: MIT
//
// A judged fleet with figures that a test knows, and what a page reads of it.
#ifndef HASHLANE_TESTS_SUPPORT_JUDGED_FLEET_H
#define HASHLANE_TESTS_SUPPORT_JUDGED_FLEET_H

#include "page/fleet_file.h"
#include "report/fleet_writers.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace hashlane::test {

inline const FigureKey fleet_figure = {"sha256-chain", "alone"};

inline NodeReport judged_node(const std::string &name, double relative_cycles,
                              double relative_clock = 1)
{
    NodeReport node;
    node.name = name;
    node.group = 0;
    NodeFigure figure{fleet_figure, "sha256-chain.shani.x2"};
    figure.cycles_per_unit = 100 * relative_cycles;
    figure.clock_hz = 3e9 * relative_clock;
    figure.relative_cycles = relative_cycles;
    figure.relative_clock = relative_clock;
    node.figures.push_back(figure);
    return node;
}

inline NodeReport found(NodeReport node, NodeClass node_class, const std::string &evidence)
{
    node.node_class = node_class;
    node.findings.push_back({node_class, evidence});
    return node;
}

/// Eleven healthy nodes, n01 to n11, up to 0.5 % off; n12 is slow, n13 is wrong, n14 missing.
inline FleetReport judged_fleet()
{
    FleetReport fleet;
    fleet.groups.push_back(
        {"Example CPU", "family 6", "core", "off", "0.1.0", 13, JudgedBy::like_nodes, {}, {}});
    fleet.groups[0].figures.push_back(
        {fleet_figure, 13, "sha256-chain.shani.x2", Usual{100, 0.2}, Usual{3e9, 15e6}});
    for (int i = 1; i <= 11; ++i)
        fleet.nodes.push_back(
            judged_node((i < 10 ? "n0" : "n") + std::to_string(i), 0.994 + 0.001 * i));
    fleet.nodes.push_back(
        found(judged_node("n12", 1.04, 1.003), NodeClass::slow_core, "104 cycles, 4.0 % above"));
    fleet.nodes.push_back(found(judged_node("n13", 1), NodeClass::wrong, "CPU 3: 1 wrong result"));
    fleet.nodes.back().bad_cpus = {3};
    fleet.nodes.push_back(found({}, NodeClass::missing, "no file"));
    fleet.nodes.back().name = "n14";
    fleet.problems = {"'x.json': not JSON"};
    fleet.remarks = {"not expected, but there: n99"};
    return fleet;
}

inline FleetFile read_fleet(const nlohmann::json &document)
{
    const JsonDocument parsed(document.dump(), "fleet.json");
    EXPECT_TRUE(is_fleet(parsed.fields()));
    return fleet_file_of(parsed.fields(), "fleet.json");
}

inline nlohmann::json fleet_json(const FleetReport &report)
{
    return nlohmann::json::parse(write_fleet_json(report));
}

} // namespace hashlane::test

#endif
