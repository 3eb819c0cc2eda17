// SPDX-License-Identifier: MIT
#include "launch_summary.h"

#include "../measure/judge.h"

#include "bound.h"

#include <algorithm>
#include <functional>

namespace hashlane {
namespace {

constexpr std::size_t least_launches = 5;
constexpr double clock_range = 0.02; // as the processor's clock may move (measure/noise.cpp)
constexpr double throttled_share = 0.05;

// Launches long enough to be a row's, in order.
struct FullLaunches {
    std::vector<Launch> all;
    std::vector<bool> counts;          // not left out as throttled
    std::vector<double> costs, cycles; // of those that count; cycles where every clock is known
};

double clock_of(const Launch &launch)
{
    return launch.reading ? launch.reading->clock_hz.value_or(0) : 0;
}

FullLaunches full_launches(const std::vector<Launch> &launches, Throttled throttled)
{
    const auto counts = [&](const Launch &launch) {
        return throttled == Throttled::used || !launch.is_throttled();
    };
    double longest = 0;
    for (const Launch &launch : launches)
        if (counts(launch))
            longest = std::max(longest, launch.ns);
    FullLaunches full;
    for (const Launch &launch : launches) {
        if (launch.ns < longest / 2)
            continue;
        full.all.push_back(launch);
        full.counts.push_back(counts(launch));
        if (!counts(launch))
            continue;
        full.costs.push_back(ns_per_unit(launch));
        full.cycles.push_back(full.costs.back() * clock_of(launch));
    }
    if (std::ranges::any_of(full.cycles, [](double cycles) { return cycles <= 0; }))
        full.cycles.clear();
    return full;
}

void set_noise(Row &row, Noise noise, bool trustworthy, const char *note)
{
    row.quality.noise = noise;
    row.quality.trustworthy = trustworthy;
    row.quality.note = note;
}

// A clock that moves makes costs spread that in cycles are all alike.
bool clock_explains(const FullLaunches &full)
{
    return !full.cycles.empty() && find_modes(full.cycles).kind == Modes::Kind::one;
}

bool clock_moved(const FullLaunches &full)
{
    double low = 0, high = 0;
    for (std::size_t i = 0; i < full.all.size(); ++i) {
        const double hz = clock_of(full.all[i]);
        if (!full.counts[i] || hz <= 0)
            continue;
        low = low > 0 ? std::min(low, hz) : hz;
        high = std::max(high, hz);
    }
    return high > low * (1 + clock_range);
}

void judge_launches(Row &row, const FullLaunches &full, const Modes &modes, Throttled throttled)
{
    const auto seen = std::ranges::count_if(full.all, &Launch::is_throttled);
    const auto share = static_cast<double>(seen) / static_cast<double>(full.all.size());
    if (full.costs.size() < least_launches)
        set_noise(row, Noise::noisy, false, "fewer than five full launches: give it more work");
    else if (seen > 0 && throttled == Throttled::used)
        set_noise(row, Noise::throttled, false,
                  "the device lowered its clock for heat or its power supply, and such launches "
                  "are in the figures: cool it, or look at its power supply");
    else if (modes.kind != Modes::Kind::one && clock_explains(full))
        set_noise(row, Noise::drift, true,
                  "the device's clock moved, and the rate with it: it is the median launch's");
    else if (modes.kind == Modes::Kind::spread)
        set_noise(row, Noise::noisy, false,
                  "launches spread without a clean mode: repeat on an idle device");
    else if (modes.kind == Modes::Kind::fast_and_slow)
        set_noise(row, Noise::contended, true,
                  "part of the time something shared the device; the faster mode is reported");
    else if (share > throttled_share)
        set_noise(row, Noise::throttled, true,
                  "the device lowered its clock for heat or its power supply now and then; those "
                  "launches were repeated and are not in the figures");
    else if (clock_moved(full))
        set_noise(row, Noise::drift, true,
                  "the device's clock moved by 2 %: the rate is the median launch's");
}

using Figure = std::optional<double> DeviceReading::*;

std::vector<double> readings_of(const std::vector<Launch> &launches, Figure figure)
{
    std::vector<double> values;
    for (const Launch &launch : launches)
        if (launch.reading && (*launch.reading).*figure)
            values.push_back(*((*launch.reading).*figure));
    return values;
}

std::optional<double> median_of(const std::vector<Launch> &launches, Figure figure)
{
    const std::vector<double> values = readings_of(launches, figure);
    return values.empty() ? std::nullopt : std::optional(quantile(values, 0.5));
}

void add_telemetry(Row &row, const std::vector<Launch> &reported)
{
    row.figures.clock_hz = median_of(reported, &DeviceReading::clock_hz).value_or(0);
    if (!row.device_state)
        return;
    row.device_state->watts = median_of(reported, &DeviceReading::watts);
    const std::vector<double> celsius = readings_of(reported, &DeviceReading::celsius);
    if (!celsius.empty())
        row.device_state->celsius = std::ranges::max(celsius);
    ClockLimits limits = 0;
    for (const Launch &launch : reported)
        if (launch.reading)
            limits |= launch.reading->limits.value_or(0);
    row.device_state->clock_limits = limit_names(limits);
    const bool any = std::ranges::any_of(
        reported, [](const Launch &launch) { return launch.reading.has_value(); });
    if (!any && row.device_state->no_telemetry.empty())
        row.device_state->no_telemetry = "no launch was long enough to be watched";
}

} // namespace

double ns_per_unit(const Launch &launch)
{
    return launch.ns / (static_cast<double>(launch.lanes) * static_cast<double>(launch.iterations));
}

Row make_device_row(const MonitoredDevice &device, Workload workload, std::size_t lanes)
{
    Row row;
    row.identity.name = device_row_name(*device.device, workload);
    row.identity.kernel_id = device_kernel_id(*device.device, workload);
    row.identity.workload = workload;
    row.identity.lanes = static_cast<unsigned>(lanes);
    row.identity.device = device.device->facts().name + ", " + device.device->facts().driver;
    row.figures.cycle_source = CycleSource::none;
    row.figures.bound_cycles_per_unit =
        device_bound_cycles_per_unit(device.device->facts(), workload);
    row.device_state = DeviceState{};
    row.device_state->no_telemetry = device.no_monitor;
    if (device.monitor != nullptr)
        row.device_state->power_limit_watts = device.monitor->ratings().power_limit_watts;
    return row;
}

std::vector<Launch> summarise_launches(Row &row, const std::vector<Launch> &launches,
                                       Throttled throttled)
{
    const FullLaunches full = full_launches(launches, throttled);
    if (full.costs.empty())
        return {};
    Modes modes = find_modes(full.costs);
    judge_launches(row, full, modes, throttled);
    if (row.quality.noise == Noise::drift)
        modes.reported.assign(full.costs.size(), true);
    std::vector<Launch> reported;
    std::vector<double> costs, times;
    RawSamples samples;
    auto is_reported = modes.reported.begin();
    for (std::size_t i = 0; i < full.all.size(); ++i) {
        const Launch &launch = full.all[i];
        const bool kept = full.counts[i] && *is_reported++;
        samples.verdicts += kept ? 'k' : full.counts[i] ? 's' : 't';
        samples.ns_per_unit.push_back(ns_per_unit(launch));
        times.push_back(launch.ns);
        row.sampling.iterations_per_sample =
            std::max(row.sampling.iterations_per_sample, launch.iterations);
        if (!kept)
            continue;
        reported.push_back(launch);
        costs.push_back(ns_per_unit(launch));
    }
    row.sampling.kept = reported.size();
    row.sampling.discarded = static_cast<std::uint64_t>(std::ranges::count(samples.verdicts, 't'));
    if (row.device_state)
        row.device_state->throttled_launches =
            static_cast<std::uint64_t>(std::ranges::count_if(full.all, &Launch::is_throttled));
    row.figures.units_per_second = 1e9 / quantile(std::move(costs), 0.5);
    row.figures.thread_units_per_second = {row.figures.units_per_second};
    row.sampling.sample_ns = quantile(std::move(times), 0.5);
    row.sampling.threads = {std::move(samples)};
    add_telemetry(row, reported);
    return reported;
}

} // namespace hashlane
