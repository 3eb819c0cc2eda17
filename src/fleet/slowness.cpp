// SPDX-License-Identifier: MIT
#include "findings.h"

#include "../statistics/sort_by.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

namespace hashlane {
namespace {

constexpr const char *alone = "alone";

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
    return judged_by == JudgedBy::like_nodes ? fmt::format("{} like nodes", yardstick.nodes - 1)
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

// The worst workload of each scope, in the order in which they were measured.
std::vector<std::string> texts_of(const std::vector<SlowFigure> &slow, JudgedBy judged_by)
{
    std::vector<std::string> scopes, texts;
    for (const SlowFigure &one : slow)
        if (std::ranges::find(scopes, one.figure->key.scope) == scopes.end())
            scopes.push_back(one.figure->key.scope);
    for (const std::string &scope : scopes) {
        std::vector<SlowFigure> same;
        std::ranges::copy_if(slow, std::back_inserter(same),
                             [&](const SlowFigure &one) { return one.figure->key.scope == scope; });
        const std::size_t others = same.size() - 1;
        texts.push_back(
            text_of(*std::ranges::max_element(same, {}, &SlowFigure::worst), judged_by));
        if (others > 0)
            texts.back() +=
                fmt::format(" ({} other workload{} as well)", others, others == 1 ? "" : "s");
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
    for (const char *setting : {"governor", "boost", "scaling_max_mhz", "cpu_quota"}) {
        const auto value = node.file.settings.find(setting);
        const auto rule = rules.find(setting);
        if (value != node.file.settings.end() && !value->second.empty())
            node.report.context.push_back(
                fmt::format("{} {}{}", setting, value->second,
                            rule == rules.end() ? ""
                            : rule->second.value == value->second
                                ? " (as its like nodes)"
                                : " (like nodes: " + rule->second.value + ")"));
    }
    const NodeSensors &sensors = node.file.sensors;
    if (sensors.throttle_count)
        node.report.context.push_back(
            fmt::format("throttled {:.0f} times", *sensors.throttle_count));
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
            node.report.context.push_back(fmt::format("{}: took the kernel {}, most like nodes {}",
                                                      figure.key.label(), figure.kernel,
                                                      yardstick->second.kernel));
    }
}

} // namespace

// Slow alone is slow together as well: only what is slow together alone has a class of its own.
void find_slowness(const Case &node)
{
    if (node.yardsticks.judged_by == JudgedBy::nothing)
        return;
    const std::vector<SlowFigure> slow = slow_figures(node);
    if (slow.empty())
        return;
    const auto is_alone = [](const SlowFigure &one) { return one.figure->key.scope == alone; };
    const bool has_alone = std::ranges::any_of(
        node.report.figures, [](const NodeFigure &figure) { return figure.key.scope == alone; });
    const bool only_together = has_alone && std::ranges::none_of(slow, is_alone);
    const auto counts = [&](const SlowFigure &one) {
        return only_together || !has_alone || is_alone(one);
    };
    std::vector<SlowFigure> counted;
    std::ranges::copy_if(slow, std::back_inserter(counted), counts);
    const auto worst = std::ranges::max_element(counted, {}, &SlowFigure::worst);
    const NodeClass node_class = only_together       ? NodeClass::slow_together
                                 : worst->by_clock() ? NodeClass::slow_clock
                                                     : NodeClass::slow_core;
    for (std::string &text : texts_of(slow, node.yardsticks.judged_by))
        node.report.findings.push_back({node_class, std::move(text)});
}

void conclude(const Case &node, const Rules &rules)
{
    NodeReport &report = node.report;
    sort_by(report.findings, &Finding::node_class);
    if (report.findings.empty())
        return;
    report.node_class = report.findings.front().node_class;
    if (report.node_class == NodeClass::slow_clock || report.node_class == NodeClass::slow_together)
        add_clock_context(node, rules);
    if (report.node_class == NodeClass::slow_core || report.node_class == NodeClass::noisy)
        add_core_context(node);
}

} // namespace hashlane
