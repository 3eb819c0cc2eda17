// SPDX-License-Identifier: MIT
#include "fleet_report.h"

#include <algorithm>
#include <fmt/format.h>

namespace hashlane::cluster {
namespace {

constexpr int healthy_code = 0, wrong_code = 2, not_judged_code = 3, attention_code = 5;

struct ClassText {
    const char *name;
    const char *advice;
    int exit_code = attention_code;
};

// In the order of NodeClass.
constexpr ClassText class_texts[node_classes] = {
    {"wrong",
     "take it out of service now, run 'hashlane soak' there, and have the processor, or the "
     "device that is named, replaced if that confirms it",
     wrong_code},
    {"faulty memory", "have the memory modules that the firmware's error log names replaced; run "
                      "'hashlane soak' there before the next job"},
    {"missing", "check that it is up and that its job step ran; measure it again"},
    {"faulty device", "take the node out of service and reset the device; have it replaced if that "
                      "does not help, or if it happens again"},
    {"incomplete", "find the reason (a bound task, deadline, disk, signal); measure it again"},
    {"noisy",
     "look for other programs there ('hashlane info --noise'); measure it again when it is idle"},
    {"slow part",
     "check what these cores share: a package's power and cooling, a fan, a link, memory "
     "modules; keep jobs off these CPUs"},
    {"slow clock", "check the governor and limits of the clock, then power, cooling and the log "
                   "of the firmware"},
    {"slow core", "look for load on sibling threads, for steal by a hypervisor, and for the "
                  "reason that another kernel was chosen"},
    {"one bad core", "keep jobs off these CPUs, run 'hashlane soak --cpu' on them, and look at the "
                     "firmware's error log"},
    {"slow device", "check the device's power, cooling and cables, its place on the bus, and other "
                    "programs there"},
    {"slow together",
     "check power limits, cooling, fans and the firmware's power profile: only the "
     "full load is slow"},
    {"slow memory",
     "check that every memory module is there, in the right slot ('dmidecode -t memory')"
     " and at full speed, and the firmware's settings of memory and NUMA"},
    {"misconfigured", "give it the settings of comparable nodes, or accept the difference with a "
                      "baseline of its own"},
    {"drifted", "compare with its earlier files ('hashlane compare'); look at cooling, dust, "
                "firmware and kernel updates since"},
    {"not judged",
     "measure it again when it is idle; fewer than eight comparable nodes, and halves that differ, "
     "need the --baseline of good ones",
     not_judged_code},
    {"healthy", "", healthy_code},
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

int exit_code_of(NodeClass node_class)
{
    return class_texts[static_cast<std::size_t>(node_class)].exit_code;
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
    for (std::size_t i = 0; i < node_classes; ++i)
        if (const auto node_class = static_cast<NodeClass>(i); node_class != NodeClass::healthy)
            fail_on.classes.insert(node_class);
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
    const auto is_unhealthy = [](const NodeReport &node) {
        return node.node_class != NodeClass::healthy;
    };
    return missing_unnamed > 0 || std::ranges::any_of(nodes, is_unhealthy) ||
           std::ranges::any_of(groups, &GroupReport::needs_attention);
}

int FleetReport::exit_code(const FailOn &fail_on) const
{
    if (count(NodeClass::wrong) > 0)
        return wrong_code;
    int code = healthy_code;
    if (fail_on.groups && std::ranges::any_of(groups, &GroupReport::needs_attention))
        code = attention_code;
    for (const NodeClass node_class : fail_on.classes)
        if (count(node_class) > 0)
            code = std::max(code, exit_code_of(node_class));
    return code;
}

} // namespace hashlane::cluster
