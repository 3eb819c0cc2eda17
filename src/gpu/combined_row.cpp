// SPDX-License-Identifier: MIT
#include "combined_row.h"

#include "launch_summary.h"

#include <algorithm>
#include <limits>

namespace hashlane {
namespace {

struct Window {
    double begin_ns = -std::numeric_limits<double>::infinity();
    double end_ns = std::numeric_limits<double>::infinity();
};

Window common_window(const std::vector<SideBySide> &devices)
{
    Window window;
    for (const SideBySide &one : devices) {
        if (one.reported.empty())
            continue;
        window.begin_ns = std::max(window.begin_ns, one.reported.front().start_ns);
        window.end_ns = std::min(window.end_ns, one.reported.back().end_ns);
    }
    return window;
}

double rate_in(const SideBySide &device, const Window &window)
{
    std::vector<double> costs;
    for (const Launch &launch : device.reported)
        if (launch.start_ns >= window.begin_ns && launch.end_ns <= window.end_ns)
            costs.push_back(ns_per_unit(launch));
    return costs.empty() ? device.row.units_per_second : 1e9 / quantile(std::move(costs), 0.5);
}

std::string id_of(const Row &row) { return row.name.substr(row.name.find('.') + 1); }

// The sum says the worst that is true of a device.
void add_noise(Row &sum, const Row &row)
{
    const bool worse = row.noise > sum.noise || row.trustworthy < sum.trustworthy;
    sum.trustworthy = sum.trustworthy && row.trustworthy;
    if (!worse)
        return;
    sum.noise = row.noise;
    sum.noise_note = id_of(row) + ": " + row.noise_note;
}

} // namespace

Row sum_of(const std::vector<SideBySide> &devices)
{
    const Row &first = devices.front().row;
    const Window window = common_window(devices);
    Row sum;
    sum.workload = first.workload;
    sum.name = sum.kernel = std::string(workload_name(first.workload)) + ".devices";
    sum.lanes = 0;
    sum.threads = static_cast<unsigned>(devices.size());
    sum.cycle_source = CycleSource::none;
    sum.proof = "that of each device";
    for (const SideBySide &one : devices) {
        sum.device += (sum.device.empty() ? "" : " + ") + id_of(one.row);
        sum.lanes += one.row.lanes;
        sum.thread_units_per_second.push_back(rate_in(one, window));
        sum.units_per_second += sum.thread_units_per_second.back();
        sum.kept_samples += one.row.kept_samples;
        sum.discarded_samples += one.row.discarded_samples;
        sum.sample_ns = std::max(sum.sample_ns, one.row.sample_ns);
        std::ranges::copy(one.row.samples, std::back_inserter(sum.samples));
        add_noise(sum, one.row);
    }
    return sum;
}

} // namespace hashlane
