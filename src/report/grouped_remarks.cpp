// SPDX-License-Identifier: MIT
#include "grouped_remarks.h"

#include <fmt/format.h>

#include <algorithm>

namespace hashlane {
namespace {

// More cannot be read at a glance.
constexpr std::size_t most_names = 3;

std::string who(const std::vector<std::string> &names, std::size_t total, const std::string &things)
{
    if (names.size() == total)
        return "all " + things;
    std::vector<std::string> different; // repetitions have one name
    for (const std::string &name : names)
        if (std::ranges::find(different, name) == different.end())
            different.push_back(name);
    if (different.size() <= most_names)
        return fmt::format("{}", fmt::join(different, ", "));
    return total == 0 ? fmt::format("{} {}", names.size(), things)
                      : fmt::format("{} of {} {}", names.size(), total, things);
}

} // namespace

void GroupedRemarks::add(const std::string &text, const std::string &name)
{
    const auto found = std::ranges::find(groups_, text, &Group::text);
    if (found != groups_.end())
        found->names.push_back(name);
    else
        groups_.push_back({text, {name}});
}

void GroupedRemarks::append_to(std::vector<std::string> &remarks, std::size_t total,
                               const std::string &things) const
{
    for (const Group &group : groups_)
        remarks.push_back(fmt::format("{}: {}", who(group.names, total, things), group.text));
}

} // namespace hashlane
