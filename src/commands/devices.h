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

namespace hashlane::commands {

/// Returns the devices of --device; none if it is not given.
backends::FoundDevices find_requested(const cli::DeviceRequest &request);

/// Returns the devices of --device of a command that measures: throws a CommandError with
/// exit_absent if a device that is named is missing. Of "all" some may be missing.
backends::FoundDevices require_requested(const cli::DeviceRequest &request);

/// require_requested(), which throws as well if "all" are missing.
backends::FoundDevices require_a_device(const cli::DeviceRequest &request);

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

/// Begins the session and measures what was chosen: the planned rows, and then each job of devices
/// --repetitions times, its devices side by side if they are different hardware, with a row for all
/// together. A row that cannot be measured is skipped with the reason, and the others go on. Stops
/// at an interrupt.
void measure_all(Session &session, const Chosen &chosen, const Planned &planned,
                 const backends::DevicePlan &on_devices = {});

/// "keccak-chain on cuda:0, opencl:1", for the line of progress.
std::string describe_group(Workload workload, const std::vector<backends::MonitoredDevice> &group);

} // namespace hashlane::commands
