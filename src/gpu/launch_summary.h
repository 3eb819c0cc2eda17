// SPDX-License-Identifier: MIT
#ifndef HASHLANE_SRC_GPU_LAUNCH_SUMMARY_H
#define HASHLANE_SRC_GPU_LAUNCH_SUMMARY_H

#include "../measure/result.h"
#include "chain.h"

#include <vector>

namespace hashlane {

/// What every row of this workload on this device says, before anything is measured. Its rows have
/// no cycles: a device's clock is known now and then, but not counted.
Row make_device_row(const MonitoredDevice &device, Workload workload, std::size_t lanes);

/// What is done with launches during which the device was throttled.
enum class Throttled {
    left_out, ///< others were run in their place
    used,     ///< there were too many, or each launch's work is done once
};

/// Fills the row's rate, clock, noise, telemetry and samples from its launches. Those that took
/// less than half as long as the longest are left out: sizing the launches, and the rest of a
/// range. Returns the launches that the figures are of, those with SampleVerdict::kept.
std::vector<Launch> summarise_launches(Row &row, const std::vector<Launch> &launches,
                                       Throttled throttled);

/// The cost of one hash or permutation in this launch.
double ns_per_unit(const Launch &launch);

} // namespace hashlane

#endif
