// SPDX-License-Identifier: MIT
#include "node_strips.h"

#include "../statistics/sort_by.h"
#include "../statistics/statistics.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace hashlane {
namespace {

constexpr std::size_t most_names = 6;
constexpr double nearly_all = 0.99;

bool is_healthy(const Distance &one) { return one.node->node_class == NodeClass::healthy; }

std::string name_of(const Distance &one)
{
    return fmt::format("{} {:+.1f} %", one.node->name, one.off * 100);
}

} // namespace

bool is_farther(const Distance &a, const Distance &b) { return std::abs(a.off) > std::abs(b.off); }

std::optional<double> usual_distance(const std::vector<Distance> &distances)
{
    std::vector<double> healthy;
    for (const Distance &one : distances)
        if (is_healthy(one))
            healthy.push_back(std::abs(one.off));
    if (healthy.empty())
        return {};
    return quantile(std::move(healthy), nearly_all);
}

StripPlot::Strip strip_of(const std::string &label, const std::string &text,
                          const std::vector<Distance> &distances)
{
    StripPlot::Strip strip{label, text, {}, {}, {}, false, {}};
    const double usual = usual_distance(distances).value_or(0);
    std::vector<Distance> named;
    for (const Distance &one : distances) {
        (is_healthy(one) ? strip.kept : strip.left_out).push_back(one.off);
        if (!is_healthy(one) && std::abs(one.off) > usual)
            named.push_back(one);
    }
    sort_by(named, [](const Distance &one) { return -std::abs(one.off); });
    for (std::size_t i = 0; i < std::min(named.size(), most_names); ++i)
        strip.names.push_back({named[i].off, name_of(named[i])});
    return strip;
}

} // namespace hashlane
