// SPDX-License-Identifier: MIT
//
// Reads a device's monitor while a launch runs, on a thread of its own: a device that has nothing
// to do changes its clock, and forgets what held it down, before one could ask after the launch.
#ifndef HASHLANE_SRC_GPU_TELEMETRY_SAMPLER_H
#define HASHLANE_SRC_GPU_TELEMETRY_SAMPLER_H

#include "telemetry.h"

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>

namespace hashlane {

class DeviceWatch {
public:
    /// With no monitor (null) there are no readings and no thread. Throws a DeviceError when the
    /// thread cannot be started.
    explicit DeviceWatch(DeviceMonitor *monitor,
                         std::chrono::nanoseconds period = std::chrono::milliseconds(20));
    ~DeviceWatch();
    DeviceWatch(const DeviceWatch &) = delete;
    DeviceWatch &operator=(const DeviceWatch &) = delete;

    /// A launch begins: the first reading is a period later, when the clock has settled.
    void begin();

    /// What was read since begin(), of a launch that has just ended: median clock and power,
    /// highest temperature, every limit that was seen. Nothing when it was too short.
    std::optional<DeviceReading> end();

private:
    void keep_reading(const std::stop_token &stop);

    DeviceMonitor *const monitor_;
    const std::chrono::nanoseconds period_;
    std::mutex mutex_; ///< guards the next four
    std::condition_variable_any changed_;
    bool working_ = false;
    std::uint64_t launch_ = 0;
    std::vector<DeviceReading> readings_;
    std::jthread reader_; ///< the last member: it uses the others
};

} // namespace hashlane

#endif
