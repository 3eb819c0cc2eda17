// SPDX-License-Identifier: MIT
#ifndef HASHLANE_SRC_GPU_NVML_H
#define HASHLANE_SRC_GPU_NVML_H

#include "telemetry.h"

namespace hashlane {

namespace nvml {
struct Api;
} // namespace nvml

/// Monitors of NVIDIA's devices by their PCI address, whichever interface drives them. The library
/// is opened when the first is looked for, and not where no device has an address.
class DeviceMonitors {
public:
    struct Found {
        std::unique_ptr<DeviceMonitor> monitor;
        std::string obstacle; ///< why there is none; else empty
    };
    Found find(const DeviceFacts &facts);

private:
    bool opened_ = false;
    std::shared_ptr<const nvml::Api> api_;
    std::string absence_;
};

} // namespace hashlane

#endif
