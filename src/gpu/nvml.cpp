// SPDX-License-Identifier: MIT
//
// Running clock, temperature, power and clock limits through NVML, opened at run time.
// Source: NVML API Reference Guide.

#include "nvml.h"

#include "nvml_api.h"

namespace hashlane {
namespace {

using namespace nvml;

using Shared = std::shared_ptr<const Api>;

class NvmlMonitor final : public DeviceMonitor {
public:
    NvmlMonitor(Shared api, DeviceHandle *device) : api_(std::move(api)), device_(device) {}

    DeviceReading read() noexcept override
    {
        DeviceReading reading;
        reading.clock_hz = number(1e6, api_->get_clock_mhz, clock_sm);
        reading.celsius = number(1, api_->get_celsius, sensor_gpu);
        reading.watts = number(1e-3, api_->get_milliwatts);
        unsigned long long limits = 0;
        if (api_->get_clock_limits(device_, &limits) == success)
            reading.limits = limits;
        return reading;
    }

    DeviceRatings ratings() noexcept override
    {
        return {number(1e6, api_->get_highest_clock_mhz, clock_sm),
                number(1e-3, api_->get_limit_milliwatts)};
    }

private:
    template <class Get, class... What>
    std::optional<double> number(double unit, Get *get, What... what) const noexcept
    {
        Uint value = 0;
        if (get(device_, what..., &value) != success)
            return std::nullopt;
        return value * unit;
    }

    Shared api_;
    DeviceHandle *device_;
};

DeviceMonitors::Found find_monitor(const Shared &api, const std::string &pci_address)
{
    DeviceHandle *device = nullptr;
    const Answer answer = api->find_device(pci_address.c_str(), &device);
    if (answer != success)
        return {nullptr, "NVML: " + answer_text(answer)};
    return {std::make_unique<NvmlMonitor>(api, device), ""};
}

} // namespace

DeviceMonitors::Found DeviceMonitors::find(const DeviceFacts &facts)
{
    if (facts.pci_address.empty())
        return {nullptr, "its interface reports no PCI address"};
    if (!opened_) {
        opened_ = true;
        try {
            api_ = std::make_shared<const Api>();
        } catch (const LibraryUnavailable &absent) {
            absence_ = absent.what();
        }
    }
    if (!api_)
        return {nullptr, absence_};
    return find_monitor(api_, facts.pci_address);
}

} // namespace hashlane
