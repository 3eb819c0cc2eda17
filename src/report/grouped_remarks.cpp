// SPDX-License-Identifier: MIT
#include "grouped_remarks.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace hashlane {
namespace {

// More cannot be read at a glance.
constexpr std::size_t most_names = 3;

std::string how_many(std::size_t count, std::size_t total, const std::string &things)
{
    if (count == total)
        return "all " + things;
    return total == 0 ? fmt::format("{} {}", count, things)
                      : fmt::format("{} of {} {}", count, total, things);
}

} // namespace

std::string extent_text(double extent)
{
    return extent > 0 ? fmt::format(" ({:.1f} %)", extent * 100) : "";
}

void GroupedRemarks::add(const std::string &text, const std::string &name, double extent)
{
    auto group = std::ranges::find(groups_, text, &Group::text);
    if (group == groups_.end())
        group = groups_.insert(groups_.end(), {text, {}, 0});
    ++group->count;
    const auto known = std::ranges::find(group->names, name, &Name::text);
    if (known != group->names.end())
        known->extent = std::max(known->extent, extent);
    else
        group->names.push_back({name, extent});
}

std::string GroupedRemarks::who(const Group &group, std::size_t total, const std::string &things)
{
    // The largest extents first, and names as they came where these are alike.
    std::vector<std::pair<double, std::size_t>> order;
    for (std::size_t i = 0; i < group.names.size(); ++i)
        order.emplace_back(-group.names[i].extent, i);
    std::ranges::sort(order);
    const bool extents = !order.empty() && order.front().first < 0;
    const bool few = order.size() <= most_names;
    order.resize(std::min(order.size(), most_names));
    std::vector<std::string> texts;
    for (const auto &[less, i] : order)
        texts.push_back(group.names[i].text + extent_text(-less));
    if (few && (extents || group.count != total))
        return fmt::format("{}", fmt::join(texts, ", "));
    const std::string many = how_many(group.count, total, things);
    return extents ? fmt::format("{}, above all {}", many, fmt::join(texts, ", ")) : many;
}

void GroupedRemarks::append_to(std::vector<std::string> &remarks, std::size_t total,
                               const std::string &things) const
{
    for (const Group &group : groups_)
        remarks.push_back(fmt::format("{}: {}", who(group, total, things), group.text));
}

} // namespace hashlane
