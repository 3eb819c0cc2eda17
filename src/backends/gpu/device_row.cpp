// SPDX-License-Identifier: MIT
//
// A device's row.
#include "../../machine/system/lists.h"
#include "../../measure/summary.h"
#include "../../measure/verdicts.h"
#include "benchmark.h"
#include "hardware.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string_view>
#include <utility>

namespace hashlane::backends {
namespace {

// 32-bit results per clock and multiprocessor. Four schedulers issue an instruction of 32 lanes
// each; the additional pipes take 16 lanes. NVIDIA, CUDA C++ Best Practices Guide 13, "Throughput
// of Native Arithmetic Instructions": logic, shifts and multiplications all 64.
constexpr double logic_rate = 64;
constexpr double addition_rate = 64;
constexpr double issue_rate = 128;
// Measured: a scheduler reads about two registers of 32 lanes a clock (docs/internals/log-gpu.md).
constexpr double register_rate = 256;

constexpr std::string_view architectures[] = {"sm_75", "sm_80",  "sm_86",  "sm_87",  "sm_89",
                                              "sm_90", "sm_100", "sm_103", "sm_120", "sm_121"};

double ns_per_unit(const Launch &launch)
{
    return launch.ns / (static_cast<double>(launch.lanes) * static_cast<double>(launch.iterations));
}

// Launches that are long enough to be a row's, in order, and the decision on each.
struct FullLaunches {
    std::vector<Launch> all;
    measure::Verdicts verdicts;

    std::vector<Launch> kept() const
    {
        std::vector<Launch> kept;
        for (std::size_t i = 0; i < all.size(); ++i)
            if (verdicts[i] == results::SampleVerdict::kept)
                kept.push_back(all[i]);
        return kept;
    }
};

FullLaunches full_launches(const std::vector<Launch> &launches, Throttled throttled)
{
    const auto is_left_out = [&](const Launch &launch) {
        return throttled == Throttled::left_out && launch.is_throttled();
    };
    double longest = 0;
    for (const Launch &launch : launches)
        if (!is_left_out(launch))
            longest = std::max(longest, launch.ns);
    FullLaunches full;
    for (const Launch &launch : launches)
        if (launch.ns >= longest / 2) {
            full.all.push_back(launch);
            full.verdicts.push_back(is_left_out(launch) ? results::SampleVerdict::throttled
                                                        : results::SampleVerdict::kept);
        }
    return full;
}

std::size_t count_throttled(const std::vector<Launch> &launches)
{
    return static_cast<std::size_t>(std::ranges::count_if(launches, &Launch::is_throttled));
}

// Each once; nothing if one is not known and none was seen.
std::optional<std::vector<std::string>> others_of(const std::vector<Launch> &launches)
{
    std::set<std::string> others;
    bool all_known = true;
    for (const Launch &launch : launches)
        if (launch.other_processes)
            others.insert(launch.other_processes->begin(), launch.other_processes->end());
        else
            all_known = false;
    if (others.empty() && !all_known)
        return std::nullopt;
    return std::vector(others.begin(), others.end());
}

// Two programs that keep a device busy take twice as long. Alone, a launch is no longer than short
// ones, which begin and end as often for less work; its clock may fall while it runs.
constexpr double longer_by_turns = 1.25;

// By the median launch; 1 if no launch was compared with short ones.
double ns_by_short_ones(const std::vector<Launch> &kept)
{
    std::vector<double> ratios;
    for (const Launch &launch : kept)
        if (launch.ns_by_short_ones)
            ratios.push_back(*launch.ns_by_short_ones);
    return ratios.empty() ? 1 : statistics::quantile(std::move(ratios), 0.5);
}

measure::Judgement judge_full(const FullLaunches &full, const std::vector<Launch> &kept,
                              measure::Modes::Kind modes, Throttled throttled, bool is_shared)
{
    const std::size_t slowed = count_throttled(full.all);
    measure::LaunchesSeen seen;
    seen.kept = kept.size();
    seen.throttled_share = static_cast<double>(slowed) / static_cast<double>(full.all.size());
    seen.throttled_used = slowed > 0 && throttled == Throttled::used;
    seen.modes = modes;
    seen.other_processes = is_shared;
    std::vector<double> clocks, cycles;
    for (const Launch &launch : kept)
        if (const double hz = launch.reading ? launch.reading->clock_hz.value_or(0) : 0; hz > 0) {
            clocks.push_back(hz);
            cycles.push_back(ns_per_unit(launch) * hz);
        }
    // A clock that moves spreads costs that are equal in cycles.
    seen.clock_explains = cycles.size() == kept.size() &&
                          measure::find_modes(cycles).kind == measure::Modes::Kind::one;
    if (!clocks.empty()) {
        seen.clock_low_hz = std::ranges::min(clocks);
        seen.clock_high_hz = std::ranges::max(clocks);
    }
    return measure::judge_launches(seen);
}

void add_telemetry(results::Row &row, const std::vector<Launch> &reported)
{
    std::vector<DeviceReading> readings;
    for (const Launch &launch : reported)
        if (launch.reading)
            readings.push_back(*launch.reading);
    const DeviceReading all = summarise(readings);
    row.figures.clock_hz = all.clock_hz.value_or(0);
    row.device_state->watts = all.watts;
    row.device_state->celsius = all.celsius;
    row.device_state->clock_limits = limit_names(all.limits.value_or(0));
    if (readings.empty() && row.device_state->no_telemetry.empty())
        row.device_state->no_telemetry = "no launch was long enough for a reading";
}

void add_samples(results::Row &row, const FullLaunches &full, std::size_t reported)
{
    results::RawSamples samples;
    samples.verdicts = full.verdicts;
    samples.ns_per_unit = machine::each(full.all, ns_per_unit);
    for (const Launch &launch : full.all)
        row.sampling.iterations_per_sample =
            std::max(row.sampling.iterations_per_sample, launch.iterations);
    row.sampling.kept = reported;
    row.sampling.discarded = static_cast<std::uint64_t>(
        std::ranges::count(samples.verdicts, results::SampleVerdict::throttled));
    row.sampling.threads = {std::move(samples)};
    row.device_state->throttled_launches = count_throttled(full.all);
}

// The visits of a device are stretches of its launches, as comparisons need them.
constexpr std::size_t most_visits = 10;

void add_visits(results::Row &row, const std::vector<Launch> &reported)
{
    const std::vector<double> ns = machine::each(reported, ns_per_unit);
    const std::size_t visits = std::min(most_visits, ns.size());
    for (std::size_t visit = 0; visit < visits; ++visit) {
        const auto begin = ns.begin() + static_cast<std::ptrdiff_t>(visit * ns.size() / visits);
        const auto end = ns.begin() + static_cast<std::ptrdiff_t>((visit + 1) * ns.size() / visits);
        const double cost = statistics::interquartile_mean({begin, end});
        row.sampling.visits.push_back({0, cost, 1});
    }
}

// Adds visits to the sum of devices side by side, each of which counts as a thread.
void add_visits_of_sum(results::Row &sum, const std::vector<MeasuredDevice> &devices)
{
    std::size_t visits = most_visits;
    for (const MeasuredDevice &one : devices)
        visits = std::min(visits, one.row.sampling.visits.size());
    for (std::size_t visit = 0; visit < visits; ++visit) {
        double rate = 0;
        for (const MeasuredDevice &one : devices)
            rate += 1 / one.row.sampling.visits[visit].ns_per_unit;
        const double cost = static_cast<double>(devices.size()) / rate;
        sum.sampling.visits.push_back({0, cost, 1});
    }
}

double rate_in(const MeasuredDevice &device, const measure::TimeWindow &window)
{
    std::vector<double> costs;
    for (const Launch &launch : device.reported)
        if (window.holds(launch))
            costs.push_back(ns_per_unit(launch));
    return costs.empty() ? device.row.figures.units_per_second
                         : 1e9 / statistics::quantile(std::move(costs), 0.5);
}

std::string device_id_of(const results::Row &row)
{
    return row.identity.name.substr(row.identity.name.find('.') + 1);
}

} // namespace

double multiprocessor_clocks(const workloads::DeviceOperations &operations)
{
    return std::max({operations.logic / logic_rate, operations.additions / addition_rate,
                     (operations.logic + operations.additions) / issue_rate,
                     operations.register_reads / register_rate});
}

std::optional<double> device_bound_cycles_per_unit(const DeviceFacts &facts, Workload workload)
{
    const auto &operations = workloads::entry_of(workload).device;
    if (!operations || facts.compute_units == 0 ||
        std::ranges::find(architectures, facts.architecture) == std::end(architectures))
        return std::nullopt;
    return multiprocessor_clocks(*operations) / facts.compute_units;
}

results::Row make_device_row(const MonitoredDevice &device, Workload workload, std::size_t lanes)
{
    results::Row row;
    row.identity.name = device_row_name(*device.device, workload);
    row.identity.kernel_id = device_kernel_id(*device.device, workload);
    row.identity.workload = workload;
    row.identity.lanes = static_cast<unsigned>(lanes);
    row.identity.device = device.device->facts().name + ", " + device.device->facts().driver;
    row.figures.cycle_source = machine::CycleSource::none;
    row.figures.bound_cycles_per_unit =
        device_bound_cycles_per_unit(device.device->facts(), workload);
    row.device_state = results::DeviceState{};
    row.device_state->no_telemetry = device.no_monitor;
    if (device.monitor != nullptr)
        row.device_state->power_limit_watts = device.monitor->ratings().power_limit_watts;
    row.device_state->hardware = hardware_of(device);
    return row;
}

std::vector<Launch> summarise_launches(results::Row &row, const std::vector<Launch> &launches,
                                       Throttled throttled)
{
    FullLaunches full = full_launches(launches, throttled);
    const std::vector<Launch> kept = full.kept();
    if (kept.empty())
        return {};
    const measure::Modes modes = measure::find_modes(machine::each(kept, ns_per_unit));
    const auto others = others_of(launches);
    const double by_short_ones = ns_by_short_ones(kept);
    const bool is_shared = (others && !others->empty()) || by_short_ones > longer_by_turns;
    const results::Meaning &found =
        results::meaning_of(judge_full(full, kept, modes.kind, throttled, is_shared).cause);
    row.quality.noise = found.noise;
    row.quality.trustworthy = found.leaves_trust;
    row.quality.note = found.sentence;
    if (by_short_ones > longer_by_turns)
        row.quality.note +=
            fmt::format("; launches took {:.2f} times as long as short ones that fit "
                        "into one program's turn on the device",
                        by_short_ones);
    if (others && !others->empty())
        row.quality.note += fmt::format(": {}", fmt::join(*others, ", "));
    row.device_state->other_processes = others;
    if (row.quality.noise != results::Noise::drift)
        measure::leave_out_slower(full.verdicts, modes);
    std::vector<Launch> reported = full.kept();
    row.figures.units_per_second =
        1e9 / statistics::quantile(machine::each(reported, ns_per_unit), 0.5);
    row.figures.thread_units_per_second = {row.figures.units_per_second};
    add_samples(row, full, reported.size());
    add_visits(row, reported);
    add_telemetry(row, reported);
    return reported;
}

results::Row sum_of(const std::vector<MeasuredDevice> &devices)
{
    const results::Row &first = devices.front().row;
    measure::TimeWindow window;
    for (const MeasuredDevice &one : devices)
        window.narrow_to(one.reported);
    results::Row sum;
    sum.identity.workload = first.identity.workload;
    sum.identity.name = sum.identity.kernel_id =
        std::string(workload_name(first.identity.workload)) + ".devices";
    sum.identity.lanes = 0;
    sum.location.threads = static_cast<unsigned>(devices.size());
    sum.figures.cycle_source = machine::CycleSource::none;
    sum.proof.text = "the proof of each device";
    for (const MeasuredDevice &one : devices) {
        sum.identity.device += (sum.identity.device.empty() ? "" : " + ") + device_id_of(one.row);
        sum.identity.lanes += one.row.identity.lanes;
        sum.figures.thread_units_per_second.push_back(rate_in(one, window));
        sum.figures.units_per_second += sum.figures.thread_units_per_second.back();
        sum.sampling.kept += one.row.sampling.kept;
        sum.sampling.discarded += one.row.sampling.discarded;
        std::ranges::copy(one.row.sampling.threads, std::back_inserter(sum.sampling.threads));
        // The sum has the worst finding of any device.
        const results::Row::Quality &quality = one.row.quality;
        if (quality.noise > sum.quality.noise || quality.trustworthy < sum.quality.trustworthy) {
            sum.quality.noise = quality.noise;
            sum.quality.note = device_id_of(one.row) + ": " + quality.note;
        }
        sum.quality.trustworthy = sum.quality.trustworthy && quality.trustworthy;
    }
    add_visits_of_sum(sum, devices);
    return sum;
}

} // namespace hashlane::backends
