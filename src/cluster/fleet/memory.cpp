// SPDX-License-Identifier: MIT
//
// The memory of nodes: its size, how fast all cores together read and write it, and its errors.
#include "../../machine/system/text.h"
#include "../../statistics/statistics.h"
#include "findings.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <span>
#include <string>
#include <utility>

namespace hashlane::cluster {
namespace {

constexpr double giga = 1e9;

// Nothing of a node that was not measured as a whole.
std::optional<double> bandwidth(const NodeFile &node)
{
    return node.complete ? node.sensors.memory_bytes_per_second : std::nullopt;
}

std::vector<double> bandwidths(const Members &members)
{
    std::vector<double> values;
    for (const NodeFile *member : members)
        if (const std::optional<double> value = bandwidth(*member))
            values.push_back(*value);
    return values;
}

// Sizes of one kind of machines.
struct MemorySizes {
    std::string usual;
    std::vector<std::string> others; ///< each with a kind of its own
};

// A node that has lost modules is smaller than the usual one, but has most of it.
bool is_another_size(const std::string &size, const std::string &usual)
{
    constexpr double most_left = 0.7;
    const double gib = machine::leading_number(size), usual_gib = machine::leading_number(usual);
    return gib > 0 && !is_same(memory_setting, size, usual) &&
           (gib > usual_gib || gib <= most_left * usual_gib);
}

// The baseline's sizes are the same every night; those of a fleet are not.
MemorySizes sizes_of(const MachineKind &kind, const std::vector<Rule> &values,
                     const std::optional<Baseline> &baseline)
{
    MemorySizes sizes{values.front().value, {}};
    if (baseline)
        for (const BaselineGroup &group : baseline->groups) {
            MachineKind other = group.key.kind;
            const std::string size = std::exchange(other.memory, {});
            const auto rule = group.rules.find(memory_setting);
            if (other == kind && !size.empty())
                sizes.others.push_back(size);
            else if (other == kind && rule != group.rules.end())
                sizes.usual = rule->second.value;
        }
    for (const Rule &one : values)
        if (one.nodes >= least_alike && is_another_size(one.value, sizes.usual))
            sizes.others.push_back(one.value);
    return sizes;
}

} // namespace

void expect_memory(std::vector<NodeFile> &nodes, const std::optional<Baseline> &baseline)
{
    std::map<MachineKind, Members> kinds;
    for (const NodeFile &node : nodes)
        kinds[kind_of(node)].push_back(&node);
    std::map<MachineKind, MemorySizes> sizes;
    for (const auto &[kind, members] : kinds)
        sizes[kind] = sizes_of(kind, values_of(memory_setting, members), baseline);
    for (NodeFile &node : nodes) {
        const auto &[usual, others] = sizes.at(kind_of(node));
        const std::string &own = setting_of(node, memory_setting);
        const auto other = std::ranges::find_if(
            others, [&](const std::string &size) { return is_same(memory_setting, size, own); });
        if (other != others.end() && !is_same(memory_setting, own, usual))
            node.memory_kind = *other;
    }
}

UsualMemory usual_memory(const Members &members)
{
    std::map<std::string, std::size_t> reasons;
    for (const NodeFile *member : members)
        if (const NodeSensors &sensors = member->sensors; !sensors.memory_bytes_per_second)
            ++reasons[sensors.memory_reason];
    const std::vector<double> values = bandwidths(members);
    UsualMemory usual{values.size(), summary_of_enough(values, 1), ""};
    if (!reasons.empty())
        usual.missing = std::ranges::max_element(reasons, {}, [](const auto &one) {
                            return one.second;
                        })->first;
    return usual;
}

std::optional<SpeedSplit> memory_split(const Members &members, double limit)
{
    std::vector<double> values = bandwidths(members);
    const std::optional<RobustSummary> usual = summary_of_enough(values, least_alike);
    const std::optional<TwoParts> parts = parts_of(values, limit);
    const std::size_t faster = usual ? faster_tenth(values, true, *usual, limit) : 0;
    if (!parts && faster == 0)
        return {};
    std::ranges::sort(values);
    const auto border =
        values.begin() + static_cast<std::ptrdiff_t>(parts ? parts->lower : values.size() - faster);
    const auto part_text = [](std::span<const double> part) {
        return fmt::format("{} nodes at {:.1f} GB/s", part.size(),
                           statistics::median({part.begin(), part.end()}) / giga);
    };
    SpeedSplit split{fmt::format("memory: {}, {}", part_text({values.begin(), border}),
                                 part_text({border, values.end()}))};
    for (std::size_t i = 0; parts && i < members.size(); ++i)
        if (const std::optional<double> value = bandwidth(*members[i]);
            value && *value < parts->border)
            split.slower.push_back(i);
    return split;
}

std::optional<double> usual_corrected_errors(const Members &members)
{
    std::vector<double> counts;
    for (const NodeFile *member : members)
        if (const auto &count = member->sensors.memory_errors_corrected)
            counts.push_back(static_cast<double>(*count));
    return counts.size() < least_alike ? std::nullopt
                                       : std::optional(statistics::median(std::move(counts)));
}

namespace {

// Returns " (DIMM_A3: 812)", as far as the system names its modules.
std::string modules_text(const NodeFile &file, std::uint64_t machine::MemoryErrors::Module::*errors)
{
    constexpr std::size_t most_shown = 4;
    std::vector<std::string> texts;
    for (const machine::MemoryErrors::Module &module : file.sensors.memory_modules)
        if (module.*errors > 0 && texts.size() < most_shown)
            texts.push_back(fmt::format("{}: {}", module.label, module.*errors));
    return texts.empty() ? "" : fmt::format(" ({})", fmt::join(texts, ", "));
}

// Modules and memory controllers count for themselves: the system may know errors of a module that
// no total has.
std::uint64_t uncorrected_errors(const NodeSensors &sensors)
{
    std::uint64_t of_modules = 0; // which might wrap
    for (const machine::MemoryErrors::Module &module : sensors.memory_modules)
        of_modules += std::min(module.uncorrected, ~of_modules);
    return std::max(of_modules, sensors.memory_errors_uncorrected.value_or(0));
}

void add_errors(const NodeUnderJudgement &node, const char *sort, std::uint64_t count,
                const std::string &rest)
{
    add_finding(
        node, NodeClass::faulty_memory,
        machine::counted(static_cast<std::size_t>(count), fmt::format("{} memory error", sort)) +
            rest,
        fmt::format("{} memory errors", sort));
}

// Single errors are corrected in every large memory; many, or some within a minute, are not chance.
void find_errors(const NodeUnderJudgement &node)
{
    const NodeSensors &sensors = node.file.sensors;
    if (const std::uint64_t count = uncorrected_errors(sensors); count > 0)
        add_errors(node, "uncorrected", count,
                   " since boot" +
                       modules_text(node.file, &machine::MemoryErrors::Module::uncorrected));
    const std::string modules = modules_text(node.file, &machine::MemoryErrors::Module::corrected);
    const std::uint64_t corrected = sensors.memory_errors_corrected.value_or(0);
    const std::optional<double> usual = node.references.corrected_errors;
    constexpr std::uint64_t many = 100; // fewer since boot are not worth a word
    constexpr double many_times = 10;
    if (const std::uint64_t now = sensors.memory_errors_corrected_now.value_or(0); now > 0)
        add_errors(node, "corrected", now, " while it was measured" + modules);
    else if (usual && corrected >= many && static_cast<double>(corrected) > many_times * *usual)
        add_errors(
            node, "corrected", corrected,
            fmt::format(" since boot, where comparable nodes have {:.0f}{}", *usual, modules));
    else if (corrected >= many)
        node.report.context.push_back(
            fmt::format("{} corrected memory errors since boot{}", corrected, modules));
}

} // namespace

void find_memory_faults(const NodeUnderJudgement &node)
{
    find_errors(node);
    const std::optional<double> now = node.file.sensors.memory_bytes_per_second;
    const std::optional<RobustSummary> &usual = node.references.memory_bytes_per_second;
    if (!usual || !now || !node.file.complete ||
        !is_below(*now, *usual, node.references.limits.memory))
        return;
    const double change = *now / usual->median - 1;
    add_finding(node, NodeClass::slow_memory,
                fmt::format("memory: {:.1f} GB/s, {:.1f} % below the usual {:.1f}", *now / giga,
                            -100 * change, usual->median / giga),
                "memory", change);
}

void find_unmeasured_memory(const NodeUnderJudgement &node)
{
    const NodeSensors &sensors = node.file.sensors;
    if (node.references.memory_bytes_per_second && !sensors.memory_bytes_per_second &&
        node.file.complete)
        add_finding(node, NodeClass::not_judged,
                    "the memory of comparable nodes was measured, and its was not" +
                        (sensors.memory_reason.empty() ? "" : ": " + sensors.memory_reason),
                    "memory");
}

} // namespace hashlane::cluster
