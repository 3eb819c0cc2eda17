// SPDX-License-Identifier: MIT
#include "device.h"

#include "../../machine/system/lists.h"
#include "../../machine/system/shared_object.h"

#include <algorithm>
#include <map>

namespace hashlane::backends {
namespace {

struct Interface {
    const char *name;
    FoundDevices (*find)();
};

// One more interface is one more line.
constexpr Interface interfaces[] = {{"cuda", find_cuda_devices}, {"opencl", find_opencl_devices}};

FoundDevices find_devices_of(const std::string &api)
{
    const auto *const interface =
        std::ranges::find_if(interfaces, [&](const Interface &one) { return api == one.name; });
    FoundDevices found;
    try {
        found = interface->find();
    } catch (const machine::LibraryUnavailable &absent) {
        found.missing.push_back({api, absent.what()});
    } catch (const DeviceError &error) {
        found.missing.push_back({api, error.what()});
    }
    return found;
}

// Returns the reason that the interface gives for the device, or for having no devices, or the
// number of devices that it has.
std::string missing_reason(const FoundDevices &of_api, const DeviceName &name)
{
    for (const results::Skipped &missing : of_api.missing)
        if (missing.name == name.id() || of_api.devices.empty())
            return missing.reason;
    return "there is no such device: " + name.api + " has " + std::to_string(of_api.devices.size());
}

} // namespace

const std::vector<std::string> &device_apis()
{
    static const std::vector<std::string> names = machine::each(
        interfaces, [](const Interface &interface) { return std::string(interface.name); });
    return names;
}

FoundDevices find_all_devices()
{
    FoundDevices all;
    for (const std::string &api : device_apis()) {
        FoundDevices found = find_devices_of(api);
        std::ranges::move(found.devices, std::back_inserter(all.devices));
        std::ranges::move(found.missing, std::back_inserter(all.missing));
    }
    return all;
}

FoundDevices find_devices(const std::vector<DeviceName> &names)
{
    std::map<std::string, FoundDevices> by_api;
    FoundDevices chosen;
    for (const DeviceName &name : names) {
        const auto [entry, is_new] = by_api.try_emplace(name.api);
        if (is_new)
            entry->second = find_devices_of(name.api);
        // By its number, not its place: one that is broken has no place among the others.
        auto &devices = entry->second.devices;
        const auto device = std::ranges::find_if(
            devices, [&](const auto &one) { return one && one->facts().index == name.index; });
        if (device != devices.end())
            chosen.devices.push_back(std::move(*device));
        else
            chosen.missing.push_back({name.id(), missing_reason(entry->second, name)});
    }
    return chosen;
}

} // namespace hashlane::backends
