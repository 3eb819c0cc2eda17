// SPDX-License-Identifier: MIT
#include "findings.h"

#include "../../machine/system/lists.h"
#include "../../machine/system/text.h"
#include "../../statistics/statistics.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fmt/format.h>
#include <iterator>
#include <map>
#include <ranges>
#include <set>
#include <utility>

namespace hashlane::cluster {

// ---- What else is known of a node.

std::optional<double> usual_reached_share(const Members &members)
{
    std::vector<double> shares;
    for (const NodeFile *member : members)
        if (const std::optional<NodeSoak> &soak = member->soak; soak && soak->reached)
            shares.push_back(soak->reached_share());
    if (shares.size() < least_alike)
        return {};
    std::ranges::sort(shares);
    return shares[shares.size() / 3];
}

std::string verified_text(const NodeFile &file)
{
    if (file.soak && file.soak->reached)
        return fmt::format("{} of {}", *file.soak->reached,
                           machine::counted(*file.soak->kernels, "kernel"));
    std::set<std::string> kernels;
    for (const CoreColumns &columns : file.cores)
        kernels.insert(columns.kernel);
    return machine::counted(kernels.size(), "kernel") +
           (file.soak ? "" : " (too little time for a soak of the others)");
}

// ---- Findings.

void add_finding(const NodeUnderJudgement &node, NodeClass node_class, std::string evidence,
                 std::string subject, std::optional<double> change)
{
    node.report.findings.push_back({node_class, std::move(evidence), std::move(subject), change});
}

std::size_t measured_cores(const NodeFile &file)
{
    std::size_t cores = 0;
    for (const CoreColumns &columns : file.cores)
        cores = std::max(cores, columns.cpus.size());
    return cores;
}

std::size_t own_cores(const NodeFile &file)
{
    return machine::parse_number<std::size_t>(setting_of(file, "cores")).value_or(0);
}

namespace {

// More lines of one sort than these are counted.
constexpr std::size_t most_lines = 6;

void add_all(const NodeUnderJudgement &node, NodeClass node_class, std::vector<std::string> lines)
{
    for (const std::string &line : machine::shortened(std::move(lines), most_lines))
        add_finding(node, node_class, line);
}

void mark_bad(const NodeUnderJudgement &node, int cpu)
{
    if (!machine::contains(node.report.bad_cpus, cpu))
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

void find_wrong(const NodeUnderJudgement &node)
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
    add_all(node, NodeClass::wrong, lines);
}

void find_incomplete(const NodeUnderJudgement &node)
{
    const NodeFile &file = node.file;
    if (!file.complete)
        add_finding(node, NodeClass::incomplete,
                    file.incomplete_reason.empty() ? "it ended early, and gives no reason"
                                                   : file.incomplete_reason);
    std::vector<std::string> lines;
    const bool by_baseline = node.references.judged_by == JudgedBy::baseline;
    for (const auto &[key, reference] : node.references.figures) {
        if (!by_baseline && reference.nodes < least_alike)
            continue;
        const CoreColumns *const columns = find_columns(file, key);
        const std::size_t measured = columns == nullptr ? 0 : columns->cpus.size();
        // A node with fewer cores than its like nodes is another matter.
        if (columns == nullptr)
            lines.push_back(fmt::format(
                "{} is missing; {} it", key.label(),
                by_baseline ? "the baseline has"
                            : fmt::format("{} comparable nodes have", reference.nodes)));
        else if (file.complete && static_cast<double>(measured) < reference.cores &&
                 measured < own_cores(file))
            lines.push_back(fmt::format("{}: {} of {} cores were measured", key.label(), measured,
                                        own_cores(file)));
    }
    if (file.cores.empty() && lines.empty())
        lines.emplace_back("no core was measured");
    add_all(node, NodeClass::incomplete, lines);
}

void find_noise(const NodeUnderJudgement &node)
{
    constexpr double most_noisy = 0.25, most_stolen = 0.02, least_unsteadiness = 0.004;
    const std::optional<double> unsteadiness = node.measured.unsteadiness,
                                usual_share = node.references.noisy_share;
    const double share = node.measured.noisy_share;
    if (share > most_noisy && share > 2 * usual_share.value_or(0))
        add_finding(node, NodeClass::noisy,
                    fmt::format("{:.0f} % of its values are noisy{}", share * 100,
                                usual_share ? fmt::format("; of comparable nodes {:.0f} %",
                                                          *usual_share * 100)
                                            : ""),
                    "noisy values");
    if (node.file.sensors.steal_share > most_stolen)
        add_finding(node, NodeClass::noisy,
                    fmt::format("the hypervisor took {:.1f} % of its time",
                                *node.file.sensors.steal_share * 100),
                    "stolen time");
    if (!unsteadiness || *unsteadiness < least_unsteadiness || !node.references.unsteadiness)
        return;
    const RobustSummary &usual = *node.references.unsteadiness;
    const double times = *unsteadiness / std::exp(usual.median);
    if (times > 2 && std::log(times) > most_robust_z * usual.sigma)
        add_finding(
            node, NodeClass::noisy,
            fmt::format("its cores' times vary by {:.2f} % from one workload to the next, {:.1f} "
                        "times as much as those of comparable nodes",
                        *unsteadiness * 100, times),
            "times that vary");
}

// Returns ": cycles 4.1 % more, clock 8.0 % less", as far as they differ.
std::string why_slow(double cycles, double clock)
{
    constexpr double worth_a_word = 0.01;
    std::string why;
    if (std::abs(cycles - 1) > worth_a_word)
        why += fmt::format(": cycles {}", change_text(cycles - 1));
    if (std::abs(clock - 1) > worth_a_word)
        why += fmt::format("{} clock {}", why.empty() ? ":" : ",", change_text(clock - 1));
    return why;
}

void add_slow_part(const NodeUnderJudgement &node, const std::vector<int> &cpus, double time,
                   const std::string &why)
{
    const std::string cores = name_cores(node.file, cpus, measured_cores(node.file));
    add_finding(
        node, NodeClass::slow_part,
        fmt::format("{} take {} time than the node's others{}", cores, change_text(time - 1), why),
        cores + " time", time - 1);
    for (const int cpu : cpus)
        mark_bad(node, cpu);
}

// More than an eighth are no faults of single cores: something that they share is slow.
void add_slow_cores_as_part(const NodeUnderJudgement &node, const std::vector<SlowCore> &cores)
{
    const auto median_of = [&](double SlowCore::*value) {
        return statistics::median(machine::each(cores, value));
    };
    add_slow_part(node, machine::each(cores, &SlowCore::cpu), median_of(&SlowCore::time),
                  why_slow(median_of(&SlowCore::cycles), median_of(&SlowCore::clock)));
}

// Parts, whose cores may be too little slower to be found one by one. Returns their CPUs.
std::set<int> find_slow_parts(const NodeUnderJudgement &node)
{
    std::set<int> found;
    for (const PartPace &slow :
         slow_parts_of(node.file, node.measured.parts, node.usual_parts, node.references.limits)) {
        const std::vector<int> &all = node.file.parts.at(std::string(slow.part));
        std::vector<int> cpus = node.file.cores.front().cpus;
        std::erase_if(cpus, [&](int cpu) { return !std::ranges::binary_search(all, cpu); });
        add_slow_part(node, cpus, slow.cycles / slow.clock, why_slow(slow.cycles, slow.clock));
        found.insert(cpus.begin(), cpus.end());
    }
    return found;
}

std::string slow_core_text(const SlowCore &core)
{
    return fmt::format("CPU {}: takes {} time than the node's other cores ({} of {} values){}",
                       core.cpu, change_text(core.time - 1), core.figures, core.measured,
                       why_slow(core.cycles, core.clock));
}

void find_slow_cores(const NodeUnderJudgement &node)
{
    std::vector<SlowCore> cores = slow_cores_of(node.file, node.places, node.references.core_scales,
                                                node.references.limits.core);
    if (cores.size() > std::max<std::size_t>(1, measured_cores(node.file) / 8))
        return add_slow_cores_as_part(node, cores);
    const std::set<int> in_parts = find_slow_parts(node);
    std::erase_if(cores, [&](const SlowCore &core) { return in_parts.contains(core.cpu); });
    std::size_t proven = 0;
    for (const SlowCore &core : cores)
        if (core.is_proven()) {
            if (++proven <= most_lines)
                node.report.findings.push_back({NodeClass::one_bad_core, slow_core_text(core),
                                                fmt::format("CPU {} time", core.cpu),
                                                core.time - 1});
            mark_bad(node, core.cpu);
        } else {
            node.report.context.push_back(slow_core_text(core) + "; it may be chance");
        }
    if (proven > most_lines)
        add_finding(node, NodeClass::one_bad_core, fmt::format("and {} more", proven - most_lines));
}

// ---- Slow clock, slow core, slow together.

// A figure that is slow in something.
struct SlowFigure {
    const NodeFigure *figure;
    Slowness slowness;

    double worst() const
    {
        return std::max(slowness.cycles.slow ? slowness.cycles.change : 0,
                        slowness.clock.slow ? -slowness.clock.change : 0);
    }
    bool by_clock() const
    {
        return slowness.clock.slow &&
               (!slowness.cycles.slow || -slowness.clock.change >= slowness.cycles.change);
    }
};

// Without a sign of zero.
double percent(double change) { return std::round(change * 1000) / 10 + 0.0; }

// Begins with the change: a scheduler shows the first columns of it.
std::string text_of(const SlowFigure &slow, const std::string &workloads, JudgedBy judged_by)
{
    const NodeFigure &figure = *slow.figure;
    const UsualFigure &reference = *slow.slowness.reference;
    const std::string others = judged_by == JudgedBy::like_nodes
                                   ? fmt::format("{} comparable nodes have", reference.nodes - 1)
                                   : "the baseline has";
    const double cycles = percent(slow.slowness.cycles.change),
                 clock = percent(slow.slowness.clock.change);
    if (slow.by_clock())
        return fmt::format(
            "{:+.1f} % {}: clock {:.3f} GHz, where {} {:.3f} GHz; cycles {:+.1f} % ({})", clock,
            figure.key.scope, figure.clock_hz / 1e9, others, reference.clock_hz->median / 1e9,
            cycles, workloads);
    return fmt::format("{:+.1f} % {}: {:.2f} cycles, where {} {:.2f}; clock {:+.1f} % ({})", cycles,
                       figure.key.scope, figure.cycles_per_unit, others,
                       reference.cycles_per_unit->median, clock, workloads);
}

// Adds the worst workload of each scope, in the order in which they were measured.
void add_slow(const NodeUnderJudgement &node, NodeClass node_class,
              const std::vector<SlowFigure> &slow)
{
    std::set<std::string> seen;
    for (const SlowFigure &one : slow) {
        const std::string &scope = one.figure->key.scope;
        if (!seen.insert(scope).second)
            continue;
        auto same = slow | std::views::filter([&](const SlowFigure &other) {
                        return other.figure->key.scope == scope;
                    });
        const auto others = static_cast<std::size_t>(std::ranges::distance(same)) - 1;
        const SlowFigure worst = *std::ranges::max_element(same, {}, &SlowFigure::worst);
        const std::string workloads =
            worst.figure->key.workload +
            (others > 0 ? " and " + machine::counted(others, "other workload") : "");
        add_finding(node, node_class, text_of(worst, workloads, node.references.judged_by),
                    fmt::format("{} {}", worst.by_clock() ? "clock" : "cycles", scope),
                    worst.by_clock() ? worst.slowness.clock.change : worst.slowness.cycles.change);
    }
}

void add_clock_context(const NodeUnderJudgement &node)
{
    for (const char *setting :
         {"governor", "boost", "scaling_max_mhz", "cpu_quota", "power_limits"}) {
        const std::string &value = setting_of(node.file, setting);
        const auto rule = node.rules.find(setting);
        if (!value.empty())
            node.report.context.push_back(fmt::format(
                "{} {}{}", setting, value,
                rule == node.rules.end()      ? ""
                : rule->second.value == value ? " (as comparable nodes)"
                                              : " (comparable nodes: " + rule->second.value + ")"));
    }
    const NodeSensors &sensors = node.file.sensors;
    if (sensors.throttle_count)
        node.report.context.push_back(fmt::format("throttled {} times", *sensors.throttle_count));
    if (sensors.temperature_c)
        node.report.context.push_back(fmt::format("{:.0f} °C", *sensors.temperature_c));
}

void add_core_context(const NodeUnderJudgement &node)
{
    const NodeSensors &sensors = node.file.sensors;
    if (sensors.steal_share)
        node.report.context.push_back(
            fmt::format("{:.1f} % of its time stolen", *sensors.steal_share * 100));
    if (sensors.load_average)
        node.report.context.push_back(fmt::format("load average {:.2f}", *sensors.load_average));
    for (const NodeFigure &figure : node.report.figures) {
        const auto reference = node.references.figures.find(figure.key);
        if (reference != node.references.figures.end() && reference->second.kernel != figure.kernel)
            node.report.context.push_back(
                fmt::format("{}: chose the kernel {}, most comparable nodes {}", figure.key.label(),
                            figure.kernel, reference->second.kernel));
    }
}

// True if most of the loss is there alone as well, in the same workload, though it may be too small
// to be called slow there.
bool is_much_alone(const NodeUnderJudgement &node, const SlowFigure &together)
{
    const FigureKey key{together.figure->key.workload, scope_alone};
    const auto figure = std::ranges::find(node.report.figures, key, &NodeFigure::key);
    if (figure == node.report.figures.end())
        return false;
    const Slowness alone = slowness_of(*figure, node.references);
    return 2 * (together.by_clock() ? -alone.clock.change : alone.cycles.change) > together.worst();
}

// Cores that are slow alone are slow together as well: only slowness that appears together alone
// has a class of its own.
void find_slowness(const NodeUnderJudgement &node)
{
    if (node.references.judged_by == JudgedBy::nothing)
        return;
    std::vector<SlowFigure> slow;
    for (const NodeFigure &figure : node.report.figures)
        if (const Slowness slowness = slowness_of(figure, node.references); slowness.is_slow())
            slow.push_back({&figure, slowness});
    if (slow.empty())
        return;
    const auto is_alone = [](const SlowFigure &one) {
        return one.figure->key.scope == scope_alone;
    };
    const bool has_alone = std::ranges::any_of(node.report.figures, [](const NodeFigure &figure) {
        return figure.key.scope == scope_alone;
    });
    const bool is_slow_alone = std::ranges::any_of(slow, is_alone);
    const auto counts = [&](const SlowFigure &one) { return !is_slow_alone || is_alone(one); };
    auto counted = slow | std::views::filter(counts);
    const auto worst = std::ranges::max_element(counted, {}, &SlowFigure::worst);
    const bool only_together = has_alone && !is_slow_alone && !is_much_alone(node, *worst);
    const NodeClass node_class = only_together       ? NodeClass::slow_together
                                 : worst->by_clock() ? NodeClass::slow_clock
                                                     : NodeClass::slow_core;
    add_slow(node, node_class, slow);
}

// ---- Not judged.

// The measures of one scope that were compared.
struct Compared {
    bool cycles_exist = false, clock_exists = false; ///< in the reference
    bool cycles = false, clock = false;

    bool is_enough() const
    {
        return (cycles_exist || clock_exists) && cycles == cycles_exist && clock == clock_exists;
    }
};

// A scope is judged if the values of half of the cores could be compared, in each measure of
// the reference, in one workload at least.
std::map<std::string, Compared> compared_scopes(const NodeUnderJudgement &node)
{
    std::map<std::string, Compared> scopes;
    for (const NodeFigure &figure : node.report.figures) {
        Compared &scope = scopes[figure.key.scope];
        const Slowness slowness = slowness_of(figure, node.references);
        const bool is_trusted = 2 * figure.trusted >= figure.cores;
        scope.cycles_exist |= slowness.cycles.exists;
        scope.clock_exists |= slowness.clock.exists;
        scope.cycles |= is_trusted && slowness.cycles.known;
        scope.clock |= is_trusted && slowness.clock.known;
    }
    return scopes;
}

} // namespace

void find_faults(const NodeUnderJudgement &node)
{
    find_wrong(node);
    find_incomplete(node);
    find_noise(node);
    find_slowness(node);
    find_slow_cores(node);
}

namespace {

// A kernel that was not run may be wrong. Where the time was too short for all kernels in most
// nodes, it is chance how many were reached.
void find_short_soak(const NodeUnderJudgement &node)
{
    if (!node.references.soak_share || !node.file.complete)
        return;
    const double usual = *node.references.soak_share,
                 share = node.file.soak ? node.file.soak->reached_share() : 0;
    if (share >= (usual < 1 ? usual / 2 : usual))
        return;
    add_finding(node, NodeClass::not_judged,
                fmt::format("verified: {}, where comparable nodes have {}",
                            verified_text(node.file),
                            usual < 1 ? fmt::format("{:.0f} % of them", 100 * usual) : "all"),
                "a short soak");
}

} // namespace

void find_not_judged(const NodeUnderJudgement &node, const std::vector<std::string> &reasons)
{
    add_all(node, NodeClass::not_judged, reasons);
    // A site may keep cores for the system, but half of a node does not tell of the other half.
    if (const std::size_t cores = measured_cores(node.file);
        node.file.complete && 2 * cores < own_cores(node.file))
        add_finding(node, NodeClass::not_judged,
                    fmt::format("{} measured", cores_text(cores, cores, own_cores(node.file))),
                    "few cores");
    if (node.references.judged_by == JudgedBy::nothing)
        return;
    find_short_soak(node);
    for (const auto &[scope, compared] : compared_scopes(node))
        if (!compared.is_enough())
            add_finding(node, NodeClass::not_judged,
                        fmt::format("{}: too few values that can be trusted and compared", scope));
}

namespace {

// Heat that few comparable nodes have is the node's own, though it may not be slow yet.
void add_unusual_heat(const NodeUnderJudgement &node)
{
    constexpr std::size_t one_in = 10;
    const NodeSensors &sensors = node.file.sensors;
    const std::size_t like = node.references.throttled, all = like + node.references.unthrottled;
    if (sensors.throttle_count.value_or(0) == 0 || all < least_alike || one_in * like > all)
        return;
    std::string text =
        fmt::format("throttled {} times while it was measured", *sensors.throttle_count);
    if (sensors.temperature_c)
        text += fmt::format(", at {:.0f} °C", *sensors.temperature_c);
    node.report.context.push_back(
        text + fmt::format("; so were {} of {} comparable nodes", like - 1, all - 1));
}

} // namespace

void conclude(const NodeUnderJudgement &node)
{
    NodeReport &report = node.report;
    std::ranges::stable_sort(report.findings, {}, &Finding::node_class);
    if (!report.findings.empty())
        report.node_class = report.findings.front().node_class;
    if (report.node_class == NodeClass::slow_clock || report.node_class == NodeClass::slow_together)
        add_clock_context(node);
    else
        add_unusual_heat(node);
    if (report.node_class == NodeClass::slow_core || report.node_class == NodeClass::noisy)
        add_core_context(node);
}

} // namespace hashlane::cluster
