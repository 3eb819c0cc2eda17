// SPDX-License-Identifier: MIT
#include "health.h"

#include "../../machine/system/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <vector>

namespace hashlane::cluster {
namespace {

constexpr std::size_t shown_findings = 3;

// Describes a healthy node's worst distances from the baseline.
std::string praise(const JudgedFleet &judged, const Baseline &baseline)
{
    const BaselineGroup &now = judged.baseline.front();
    const BaselineGroup *const group = find_group(baseline, now.key);
    const Yardsticks yardsticks =
        group == nullptr ? Yardsticks() : yardsticks_of(*group, now.key, now.figures);
    std::optional<double> cycles, clock;
    for (const NodeFigure &figure : judged.report.nodes.front().figures)
        if (const auto found = yardsticks.figures.find(figure.key);
            found != yardsticks.figures.end()) {
            const Slowness slowness = slowness_of(figure, found->second, JudgedBy::baseline);
            if (slowness.cycles_known)
                cycles = std::max(cycles.value_or(slowness.cycles_change), slowness.cycles_change);
            if (slowness.clock_known)
                clock = std::min(clock.value_or(slowness.clock_change), slowness.clock_change);
        }
    std::string text = machine::counted(judged.report.groups.front().most_cores, "core");
    if (cycles)
        text += fmt::format(", the node's cycles {:+.1f} %", 100 * *cycles);
    if (clock)
        text += fmt::format(", its clock {:+.1f} %", 100 * *clock);
    return text + " against the baseline at worst";
}

std::string joined(const std::vector<Finding> &findings)
{
    std::vector<std::string> texts;
    for (std::size_t i = 0; i < std::min(findings.size(), shown_findings); ++i)
        texts.push_back(findings[i].evidence);
    if (findings.size() > shown_findings)
        texts.push_back(fmt::format("and {} more", findings.size() - shown_findings));
    return fmt::format("{}", fmt::join(texts, "; "));
}

} // namespace

Baseline read_baseline_or_node(const std::string &path)
{
    const std::string text = results::text_of_result_file(path);
    if (const std::optional<Baseline> baseline = baseline_of_text(text, path))
        return *baseline;
    try {
        return baseline_of(node_file_of(text, path));
    } catch (const results::BadFile &bad) {
        throw results::BadFile(fmt::format(
            "{}; a baseline is such a file, or one of 'hashlane fleet --write-baseline'",
            bad.what()));
    }
}

// A fleet learns settings from three nodes; here those of one are the rule, as far as it has them.
Baseline baseline_of(const NodeFile &good)
{
    Baseline baseline{good.path, judge_fleet({{good}, {}, {}}, {}).baseline};
    for (const auto &[setting, value] : good.settings)
        if (!value.empty())
            baseline.groups.front().rules[setting] = {value, 1};
    return baseline;
}

JudgedFleet judge_health(const NodeFile &now, const Baseline &baseline)
{
    FleetRequest request;
    request.baseline = baseline;
    return judge_fleet({{now}, {}, {}}, request);
}

std::string health_line(const JudgedFleet &judged, const Baseline &baseline)
{
    const NodeReport &node = judged.report.nodes.front();
    return fmt::format("{}: {}", class_name(node.node_class),
                       node.node_class == NodeClass::healthy ? praise(judged, baseline)
                                                             : joined(node.findings));
}

} // namespace hashlane::cluster
