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

Window common_window(const std::vector<MeasuredDevice> &devices)
{
    Window window;
    for (const MeasuredDevice &one : devices) {
        if (one.reported.empty())
            continue;
        window.begin_ns = std::max(window.begin_ns, one.reported.front().start_ns);
        window.end_ns = std::min(window.end_ns, one.reported.back().end_ns);
    }
    return window;
}

double rate_in(const MeasuredDevice &device, const Window &window)
{
    std::vector<double> costs;
    for (const Launch &launch : device.reported)
        if (launch.start_ns >= window.begin_ns && launch.end_ns <= window.end_ns)
            costs.push_back(ns_per_unit(launch));
    return costs.empty() ? device.row.figures.units_per_second
                         : 1e9 / quantile(std::move(costs), 0.5);
}

std::string id_of(const Row &row)
{
    return row.identity.name.substr(row.identity.name.find('.') + 1);
}

// The sum says the worst that is true of a device.
void add_noise(Row &sum, const Row &row)
{
    const bool worse =
        row.quality.noise > sum.quality.noise || row.quality.trustworthy < sum.quality.trustworthy;
    sum.quality.trustworthy = sum.quality.trustworthy && row.quality.trustworthy;
    if (!worse)
        return;
    sum.quality.noise = row.quality.noise;
    sum.quality.note = id_of(row) + ": " + row.quality.note;
}

} // namespace

Row sum_of(const std::vector<MeasuredDevice> &devices)
{
    const Row &first = devices.front().row;
    const Window window = common_window(devices);
    Row sum;
    sum.identity.workload = first.identity.workload;
    sum.identity.name = sum.identity.kernel_id =
        std::string(workload_name(first.identity.workload)) + ".devices";
    sum.identity.lanes = 0;
    sum.location.threads = static_cast<unsigned>(devices.size());
    sum.figures.cycle_source = CycleSource::none;
    sum.proof.text = "the proof of each device";
    for (const MeasuredDevice &one : devices) {
        sum.identity.device += (sum.identity.device.empty() ? "" : " + ") + id_of(one.row);
        sum.identity.lanes += one.row.identity.lanes;
        sum.figures.thread_units_per_second.push_back(rate_in(one, window));
        sum.figures.units_per_second += sum.figures.thread_units_per_second.back();
        sum.sampling.kept += one.row.sampling.kept;
        sum.sampling.discarded += one.row.sampling.discarded;
        sum.sampling.sample_ns = std::max(sum.sampling.sample_ns, one.row.sampling.sample_ns);
        std::ranges::copy(one.row.sampling.threads, std::back_inserter(sum.sampling.threads));
        add_noise(sum, one.row);
    }
    return sum;
}

} // namespace hashlane
