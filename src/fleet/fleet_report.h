// SPDX-License-Identifier: MIT
//
// What a fleet was judged to be: plain data for reports. docs/fleet.md explains the classes in
// words.
#ifndef HASHLANE_SRC_FLEET_FLEET_REPORT_H
#define HASHLANE_SRC_FLEET_FLEET_REPORT_H

#include "outlier.h"

#include <cmath>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hashlane {

/// A node has the first of these that applies to it.
enum class NodeClass {
    wrong,
    missing,
    incomplete,
    noisy,
    slow_clock,
    slow_core,
    one_bad_core,
    slow_together,
    misconfigured,
    drifted,
    healthy,
};

constexpr std::size_t node_classes = static_cast<std::size_t>(NodeClass::healthy) + 1;

/// "wrong", "one bad core", "healthy".
const char *class_name(NodeClass node_class);

/// The class of that name, if there is one.
std::optional<NodeClass> class_named(std::string_view name);

/// What an operator should do about it; empty for healthy nodes.
const char *advice_for(NodeClass node_class);

/// What makes two figures the same measurement.
struct FigureKey {
    std::string workload;
    std::string scope; ///< "alone", "together"
    auto operator<=>(const FigureKey &) const = default;

    std::string label() const { return workload + " " + scope; }
};

/// One workload of one node: the mean over its cores, without the slowest eighth of them. Not a
/// number where it is not known.
struct NodeFigure {
    FigureKey key;
    std::string kernel;
    std::size_t cores = 0; ///< that were measured
    double cycles_per_unit = std::nan("");
    double clock_hz = std::nan("");
    /// Compared core by core with the like nodes: 1.04 for 4 % more. Of few nodes with themselves.
    double relative_cycles = std::nan("");
    double relative_clock = std::nan("");
    double core_scale = 0; ///< how far the cores' times spread around their middle
};

/// Why a node is of a class.
struct Finding {
    NodeClass node_class;
    std::string evidence;
};

/// From the first to the last run of the history, this one included.
struct Trend {
    std::size_t runs = 0;
    std::string since;        ///< when the first was measured
    double cycles_change = 0; ///< of the medians of the last five and of those before: 0.01 for 1 %
    double clock_change = 0;
};

struct NodeReport {
    std::string name;
    std::string path; ///< empty where it has no file
    std::string started;
    std::optional<std::size_t> group; ///< in FleetReport::groups
    NodeClass node_class = NodeClass::healthy;
    std::vector<Finding> findings;    ///< those of its class first
    std::vector<std::string> context; ///< what may explain them
    std::vector<int> bad_cpus;        ///< wrong, or slower than the node's others
    std::vector<NodeFigure> figures;
    std::optional<Trend> trend;
};

enum class JudgedBy { like_nodes, baseline, nothing };

/// "like nodes", "baseline", "nothing".
const char *judge_name(JudgedBy judged_by);
std::optional<JudgedBy> judge_named(std::string_view name);

/// What is usual for a workload in a group.
struct UsualFigure {
    FigureKey key;
    std::size_t nodes = 0;
    std::string kernel; ///< that most of them took
    std::optional<Usual> cycles_per_unit, clock_hz;
};

/// Nodes that should be alike.
struct GroupReport {
    std::string cpu_model, cpu_identity, core_kinds, smt, version;
    std::size_t nodes = 0;
    JudgedBy judged_by = JudgedBy::nothing;
    std::vector<UsualFigure> figures;
    std::vector<std::string> changes; ///< of the group as a whole against the baseline
};

struct FleetReport {
    std::vector<GroupReport> groups;
    std::vector<NodeReport> nodes;     ///< by their names
    std::vector<std::string> problems; ///< files that could not be read
    std::vector<std::string> remarks;
    std::size_t missing_unnamed = 0; ///< where only a number was expected

    std::size_t count(NodeClass node_class) const;
    bool has_wrong() const { return count(NodeClass::wrong) > 0; }
    /// Whether a node, or a group as a whole, should be looked at.
    bool needs_attention() const;
};

} // namespace hashlane

#endif
