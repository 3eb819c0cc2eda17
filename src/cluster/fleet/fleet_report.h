// SPDX-License-Identifier: MIT
//
// What a fleet was judged to be: plain data for reports. docs/internals/fleet-judgement.md explains
// the classes in words.
#pragma once

#include "node_file.h"

#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace hashlane::cluster {

/// A node has the first of these that applies to it.
enum class NodeClass {
    wrong,
    faulty_memory,
    missing,
    faulty_device,
    incomplete,
    noisy,
    slow_part, ///< several cores; many of them make the node's mean slow as well
    slow_clock,
    slow_core,
    one_bad_core,
    slow_device,
    slow_together,
    slow_memory,
    misconfigured,
    drifted,
    not_judged, ///< nothing speaks against it, but its speed was not compared
    healthy,
};

constexpr std::size_t node_classes = static_cast<std::size_t>(NodeClass::healthy) + 1;

/// Returns "wrong", "one bad core", "healthy".
const char *class_name(NodeClass node_class);

/// Returns the exit code of a command that finds a node of this class: 0 healthy, 2 wrong, 3 not
/// judged, 5 any other.
int exit_code_of(NodeClass node_class);

/// Finds the class of that name, if there is one.
std::optional<NodeClass> class_named(std::string_view name);

/// Returns the classes of nodes that must not have jobs: wrong, faulty and slow ones. Nodes of the
/// others may be sound: they are measured again, or set right.
std::vector<NodeClass> classes_to_drain();

/// At least this many comparable nodes are needed before one of them is called different.
constexpr std::size_t least_alike = 8;

/// Shares of the usual value: a smaller difference does not matter in practice, whatever chance
/// says. The site's, for nodes and their cores; those of devices are fixed.
struct Limits {
    double cycles = 0.02; ///< a matter of layout and temperature
    double clock = 0.03;  ///< a matter of the chip
    double core = 0.04;   ///< the time of one core among those of its node
    double memory = 0.1;  ///< a matter of the firmware
    bool operator==(const Limits &) const = default;
};

/// The limits by the names that a site sets them by.
struct NamedLimit {
    const char *name;
    double Limits::*limit;
};
constexpr NamedLimit named_limits[] = {{"cycles", &Limits::cycles},
                                       {"clock", &Limits::clock},
                                       {"core", &Limits::core},
                                       {"memory", &Limits::memory}};

/// Returns "limits of this site: cycles 1 %, clock 2 %, …"; empty for the usual ones.
std::string limits_text(const Limits &limits);

/// The usual value among comparable things, some of which may be far out.
struct RobustSummary {
    double median = 0;
    /// 1.4826 times the median absolute deviation: the standard deviation of normal values.
    double sigma = 0;
};

/// The properties that make two values the same measurement.
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
    std::size_t cores = 0;   ///< that were measured
    std::size_t trusted = 0; ///< of these, those whose values are not noisy
    double cycles_per_unit = std::nan("");
    double clock_hz = std::nan("");
    /// Compared core by core with comparable nodes: 1.04 for 4 % more. For few nodes, compared with
    /// their own past.
    double relative_cycles = std::nan("");
    double relative_clock = std::nan("");
    double core_scale = 0; ///< how far the cores' times spread around their middle
};

/// The reason that a node belongs to a class.
struct Finding {
    NodeClass node_class;
    std::string evidence;
    std::string subject = {};          ///< "clock together"; empty: the evidence itself
    std::optional<double> change = {}; ///< of the subject: -0.08 for 8 % less
    bool is_remembered = false;        ///< not of the node's file, but of its history

    /// Findings of one class with the same topic are one block of a report.
    const std::string &topic() const { return subject.empty() ? evidence : subject; }
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
    std::string path; ///< empty if it has no file
    std::string started;
    bool is_dated = true;             ///< `started` is a time, and not ahead of the clock
    std::optional<std::size_t> group; ///< in FleetReport::groups
    NodeClass node_class = NodeClass::healthy;
    std::vector<Finding> findings;    ///< those of its class first
    std::vector<std::string> context; ///< possible explanations, and events of its hardware
    std::vector<int> bad_cpus;        ///< wrong, or slower than the node's others
    std::string verified;             ///< "71 of 71 kernels"
    std::vector<NodeFigure> figures;
    std::optional<double> memory_bytes_per_second;
    std::vector<NodeDevice> devices = {}; ///< read back: slot, errors of the memory, figures
    std::optional<Trend> trend;
    std::map<std::string, std::string> hardware; ///< as of its file, for the history
};

enum class JudgedBy { like_nodes, baseline, nothing };

/// "like nodes", "baseline", "nothing".
const char *judge_name(JudgedBy judged_by);
std::optional<JudgedBy> judge_named(std::string_view name);

/// The usual values of one measurement. Among comparable nodes the relative ones judge, and the
/// others are shown.
struct UsualFigure {
    std::size_t nodes = 0;
    std::string kernel; ///< that most of them took
    std::optional<RobustSummary> cycles_per_unit, clock_hz;
    std::optional<RobustSummary> relative_cycles = {}, relative_clock = {};
    double cores = 0; ///< the median
};
using UsualFigures = std::map<FigureKey, UsualFigure>;

/// The memory of a group, read and written by all cores of each node.
struct UsualMemory {
    std::size_t nodes = 0;                         ///< that measured it
    std::optional<RobustSummary> bytes_per_second; ///< of these
    std::string missing = {};                      ///< why most of the others did not
};

/// Compute devices of one kind, of all nodes.
struct DeviceGroupReport {
    struct Figure {
        FigureKey key;
        std::size_t devices = 0;
        std::optional<RobustSummary> units_per_second, clock_hz;
    };
    std::string name, architecture;
    std::size_t devices = 0;
    JudgedBy judged_by = JudgedBy::nothing;
    std::vector<Figure> figures = {};
    std::vector<std::string> changes = {}; ///< of all of them against the baseline
};

/// Comparable nodes.
struct GroupReport {
    std::string cpu_model, cpu_identity, core_kinds, smt, version;
    std::size_t nodes = 0;
    std::size_t least_cores = 0, most_cores = 0; ///< that were measured in one node
    JudgedBy judged_by = JudgedBy::nothing;
    std::string devices = {};    ///< of each node: "8 × NVIDIA H200"
    std::string memory_gib = {}; ///< of each node, where most such machines have another size
    std::size_t own_cores = 0;   ///< of the node that has the most, measured or not
    UsualFigures figures = {};
    UsualMemory memory = {};
    std::vector<std::string> changes = {}; ///< of the group as a whole against the baseline
    /// Settings and speeds that divide the nodes, whichever part is right: "governor: 45
    /// performance, 45 powersave".
    std::vector<std::string> splits = {};

    bool needs_attention() const { return !changes.empty() || !splits.empty(); }
};

/// Returns "32 cores", "30 to 32 cores", or, of nodes that have more, "1 of 32 cores".
std::string cores_text(std::size_t least, std::size_t most, std::size_t of);

/// The findings that make a command fail, in addition to wrong results.
struct FailOn {
    std::set<NodeClass> classes; ///< of a node
    bool groups = true;          ///< a group that needs attention as a whole
};

/// All but healthy.
FailOn fail_on_anything();

struct FleetReport {
    std::vector<GroupReport> groups;
    std::vector<DeviceGroupReport> devices;
    std::vector<NodeReport> nodes;     ///< by their names
    std::vector<std::string> problems; ///< files that could not be read
    std::vector<std::string> remarks;
    std::size_t missing_unnamed = 0; ///< if only a number was expected
    std::string judged = {};         ///< when: ISO 8601
    Limits limits = {};

    std::size_t count(NodeClass node_class) const;
    /// Returns the number of groups, of nodes or of devices, that need attention as a whole.
    std::size_t groups_with_differences() const;
    /// True if a node is not healthy, or a group as a whole should be looked at.
    bool needs_attention() const;
    /// Returns 2 if a result was wrong; else, of what `fail_on` names, 5 before 3; else 0.
    int exit_code(const FailOn &fail_on) const;
};

} // namespace hashlane::cluster
