// SPDX-License-Identifier: MIT
#include "judge.h"

#include "../statistics/statistics.h"

#include <algorithm>

namespace hashlane {
namespace {

// One mode spans no more than this. Clean samples of one kernel on one core lie within half of it.
constexpr double mode_width = 0.03;
// A second mode this much slower is contention (a busy sibling thread about halves throughput).
constexpr double contention_gap = 0.10;
// The fast mode must hold this share of the samples to be reported.
constexpr double least_share = 0.2;
// Between the modes lie samples during which one gave way to the other, and not more than this.
constexpr double most_between = 0.05;
constexpr std::size_t few_samples = 5;
// Now and then the system's own threads run on every CPU; more often than this it is other work.
constexpr double preempted_share = 0.05;
constexpr double contended_share = 0.05;
constexpr double uncounted_share = 0.5;
// A sample that lasted so many times what its work took lost the CPU meanwhile.
constexpr double stolen_time = 1.25;
constexpr double stolen_share = 0.05;

// The clock's course is looked at in so many parts, each with its median.
constexpr std::size_t course_parts = 20;
constexpr double throttle_fall = 0.05;
constexpr double throttle_margin = 0.02;
// A fall takes at most so many parts, or it is a drift.
constexpr std::size_t fall_parts = 2;

double share_of(const Samples &samples, SampleVerdict verdict)
{
    const auto count = std::ranges::count(samples.taken, verdict, &Sample::verdict);
    return static_cast<double>(count) / static_cast<double>(samples.taken.size());
}

// Medians of the clock in equal parts of the row, without preempted samples and those whose clock
// is not known or another CPU's.
std::vector<double> clock_course(const Samples &samples)
{
    std::vector<double> hz;
    for (const Sample &sample : samples.taken)
        if (sample.verdict != SampleVerdict::preempted && has_figures(sample.verdict) &&
            sample.interval.clock_hz > 0)
            hz.push_back(sample.interval.clock_hz);
    const std::size_t parts = std::min(course_parts, hz.size());
    std::vector<double> course;
    for (std::size_t part = 0; part < parts; ++part) {
        const auto begin = hz.begin() + static_cast<std::ptrdiff_t>(part * hz.size() / parts);
        const auto end = hz.begin() + static_cast<std::ptrdiff_t>((part + 1) * hz.size() / parts);
        course.push_back(quantile({begin, end}, 0.5));
    }
    return course;
}

// Steady at first, then at once lower for good.
bool fell(const std::vector<double> &course)
{
    for (std::size_t before = 1; before + fall_parts < course.size(); ++before) {
        const double level = course[before];
        const auto at_level = [&](double hz) { return hz >= level * (1 - throttle_margin); };
        const auto fallen = [&](double hz) { return hz <= level * (1 - throttle_fall); };
        const auto split = course.begin() + static_cast<std::ptrdiff_t>(before);
        if (std::all_of(course.begin(), split, at_level) &&
            std::all_of(split + fall_parts, course.end(), fallen))
            return true;
    }
    return false;
}

// The guest's system does not see its host take the CPU.
double share_of_stolen(const Samples &samples)
{
    const auto count = std::ranges::count_if(samples.taken, [](const Sample &sample) {
        return sample.verdict == SampleVerdict::kept &&
               sample.end_ns - sample.start_ns > sample.interval.ns * stolen_time;
    });
    return static_cast<double>(count) / static_cast<double>(samples.taken.size());
}

Judgement spread_out(const SamplingEnvironment &environment)
{
    if (environment.fixed_clock)
        return {Noise::noisy, false,
                "the core's clock changed, but --ghz states a fixed one: lock the clock, or leave "
                "--ghz out"};
    if (environment.blind)
        return {Noise::virtualised, false,
                "samples spread without a clean mode; in a virtual machine without a counter the "
                "cause cannot be found. Repeat when the host is idle"};
    return {Noise::noisy, false, "samples spread without a clean mode: repeat on an idle machine"};
}

Judgement two_modes(const SamplingEnvironment &environment)
{
    if (environment.blind)
        return {Noise::virtualised, true,
                "for part of the time something took or shared the core; in a virtual machine "
                "without a counter it cannot be found out which. The faster mode is reported; "
                "repeat when the host is idle"};
    return {Noise::contended, true,
            "for part of the time something shared the core, usually a busy sibling thread; the "
            "faster mode is reported. Stop the other work, or choose another CPU with --cpu"};
}

// Slices keep the other threads' turns out of a sample's cycles, but nothing else that is amiss.
bool only_takes_turns(const Samples &samples, const SamplingEnvironment &environment)
{
    const double contended = share_of(samples, SampleVerdict::contended);
    const double in_one_turn = contended + share_of(samples, SampleVerdict::kept);
    return environment.shares_cpu && contended <= contended_share * in_one_turn &&
           share_of(samples, SampleVerdict::preempted) >= share_of(samples, SampleVerdict::drifted);
}

Judgement too_disturbed(const Samples &samples)
{
    if (share_of(samples, SampleVerdict::preempted) >= share_of(samples, SampleVerdict::drifted))
        return {Noise::preempted, false,
                "other work took this CPU during most samples, and the figures include them: stop "
                "it, or choose another CPU with --cpu"};
    return {Noise::drift, false,
            "the core's clock changed during most samples, and the figures include them: fix the "
            "clock, or measure when the machine is idle"};
}

Judgement disturbance(const Samples &samples, Modes::Kind modes, std::size_t used,
                      const SamplingEnvironment &environment)
{
    if (*environment.emulator != '\0')
        return {Noise::emulated, false,
                std::string("emulated by ") + environment.emulator + ": timings mean nothing"};
    if (share_of(samples, SampleVerdict::uncounted) > uncounted_share)
        return {Noise::noisy, false,
                "the hardware counter stopped during most samples, which are not in the figures: "
                "repeat when nothing else uses the counters, or measure with --clock chain"};
    if (used < few_samples)
        return {Noise::noisy, false,
                "too few samples to judge: raise the iterations or --min-time"};
    if (environment.throttle_events || fell(clock_course(samples)))
        return {Noise::throttled, false,
                "the core's clock fell and stayed low, because of heat or a power limit: cycles "
                "are right, but the rate mixes two clocks. Cool the machine or raise the limit"};
    if (samples.gave_up && !only_takes_turns(samples, environment))
        return too_disturbed(samples);
    if (modes == Modes::Kind::spread)
        return spread_out(environment);
    if (modes == Modes::Kind::fast_and_slow)
        return two_modes(environment);
    if (share_of(samples, SampleVerdict::preempted) > preempted_share)
        return {Noise::preempted, true,
                "other work took this CPU now and then; those samples were taken again and are "
                "not in the figures. To save this time, stop it, or choose another CPU with --cpu"};
    if (environment.guest && share_of_stolen(samples) > stolen_share)
        return {Noise::virtualised, true,
                "this virtual machine's host took the CPU now and then; that time is not in the "
                "figures. Repeat when the host is idle"};
    return {};
}

} // namespace

Modes find_modes(const std::vector<double> &costs)
{
    Modes modes{Modes::Kind::one, std::vector<bool>(costs.size(), true)};
    if (costs.empty())
        return modes;
    const double fast = quantile(costs, 0.05);
    const auto is_fast = [&](double cost) { return cost <= fast * (1 + mode_width); };
    if (is_fast(quantile(costs, 0.9)))
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

Judgement judge(Samples &samples, const SamplingEnvironment &environment)
{
    std::vector<Sample *> used;
    std::vector<double> costs;
    for (Sample &sample : samples.taken) {
        const bool usable = samples.gave_up && has_figures(sample.verdict);
        if (sample.verdict != SampleVerdict::kept && !usable)
            continue;
        used.push_back(&sample);
        costs.push_back(cycles_per_unit(sample, 1));
    }
    const Modes modes = find_modes(costs);
    const Judgement judgement = disturbance(samples, modes.kind, costs.size(), environment);
    for (std::size_t i = 0; i < used.size(); ++i) {
        if (modes.reported[i])
            used[i]->verdict = SampleVerdict::kept;
        else if (used[i]->verdict == SampleVerdict::kept)
            used[i]->verdict = SampleVerdict::slower_mode;
    }
    return judgement;
}

} // namespace hashlane
