// SPDX-License-Identifier: MIT
#include "judge_fleet.h"

#include "absent.h"
#include "drift.h"
#include "findings.h"
#include "node_names.h"
#include "node_speed.h"
#include "unique_nodes.h"

#include <fmt/format.h>

#include <algorithm>

namespace hashlane {
namespace {

// Judges nodes that are all unique and in order; reports have the same places.
class Judge {
public:
    Judge(const std::vector<NodeFile> &nodes, const FleetRequest &request,
          const SharedNames &shared)
        : nodes_(nodes), request_(request), shared_(shared), kind_of_(nodes.size())
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
        for (const Alike<MachineKind> &kind : by_kind(nodes_))
            learn_rules(kind);
        for (const Alike<GroupKey> &group : by_group(nodes_))
            judge_group(group);
        return std::move(fleet_);
    }

private:
    void learn_rules(const Alike<MachineKind> &kind)
    {
        for (const std::size_t member : kind.members)
            kind_of_[member] = rules_.size();
        rules_.push_back(rules_of(nodes_, kind.members));
    }

    const BaselineGroup *baseline_of(const GroupKey &key) const
    {
        return request_.baseline ? find_group(*request_.baseline, key) : nullptr;
    }

    void judge_group(const Alike<GroupKey> &group)
    {
        const std::size_t index = fleet_.report.groups.size();
        const Places places(nodes_, group.members);
        std::vector<MeasuredNode> measured;
        for (const std::size_t member : group.members) {
            NodeReport &report = fleet_.report.nodes[member];
            report.group = index;
            report.figures = figures_of(nodes_[member], places);
            measured.push_back({&report.figures, unsteadiness_of(nodes_[member], places),
                                noisy_share(nodes_[member])});
        }
        const Yardsticks like_nodes = yardsticks_of(measured);
        const BaselineGroup *const baseline = baseline_of(group.key);
        const bool by_baseline = like_nodes.judged_by == JudgedBy::nothing && baseline != nullptr;
        Yardsticks yardsticks = like_nodes;
        if (by_baseline) {
            yardsticks = yardsticks_of(*baseline, group.key, like_nodes.figures);
            yardsticks.core_scales = like_nodes.core_scales;
        }
        add_group(group, like_nodes, yardsticks, baseline);
        for (std::size_t i = 0; i < group.members.size(); ++i)
            judge_node(group.members[i], yardsticks, places, measured[i],
                       by_baseline ? baseline : nullptr);
    }

    void judge_node(std::size_t member, const Yardsticks &yardsticks, const Places &places,
                    const MeasuredNode &measured, const BaselineGroup *baseline)
    {
        NodeReport &report = fleet_.report.nodes[member];
        const NodeFile &file = nodes_[member];
        const Case node{file, yardsticks, report};
        const Rules &rules = rules_[kind_of_[member]].empty() && baseline != nullptr
                                 ? baseline->rules
                                 : rules_[kind_of_[member]];
        find_wrong(node);
        find_incomplete(node);
        find_noise(node, measured.unsteadiness, measured.noisy_share);
        find_slowness(node);
        find_slow_cores(node, places);
        find_deviations(node, rules);
        if (const auto shared = shared_.find(file.name); shared != shared_.end())
            report.findings.push_back({NodeClass::misconfigured, shared->second});
        if (request_.history) {
            const std::vector<PastRun> runs = runs_of(*request_.history, file, report);
            report.trend = trend_of(runs);
            for (const std::string &drift : drifts_of(runs))
                report.findings.push_back({NodeClass::drifted, drift});
        }
        conclude(node, rules);
    }

    void add_group(const Alike<GroupKey> &group, const Yardsticks &like_nodes,
                   const Yardsticks &judging, const BaselineGroup *baseline)
    {
        const GroupKey &key = group.key;
        GroupReport report{key.kind.cpu_model,
                           key.kind.cpu_identity,
                           key.kind.core_kinds,
                           key.smt,
                           key.version,
                           group.members.size(),
                           judging.judged_by,
                           {},
                           {}};
        for (const auto &[figure, yardstick] : like_nodes.figures)
            report.figures.push_back({figure, yardstick.nodes, yardstick.kernel,
                                      yardstick.cycles_per_unit, yardstick.clock_hz});
        if (baseline != nullptr && judging.judged_by == JudgedBy::like_nodes)
            report.changes = changes_of(group, like_nodes, *baseline);
        if (request_.baseline && baseline == nullptr)
            fleet_.report.remarks.push_back(fmt::format(
                "'{}' has no machines such as {}{}", request_.baseline->path, name_of(key),
                judging.judged_by == JudgedBy::nothing
                    ? ", and they are too few to judge each other"
                    : ""));
        else if (judging.judged_by == JudgedBy::nothing)
            fleet_.report.remarks.push_back(fmt::format(
                "{} of {}: their speed is not judged, for {} like nodes or a --baseline are needed",
                report.nodes == 1 ? "1 node" : fmt::format("{} nodes", report.nodes), name_of(key),
                least_alike));
        fleet_.report.groups.push_back(std::move(report));
        fleet_.baseline.push_back({key, group.members.size(),
                                   rules_[kind_of_[group.members.front()]], like_nodes.figures});
    }

    static std::string name_of(const GroupKey &key)
    {
        return fmt::format("{} ({}), SMT {}, hashlane {}", key.kind.cpu_model,
                           key.kind.cpu_identity, key.smt.empty() ? "unknown" : key.smt,
                           key.version);
    }

    // Their middle against that of the baseline: what all have in common none shows beside the
    // others.
    static std::vector<std::string> changes_of(const Alike<GroupKey> &group, const Yardsticks &now,
                                               const BaselineGroup &baseline)
    {
        std::vector<std::string> changes;
        const Yardsticks before = yardsticks_of(baseline, group.key, now.figures);
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
    std::vector<std::size_t> kind_of_; ///< of each node: which of rules_
    std::vector<Rules> rules_;
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

} // namespace hashlane
