// SPDX-License-Identifier: MIT
//
// --device: compute devices beside the processor. Nothing of theirs is opened without it.
#ifndef HASHLANE_SRC_CLI_DEVICES_H
#define HASHLANE_SRC_CLI_DEVICES_H

#include "../gpu/benchmark.h"
#include "../gpu/enumerate.h"
#include "../gpu/nvml.h"
#include "session.h"

#include <map>
#include <span>

namespace hashlane {

/// Those that --device names; none if it is not given.
FoundDevices find_requested(const DeviceRequest &request);

/// Those that compute `workload` and whose name for it `filter` finds.
std::vector<Device *> matching_devices(const FoundDevices &found, Workload workload,
                                       const IdFilter &filter);

/// Devices with their monitors, for as long as a command measures.
class Monitored {
public:
    /// In groups that may run at the same time (gpu/side_by_side.h).
    std::vector<std::vector<MonitoredDevice>> groups_of(const std::vector<Device *> &devices);

private:
    DeviceMonitors monitors_;
    std::map<Device *, DeviceMonitors::Found> found_;
};

/// What measuring commands measure on devices: a workload on those that run it.
struct DeviceJob {
    Workload workload = Workload::sha256_chain;
    std::vector<Device *> devices;
};

/// Those that `filter` finds, of each workload that has any.
std::vector<DeviceJob> matching_device_jobs(const FoundDevices &found,
                                            std::span<const Workload> workloads,
                                            const IdFilter &filter);

/// Measures each job as often as --repetitions says, its devices side by side where they are
/// different hardware, with a row for all together. A device that fails is skipped with the
/// reason, and the others go on. Stops at an interrupt.
void measure_on_devices(Session &session, const std::vector<DeviceJob> &jobs,
                        const DevicePlan &plan);

/// "keccak-chain on cuda:0, opencl:1": what runs now.
std::string describe_group(Workload workload, const std::vector<MonitoredDevice> &group);

/// Why those that are missing do not run, for the report.
std::vector<Skipped> skipped_devices(const FoundDevices &found);

/// Whether a command on one workload runs the processor's kernels: without --device, or if the
/// filter matches some of them, or if it matches nothing at all, so that they report the error.
bool wants_kernels(const IdFilter &filter, const DeviceRequest &devices, bool device_matches);

/// Ends the command if none of the requested devices exists.
[[noreturn]] void throw_no_device(const FoundDevices &found);

/// "AMD EPYC 9575F, 2 units, at most 3300 MHz, 7.8 GiB, no ECC; pocl 3.1".
std::string describe_device(const DeviceFacts &facts);

} // namespace hashlane

#endif
