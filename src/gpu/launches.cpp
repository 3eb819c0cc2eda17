// SPDX-License-Identifier: MIT
#include "launches.h"

#include "bound.h"

#include <algorithm>

namespace hashlane {
namespace {

constexpr std::size_t least_launches = 5;

double ns_per_unit(const Launch &launch)
{
    return launch.ns / (static_cast<double>(launch.lanes) * static_cast<double>(launch.iterations));
}

void judge_launches(Row &row, const Modes &modes)
{
    if (modes.reported.size() < least_launches) {
        row.noise = Noise::noisy;
        row.noise_note = "fewer than five full launches: give it more work";
    } else if (modes.kind == Modes::Kind::spread) {
        row.noise = Noise::noisy;
        row.noise_note = "launches spread without a clean mode: repeat on an idle device";
    } else if (modes.kind == Modes::Kind::fast_and_slow) {
        row.noise = Noise::contended;
        row.noise_note =
            "part of the time something shared the device; the faster mode is reported";
    }
    row.trustworthy = row.noise != Noise::noisy;
}

} // namespace

Row make_device_row(const Device &device, Workload workload, std::size_t lanes)
{
    Row row;
    row.name = device_row_name(device, workload);
    row.kernel = device_kernel_id(device, workload);
    row.workload = workload;
    row.lanes = static_cast<unsigned>(lanes);
    row.device = device.facts().name + ", " + device.facts().driver;
    row.cycle_source = CycleSource::none;
    row.bound_cycles_per_unit = device_bound_cycles_per_unit(device.facts(), workload);
    return row;
}

void summarise_launches(Row &row, const std::vector<Launch> &launches)
{
    if (launches.empty())
        return;
    const double longest = std::ranges::max(launches, {}, &Launch::ns).ns;
    std::vector<double> costs, times;
    for (const Launch &launch : launches) {
        if (launch.ns < longest / 2)
            continue;
        costs.push_back(ns_per_unit(launch));
        times.push_back(launch.ns);
        row.iterations_per_sample = std::max(row.iterations_per_sample, launch.iterations);
    }
    const Modes modes = find_modes(costs);
    judge_launches(row, modes);
    RawSamples samples;
    std::vector<double> reported;
    for (std::size_t i = 0; i < costs.size(); ++i) {
        samples.verdicts += modes.reported[i] ? 'k' : 's';
        if (modes.reported[i])
            reported.push_back(costs[i]);
    }
    row.kept_samples = reported.size();
    row.units_per_second = 1e9 / quantile(std::move(reported), 0.5);
    row.thread_units_per_second = {row.units_per_second};
    row.sample_ns = quantile(std::move(times), 0.5);
    samples.ns_per_unit = std::move(costs);
    row.samples = {std::move(samples)};
}

} // namespace hashlane
