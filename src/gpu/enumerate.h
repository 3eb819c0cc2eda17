// SPDX-License-Identifier: MIT
//
// Lists the devices. Nothing is opened before it is asked for.
#ifndef HASHLANE_SRC_GPU_ENUMERATE_H
#define HASHLANE_SRC_GPU_ENUMERATE_H

#include "device.h"

#include <string>
#include <vector>

namespace hashlane {

struct MissingDevice {
    std::string id; ///< "opencl:7", or "opencl" for all of them
    std::string reason;
};

struct FoundDevices {
    std::vector<std::unique_ptr<Device>> devices;
    std::vector<MissingDevice> missing;
};

/// Names of the interfaces, as in "opencl:0".
const std::vector<std::string> &device_apis();

/// The devices of every interface; an interface without any is among the missing.
FoundDevices find_all_devices();

struct DeviceName {
    std::string api; ///< one of device_apis()
    unsigned index = 0;
    std::string id() const { return api + ":" + std::to_string(index); } ///< "opencl:0"
    bool operator==(const DeviceName &) const = default;
};

/// Those named, in that order and each once; the others are among the missing. Opens only their
/// interfaces.
FoundDevices find_devices(const std::vector<DeviceName> &names);

} // namespace hashlane

#endif
