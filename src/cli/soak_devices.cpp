// SPDX-License-Identifier: MIT
#include "soak_devices.h"

#include "../gpu/chain.h"
#include "exit_code.h"
#include "messages.h"
#include "option_values.h"

#include <fmt/format.h>

#include <algorithm>

namespace hashlane {
namespace {

std::vector<Workload> matching_workloads(const Device &device, const IdFilter &filter)
{
    std::vector<Workload> workloads;
    for (const Workload workload : all_workloads)
        if (runs_on_devices(workload) && filter(device_row_name(device, workload)))
            workloads.push_back(workload);
    return workloads;
}

} // namespace

std::vector<SoakDeviceRequest> OpenSoakDevices::open(const DeviceRequest &request,
                                                     const IdFilter &filter)
{
    if (!request.any())
        return {};
    found_ = find_requested(request);
    if (found_.devices.empty())
        throw_no_device(found_);
    for (const MissingDevice &missing : found_.missing)
        say("hashlane: {}: {}\n", missing.id, missing.reason);
    std::vector<Device *> devices;
    for (const auto &device : found_.devices)
        if (!matching_workloads(*device, filter).empty())
            devices.push_back(device.get());
    if (devices.empty())
        throw CommandError("--filter: finds no chain of the devices", exit_absent);
    const auto groups = monitored_.groups_of(devices);
    for (std::size_t later = 1; later < groups.size(); ++later)
        for (const MonitoredDevice &device : groups[later])
            say("hashlane: {}: is one of the other devices under another name\n",
                device.device->facts().id());
    std::vector<SoakDeviceRequest> requests;
    for (const MonitoredDevice &device : groups.front())
        requests.push_back({device, matching_workloads(*device.device, filter)});
    return requests;
}

std::vector<SoakDeviceRequest> OpenSoakDevices::open_again(const std::vector<SoakDevice> &devices)
{
    std::vector<SoakDeviceRequest> requests;
    for (const SoakDevice &device : devices) {
        const DeviceRequest request = parse_device_request(device.device);
        if (request.names.size() != 1)
            throw CommandError(fmt::format(
                "--resume: the file's device '{}' is not one such as opencl:0", device.device));
        FoundDevices found = find_requested(request);
        if (found.devices.empty())
            throw_no_device(found);
        found_.devices.push_back(std::move(found.devices.front()));
        const auto groups = monitored_.groups_of({found_.devices.back().get()});
        requests.push_back({groups.front().front(), device.workloads});
    }
    return requests;
}

} // namespace hashlane
