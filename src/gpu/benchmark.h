// SPDX-License-Identifier: MIT
#ifndef HASHLANE_SRC_GPU_BENCHMARK_H
#define HASHLANE_SRC_GPU_BENCHMARK_H

#include "../measure/runner.h"
#include "../system/rendezvous.h"
#include "combined_row.h"
#include "telemetry.h"

namespace hashlane {

struct DevicePlan {
    double seconds = 1;                 ///< of the device's own time, at least
    std::uint64_t exact_iterations = 0; ///< when not 0: of each lane, and the time does not matter
};

struct DeviceMeasurement {
    Outcome outcome;
    std::vector<Launch> reported; ///< what a row's figures are of, for the row of all devices
};

/// Runs a chain in every lane of the device. Lane l starts as lane l % 31 of the processor's
/// benchmarks does, so that 31 chains, repeated from start to end by a kernel of the processor,
/// prove the end of every lane, and with it every launch. Launches while the device is throttled
/// are run again, for up to twice the plan's time. It starts with the other participants and goes
/// on until all have enough. Precondition: runs_on_devices(workload). Throws a DeviceError.
DeviceMeasurement measure_device(const MonitoredDevice &device, Workload workload,
                                 const DevicePlan &plan, const std::atomic<bool> &stop,
                                 Participant &participant);

/// Several at once; for each its outcome or why it failed, and the sum of the rows where there are
/// at least two. No two may be one piece of hardware.
struct DeviceOutcomes {
    std::vector<std::variant<Outcome, DeviceError>> devices;
    std::optional<Row> sum;
};
DeviceOutcomes measure_devices(const std::vector<MonitoredDevice> &devices, Workload workload,
                               const DevicePlan &plan, const std::atomic<bool> &stop);

} // namespace hashlane

#endif
