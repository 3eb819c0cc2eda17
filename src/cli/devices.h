// SPDX-License-Identifier: MIT
//
// --device: compute devices beside the processor. Nothing of theirs is opened without it.
#ifndef HASHLANE_SRC_CLI_DEVICES_H
#define HASHLANE_SRC_CLI_DEVICES_H

#include "../gpu/find.h"
#include "session.h"

namespace hashlane {

/// --device.
void add_device_option(CLI::App &command, Options &options);

/// Those that --device names; none where it is not given. Throws a Failure when it is no list of
/// devices.
FoundDevices chosen_devices(const Options &options);

/// What `run` measures on a device.
struct DeviceJob {
    Device *device = nullptr;
    Workload workload = Workload::sha256_chain;
};

/// Those whose name `filter` finds, workload by workload.
std::vector<DeviceJob> matching_device_jobs(const FoundDevices &found, const std::string &filter);

/// Measures each for at least `seconds`. A device that fails is skipped with the reason, and the
/// others go on. Stops at an interrupt.
void measure_on_devices(Session &session, const std::vector<DeviceJob> &jobs, double seconds);

/// Why those that are missing do not run, for the report.
std::vector<Skipped> skipped_devices(const FoundDevices &found);

/// "AMD EPYC 9575F, 2 units, at most 3300 MHz, 7.8 GiB; pocl 3.1".
std::string describe_device(const DeviceFacts &facts);

} // namespace hashlane

#endif
