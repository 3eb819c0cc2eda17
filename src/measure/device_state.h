// SPDX-License-Identifier: MIT
#ifndef HASHLANE_SRC_MEASURE_DEVICE_STATE_H
#define HASHLANE_SRC_MEASURE_DEVICE_STATE_H

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace hashlane {

/// Copies between the processor's memory and a device's, by the processor's clock, waits included.
struct Copies {
    std::uint64_t to_device_bytes = 0;
    double to_device_ns = 0;
    std::uint64_t from_device_bytes = 0;
    double from_device_ns = 0;
};

/// What a compute device reported while it ran the launches of a row, and what was copied.
struct DeviceState {
    std::string no_telemetry;      ///< why nothing is known; otherwise empty
    std::optional<double> celsius; ///< the highest
    std::optional<double> watts;   ///< the median
    std::optional<double> power_limit_watts;
    std::vector<std::string> clock_limits; ///< what held the clock down in the reported launches
    std::uint64_t throttled_launches = 0;
    Copies copies; ///< outside the launches, and so in no rate by the device's clock
};

} // namespace hashlane

#endif
