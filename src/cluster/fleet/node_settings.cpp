// SPDX-License-Identifier: MIT
#include "node_settings.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fmt/format.h>
#include <functional>
#include <set>
#include <string_view>

namespace hashlane::cluster {
namespace {

constexpr std::size_t least_nodes = 3; // two thirds of these are a rule

const std::string &value_of(const NodeFile &node, const std::string &setting)
{
    static const std::string none;
    const auto found = node.settings.find(setting);
    return found == node.settings.end() ? none : found->second;
}

// The memory that the firmware leaves differs a little between comparable nodes.
bool is_same(const std::string &setting, const std::string &a, const std::string &b)
{
    if (a == b)
        return true;
    constexpr double tolerance = 0.02;
    const double left = std::strtod(a.c_str(), nullptr), right = std::strtod(b.c_str(), nullptr);
    return setting == "memory_gib" && std::abs(left - right) <= tolerance * std::max(left, right);
}

using Members = std::vector<std::size_t>;

// Returns the values of a setting with their nodes, the most frequent one first.
std::vector<Rule> values_of(const std::string &setting, const std::vector<NodeFile> &nodes,
                            const Members &members)
{
    std::map<std::string, std::size_t> counts;
    for (const std::size_t member : members)
        ++counts[value_of(nodes[member], setting)];
    std::vector<Rule> all;
    for (const auto &[value, count] : counts)
        all.push_back({value, count});
    std::ranges::stable_sort(all, std::ranges::greater(), &Rule::nodes);
    std::vector<Rule> distinct;
    for (const Rule &one : all) {
        const auto same = std::ranges::find_if(
            distinct, [&](const Rule &other) { return is_same(setting, one.value, other.value); });
        if (same == distinct.end())
            distinct.push_back(one);
        else
            same->nodes += one.nodes;
    }
    return distinct;
}

bool is_rule(const Rule &value, std::size_t nodes)
{
    return nodes >= least_nodes && 3 * value.nodes >= 2 * nodes;
}

std::set<std::string> settings_of(const std::vector<NodeFile> &nodes, const Members &members)
{
    std::set<std::string> settings;
    for (const std::size_t member : members)
        for (const auto &[setting, value] : nodes[member].settings)
            settings.insert(setting);
    return settings;
}

// ---- Texts.

constexpr std::string_view between_parts = " | "; // of lists: mitigations

std::vector<std::string_view> list_parts(std::string_view list)
{
    std::vector<std::string_view> parts;
    for (std::size_t end = 0; end != std::string_view::npos;) {
        end = list.find(between_parts);
        parts.push_back(list.substr(0, end));
        list.remove_prefix(end == std::string_view::npos ? list.size()
                                                         : end + between_parts.size());
    }
    return parts;
}

// Returns `value`, and of a list the parts that `other` lacks.
std::string different_part(const std::string &value, const std::string &other)
{
    const std::vector<std::string_view> known = list_parts(other);
    std::vector<std::string_view> different = list_parts(value);
    std::erase_if(different, [&](std::string_view part) {
        return std::ranges::find(known, part) != known.end();
    });
    return fmt::format("{}", fmt::join(different, between_parts));
}

std::string quoted(const std::string &value)
{
    return value.empty() ? "nothing" : "'" + value + "'";
}

} // namespace

Rules rules_of(const std::vector<NodeFile> &nodes, const Members &members)
{
    Rules rules;
    for (const std::string &setting : settings_of(nodes, members))
        if (const Rule first = values_of(setting, nodes, members).front();
            is_rule(first, members.size()))
            rules[setting] = first;
    return rules;
}

std::vector<std::string> deviations_of(const NodeFile &node, const Rules &rules)
{
    std::vector<std::string> deviations;
    for (const auto &[setting, rule] : rules)
        if (const std::string &value = value_of(node, setting);
            !is_same(setting, value, rule.value))
            deviations.push_back(fmt::format("{}: {}, where {} comparable node{} {}", setting,
                                             quoted(different_part(value, rule.value)), rule.nodes,
                                             rule.nodes == 1 ? " has" : "s have",
                                             quoted(different_part(rule.value, value))));
    return deviations;
}

std::vector<std::string> setting_splits(const std::vector<NodeFile> &nodes, const Members &members)
{
    constexpr std::size_t most_values = 8; // more are a property of each node
    std::vector<std::string> splits;
    for (const std::string &setting : settings_of(nodes, members)) {
        const std::vector<Rule> values = values_of(setting, nodes, members);
        const bool are_few = values.size() == 2 || values.size() < members.size();
        if (values.size() < 2 || values.size() > most_values || !are_few ||
            is_rule(values.front(), members.size()))
            continue;
        std::string line = setting + ":";
        for (const Rule &one : values) {
            const bool is_first = &one == &values.front();
            const std::string text = different_part(one.value, values[is_first ? 1 : 0].value);
            line += fmt::format("{} {} {}", is_first ? "" : ",", one.nodes,
                                text.empty() ? "nothing" : text);
        }
        splits.push_back(std::move(line));
    }
    return splits;
}

} // namespace hashlane::cluster
