// SPDX-License-Identifier: MIT
//
// A pass over a device's memory: written twice, the second time with every bit inverted, and
// compared each time.
#pragma once

#include "device.h"

#include <atomic>
#include <cstdint>

namespace hashlane::backends {

struct MemoryPass {
    std::uint64_t bytes = 0;       ///< written and compared with both values of each bit
    std::uint64_t wrong_words = 0; ///< of 64 bits, at both times
    double bytes_per_second = 0;   ///< that were read, by the device's own clock
};

/// Takes nine tenths of the device's memory, or what of it is free, and gives it back. Other
/// programs find none meanwhile. If `stop` is set early, fewer bytes are in the result, or none.
/// Precondition: the memory is the device's own. Throws a DeviceError.
MemoryPass check_memory(Device &device, const std::atomic<bool> &stop);

} // namespace hashlane::backends
