// SPDX-License-Identifier: MIT
//
// Sources: The OpenCL Specification 1.2, 4.2; cl_khr_pci_bus_info; cl_nv_device_attribute_query.

#include "opencl_facts.h"

#include <array>
#include <cstdio>

namespace hashlane {
namespace {

using namespace opencl;

struct PciAddress {
    Uint domain = 0, bus = 0, device = 0, function = 0;
};

class Asked {
public:
    Asked(const Api &api, DeviceId *id) : api_(api), id_(id) {}

    std::string text(Uint what) const
    {
        return text_of(
            [&](std::size_t bytes, void *to, std::size_t *needed) {
                return api_.get_device_info(id_, what, bytes, to, needed);
            },
            "clGetDeviceInfo");
    }
    template <class Number> Number number(Uint what) const
    {
        Number number = 0;
        require(answer(what, number), "clGetDeviceInfo");
        return number;
    }
    // False where the device does not answer.
    template <class Value> bool may_tell(Uint what, Value &value) const
    {
        return answer(what, value) == success;
    }

private:
    template <class Value> Int answer(Uint what, Value &value) const
    {
        return api_.get_device_info(id_, what, sizeof value, &value, nullptr);
    }
    const Api &api_;
    DeviceId *id_;
};

std::optional<PciAddress> address_by_khr(const Asked &device)
{
    PciAddress address;
    return device.may_tell(device_pci_bus, address) ? std::optional(address) : std::nullopt;
}

std::optional<PciAddress> address_by_nv(const Asked &device)
{
    PciAddress address;
    Uint slot = 0;
    if (!device.may_tell(device_bus_nv, address.bus) || !device.may_tell(device_slot_nv, slot))
        return std::nullopt;
    device.may_tell(device_domain_nv, address.domain);
    address.device = slot >> 3;
    address.function = slot & 7;
    return address;
}

// "0000:01:00.0", or empty.
std::string pci_address(const Asked &device)
{
    const std::string extensions = device.text(device_extensions);
    const auto has = [&](const char *name) { return extensions.find(name) != std::string::npos; };
    std::optional<PciAddress> address;
    if (has("cl_khr_pci_bus_info"))
        address = address_by_khr(device);
    if (!address && has("cl_nv_device_attribute_query"))
        address = address_by_nv(device);
    if (!address)
        return "";
    std::array<char, 48> text{};
    std::snprintf(text.data(), text.size(), "%04x:%02x:%02x.%x", address->domain, address->bus,
                  address->device, address->function);
    return text.data();
}

} // namespace

DeviceFacts opencl_facts(const Api &api, DeviceId *id, unsigned index, const std::string &platform)
{
    const Asked device(api, id);
    DeviceFacts facts;
    facts.api = "opencl";
    facts.index = index;
    facts.name = device.text(device_name);
    facts.driver = platform + " " + device.text(driver_version);
    facts.compute_units = device.number<Uint>(device_compute_units);
    facts.clock_mhz = device.number<Uint>(device_clock_mhz);
    facts.memory_bytes = device.number<std::uint64_t>(device_memory);
    facts.pci_address = pci_address(device);
    facts.ecc = device.number<Uint>(device_ecc) != 0;
    return facts;
}

} // namespace hashlane
