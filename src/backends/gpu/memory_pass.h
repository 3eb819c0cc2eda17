// SPDX-License-Identifier: MIT
//
// A pass over a device's memory: written twice, the second time with every bit inverted, and
// compared each time.
#pragma once

#include "../../results/device_hardware.h"
#include "device.h"

#include <atomic>

namespace hashlane::backends {

/// Takes nine tenths of the device's memory, or what of it is free, and gives it back. Other
/// programs find none meanwhile. If `stop` is set early, fewer bytes are in the result, or none.
/// Precondition: the memory is the device's own. Throws a DeviceError.
results::DeviceMemory check_memory(Device &device, const std::atomic<bool> &stop);

} // namespace hashlane::backends
