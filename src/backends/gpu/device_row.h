// SPDX-License-Identifier: MIT
//
// A device's row: its name and bound, the values of its launches, the sum of several.
#ifndef HASHLANE_SRC_BACKENDS_GPU_DEVICE_ROW_H
#define HASHLANE_SRC_BACKENDS_GPU_DEVICE_ROW_H

#include "../../results/run.h"
#include "chain.h"

#include <vector>

namespace hashlane::backends {

/// Makes a row with the fields that every row of this workload on this device has before anything
/// is measured. Device rows have no cycles: a device's clock is read now and then, but not counted.
results::Row make_device_row(const MonitoredDevice &device, Workload workload, std::size_t lanes);

/// The treatment of launches during which the device was throttled.
enum class Throttled {
    left_out, ///< others were run in their place
    used,     ///< there were too many, or each launch's work is done once
};

/// Fills the row's rate, clock, noise, telemetry and samples from its launches. Those that took
/// less than half as long as the longest are left out: sizing the launches, and the rest of a
/// range. Returns the launches that the figures are of.
std::vector<Launch> summarise_launches(results::Row &row, const std::vector<Launch> &launches,
                                       Throttled throttled);

/// Returns the fewest cycles of a device's clock that a unit can take on all its multiprocessors
/// together, from the operations that the kernels' form of the algorithm needs and the pipes that
/// take them; docs/internals/gpu.md counts both, and describes the error. Per hash or permutation:
/// below 1 on a device of many multiprocessors. Nothing for an architecture whose rates are not
/// known, or if the interface reports none.
std::optional<double> device_bound_cycles_per_unit(const DeviceFacts &facts, Workload workload);

/// One device's row and the launches that its figures are of.
struct MeasuredDevice {
    results::Row row;
    std::vector<Launch> reported;
};

/// Makes the row of all devices together, "keccak-chain.devices": the sum of their median rates
/// over the time in which all of them ran. It is as noisy as the worst of them. Precondition: at
/// least two devices.
results::Row sum_of(const std::vector<MeasuredDevice> &devices);

} // namespace hashlane::backends

#endif
