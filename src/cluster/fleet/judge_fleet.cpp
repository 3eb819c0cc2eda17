// SPDX-License-Identifier: MIT
#include "judge_fleet.h"

#include "../../machine/system/text.h"
#include "../../statistics/statistics.h"
#include "fleet_report.h"
#include "history.h"
#include "node_file.h"
#include "node_files.h"
#include "node_hardware.h"
#include "node_names.h"
#include "node_speed.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fmt/format.h>
#include <iterator>
#include <ranges>
#include <set>

namespace hashlane::cluster {
namespace {

// ---- What speaks against a node: each find_… adds the findings of its class.

/// The facts about one node while it is judged.
struct Case {
    const NodeFile &file;
    const Yardsticks &yardsticks;
    NodeReport &report; ///< has the figures; receives the findings
};

// More lines of one sort than these are counted.
constexpr std::size_t most_lines = 6;

void add(const Case &node, NodeClass node_class, std::string evidence, bool is_grave = false)
{
    node.report.findings.push_back({node_class, std::move(evidence), is_grave});
}

void add_all(const Case &node, NodeClass node_class, const std::vector<std::string> &lines,
             bool is_grave = false)
{
    for (std::size_t i = 0; i < std::min(lines.size(), most_lines); ++i)
        add(node, node_class, lines[i], is_grave);
    if (lines.size() > most_lines)
        add(node, node_class, fmt::format("and {} more", lines.size() - most_lines));
}

void mark_bad(const Case &node, int cpu)
{
    if (std::ranges::find(node.report.bad_cpus, cpu) == node.report.bad_cpus.end())
        node.report.bad_cpus.push_back(cpu);
}

std::string repetition_text(const std::optional<std::pair<unsigned, unsigned>> &again,
                            const char *where)
{
    return again ? fmt::format("; repeated {}: wrong {} times of {}", where, again->first,
                               again->second)
                 : "";
}

std::string change_text(double change)
{
    return fmt::format("{:.1f} % {}", std::abs(change) * 100, change < 0 ? "less" : "more");
}

// Returns "time for a unit 8.7 % more than the node's others: clock 8.0 % less".
std::string slow_core_text(const SlowCore &core)
{
    constexpr double worth_a_word = 0.01;
    std::string why;
    if (std::abs(core.cycles - 1) > worth_a_word)
        why += fmt::format("cycles {}", change_text(core.cycles - 1));
    if (std::abs(core.clock - 1) > worth_a_word)
        why += fmt::format("{}clock {}", why.empty() ? "" : ", ", change_text(core.clock - 1));
    return fmt::format("CPU {}: takes {} time than the node's other cores ({} of {} values){}{}",
                       core.cpu, change_text(core.time - 1), core.figures, core.measured,
                       why.empty() ? "" : ": ", why);
}

void find_wrong(const Case &node)
{
    std::vector<std::string> lines;
    if (node.file.soak)
        for (const WrongCore &core : node.file.soak->wrong) {
            lines.push_back(fmt::format("CPU {}: wrong result of {}{}{}{}", core.cpu, core.kernel,
                                        core.unit.empty() ? "" : ", unit " + core.unit,
                                        repetition_text(core.again_here, "there"),
                                        repetition_text(core.again_beside, "on its neighbour")));
            mark_bad(node, core.cpu);
        }
    for (const CoreColumns &columns : node.file.cores)
        for (std::size_t i = 0; i < columns.cpus.size(); ++i)
            if (columns.wrong[i] > 0) {
                lines.push_back(fmt::format("CPU {}: {} of {} {}", columns.cpus[i],
                                            machine::counted(columns.wrong[i], "wrong result"),
                                            columns.kernel, columns.scope));
                mark_bad(node, columns.cpus[i]);
            }
    if (node.file.mismatches > 0)
        lines.push_back(machine::counted(node.file.mismatches, "wrong result") +
                        " in the file's 'mismatches'");
    add_all(node, NodeClass::wrong, lines, true);
}

void find_incomplete(const Case &node)
{
    const NodeFile &file = node.file;
    if (!file.complete)
        add(node, NodeClass::incomplete,
            fmt::format("not all was measured: {}", file.incomplete_reason.empty()
                                                        ? "no reason is given"
                                                        : file.incomplete_reason));
    std::vector<std::string> lines;
    const auto cores = file.settings.find("cores");
    const double own =
        cores == file.settings.end() ? 0 : std::strtod(cores->second.c_str(), nullptr);
    for (const auto &[key, yardstick] : node.yardsticks.figures) {
        if (node.yardsticks.judged_by != JudgedBy::like_nodes || yardstick.nodes < least_alike)
            continue;
        const CoreColumns *const columns = find_columns(file, key);
        const std::size_t measured = columns == nullptr ? 0 : columns->cpus.size();
        // A node with fewer cores than its like nodes is another matter.
        if (columns == nullptr)
            lines.push_back(fmt::format("{} is missing; {} comparable nodes have it", key.label(),
                                        yardstick.nodes));
        else if (file.complete && static_cast<double>(measured) < yardstick.cores &&
                 static_cast<double>(measured) < own)
            lines.push_back(
                fmt::format("{}: {} of {} cores were measured", key.label(), measured, own));
    }
    if (file.cores.empty() && lines.empty())
        lines.emplace_back("no core was measured");
    add_all(node, NodeClass::incomplete, lines);
}

void find_noise(const Case &node, std::optional<double> unsteadiness, double share)
{
    constexpr double most_noisy = 0.25, most_stolen = 0.02, least_unsteadiness = 0.004;
    constexpr double least_scale = 0.1; // of the logarithm: a tenth
    const double usual_share = node.yardsticks.noisy_share;
    if (share > most_noisy && share > 2 * usual_share)
        add(node, NodeClass::noisy,
            fmt::format("{:.0f} % of its values are noisy; of comparable nodes {:.0f} %",
                        share * 100, usual_share * 100));
    if (node.file.sensors.steal_share > most_stolen)
        add(node, NodeClass::noisy,
            fmt::format("the hypervisor took {:.1f} % of its time",
                        *node.file.sensors.steal_share * 100));
    if (!unsteadiness || *unsteadiness < least_unsteadiness || !node.yardsticks.unsteadiness)
        return;
    Usual usual = *node.yardsticks.unsteadiness;
    usual.scale = std::max(usual.scale, least_scale);
    const double times = *unsteadiness / std::exp(usual.center);
    if (times > 2 && modified_z(std::log(*unsteadiness), usual) > most_usual_z)
        add(node, NodeClass::noisy,
            fmt::format("its cores' times vary by {:.2f} % from one workload to the next, {:.1f} "
                        "times as much as those of comparable nodes",
                        *unsteadiness * 100, times));
}

void find_slow_cores(const Case &node, const Places &places)
{
    const std::vector<SlowCore> cores =
        slow_cores_of(node.file, places, node.yardsticks.core_scales);
    std::size_t all = 0;
    for (const CoreColumns &columns : node.file.cores)
        all = std::max(all, columns.cpus.size());
    // If many cores are slow, the node as a whole is slow.
    if (cores.size() > std::max<std::size_t>(1, all / 8))
        return;
    std::vector<std::string> lines;
    bool is_grave = false;
    for (const SlowCore &core : cores) {
        lines.push_back(slow_core_text(core));
        is_grave = is_grave || is_much_slower(core.cycles - 1, core.clock - 1);
        mark_bad(node, core.cpu);
    }
    add_all(node, NodeClass::one_bad_core, lines, is_grave);
}

// ---- Slow clock, slow core, slow together.

// A figure that is slow in something.
struct SlowFigure {
    const NodeFigure *figure;
    const Yardstick *yardstick;
    Slowness slowness;

    double worst() const
    {
        return std::max(slowness.cycles_slow ? slowness.cycles_change : 0,
                        slowness.clock_slow ? -slowness.clock_change : 0);
    }
    bool by_clock() const
    {
        return slowness.clock_slow &&
               (!slowness.cycles_slow || -slowness.clock_change >= slowness.cycles_change);
    }
};

std::string others_text(const Yardstick &yardstick, JudgedBy judged_by)
{
    return judged_by == JudgedBy::like_nodes
               ? fmt::format("{} comparable nodes", yardstick.nodes - 1)
               : "the baseline";
}

// Without a sign of zero.
double percent(double change) { return std::round(change * 1000) / 10 + 0.0; }

std::string text_of(const SlowFigure &slow, JudgedBy judged_by)
{
    const NodeFigure &figure = *slow.figure;
    const Yardstick &yardstick = *slow.yardstick;
    const double cycles = percent(slow.slowness.cycles_change),
                 clock = percent(slow.slowness.clock_change);
    if (slow.by_clock())
        return fmt::format(
            "{}: clock {:.3f} GHz, {:.1f} % below the {:.3f} GHz of {}; cycles {:+.1f} %",
            figure.key.label(), figure.clock_hz / 1e9, -clock, yardstick.clock_hz->center / 1e9,
            others_text(yardstick, judged_by), cycles);
    return fmt::format("{}: {:.2f} cycles, {:.1f} % above the {:.2f} of {}; clock {:+.1f} %",
                       figure.key.label(), figure.cycles_per_unit, cycles,
                       yardstick.cycles_per_unit->center, others_text(yardstick, judged_by), clock);
}

// Returns the worst workload of each scope, in the order in which they were measured.
std::vector<std::string> texts_of(const std::vector<SlowFigure> &slow, JudgedBy judged_by)
{
    std::set<std::string> seen;
    std::vector<std::string> texts;
    for (const SlowFigure &one : slow) {
        const std::string &scope = one.figure->key.scope;
        if (!seen.insert(scope).second)
            continue;
        auto same = slow | std::views::filter([&](const SlowFigure &other) {
                        return other.figure->key.scope == scope;
                    });
        const auto others = static_cast<std::size_t>(std::ranges::distance(same)) - 1;
        texts.push_back(
            text_of(*std::ranges::max_element(same, {}, &SlowFigure::worst), judged_by));
        if (others > 0)
            texts.back() +=
                fmt::format(" ({} as well)", machine::counted(others, "other workload"));
    }
    return texts;
}

std::vector<SlowFigure> slow_figures(const Case &node)
{
    std::vector<SlowFigure> slow;
    for (const NodeFigure &figure : node.report.figures) {
        const auto yardstick = node.yardsticks.figures.find(figure.key);
        if (yardstick == node.yardsticks.figures.end())
            continue;
        const Slowness slowness = slowness_of(figure, yardstick->second, node.yardsticks.judged_by);
        if (slowness.clock_slow || slowness.cycles_slow)
            slow.push_back({&figure, &yardstick->second, slowness});
    }
    return slow;
}

void add_clock_context(const Case &node, const Rules &rules)
{
    for (const char *setting :
         {"governor", "boost", "scaling_max_mhz", "cpu_quota", "power_limits"}) {
        const auto value = node.file.settings.find(setting);
        const auto rule = rules.find(setting);
        if (value != node.file.settings.end() && !value->second.empty())
            node.report.context.push_back(
                fmt::format("{} {}{}", setting, value->second,
                            rule == rules.end() ? ""
                            : rule->second.value == value->second
                                ? " (as comparable nodes)"
                                : " (comparable nodes: " + rule->second.value + ")"));
    }
    const NodeSensors &sensors = node.file.sensors;
    if (sensors.throttle_count)
        node.report.context.push_back(fmt::format("throttled {} times", *sensors.throttle_count));
    if (sensors.temperature_c)
        node.report.context.push_back(fmt::format("{:.0f} °C", *sensors.temperature_c));
}

void add_core_context(const Case &node)
{
    const NodeSensors &sensors = node.file.sensors;
    if (sensors.steal_share)
        node.report.context.push_back(
            fmt::format("{:.1f} % of its time stolen", *sensors.steal_share * 100));
    if (sensors.load_average)
        node.report.context.push_back(fmt::format("load average {:.2f}", *sensors.load_average));
    for (const NodeFigure &figure : node.report.figures) {
        const auto yardstick = node.yardsticks.figures.find(figure.key);
        if (yardstick != node.yardsticks.figures.end() && yardstick->second.kernel != figure.kernel)
            node.report.context.push_back(
                fmt::format("{}: chose the kernel {}, most comparable nodes {}", figure.key.label(),
                            figure.kernel, yardstick->second.kernel));
    }
}

// Cores that are slow alone are slow together as well: only slowness that appears together alone
// has a class of its own.
void find_slowness(const Case &node)
{
    if (node.yardsticks.judged_by == JudgedBy::nothing)
        return;
    const std::vector<SlowFigure> slow = slow_figures(node);
    if (slow.empty())
        return;
    const auto is_alone = [](const SlowFigure &one) {
        return one.figure->key.scope == scope_alone;
    };
    const bool has_alone = std::ranges::any_of(node.report.figures, [](const NodeFigure &figure) {
        return figure.key.scope == scope_alone;
    });
    const bool only_together = has_alone && std::ranges::none_of(slow, is_alone);
    const auto counts = [&](const SlowFigure &one) {
        return only_together || !has_alone || is_alone(one);
    };
    auto counted = slow | std::views::filter(counts);
    const auto worst = std::ranges::max_element(counted, {}, &SlowFigure::worst);
    const NodeClass node_class = only_together       ? NodeClass::slow_together
                                 : worst->by_clock() ? NodeClass::slow_clock
                                                     : NodeClass::slow_core;
    const bool is_grave = std::ranges::any_of(slow, [](const SlowFigure &one) {
        return is_much_slower(one.slowness.cycles_change, one.slowness.clock_change);
    });
    for (const std::string &text : texts_of(slow, node.yardsticks.judged_by))
        add(node, node_class, text, is_grave);
}

// Makes the first of the findings' classes the node's, and puts its findings first. Adds possible
// explanations for a slow node.
void conclude(const Case &node, const Rules &rules)
{
    NodeReport &report = node.report;
    statistics::sort_by(report.findings, &Finding::node_class);
    if (report.findings.empty())
        return;
    report.node_class = report.findings.front().node_class;
    if (report.node_class == NodeClass::slow_clock || report.node_class == NodeClass::slow_together)
        add_clock_context(node, rules);
    if (report.node_class == NodeClass::slow_core || report.node_class == NodeClass::noisy)
        add_core_context(node);
}

// ---- Nodes whose file has no results, and those without a file.

void add_absent(const std::vector<BadNodeFile> &bad, const std::optional<ExpectedNodes> &expected,
                FleetReport &report)
{
    std::set<std::string> present;
    for (const NodeReport &node : report.nodes)
        present.insert(node.name);
    const auto add = [&](const std::string &name, NodeClass node_class, const std::string &why) {
        if (!present.insert(name).second)
            return;
        NodeReport &node = report.nodes.emplace_back();
        node.name = name;
        node.node_class = node_class;
        node.findings.push_back({node_class, why});
    };
    for (const BadNodeFile &file : bad)
        if (!file.node.empty())
            add(file.node, NodeClass::incomplete, file.problem);
    if (!expected)
        return;
    std::set<std::string> unexpected = present;
    for (const std::string &name : expected->names) {
        unexpected.erase(name);
        add(name, NodeClass::missing, "it was expected, but has no file");
    }
    if (!expected->names.empty() && !unexpected.empty())
        report.remarks.push_back(fmt::format("not expected, but present: {}",
                                             fold_nodes({unexpected.begin(), unexpected.end()})));
    if (expected->names.empty() && expected->count > present.size())
        report.missing_unnamed = expected->count - present.size();
}

// ---- All nodes.

// Judges nodes that are all unique and in order; reports have the same places.
class Judge {
public:
    Judge(const std::vector<NodeFile> &nodes, const FleetRequest &request,
          const SharedNames &shared)
        : nodes_(nodes), request_(request), shared_(shared)
    {
        for (const NodeFile &node : nodes) {
            NodeReport &report = fleet_.report.nodes.emplace_back();
            report.name = node.name;
            report.path = node.path;
            report.started = node.started;
        }
    }

    JudgedFleet judge()
    {
        for (const auto &[kind, members] : by_kind(nodes_))
            rules_[kind] = rules_of(nodes_, members);
        for (const auto &[key, members] : by_group(nodes_))
            judge_group(key, members);
        return std::move(fleet_);
    }

private:
    using Members = std::vector<std::size_t>;

    void judge_group(const GroupKey &key, const Members &members)
    {
        const std::size_t index = fleet_.report.groups.size();
        const Places places(nodes_, members);
        std::vector<MeasuredNode> measured;
        for (const std::size_t member : members) {
            NodeReport &report = fleet_.report.nodes[member];
            report.group = index;
            report.figures = figures_of(nodes_[member], places);
            measured.push_back({&report.figures, unsteadiness_of(nodes_[member], places),
                                noisy_share(nodes_[member])});
        }
        const Yardsticks like_nodes = yardsticks_of(measured);
        const BaselineGroup *const baseline =
            request_.baseline ? find_group(*request_.baseline, key) : nullptr;
        const bool by_baseline = like_nodes.judged_by == JudgedBy::nothing && baseline != nullptr;
        Yardsticks yardsticks = like_nodes;
        if (by_baseline) {
            yardsticks = yardsticks_of(*baseline, key, like_nodes.figures);
            yardsticks.core_scales = like_nodes.core_scales;
        }
        yardsticks.memory_bytes_per_second = usual_memory_bandwidth(nodes_, members);
        add_group(key, members.size(), like_nodes, yardsticks, baseline);
        const Rules &of_kind = rules_[key.kind];
        const Rules rules = of_kind.empty() && by_baseline ? baseline->rules : of_kind;
        for (std::size_t i = 0; i < members.size(); ++i)
            judge_node(members[i], yardsticks, places, measured[i], rules);
    }

    void judge_node(std::size_t member, const Yardsticks &yardsticks, const Places &places,
                    const MeasuredNode &measured, const Rules &rules)
    {
        NodeReport &report = fleet_.report.nodes[member];
        const NodeFile &file = nodes_[member];
        const Case node{file, yardsticks, report};
        find_wrong(node);
        find_incomplete(node);
        find_noise(node, measured.unsteadiness, measured.noisy_share);
        find_slowness(node);
        find_slow_cores(node, places);
        if (const auto slow = slow_memory(file, yardsticks.memory_bytes_per_second))
            add(node, NodeClass::slow_together, *slow);
        for (const std::string &deviation : deviations_of(file, rules))
            add(node, NodeClass::misconfigured, deviation);
        if (const auto shared = shared_.find(file.name); shared != shared_.end())
            add(node, NodeClass::misconfigured, shared->second);
        if (request_.history) {
            const std::vector<PastRun> runs = runs_of(*request_.history, file, report);
            report.trend = trend_of(runs);
            for (const std::string &drift : drifts_of(runs))
                add(node, NodeClass::drifted, drift);
        }
        report.hardware = file.hardware;
        report.context = hardware_events(file, request_.history ? &*request_.history : nullptr);
        conclude(node, rules);
    }

    void add_group(const GroupKey &key, std::size_t nodes, const Yardsticks &like_nodes,
                   const Yardsticks &judging, const BaselineGroup *baseline)
    {
        GroupReport report{key.kind.cpu_model,
                           key.kind.cpu_identity,
                           key.kind.core_kinds,
                           key.smt,
                           key.version,
                           nodes,
                           judging.judged_by,
                           {},
                           {}};
        for (const auto &[figure, yardstick] : like_nodes.figures)
            report.figures.push_back({figure, yardstick.nodes, yardstick.kernel,
                                      yardstick.cycles_per_unit, yardstick.clock_hz});
        if (baseline != nullptr && judging.judged_by == JudgedBy::like_nodes)
            report.changes = changes_of(key, like_nodes, *baseline);
        if (request_.baseline && baseline == nullptr)
            fleet_.report.remarks.push_back(fmt::format(
                "'{}' has no machines such as {}{}", request_.baseline->path, name_of(key),
                judging.judged_by == JudgedBy::nothing
                    ? ", and they are too few to judge each other"
                    : ""));
        else if (judging.judged_by == JudgedBy::nothing && baseline != nullptr)
            fleet_.report.remarks.push_back(
                fmt::format("'{}' has no values of the kernels of {}: their speed is not judged",
                            request_.baseline->path, name_of(key)));
        else if (judging.judged_by == JudgedBy::nothing)
            fleet_.report.remarks.push_back(fmt::format(
                "{} of {}: their speed is not judged, because that needs {} comparable nodes or a "
                "--baseline",
                machine::counted(report.nodes, "node"), name_of(key), least_alike));
        fleet_.report.groups.push_back(std::move(report));
        fleet_.baseline.push_back({key, nodes, rules_[key.kind], like_nodes.figures});
    }

    static std::string name_of(const GroupKey &key)
    {
        return fmt::format("{} ({}), SMT {}, hashlane {}", key.kind.cpu_model,
                           key.kind.cpu_identity, key.smt.empty() ? "unknown" : key.smt,
                           key.version);
    }

    // Compares the group's median with that of the baseline: a change that all nodes share does not
    // show in a comparison of the nodes.
    static std::vector<std::string> changes_of(const GroupKey &group, const Yardsticks &now,
                                               const BaselineGroup &baseline)
    {
        std::vector<std::string> changes;
        const Yardsticks before = yardsticks_of(baseline, group, now.figures);
        for (const auto &[key, yardstick] : before.figures) {
            const auto today = now.figures.find(key);
            if (today == now.figures.end())
                continue;
            NodeFigure middle{key, yardstick.kernel, 0};
            if (today->second.cycles_per_unit)
                middle.cycles_per_unit = today->second.cycles_per_unit->center;
            if (today->second.clock_hz)
                middle.clock_hz = today->second.clock_hz->center;
            const Slowness slowness = slowness_of(middle, yardstick, JudgedBy::baseline);
            if (slowness.cycles_slow || slowness.clock_slow)
                changes.push_back(fmt::format("{}: cycles {:+.1f} %, clock {:+.1f} %", key.label(),
                                              slowness.cycles_change * 100,
                                              slowness.clock_change * 100));
        }
        return changes;
    }

    const std::vector<NodeFile> &nodes_;
    const FleetRequest &request_;
    const SharedNames &shared_;
    std::map<MachineKind, Rules> rules_;
    JudgedFleet fleet_;
};

} // namespace

JudgedFleet judge_fleet(NodeFiles files, const FleetRequest &request)
{
    const SharedNames shared = make_unique(files);
    JudgedFleet fleet = Judge(files.nodes, request, shared).judge();
    FleetReport &report = fleet.report;
    for (const BadNodeFile &bad : files.bad)
        report.problems.push_back(bad.problem);
    report.remarks.insert(report.remarks.begin(), files.remarks.begin(), files.remarks.end());
    if (request.history)
        std::ranges::copy(request.history->remarks, std::back_inserter(report.remarks));
    add_absent(files.bad, request.expected, report);
    std::ranges::sort(report.nodes, [](const NodeReport &a, const NodeReport &b) {
        return node_comes_before(a.name, b.name);
    });
    return fleet;
}

} // namespace hashlane::cluster
