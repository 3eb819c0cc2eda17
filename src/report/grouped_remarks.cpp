// SPDX-License-Identifier: MIT
#include "grouped_remarks.h"

#include <fmt/format.h>

#include <algorithm>

namespace hashlane {

void GroupedRemarks::add(const std::string &text, const std::string &name)
{
    const auto found = std::ranges::find(groups_, text, &Group::text);
    if (found != groups_.end())
        found->names.push_back(name);
    else
        groups_.push_back({text, {name}});
}

void GroupedRemarks::append_to(std::vector<std::string> &remarks, std::size_t total,
                               const std::string &everything) const
{
    for (const Group &group : groups_)
        remarks.push_back(group.names.size() == total
                              ? fmt::format("{}: {}", everything, group.text)
                              : fmt::format("{}: {}", fmt::join(group.names, ", "), group.text));
}

} // namespace hashlane
