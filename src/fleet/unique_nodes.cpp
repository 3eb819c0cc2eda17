// SPDX-License-Identifier: MIT
#include "unique_nodes.h"

#include "../statistics/statistics.h"

#include "node_names.h"
#include "outlier.h"
#include "times.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace hashlane {
namespace {

double start_of(const NodeFile &node) { return seconds_of(node.started).value_or(0); }

// One machine measures once at a time, and keeps its processor.
std::string why_two_machines(const NodeFile &newer, const NodeFile &older)
{
    if (newer.cpu_model != older.cpu_model)
        return fmt::format("two machines have this name: '{}' is of '{}', '{}' of '{}'", newer.path,
                           newer.cpu_model, older.path, older.cpu_model);
    const double newer_start = start_of(newer), older_start = start_of(older);
    if (older_start > 0 && newer_start < older_start + older.seconds)
        return fmt::format(
            "two machines have this name: '{}' and '{}' were measured at the same time", newer.path,
            older.path);
    return "";
}

std::string distance_text(double seconds)
{
    constexpr double day = 86400, year = 365.25 * day;
    const double size = std::abs(seconds);
    return fmt::format("{} {}",
                       size > 2 * year ? fmt::format("{:.0f} years", size / year)
                                       : fmt::format("{:.0f} days", std::max(1.0, size / day)),
                       seconds < 0 ? "before" : "after");
}

void remark_on_days(NodeFiles &files)
{
    constexpr double day = 86400;
    std::vector<double> starts;
    for (const NodeFile &node : files.nodes)
        if (const std::optional<double> start = seconds_of(node.started))
            starts.push_back(*start);
        else
            files.remarks.push_back(
                fmt::format("'{}': 'started' is no time: '{}'", node.path, node.started));
    if (starts.size() < 2)
        return;
    const double usual = median(std::move(starts));
    for (const NodeFile &node : files.nodes)
        if (const std::optional<double> start = seconds_of(node.started);
            start && std::abs(*start - usual) > day)
            files.remarks.push_back(
                fmt::format("'{}': measured on {}, {} most others: an old file, or a wrong clock",
                            node.path, node.started.substr(0, 10), distance_text(*start - usual)));
}

} // namespace

SharedNames make_unique(NodeFiles &files)
{
    SharedNames shared;
    std::ranges::sort(files.nodes, [](const NodeFile &a, const NodeFile &b) {
        if (a.name != b.name)
            return node_comes_before(a.name, b.name);
        return std::pair(-start_of(a), a.path) < std::pair(-start_of(b), b.path);
    });
    std::vector<NodeFile> unique;
    for (NodeFile &node : files.nodes) {
        if (unique.empty() || unique.back().name != node.name) {
            unique.push_back(std::move(node));
            continue;
        }
        const NodeFile &kept = unique.back();
        files.remarks.push_back(
            fmt::format("'{}' and '{}' are both of the node {}: the first is "
                        "judged, which is {}",
                        kept.path, node.path, node.name,
                        start_of(kept) > start_of(node) ? "newer" : "no older"));
        if (const std::string why = why_two_machines(kept, node); !why.empty())
            shared[node.name] = why;
    }
    files.nodes = std::move(unique);
    remark_on_days(files);
    return shared;
}

} // namespace hashlane
