// SPDX-License-Identifier: MIT
#include "judge_visits.h"

#include "../statistics/statistics.h"

#include <algorithm>
#include <fmt/format.h>

namespace hashlane {
namespace {

// Visits that must agree before a figure is believed.
constexpr std::size_t least_visits = 4;
// Between the ends of the interval of a figure that is believed.
constexpr double widest_interval = 1.01;
constexpr double disturbed_share = 0.05;
// From the second-best to the second-worst of undisturbed visits: more is the kernel's own.
constexpr double layout_range = 0.015;

double range_of(const std::vector<double> &costs)
{
    return quantile(costs, 0.9) / quantile(costs, 0.1) - 1;
}

Judgement disagreement(const VisitsSeen &seen)
{
    if (seen.visits < least_visits)
        return {Noise::noisy, false,
                fmt::format("fewer than {} visits: repeat with a larger --budget", least_visits)};
    const std::string advice = ": repeat with a larger --budget, or when the machine is quieter";
    if (seen.costs.size() < least_visits || !seen.interval)
        return {Noise::noisy, false,
                fmt::format("fewer than {} visits kept samples", least_visits) + advice};
    return {Noise::noisy, false, "the visits leave more than 1 % of doubt" + advice,
            seen.interval->high / seen.interval->low - 1};
}

} // namespace

Judgement judge_visits(const VisitsSeen &seen, const SamplingEnvironment &environment)
{
    if (*environment.emulator != '\0')
        return {Noise::emulated, false,
                std::string("emulated by ") + environment.emulator + ": timings mean nothing"};
    if (seen.costs.size() < least_visits || !seen.interval ||
        seen.interval->high > seen.interval->low * widest_interval)
        return disagreement(seen);
    if (environment.throttle_events)
        return {
            Noise::throttled, false,
            "the processor says that it lowered its clock for heat or power: cycles are right, but "
            "the rate mixes two clocks. Cool the machine or raise the limit"};
    if (seen.contended_share > disturbed_share)
        return {Noise::contended, true,
                "something shared the core for part of the time, which is not in the figures"};
    if (seen.preempted_share > disturbed_share)
        return {Noise::preempted, true,
                "other work took this CPU for part of the time, which is not in the figures"};
    if (range_of(seen.costs) > layout_range)
        return {Noise::layout, true,
                "the cost depends on where code and data lie; the figure is typical",
                range_of(seen.costs)};
    return {};
}

} // namespace hashlane
