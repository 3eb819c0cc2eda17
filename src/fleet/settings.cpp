// SPDX-License-Identifier: MIT
#include "settings.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <set>

namespace hashlane {
namespace {

constexpr std::size_t least_nodes = 3;

const std::string &value_of(const NodeFile &node, const std::string &setting)
{
    static const std::string none;
    const auto found = node.settings.find(setting);
    return found == node.settings.end() ? none : found->second;
}

// What is left of the memory beside that of the firmware differs a little between twins.
bool is_same(const std::string &setting, const std::string &a, const std::string &b)
{
    if (a == b)
        return true;
    constexpr double tolerance = 0.02;
    const double left = std::strtod(a.c_str(), nullptr), right = std::strtod(b.c_str(), nullptr);
    return setting == "memory_gib" && std::abs(left - right) <= tolerance * std::max(left, right);
}

std::optional<Rule> rule_of(const std::string &setting, const std::vector<NodeFile> &nodes,
                            const std::vector<std::size_t> &members)
{
    std::map<std::string, std::size_t> counts;
    for (const std::size_t member : members)
        ++counts[value_of(nodes[member], setting)];
    const auto most =
        std::ranges::max_element(counts, {}, [](const auto &one) { return one.second; });
    Rule rule{most->first, 0};
    for (const auto &[value, count] : counts)
        if (is_same(setting, value, rule.value))
            rule.nodes += count;
    return 3 * rule.nodes >= 2 * members.size() ? std::optional(rule) : std::nullopt;
}

std::string shown(const std::string &value)
{
    return value.empty() ? "nothing" : "'" + value + "'";
}

} // namespace

Rules rules_of(const std::vector<NodeFile> &nodes, const std::vector<std::size_t> &members)
{
    Rules rules;
    if (members.size() < least_nodes)
        return rules;
    std::set<std::string> settings;
    for (const std::size_t member : members)
        for (const auto &[setting, value] : nodes[member].settings)
            settings.insert(setting);
    for (const std::string &setting : settings)
        if (const std::optional<Rule> rule = rule_of(setting, nodes, members))
            rules[setting] = *rule;
    return rules;
}

std::vector<Deviation> deviations_of(const NodeFile &node, const Rules &rules)
{
    std::vector<Deviation> deviations;
    for (const auto &[setting, rule] : rules)
        if (const std::string &value = value_of(node, setting);
            !is_same(setting, value, rule.value))
            deviations.push_back({setting, value, rule});
    return deviations;
}

std::string deviation_text(const Deviation &deviation)
{
    return fmt::format("{}: {}, where {} like node{} {}", deviation.setting, shown(deviation.value),
                       deviation.rule.nodes, deviation.rule.nodes == 1 ? " has" : "s have",
                       shown(deviation.rule.value));
}

} // namespace hashlane
