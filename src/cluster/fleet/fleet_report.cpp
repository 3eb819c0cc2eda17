// SPDX-License-Identifier: MIT
#include "fleet_report.h"

#include <algorithm>
#include <fmt/format.h>
#include <span>

namespace hashlane::cluster {
namespace {

constexpr int healthy_code = 0, wrong_code = 2, not_judged_code = 3, attention_code = 5;

// In the order of NodeClass.
constexpr const char *class_names[] = {
    "wrong",       "faulty memory", "missing",   "faulty device", "incomplete",  "noisy",
    "slow part",   "slow clock",    "slow core", "one bad core",  "slow device", "slow together",
    "slow memory", "misconfigured", "drifted",   "not judged",    "healthy"};
static_assert(std::size(class_names) == node_classes);

// In the order of JudgedBy.
constexpr const char *judges[] = {"like nodes", "baseline", "nothing"};

template <class Value>
std::optional<Value> value_named(std::string_view name, std::span<const char *const> names)
{
    const auto found = std::ranges::find(names, name);
    return found == names.end() ? std::nullopt
                                : std::optional(static_cast<Value>(found - names.begin()));
}

} // namespace

const char *class_name(NodeClass node_class)
{
    return class_names[static_cast<std::size_t>(node_class)];
}

std::optional<NodeClass> class_named(std::string_view name)
{
    return value_named<NodeClass>(name, class_names);
}

int exit_code_of(NodeClass node_class)
{
    return node_class == NodeClass::healthy      ? healthy_code
           : node_class == NodeClass::wrong      ? wrong_code
           : node_class == NodeClass::not_judged ? not_judged_code
                                                 : attention_code;
}

std::vector<NodeClass> classes_to_drain()
{
    using enum NodeClass;
    return {wrong,     faulty_memory, faulty_device, slow_part,     slow_clock,
            slow_core, one_bad_core,  slow_device,   slow_together, slow_memory};
}

FailOn fail_on_anything()
{
    FailOn fail_on;
    for (std::size_t i = 0; static_cast<NodeClass>(i) != NodeClass::healthy; ++i) // the last one
        fail_on.classes.insert(static_cast<NodeClass>(i));
    return fail_on;
}

std::string cores_text(std::size_t least, std::size_t most, std::size_t of)
{
    const std::string measured =
        least == most ? std::to_string(most) : fmt::format("{} to {}", least, most);
    return fmt::format("{}{} core{}", measured, of > most ? fmt::format(" of {}", of) : "",
                       std::max(most, of) == 1 ? "" : "s");
}

std::string limits_text(const Limits &limits)
{
    if (limits == Limits())
        return "";
    std::string text;
    for (const NamedLimit &one : named_limits)
        text += fmt::format("{} {} {:g} %", text.empty() ? "limits of this site:" : ",", one.name,
                            limits.*one.limit * 100);
    return text;
}

const char *judge_name(JudgedBy judged_by) { return judges[static_cast<std::size_t>(judged_by)]; }

std::optional<JudgedBy> judge_named(std::string_view name)
{
    return value_named<JudgedBy>(name, judges);
}

std::size_t FleetReport::count(NodeClass node_class) const
{
    const auto named =
        static_cast<std::size_t>(std::ranges::count(nodes, node_class, &NodeReport::node_class));
    return node_class == NodeClass::missing ? named + missing_unnamed : named;
}

std::size_t FleetReport::groups_with_differences() const
{
    return static_cast<std::size_t>(
        std::ranges::count_if(groups, &GroupReport::needs_attention) +
        std::ranges::count_if(devices, [](const auto &group) { return !group.changes.empty(); }));
}

bool FleetReport::needs_attention() const
{
    const auto is_unhealthy = [](const NodeReport &node) {
        return node.node_class != NodeClass::healthy;
    };
    return missing_unnamed > 0 || std::ranges::any_of(nodes, is_unhealthy) ||
           groups_with_differences() > 0;
}

int FleetReport::exit_code(const FailOn &fail_on) const
{
    if (count(NodeClass::wrong) > 0)
        return wrong_code;
    int code = healthy_code;
    if (fail_on.groups && groups_with_differences() > 0)
        code = attention_code;
    for (const NodeClass node_class : fail_on.classes)
        if (count(node_class) > 0)
            code = std::max(code, exit_code_of(node_class));
    return code;
}

} // namespace hashlane::cluster
