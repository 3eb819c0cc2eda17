// SPDX-License-Identifier: MIT
#include "fleet_report.h"

#include <algorithm>

namespace hashlane::cluster {
namespace {

struct ClassText {
    const char *name;
    const char *advice;
};

// In the order of NodeClass.
constexpr ClassText class_texts[node_classes] = {
    {"wrong", "take it out of service now, run 'hashlane soak' there, and have the processor "
              "replaced if that confirms it"},
    {"missing", "check that it is up and that its job step ran; measure it"},
    {"incomplete", "find the reason (a bound task, deadline, disk, signal), and measure it again"},
    {"noisy",
     "look for other programs there ('hashlane info --noise'); measure it again when it is idle"},
    {"slow clock", "check the governor and limits of the clock, then power, cooling and the log "
                   "of the firmware"},
    {"slow core", "look for load on sibling threads, for steal by a hypervisor, and for the "
                  "reason that another kernel was chosen"},
    {"one bad core", "keep jobs off these CPUs, run 'hashlane soak --cpu' on them, and look at the "
                     "firmware's error log"},
    {"slow together",
     "check power limits, cooling, fans and the firmware's power profile: only the "
     "full load is slow"},
    {"misconfigured", "give it the settings of comparable nodes, or accept the difference with a "
                      "baseline of its own"},
    {"drifted", "compare with its earlier files ('hashlane compare'); look at cooling, dust, "
                "firmware and kernel updates since"},
    {"healthy", ""},
};

// In the order of JudgedBy.
constexpr const char *judges[] = {"like nodes", "baseline", "nothing"};

} // namespace

const char *class_name(NodeClass node_class)
{
    return class_texts[static_cast<std::size_t>(node_class)].name;
}

std::optional<NodeClass> class_named(std::string_view name)
{
    const auto *const text = std::ranges::find(class_texts, name, &ClassText::name);
    if (text == std::end(class_texts))
        return {};
    return static_cast<NodeClass>(text - class_texts);
}

const char *judge_name(JudgedBy judged_by) { return judges[static_cast<std::size_t>(judged_by)]; }

std::optional<JudgedBy> judge_named(std::string_view name)
{
    const auto *const judge = std::ranges::find(judges, name);
    if (judge == std::end(judges))
        return {};
    return static_cast<JudgedBy>(judge - judges);
}

const char *advice_for(NodeClass node_class)
{
    return class_texts[static_cast<std::size_t>(node_class)].advice;
}

std::size_t FleetReport::count(NodeClass node_class) const
{
    const auto named =
        static_cast<std::size_t>(std::ranges::count(nodes, node_class, &NodeReport::node_class));
    return node_class == NodeClass::missing ? named + missing_unnamed : named;
}

bool FleetReport::needs_attention() const
{
    return missing_unnamed > 0 ||
           std::ranges::any_of(
               nodes,
               [](const NodeReport &node) { return node.node_class != NodeClass::healthy; }) ||
           std::ranges::any_of(groups,
                               [](const GroupReport &group) { return !group.changes.empty(); });
}

} // namespace hashlane::cluster
