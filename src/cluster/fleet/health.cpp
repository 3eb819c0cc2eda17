// SPDX-License-Identifier: MIT
#include "health.h"

#include "../../machine/system/text.h"
#include "judge_fleet.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <optional>
#include <vector>

namespace hashlane::cluster {
namespace {

constexpr std::size_t shown_findings = 3;

// Returns nothing if the file is no baseline of a fleet.
std::optional<Baseline> baseline_of_a_fleet(const std::string &path)
try {
    return read_baseline(path);
} catch (const results::BadFile &) {
    return std::nullopt;
}

// Describes the nodes or the baseline that a good node was compared with.
std::string praise(const NodeFile &now, const JudgedFleet &fleet, const BaselineGroup &baseline)
{
    const BaselineGroup &today = fleet.baseline.front();
    const Yardsticks yardsticks = yardsticks_of(baseline, today.key, today.figures);
    double cycles = -std::numeric_limits<double>::infinity();
    double clock = std::numeric_limits<double>::infinity();
    for (const NodeFigure &figure : fleet.report.nodes.front().figures)
        if (const auto found = yardsticks.figures.find(figure.key);
            found != yardsticks.figures.end()) {
            const Slowness slowness = slowness_of(figure, found->second, JudgedBy::baseline);
            cycles = std::max(cycles, slowness.cycles_change);
            clock = std::min(clock, slowness.clock_change);
        }
    const std::size_t cores = now.cores.empty() ? 0 : now.cores.front().cpus.size();
    return fmt::format("{}, at most {:+.1f} % cycles and {:+.1f} % clock of the baseline",
                       machine::counted(cores, "core"), 100 * cycles, 100 * clock);
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

std::string_view health_verdict_name(HealthVerdict verdict)
{
    constexpr std::string_view names[] = {"good", "warning", "bad"};
    return names[static_cast<std::size_t>(verdict)];
}

Baseline read_health_baseline(const std::string &path, const NodeFile &now)
{
    std::optional<Baseline> baseline = baseline_of_a_fleet(path);
    if (!baseline) {
        const NodeFile node = node_file_of(results::text_of_result_file(path), path);
        if (now.cpu_model != node.cpu_model || now.cpu_identity != node.cpu_identity)
            throw results::BadFile(fmt::format(
                "'{}': a baseline of another processor, {} ({}); this is {} ({})", node.path,
                node.cpu_model, node.cpu_identity, now.cpu_model, now.cpu_identity));
        baseline = baseline_of(node);
    }
    const GroupKey key = group_key_of(now);
    if (find_group(*baseline, key) == nullptr)
        throw results::BadFile(
            fmt::format("'{}': a baseline without nodes like this one: {} ({}), SMT "
                        "'{}'",
                        baseline->path, now.cpu_model, now.cpu_identity, key.smt));
    return *std::move(baseline);
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

Health judge_health(const NodeFile &now, const Baseline &baseline)
{
    FleetRequest request;
    request.baseline = baseline;
    const JudgedFleet fleet = judge_fleet({{now}, {}, {}}, request);
    const NodeReport &node = fleet.report.nodes.front();
    const bool is_judged = fleet.report.groups.front().judged_by == JudgedBy::baseline;
    if (!is_judged && node.node_class != NodeClass::wrong)
        throw results::BadFile(
            fmt::format("'{}': no trustworthy value of a kernel that is measured here: "
                        "measure it again with this hashlane on an idle node",
                        baseline.path));
    if (node.node_class == NodeClass::healthy)
        return {HealthVerdict::good, praise(now, fleet, *find_group(baseline, group_key_of(now)))};
    const bool is_bad = node.node_class != NodeClass::noisy &&
                        std::ranges::any_of(node.findings, &Finding::is_grave);
    return {is_bad ? HealthVerdict::bad : HealthVerdict::warning, joined(node.findings)};
}

} // namespace hashlane::cluster
