// SPDX-License-Identifier: MIT
#include "verdicts.h"

#include "../machine/system/lists.h"
#include "contention.h"

#include <algorithm>

namespace hashlane::measure {
namespace {

// One mode spans no more than this. Clean samples of one kernel on one core lie within half of it.
constexpr double mode_width = 0.03;
// A second mode this much slower is contention (a busy sibling thread about halves throughput).
constexpr double contention_gap = 0.10;
// The fast mode must hold this share of the samples to be reported.
constexpr double least_share = 0.2;
// Between the modes lie samples during which one gave way to the other, and not more than this.
constexpr double most_between = 0.05;

results::SampleVerdict seen_verdict(const Sample &sample, std::optional<int> cpu,
                                    const RowClock &clock)
{
    if (cpu && sample.cpu && *sample.cpu != *cpu)
        return results::SampleVerdict::moved;
    if (!sample.interval.counted || clock.leaves_out(sample.visit))
        return results::SampleVerdict::uncounted;
    if (sample.preempted)
        return results::SampleVerdict::preempted;
    return sample.drifted ? results::SampleVerdict::drifted : results::SampleVerdict::kept;
}

bool is_kept(results::SampleVerdict verdict) { return verdict == results::SampleVerdict::kept; }

bool is_contended_throughout(std::span<const ThreadSamples> threads, const RowVerdicts &row)
{
    bool any = false;
    std::vector<bool> kept(row.visits);
    for (std::size_t t = 0; t < threads.size(); ++t)
        for (std::size_t i = 0; i < row.threads[t].size(); ++i) {
            any = any || row.threads[t][i] == results::SampleVerdict::contended;
            if (is_kept(row.threads[t][i]))
                kept[threads[t].samples.taken[i].visit] = true;
        }
    return any && std::ranges::count(kept, true) <
                      std::min<std::ptrdiff_t>(row.visits, results::least_visits);
}

// A figure of disturbed samples is better than none: the row shows it, and is not trusted.
void keep_disturbed(std::span<const ThreadSamples> threads, RowVerdicts &row)
{
    row.contended_throughout = is_contended_throughout(threads, row);
    for (std::size_t t = 0; t < threads.size(); ++t) {
        Verdicts &verdicts = row.threads[t];
        if (row.contended_throughout)
            std::ranges::replace(verdicts, results::SampleVerdict::contended,
                                 results::SampleVerdict::kept);
        if (verdicts.empty() || std::ranges::any_of(verdicts, is_kept))
            continue;
        std::ranges::replace_if(
            verdicts, [](results::SampleVerdict verdict) { return results::has_figures(verdict); },
            results::SampleVerdict::kept);
        row.always_disturbed = t;
    }
}

} // namespace

Modes find_modes(const std::vector<double> &costs)
{
    Modes modes{Modes::Kind::one, std::vector<bool>(costs.size(), true)};
    if (costs.empty())
        return modes;
    const double fast = statistics::quantile(costs, 0.05);
    const auto is_fast = [&](double cost) { return cost <= fast * (1 + mode_width); };
    if (is_fast(statistics::quantile(costs, 0.9)))
        return modes;
    std::vector<double> slow;
    std::ranges::remove_copy_if(costs, std::back_inserter(slow), is_fast);
    const double share =
        static_cast<double>(costs.size() - slow.size()) / static_cast<double>(costs.size());
    modes.kind = Modes::Kind::spread;
    const auto between = std::ranges::count_if(
        slow, [&](double cost) { return cost < fast * (1 + contention_gap); });
    if (share >= least_share &&
        static_cast<double>(between) <= most_between * static_cast<double>(costs.size())) {
        modes.kind = Modes::Kind::fast_and_slow;
        for (std::size_t i = 0; i < costs.size(); ++i)
            modes.reported[i] = is_fast(costs[i]);
    }
    return modes;
}

void leave_out_slower(Verdicts &verdicts, const Modes &modes)
{
    std::size_t cost = 0;
    for (results::SampleVerdict &verdict : verdicts)
        if (is_kept(verdict) && !modes.reported[cost++])
            verdict = results::SampleVerdict::slower_mode;
}

Verdicts seen_verdicts(const Samples &samples, std::optional<int> cpu, const RowClock &clock)
{
    return machine::each(samples.taken,
                         [&](const Sample &sample) { return seen_verdict(sample, cpu, clock); });
}

RowVerdicts verdicts_of(const Measured &measured)
{
    RowVerdicts row;
    for (std::size_t t = 0; t < measured.threads.size(); ++t) {
        const Samples &samples = measured.threads[t].samples;
        const std::vector<Sample> &taken = samples.taken;
        if (!taken.empty())
            row.visits = std::max(row.visits, taken.back().visit + 1);
        const auto cpu = measured.bound ? std::optional(measured.cpus[t]) : std::nullopt;
        row.threads.push_back(seen_verdicts(samples, cpu, measured.clock));
        Verdicts &verdicts = row.threads.back();
        if (!measured.undisturbed_burst_cycles)
            continue;
        for (const Window &window : windows_of(taken, verdicts))
            if (is_contended(window.burst_cycles, *measured.undisturbed_burst_cycles))
                std::replace(verdicts.begin() + static_cast<std::ptrdiff_t>(window.begin),
                             verdicts.begin() + static_cast<std::ptrdiff_t>(window.end),
                             results::SampleVerdict::kept, results::SampleVerdict::contended);
    }
    keep_disturbed(measured.threads, row);
    return row;
}

// ---- Judges ----

namespace {

// The interval of a trusted value is no wider than this, end over end.
constexpr double widest_interval = 1.01;
// A smaller share does not matter, since the rest agrees.
constexpr double disturbed_share = 0.25;
// If undisturbed visits differ by more, from nearly the best to nearly the worst, that is the
// kernel's own.
constexpr double layout_range = 0.01;
// Addresses cost kernels of this library less; beyond it is a disturbance without a name.
constexpr double widest_layout_range = 0.05;

constexpr std::size_t least_launches = 5;
constexpr double launch_clock_range = 0.02; // as the processor's clock may move
constexpr double throttled_share = 0.05;

} // namespace

Judgement judge_visits(const VisitsSeen &seen)
{
    if (seen.is_emulated)
        return {results::Cause::emulated};
    if (seen.contended_throughout)
        return {results::Cause::contended_throughout};
    if (seen.costs.size() < results::least_visits || !seen.interval)
        return {seen.visits < results::least_visits ? results::Cause::few_visits
                                                    : results::Cause::few_visits_kept};
    if (const auto &[low, high] = *seen.interval; !(high <= low * widest_interval))
        return {results::Cause::visits_disagree, high / low - 1};
    if (seen.throttle_events)
        return {results::Cause::throttle_events};
    if (seen.contended_share > disturbed_share)
        return {results::Cause::partly_contended};
    if (seen.preempted_share > disturbed_share)
        return {results::Cause::partly_preempted};
    if (const double range =
            statistics::quantile(seen.costs, 0.95) / statistics::quantile(seen.costs, 0.05) - 1;
        range > layout_range)
        return {range > widest_layout_range ? results::Cause::wide_layout : results::Cause::layout,
                range};
    return {};
}

Judgement judge_launches(const LaunchesSeen &seen)
{
    // The driver shares out the device's time, so all launches are slower, with one mode.
    if (seen.other_processes)
        return {results::Cause::device_shared};
    if (seen.kept < least_launches)
        return {results::Cause::few_launches};
    if (seen.throttled_used)
        return {results::Cause::launches_throttled};
    if (seen.modes != Modes::Kind::one && seen.clock_explains)
        return {results::Cause::device_clock_spreads};
    if (seen.modes == Modes::Kind::spread)
        return {results::Cause::launches_spread};
    if (seen.modes == Modes::Kind::fast_and_slow)
        return {results::Cause::launches_of_two_modes};
    if (seen.throttled_share > throttled_share)
        return {results::Cause::launches_repeated};
    if (seen.clock_high_hz > seen.clock_low_hz * (1 + launch_clock_range))
        return {results::Cause::device_clock_moved};
    return {};
}

} // namespace hashlane::measure
