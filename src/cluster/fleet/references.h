// SPDX-License-Identifier: MIT
//
// What a node is compared with: the usual figures and settings of its like nodes or, if these are
// too few, of a baseline. docs/internals/fleet-judgement.md has the rules in words.
#pragma once

#include "fleet_report.h"
#include "node_files.h"
#include "node_speed.h"

#include <compare>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace hashlane::cluster {

/// Summarises at least one value.
RobustSummary robust_summary(const std::vector<double> &values);

/// Returns nothing for fewer values than `least`.
std::optional<RobustSummary> summary_of_enough(const std::vector<double> &values,
                                               std::size_t least);

/// The largest distance from the median, in sigmas, that is chance: Iglewicz and Hoaglin's modified
/// z-score (How to Detect and Handle Outliers, 1993). There 3.5 is an outlier. A fleet makes
/// thousands of comparisons at once: one in 300,000 exceeds this by chance.
constexpr double most_robust_z = 4.5;

/// True if a value is farther from the median than both `limit` of it, the smallest difference that
/// matters in practice, and the range of chance. Values that happen to agree have a sigma of nearly
/// nothing: then the limit decides alone.
bool is_above(double value, const RobustSummary &usual, double limit);
bool is_below(double value, const RobustSummary &usual, double limit);

// ---- Figures.

struct References {
    JudgedBy judged_by = JudgedBy::nothing;
    Limits limits = {};
    UsualFigures figures;
    std::map<FigureKey, double> core_scales;
    std::optional<RobustSummary> unsteadiness;            ///< its logarithm
    std::optional<double> noisy_share;                    ///< the median
    std::optional<RobustSummary> memory_bytes_per_second; ///< of at least least_alike nodes
    std::optional<double> soak_share;       ///< of the kernels, that two thirds of as many reach
    std::optional<double> corrected_errors; ///< of the memory since boot: the median of as many
    std::size_t throttled = 0, unthrottled = 0; ///< nodes that count it, while they were measured
};

/// The figures of a node that other nodes are compared with.
struct MeasuredNode {
    const std::vector<NodeFigure> *figures;
    std::optional<double> unsteadiness;
    double noisy_share = 0;
    std::vector<PartPaces> parts = {};
};

/// Learns the usual values from comparable nodes.
References references_of(const std::vector<MeasuredNode> &alike);

/// The distance of a value from its reference; slow if the difference matters and chance does not
/// explain it.
struct Slowness {
    struct Difference {
        bool exists = false; ///< in the reference
        bool known = false;  ///< in the figure as well
        bool slow = false;
        double change = 0; ///< 0.04 for 4 % more; 0 if it is not known
    };
    const UsualFigure *reference = nullptr; ///< null if there is none
    Difference cycles, clock;

    bool is_slow() const { return cycles.slow || clock.slow; }
};
/// `judge` has the references, says by what they judge, and has the limits; it must outlive the
/// result.
Slowness slowness_of(const NodeFigure &figure, const References &judge);

/// Speeds of comparable nodes that fall into two parts.
struct SpeedSplit {
    std::string text; ///< "clock together: 41 nodes at 3.10 GHz, 49 at 3.40 GHz (sha3)"
    /// The places of the slower nodes among the comparable ones. Unless they are all called slow,
    /// the nodes cannot judge each other. None where a few are faster than the usual.
    std::vector<std::size_t> slower = {};
};

/// Values in two parts: the number of the lower ones, and a value between the parts.
struct TwoParts {
    std::size_t lower = 0;
    double border = 0;
};

/// Divides values into two parts of at least a quarter each; nothing if they are in one part.
std::optional<TwoParts> parts_of(std::vector<double> values, double least_change);

/// Returns the number of values that are better than the usual by what would be called slow, if
/// they are a tenth of all and at least two; else 0. None of the many others is far out of them:
/// that these are right is not known.
std::size_t faster_tenth(const std::vector<double> &values, bool is_better_high,
                         const RobustSummary &usual, double limit);

/// Finds the scopes in which the nodes' cycles or clocks fall into two parts of at least a quarter,
/// or in which a tenth of the nodes is faster than the usual by what would be called slow.
std::vector<SpeedSplit> speed_splits(const std::vector<MeasuredNode> &alike,
                                     const References &references);

// ---- Settings of comparable machines: those that are the rule, the nodes that differ from it, and
// those that divide the machines, so that none is the rule.

/// The value of a setting that is the rule, and how many nodes have it.
struct Rule {
    std::string value;
    std::size_t nodes = 0;
};

using Rules = std::map<std::string, Rule>;

/// True if a value is the rule: two thirds of at least three have it.
constexpr bool is_rule(std::size_t votes, std::size_t all)
{
    return all >= 3 && 3 * votes >= 2 * all;
}

/// Returns the value that is the rule; null if there is none.
template <class Value> const Value *rule_of(const std::map<Value, std::size_t> &votes)
{
    std::size_t all = 0;
    for (const auto &[value, count] : votes)
        all += count;
    for (const auto &[value, count] : votes)
        if (is_rule(count, all))
            return &value;
    return nullptr;
}

/// The setting with the size of a machine's memory.
constexpr const char *memory_setting = "memory_gib";

/// True if the values are equal; the memory that the firmware leaves may differ a little.
bool is_same(const std::string &setting, const std::string &a, const std::string &b);

/// Returns the values of a setting with their nodes, the most frequent one first.
std::vector<Rule> values_of(const std::string &setting, const Members &members);

/// Finds the settings that two thirds of at least three machines with a processor share; other
/// settings have no rule. `kind`: those of them that agree in memory and devices as well, whose
/// settings of these are compared.
Rules rules_of(const Members &machines, const Members &kind);

/// Returns the settings of a node that are not as the rules: "governor: 'powersave', where 31
/// comparable nodes have 'performance'". Of lists, the parts that differ.
std::vector<std::string> deviations_of(const NodeFile &node, const Rules &rules);

/// Returns a line for each setting of at least two of these machines that has no rule, and few
/// values: "governor: 45 'performance', 45 'powersave'".
std::vector<std::string> setting_splits(const Members &machines, const Members &kind);

// ---- A baseline: earlier usual values, in a file.

struct BaselineGroup {
    GroupKey key;
    std::size_t nodes = 0;
    Rules rules;
    UsualFigures figures;                           ///< without the relative ones
    std::optional<RobustSummary> unsteadiness = {}; ///< its logarithm
    std::optional<RobustSummary> memory_bytes_per_second = {};
};

/// The properties in which devices agree that are compared. A setting that nobody reports is empty.
struct DeviceKind {
    std::string name, architecture, version; ///< the last is hashlane's
    std::uint64_t memory_bytes = 0;
    std::string ecc, mig, power_limit_watts;
    auto operator<=>(const DeviceKind &) const = default;
};

/// Names a value of a kind: its measure, and what it is of.
using DeviceValueKey = std::pair<std::string, FigureKey>;

struct BaselineDevices {
    DeviceKind kind;
    std::size_t devices = 0;
    std::map<DeviceValueKey, RobustSummary> values;
};

struct Baseline {
    std::string path = {};
    std::vector<BaselineGroup> groups = {};
    std::vector<BaselineDevices> devices = {};
};

/// Reads the object of a usual value, which the key names with its unit; nothing of null. Throws a
/// BadFile.
std::optional<RobustSummary> read_usual(const results::JsonFields &fields, const char *key);

/// Reads a baseline's text; nothing if it is another JSON. Throws a BadFile if it is neither, or if
/// the baseline is unusable.
std::optional<Baseline> baseline_of_text(const std::string &text, const std::string &path);

/// Returns the text of a baseline file.
std::string baseline_text(const Baseline &baseline);

/// Sets the number and names of the devices that each node should have: its own, or those of
/// comparable nodes or of the baseline if it is one of few that have fewer, or if its own were not
/// measured.
void expect_devices(std::vector<NodeFile> &nodes, const std::optional<Baseline> &baseline);

/// Finds the group of machines of that kind with the same SMT, by the same version if there is one;
/// null if there is none.
const BaselineGroup *find_group(const Baseline &baseline, const GroupKey &key);

/// Returns those of comparable nodes, `now`, with the group's known values of the same work in the
/// place of their figures: another version's only with the same kernel. If there are none, nothing
/// is judged. A node's cores are compared with each other, and the group may be older than some of
/// the other values.
References references_of(const BaselineGroup &group, const GroupKey &key, References now);

} // namespace hashlane::cluster
