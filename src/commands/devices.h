// SPDX-License-Identifier: MIT
//
// --device: compute devices in addition to the processor. They are opened only if it is given.
#pragma once

#include "../backends/gpu/benchmark.h"
#include "../backends/gpu/device.h"
#include "../backends/gpu/telemetry.h"
#include "../show/tables/exporters.h"
#include "jobs.h"
#include "session.h"

#include <map>
#include <span>

namespace hashlane::commands {

/// Returns the devices of --device; none if it is not given.
backends::FoundDevices find_requested(const cli::DeviceRequest &request);

/// The same for a command that measures: throws a CommandError with exit_absent if a device that is
/// named is missing. Of "all" some may be missing.
backends::FoundDevices require_requested(const cli::DeviceRequest &request);

/// Each device with its properties and state, and the reasons for those that are missing, as
/// `hashlane info` and `hashlane list devices` print them.
show::Facts device_facts(const cli::DeviceRequest &request);

/// Devices with their monitors, for as long as a command measures.
class Monitored {
public:
    /// In groups that may run at the same time (gpu/benchmark.h).
    std::vector<std::vector<backends::MonitoredDevice>>
    groups_of(const std::vector<backends::Device *> &devices);

private:
    backends::DeviceMonitors monitors_;
    std::map<backends::Device *, backends::DeviceMonitors::Found> found_;
};

/// A workload, and the devices that it is measured on.
struct DeviceJob {
    Workload workload{};
    std::vector<backends::Device *> devices;
};

/// The devices that run each workload, and whose name for it `filter` finds; of each that has any.
std::vector<DeviceJob> matching_device_jobs(const backends::FoundDevices &found,
                                            std::span<const Workload> workloads,
                                            const cli::IdFilter &filter);

/// Adds the devices that are missing, with the reasons.
void add_missing(std::vector<results::Skipped> &skipped, const backends::FoundDevices &found);

/// Measures each job --repetitions times, its devices side by side if they are different hardware,
/// with a row for all together. A device that fails is skipped with the
/// reason, and the others go on. Stops at an interrupt.
void measure_on_devices(Session &session, const std::vector<DeviceJob> &jobs,
                        const backends::DevicePlan &plan);

/// "keccak-chain on cuda:0, opencl:1", for the line of progress.
std::string describe_group(Workload workload, const std::vector<backends::MonitoredDevice> &group);

/// Ends the command if none of the requested devices exists.
[[noreturn]] void throw_no_device(const backends::FoundDevices &found);

} // namespace hashlane::commands
