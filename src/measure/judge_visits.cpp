// SPDX-License-Identifier: MIT
#include "judge_visits.h"

#include "../statistics/statistics.h"

#include <algorithm>
#include <fmt/format.h>

namespace hashlane {
namespace {

// Between the ends of the interval of a figure that is believed.
constexpr double widest_interval = 1.01;
// Less than this does not matter, since what is left agrees.
constexpr double disturbed_share = 0.25;
// From nearly the best to nearly the worst of undisturbed visits: more is the kernel's own.
constexpr double layout_range = 0.01;

double range_of(const std::vector<double> &costs)
{
    return quantile(costs, 0.95) / quantile(costs, 0.05) - 1;
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

bool do_visits_agree(const VisitsSeen &seen)
{
    return seen.costs.size() >= least_visits && seen.interval &&
           seen.interval->high <= seen.interval->low * widest_interval;
}

// Of a figure that can be trusted.
Judgement influence(const VisitsSeen &seen)
{
    if (seen.contended_share > disturbed_share)
        return {Noise::contended, true,
                "something shared the core for part of the time, which is not in the figures"};
    if (seen.preempted_share > disturbed_share)
        return {Noise::preempted, true,
                "other work took this CPU for part of the time, which is not in the figures"};
    if (const double range = range_of(seen.costs); range > layout_range)
        return {Noise::layout, true,
                "its cost has several states, by where its stack and data lie or by what ran "
                "before; the figure is the usual one",
                range};
    return {};
}

} // namespace

Judgement contention_throughout()
{
    return {Noise::contended, false,
            "something shared the core all the time, say its contention bursts: repeat when it has "
            "ended, or choose another CPU with --cpu"};
}

Judgement judge_visits(const VisitsSeen &seen, const SamplingEnvironment &environment)
{
    if (*environment.emulator != '\0')
        return {Noise::emulated, false,
                std::string("emulated by ") + environment.emulator + ": timings mean nothing"};
    if (seen.contended_throughout)
        return contention_throughout();
    if (!do_visits_agree(seen))
        return disagreement(seen);
    if (environment.throttle_events)
        return {
            Noise::throttled, false,
            "the processor says that it lowered its clock for heat or power: cycles are right, but "
            "the rate mixes two clocks. Cool the machine or raise the limit"};
    return influence(seen);
}

} // namespace hashlane
