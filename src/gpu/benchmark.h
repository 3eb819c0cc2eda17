// SPDX-License-Identifier: MIT
#ifndef HASHLANE_SRC_GPU_BENCHMARK_H
#define HASHLANE_SRC_GPU_BENCHMARK_H

#include "../measure/runner.h"
#include "device.h"

namespace hashlane {

/// Runs a chain in every lane of the device for at least `seconds` of its own time. Lane l starts
/// as lane l % 31 of the processor's benchmarks does, so that 31 chains, repeated from start to end
/// by a kernel of the processor, prove the end of every lane, and with it every launch.
/// Precondition: runs_on_devices(workload). Throws a DeviceError.
Outcome measure_device(Device &device, Workload workload, double seconds,
                       const std::atomic<bool> &stop);

} // namespace hashlane

#endif
