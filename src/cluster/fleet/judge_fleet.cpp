// SPDX-License-Identifier: MIT
#include "judge_fleet.h"

#include "../../machine/system/lists.h"
#include "../../machine/system/text.h"
#include "devices.h"
#include "findings.h"
#include "node_file.h"
#include "node_names.h"
#include "node_speed.h"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>
#include <map>
#include <set>

namespace hashlane::cluster {
namespace {

// ---- Nodes whose file has no results, and those without a file.

// Names an unexpected node that may be one of the missing ones; else empty.
std::string spelling_hint(const std::set<std::string> &unexpected,
                          const std::vector<std::string> &missing)
{
    std::map<std::string, std::string> by_bare_name;
    for (const std::string &name : unexpected)
        by_bare_name[bare_node_name(name)] = name;
    for (const std::string &name : missing)
        if (const auto found = by_bare_name.find(bare_node_name(name)); found != by_bare_name.end())
            return fmt::format(": names that differ by domain or padding, as {} from the expected "
                               "{}",
                               found->second, name);
    return "";
}

// Returns what the history remembers of a node that was wrong; `file` is null if it has none.
std::optional<Finding> suspicion(const std::optional<History> &history, const std::string &name,
                                 const NodeFile *file)
{
    const std::optional<Event> event =
        history ? remembered_wrong(*history, name, file) : std::nullopt;
    if (!event)
        return {};
    const bool is_good_since = file != nullptr && file->started > event->started;
    Finding finding{NodeClass::wrong,
                    fmt::format("on {}{}: {}; it stays wrong until the part is replaced, or until "
                                "'hashlane fleet --history … --accept {}'",
                                event->started.substr(0, 10), is_good_since ? ", not since" : "",
                                event->text, name)};
    finding.is_remembered = true;
    return finding;
}

void add_absent(const std::vector<BadNodeFile> &bad, const FleetRequest &request,
                FleetReport &report)
{
    const std::optional<ExpectedNodes> &expected = request.expected;
    std::set<std::string> present;
    for (const NodeReport &node : report.nodes)
        present.insert(node.name);
    const auto add = [&](const std::string &name, const Finding &finding) {
        if (!present.insert(name).second)
            return false;
        NodeReport &node = report.nodes.emplace_back();
        node.name = name;
        if (const std::optional<Finding> wrong = suspicion(request.history, name, nullptr))
            node.findings.push_back(*wrong);
        node.findings.push_back(finding);
        node.node_class = node.findings.front().node_class;
        return true;
    };
    for (const BadNodeFile &file : bad)
        if (!file.node.empty())
            add(file.node, {NodeClass::incomplete, file.problem, "a file that cannot be read"});
    if (!expected)
        return;
    std::set<std::string> unexpected = present;
    std::vector<std::string> missing;
    for (const std::string &name : expected->names) {
        unexpected.erase(name);
        if (add(name, {NodeClass::missing, "it was expected, but has no file"}))
            missing.push_back(name);
    }
    if (!expected->names.empty() && !unexpected.empty())
        report.remarks.push_back(fmt::format("not expected, but present: {}{}",
                                             fold_nodes({unexpected.begin(), unexpected.end()}),
                                             spelling_hint(unexpected, missing)));
    if (expected->names.empty() && expected->count > present.size())
        report.missing_unnamed = expected->count - present.size();
}

// ---- All nodes.

// Returns the rules without those that a baseline excuses the node from: such machines have its
// value there.
Rules rules_for(const NodeFile &node, Rules rules, const Baseline &baseline)
{
    for (const BaselineGroup &group : baseline.groups)
        if (group.key.kind == kind_of(node))
            std::erase_if(rules, [&](const auto &rule) {
                const auto accepted = group.rules.find(rule.first);
                return accepted != group.rules.end() && deviations_of(node, {*accepted}).empty();
            });
    return rules;
}

bool is_slow(const NodeReport &node)
{
    using enum NodeClass;
    constexpr NodeClass slow[] = {slow_part, slow_clock, slow_core, slow_together, slow_memory};
    return std::ranges::any_of(node.findings, [&](const Finding &finding) {
        return machine::contains(slow, finding.node_class);
    });
}

// Judges nodes that are all unique and in order; reports have the same places.
class Judge {
public:
    Judge(const NodeFiles &files, const FleetRequest &request)
        : files_(files),
          request_(request),
          devices_(files.nodes, request.baseline ? &*request.baseline : nullptr)
    {
        for (const NodeFile &node : files.nodes) {
            NodeReport &report = fleet_.report.nodes.emplace_back();
            report.name = node.name;
            report.path = node.path;
            report.started = node.started;
        }
    }

    JudgedFleet judge()
    {
        std::map<GroupKey, Members> groups;
        for (const NodeFile &node : files_.nodes) {
            kinds_[kind_of(node)].push_back(&node);
            processors_[processor_of(kind_of(node))].push_back(&node);
            groups[group_key_of(node)].push_back(&node);
        }
        for (const auto &[key, members] : groups)
            judge_group(key, members);
        fleet_.report.devices = devices_.groups();
        fleet_.baseline.devices = devices_.baseline();
        return std::move(fleet_);
    }

private:
    NodeReport &report_of(const NodeFile &node)
    {
        return fleet_.report.nodes[static_cast<std::size_t>(&node - files_.nodes.data())];
    }

    void judge_group(const GroupKey &key, const Members &members)
    {
        const std::size_t index = fleet_.report.groups.size();
        const Places places = places_of(members);
        std::vector<MeasuredNode> measured;
        for (const NodeFile *node : members) {
            NodeReport &report = report_of(*node);
            report.group = index;
            report.memory_bytes_per_second = node->sensors.memory_bytes_per_second;
            const NodePaces paces = paces_of(*node, places);
            report.figures = figures_of(paces);
            measured.push_back({&report.figures, unsteadiness_of(paces), noisy_share(*node),
                                part_paces_of(*node, paces)});
        }
        const UsualParts usual = usual_parts(measured);
        const UsualMemory memory = usual_memory(members);
        References like_nodes = references_of(measured);
        like_nodes.limits = request_.limits;
        add_node_wide(members, memory, like_nodes);
        std::vector<SpeedSplit> splits = speed_splits(measured, like_nodes);
        if (const auto split = memory_split(members, request_.limits.memory))
            splits.push_back(*split);
        const BaselineGroup *const baseline =
            request_.baseline ? find_group(*request_.baseline, key) : nullptr;
        References references = like_nodes;
        if (baseline != nullptr && (like_nodes.judged_by == JudgedBy::nothing || !splits.empty()))
            if (References before = references_of(*baseline, key, like_nodes);
                before.judged_by == JudgedBy::baseline)
                references = std::move(before);
        add_group(key, members, like_nodes, references, baseline);
        fleet_.report.groups.back().memory = memory;
        fleet_.baseline.groups.back().memory_bytes_per_second = memory.bytes_per_second;
        for (const SpeedSplit &split : splits)
            fleet_.report.groups.back().splits.push_back(split.text);
        std::ranges::copy(uneven_parts(*members.front(), places, request_.limits),
                          std::back_inserter(fleet_.report.groups.back().splits));
        Rules rules = fleet_.baseline.groups.back().rules;
        if (baseline != nullptr)
            rules.insert(baseline->rules.begin(), baseline->rules.end());
        std::vector<std::string> reasons; // that no node of the group is judged
        if (references.judged_by == JudgedBy::nothing)
            reasons.push_back(why_nothing(key, members));
        std::vector<NodeUnderJudgement> judged;
        for (std::size_t i = 0; i < members.size(); ++i) {
            judged.push_back({*members[i], measured[i], references, places, usual, rules,
                              report_of(*members[i])});
            judge_node(judged.back());
        }
        const auto is_called_slow = [&](std::size_t i) { return is_slow(judged[i].report); };
        for (const SpeedSplit &split : splits)
            if (references.judged_by == JudgedBy::like_nodes &&
                !std::ranges::all_of(split.slower, is_called_slow))
                reasons.push_back(split.text);
        for (const NodeUnderJudgement &node : judged) {
            find_not_judged(node, reasons);
            find_unmeasured_memory(node);
            conclude(node);
        }
    }

    // Adds the usual values of nodes that none of their cores has.
    static void add_node_wide(const Members &members, const UsualMemory &memory,
                              References &like_nodes)
    {
        if (memory.nodes >= least_alike)
            like_nodes.memory_bytes_per_second = memory.bytes_per_second;
        like_nodes.soak_share = usual_reached_share(members);
        like_nodes.corrected_errors = usual_corrected_errors(members);
        for (const NodeFile *member : members)
            if (const auto &count = member->sensors.throttle_count)
                ++(*count > 0 ? like_nodes.throttled : like_nodes.unthrottled);
    }

    std::string why_nothing(const GroupKey &key, const Members &members) const
    {
        const std::string few =
            fmt::format("{} of this kind cannot judge {}, which takes {}",
                        machine::counted(members.size(), "node"),
                        members.size() == 1 ? "itself" : "each other", least_alike);
        if (!request_.baseline)
            return few + " or a --baseline";
        return fmt::format("the baseline has no {}; {}",
                           find_group(*request_.baseline, key) == nullptr
                               ? "machines such as " + name_of(key)
                               : "values of these kernels",
                           few);
    }

    void judge_node(const NodeUnderJudgement &node) const
    {
        const NodeFile &file = node.file;
        if (request_.history)
            node.report.context = replaced_parts(*request_.history, file);
        find_faults(node);
        find_memory_faults(node);
        if (!has_wrong(file))
            if (const std::optional<Finding> wrong = suspicion(request_.history, file.name, &file))
                node.report.findings.push_back(*wrong);
        node.report.hardware = file.hardware;
        node.report.verified = verified_text(file);
        if (!file.stale.empty())
            add_finding(node, NodeClass::missing, file.stale);
        else if (request_.freshness)
            if (std::string why = why_too_old(file, *request_.freshness); !why.empty())
                add_finding(node, NodeClass::not_judged, std::move(why), "an old file");
        // Equal ones of several groups are one block of a report.
        for (const std::string &deviation :
             deviations_of(file, request_.baseline ? rules_for(file, node.rules, *request_.baseline)
                                                   : node.rules))
            add_finding(node, NodeClass::misconfigured, deviation,
                        deviation.substr(0, deviation.find(", where ")));
        if (const auto shared = files_.shared_names.find(file.name);
            shared != files_.shared_names.end())
            add_finding(node, NodeClass::misconfigured, shared->second);
        devices_.judge(node);
        node.report.is_dated = file.is_dated;
        if (!request_.history || !node.report.is_dated)
            return;
        const std::vector<PastRun> runs = runs_of(*request_.history, file, node.report);
        node.report.trend = trend_of(runs);
        for (const std::string &drift : drifts_of(runs))
            add_finding(node, NodeClass::drifted, drift);
    }

    void add_group(const GroupKey &key, const Members &members, const References &like_nodes,
                   const References &judging, const BaselineGroup *baseline)
    {
        GroupReport &report = fleet_.report.groups.emplace_back();
        report.cpu_model = key.kind.cpu_model;
        report.cpu_identity = key.kind.cpu_identity;
        report.core_kinds = key.kind.core_kinds;
        report.devices = key.kind.devices.text();
        report.memory_gib = key.kind.memory;
        report.smt = key.smt;
        report.version = key.version;
        report.nodes = members.size();
        report.judged_by = judging.judged_by;
        const auto cores_of = [](const NodeFile *node) { return measured_cores(*node); };
        const auto own_cores_of = [](const NodeFile *node) { return own_cores(*node); };
        const auto [least, most] = std::ranges::minmax(machine::each(members, cores_of));
        report.least_cores = least;
        report.most_cores = most;
        report.own_cores = std::ranges::max(machine::each(members, own_cores_of));
        const Members &kind = kinds_.at(key.kind);
        const Members &machines = processors_.at(processor_of(key.kind));
        report.splits = setting_splits(machines, kind);
        report.figures = like_nodes.figures;
        if (baseline != nullptr && judging.judged_by == JudgedBy::like_nodes)
            report.changes = changes_of(key, like_nodes, *baseline);
        if (request_.baseline && baseline == nullptr && judging.judged_by != JudgedBy::nothing)
            fleet_.report.remarks.push_back(fmt::format("'{}' has no machines such as {}",
                                                        request_.baseline->path, name_of(key)));
        fleet_.baseline.groups.push_back({key, members.size(), rules_of(machines, kind),
                                          like_nodes.figures, like_nodes.unsteadiness});
    }

    static std::string name_of(const GroupKey &key)
    {
        return fmt::format("{} ({}){}, SMT {}, hashlane {}", key.kind.cpu_model,
                           key.kind.cpu_identity,
                           (key.kind.devices.count == 0 ? "" : ", " + key.kind.devices.text()) +
                               (key.kind.memory.empty() ? "" : ", " + key.kind.memory + " GiB"),
                           key.smt.empty() ? "unknown" : key.smt, key.version);
    }

    // Compares the group's median with that of the baseline: a change that all nodes share does not
    // show in a comparison of the nodes.
    static std::vector<std::string> changes_of(const GroupKey &group, const References &now,
                                               const BaselineGroup &baseline)
    {
        std::vector<std::string> changes;
        const References before = references_of(baseline, group, now);
        for (const auto &[key, reference] : before.figures) {
            const auto today = now.figures.find(key);
            if (today == now.figures.end())
                continue;
            NodeFigure middle{key, reference.kernel, 0};
            if (today->second.cycles_per_unit)
                middle.cycles_per_unit = today->second.cycles_per_unit->median;
            if (today->second.clock_hz)
                middle.clock_hz = today->second.clock_hz->median;
            const Slowness slowness = slowness_of(middle, before);
            if (slowness.is_slow())
                changes.push_back(fmt::format("{}: cycles {:+.1f} %, clock {:+.1f} %", key.label(),
                                              slowness.cycles.change * 100,
                                              slowness.clock.change * 100));
        }
        const std::optional<RobustSummary> &memory = now.memory_bytes_per_second,
                                           &usual = before.memory_bytes_per_second;
        if (memory && usual && is_below(memory->median, *usual, now.limits.memory))
            changes.push_back(
                fmt::format("memory: {:+.1f} %", 100 * (memory->median / usual->median - 1)));
        return changes;
    }

    const NodeFiles &files_;
    const FleetRequest &request_;
    const DeviceJudge devices_;
    std::map<MachineKind, Members> kinds_, processors_;
    JudgedFleet fleet_;
};

} // namespace

JudgedFleet judge_fleet(NodeFiles files, const FleetRequest &request)
{
    make_unique(files);
    find_stale(files, request.freshness);
    expect_devices(files.nodes, request.baseline);
    expect_memory(files.nodes, request.baseline);
    JudgedFleet fleet = Judge(files, request).judge();
    FleetReport &report = fleet.report;
    for (std::size_t i = 0; i < files.nodes.size(); ++i)
        if (auto &devices = files.nodes[i].devices.list)
            report.nodes[i].devices = std::move(*devices);
    for (const BadNodeFile &bad : files.bad)
        report.problems.push_back(bad.problem);
    report.limits = request.limits;
    report.remarks.insert(report.remarks.begin(), files.remarks.begin(), files.remarks.end());
    if (request.history)
        std::ranges::copy(request.history->remarks, std::back_inserter(report.remarks));
    add_absent(files.bad, request, report);
    std::ranges::sort(report.nodes, [](const NodeReport &a, const NodeReport &b) {
        return node_comes_before(a.name, b.name);
    });
    return fleet;
}

// ---- One node against a baseline.

namespace {

constexpr std::size_t shown_findings = 3;

// Describes a healthy node's worst distances from the baseline.
std::string praise(const JudgedFleet &judged, const Baseline &baseline)
{
    const BaselineGroup &now = judged.baseline.groups.front();
    const BaselineGroup *const group = find_group(baseline, now.key);
    const GroupReport &cores = judged.report.groups.front();
    References references;
    if (group != nullptr) {
        references.limits = judged.report.limits;
        references.figures = now.figures;
        references = references_of(*group, now.key, std::move(references));
    }
    std::optional<double> cycles, clock;
    const std::optional<double> memory = judged.report.nodes.front().memory_bytes_per_second;
    for (const NodeFigure &figure : judged.report.nodes.front().figures) {
        const Slowness slowness = slowness_of(figure, references);
        if (slowness.cycles.known)
            cycles = std::max(cycles.value_or(slowness.cycles.change), slowness.cycles.change);
        if (slowness.clock.known)
            clock = std::min(clock.value_or(slowness.clock.change), slowness.clock.change);
    }
    std::string text =
        fmt::format("{}, {}", cores_text(cores.least_cores, cores.most_cores, cores.own_cores),
                    judged.report.nodes.front().verified);
    if (cycles)
        text += fmt::format(", the node's cycles {:+.1f} %", 100 * *cycles);
    if (clock)
        text += fmt::format(", its clock {:+.1f} %", 100 * *clock);
    if (memory && references.memory_bytes_per_second)
        text += fmt::format(", its memory {:+.1f} %",
                            100 * (*memory / references.memory_bytes_per_second->median - 1));
    return text + " against the baseline at worst";
}

} // namespace

Baseline read_baseline_or_node(const std::string &path)
{
    const std::string text = results::text_of_result_file(path);
    if (const std::optional<Baseline> baseline = baseline_of_text(text, path))
        return *baseline;
    NodeFile node;
    try {
        node = node_file_of(text, path);
    } catch (const results::BadFile &bad) {
        throw results::BadFile(fmt::format(
            "{}; a baseline is such a file, or one of 'hashlane fleet --write-baseline'",
            bad.what()));
    }
    if (has_wrong(node))
        throw results::BadFile("'" + node.path + "': a result was wrong, so it is no baseline");
    return baseline_of(node);
}

// A fleet learns settings from three nodes; here those of one are the rule, as far as it has them.
Baseline baseline_of(const NodeFile &good)
{
    Baseline baseline = judge_fleet({{good}, {}, {}}, {}).baseline;
    baseline.path = good.path;
    for (const auto &[setting, value] : good.settings)
        if (!value.empty())
            baseline.groups.front().rules[setting] = {value, 1};
    return baseline;
}

JudgedFleet judge_health(const NodeFile &now, const Baseline &baseline, const Limits &limits)
{
    FleetRequest request;
    request.baseline = baseline;
    request.limits = limits;
    return judge_fleet({{now}, {}, {}}, request);
}

std::string health_line(const JudgedFleet &judged, const Baseline &baseline)
{
    const NodeReport &node = judged.report.nodes.front();
    const std::string limits = limits_text(judged.report.limits);
    return fmt::format(
        "{}: {}{}", class_name(node.node_class),
        node.node_class == NodeClass::healthy
            ? praise(judged, baseline)
            : machine::joined(machine::shortened(machine::each(node.findings, &Finding::evidence),
                                                 shown_findings),
                              "; "),
        limits.empty() ? "" : "; " + limits);
}

} // namespace hashlane::cluster
