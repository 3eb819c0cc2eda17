// SPDX-License-Identifier: MIT
#include "launch_summary.h"

#include "../measure/judge.h"
#include "bound.h"

#include <algorithm>
#include <utility>

namespace hashlane {
namespace {

constexpr std::size_t least_launches = 5;
constexpr double clock_range = 0.02; // as the processor's clock may move (measure/judge.cpp)
constexpr double throttled_share = 0.05;

// Those in the figures, unless they are found to be of a slower mode.
struct Costs {
    std::vector<double> ns;     // a unit
    std::vector<double> cycles; // a unit; empty where any clock is not known
};

double clock_of(const Launch &launch)
{
    return launch.reading ? launch.reading->clock_hz.value_or(0) : 0;
}

// Launches long enough to be a row's, in order; which of them are left out as throttled.
std::vector<Launch> full_launches(std::vector<Launch> launches, Throttled throttled)
{
    double longest = 0;
    for (Launch &launch : launches) {
        const bool left_out = throttled == Throttled::left_out && launch.is_throttled();
        launch.verdict = left_out ? SampleVerdict::throttled : SampleVerdict::kept;
        if (!left_out)
            longest = std::max(longest, launch.ns);
    }
    std::erase_if(launches, [&](const Launch &launch) { return launch.ns < longest / 2; });
    return launches;
}

std::vector<Launch> kept_of(const std::vector<Launch> &launches)
{
    std::vector<Launch> kept;
    std::ranges::copy_if(launches, std::back_inserter(kept), [](const Launch &launch) {
        return launch.verdict == SampleVerdict::kept;
    });
    return kept;
}

Costs costs_of(const std::vector<Launch> &kept)
{
    Costs costs;
    for (const Launch &launch : kept) {
        costs.ns.push_back(ns_per_unit(launch));
        costs.cycles.push_back(costs.ns.back() * clock_of(launch));
    }
    if (std::ranges::any_of(costs.cycles, [](double cycles) { return cycles <= 0; }))
        costs.cycles.clear();
    return costs;
}

void set_noise(Row &row, Noise noise, bool trustworthy, const char *note)
{
    row.quality.noise = noise;
    row.quality.trustworthy = trustworthy;
    row.quality.note = note;
}

// A clock that moves makes costs spread that in cycles are all alike.
bool clock_explains(const Costs &costs)
{
    return !costs.cycles.empty() && find_modes(costs.cycles).kind == Modes::Kind::one;
}

bool clock_moved(const std::vector<Launch> &kept)
{
    double low = 0, high = 0;
    for (const Launch &launch : kept) {
        const double hz = clock_of(launch);
        if (hz <= 0)
            continue;
        low = low > 0 ? std::min(low, hz) : hz;
        high = std::max(high, hz);
    }
    return high > low * (1 + clock_range);
}

std::size_t count_throttled(const std::vector<Launch> &launches)
{
    return static_cast<std::size_t>(std::ranges::count_if(launches, &Launch::is_throttled));
}

void judge_launches(Row &row, const std::vector<Launch> &full, Modes::Kind modes,
                    Throttled throttled)
{
    const std::vector<Launch> kept = kept_of(full);
    const Costs costs = costs_of(kept);
    const std::size_t seen = count_throttled(full);
    const auto share = static_cast<double>(seen) / static_cast<double>(full.size());
    if (kept.size() < least_launches)
        set_noise(row, Noise::noisy, false, "fewer than five full launches: give it more work");
    else if (seen > 0 && throttled == Throttled::used)
        set_noise(row, Noise::throttled, false,
                  "the device lowered its clock because of heat or its power supply, and the "
                  "figures include such launches: cool it, or check its power supply");
    else if (modes != Modes::Kind::one && clock_explains(costs))
        set_noise(row, Noise::drift, true,
                  "the device's clock moved, and the rate with it: the rate is that of the median "
                  "launch");
    else if (modes == Modes::Kind::spread)
        set_noise(row, Noise::noisy, false,
                  "launches spread without a clean mode: repeat on an idle device");
    else if (modes == Modes::Kind::fast_and_slow)
        set_noise(row, Noise::contended, true,
                  "for part of the time something shared the device; the faster mode is reported");
    else if (share > throttled_share)
        set_noise(row, Noise::throttled, true,
                  "now and then the device lowered its clock because of heat or its power supply; "
                  "those launches were repeated and are not in the figures");
    else if (clock_moved(kept))
        set_noise(row, Noise::drift, true,
                  "the device's clock moved by 2 %: the rate is that of the median launch");
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
        row.device_state->no_telemetry = "no launch was long enough for a reading";
}

// Writes into the kept ones which of them are of a slower mode.
void leave_out_slower(std::vector<Launch> &full, const Modes &modes)
{
    std::size_t i = 0;
    for (Launch &launch : full) {
        if (launch.verdict != SampleVerdict::kept)
            continue;
        if (!modes.reported[i])
            launch.verdict = SampleVerdict::slower_mode;
        ++i;
    }
}

void add_samples(Row &row, const std::vector<Launch> &full, std::size_t reported)
{
    RawSamples samples;
    std::vector<double> times;
    for (const Launch &launch : full) {
        samples.verdicts.push_back(launch.verdict);
        samples.ns_per_unit.push_back(ns_per_unit(launch));
        times.push_back(launch.ns);
        row.sampling.iterations_per_sample =
            std::max(row.sampling.iterations_per_sample, launch.iterations);
    }
    row.sampling.kept = reported;
    row.sampling.discarded =
        static_cast<std::uint64_t>(std::ranges::count(samples.verdicts, SampleVerdict::throttled));
    row.sampling.sample_ns = quantile(std::move(times), 0.5);
    row.sampling.threads = {std::move(samples)};
    if (row.device_state)
        row.device_state->throttled_launches = count_throttled(full);
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
    std::vector<Launch> full = full_launches(launches, throttled);
    const Costs costs = costs_of(kept_of(full));
    if (costs.ns.empty())
        return {};
    const Modes modes = find_modes(costs.ns);
    judge_launches(row, full, modes.kind, throttled);
    if (row.quality.noise != Noise::drift)
        leave_out_slower(full, modes);
    std::vector<Launch> reported = kept_of(full);
    row.figures.units_per_second = 1e9 / quantile(costs_of(reported).ns, 0.5);
    row.figures.thread_units_per_second = {row.figures.units_per_second};
    add_samples(row, full, reported.size());
    add_telemetry(row, reported);
    return reported;
}

} // namespace hashlane
