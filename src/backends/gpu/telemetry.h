// SPDX-License-Identifier: MIT
//
// What is known of a device while it works, from any source: NVML today.
#pragma once

#include "../../results/device_hardware.h"
#include "device.h"

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

namespace hashlane::backends {

/// The reasons that a clock is lower than it could be: bits with NVML's values.
using ClockLimits = std::uint64_t;

constexpr ClockLimits limit_idle = 0x1;           ///< nothing to do
constexpr ClockLimits limit_app_clocks = 0x2;     ///< a clock that somebody set
constexpr ClockLimits limit_power_cap = 0x4;      ///< the power that it may take
constexpr ClockLimits limit_hardware = 0x8;       ///< heat or power brake, halved or less
constexpr ClockLimits limit_sync_boost = 0x10;    ///< the slowest of a group of devices
constexpr ClockLimits limit_heat = 0x20;          ///< lowered by the driver
constexpr ClockLimits limit_heat_hardware = 0x40; ///< halved or less by the device
constexpr ClockLimits limit_power_brake = 0x80;   ///< the power supply requested it
constexpr ClockLimits limit_display = 0x100;      ///< the display's clock setting

/// True if any of the limits means that a launch does not show the device at its usual clock. A
/// device at its power cap works as intended (docs/internals/gpu.md).
bool throttles(ClockLimits limits);

/// Returns "power cap", "power brake"; nothing for an idle device, a number for bits that are not
/// known.
std::vector<std::string> limit_names(ClockLimits limits);

/// Unknown values are absent.
struct DeviceReading {
    std::optional<double> clock_hz; ///< at which its compute units run
    std::optional<double> celsius;
    std::optional<double> watts; ///< of the board; some average it over a second
    std::optional<ClockLimits> limits;
};

/// Returns median clock and power, highest temperature, and every limit that was seen.
DeviceReading summarise(const std::vector<DeviceReading> &readings);

struct DeviceRatings {
    std::optional<double> highest_clock_hz;
    std::optional<double> power_limit_watts;
};

/// A process that computes on a device, as the driver lists it.
struct DeviceProcess {
    unsigned pid = 0;
    unsigned instance = 0; ///< the part of a divided device (MIG); the same for all of a whole one
};

/// Returns the processes that share the device with process `own`, which has work on it: the others
/// of its instance. `is_here(pid)` is true if that is surely another process's number where `own`
/// is one. In a container the driver may list the host's numbers: then `own` is not among them, and
/// one of those that are not here is `own`.
std::vector<unsigned> others_on_device(const std::vector<DeviceProcess> &listed, unsigned own,
                                       const std::function<bool(unsigned)> &is_here);

/// Called by several threads at once, which need not be the device's.
class DeviceMonitor {
public:
    virtual ~DeviceMonitor() = default;
    virtual DeviceReading read() noexcept = 0;
    virtual DeviceRatings ratings() noexcept = 0;
    /// Returns "pid 4711 (python3)" of each other process that computes on the device; nothing if
    /// the driver does not list them. This process must have work on it.
    virtual std::optional<std::vector<std::string>> other_processes() { return std::nullopt; }
    /// Adds the device's numbers, settings, link and errors, as far as the driver reports them.
    virtual void describe(results::DeviceHardware & /*hardware*/) {}
};

/// A device and its monitor. Neither is owned.
struct MonitoredDevice {
    MonitoredDevice(Device &the_device, DeviceMonitor *its_monitor = nullptr, std::string why = "")
        : device(&the_device), monitor(its_monitor), no_monitor(std::move(why))
    {
    }
    Device *device;
    DeviceMonitor *monitor; ///< null if there is none
    std::string no_monitor; ///< why not
};

/// Reads a device's monitor while a launch runs, on a thread of its own: an idle device changes its
/// clock, and drops the reasons for a low one, before a reading after the launch.
class DeviceWatch {
public:
    /// With no monitor (null) there are no readings and no thread. Throws a DeviceError when the
    /// thread cannot be started.
    explicit DeviceWatch(DeviceMonitor *monitor,
                         std::chrono::nanoseconds period = std::chrono::milliseconds(20));
    DeviceWatch(const DeviceWatch &) = delete;
    DeviceWatch &operator=(const DeviceWatch &) = delete;

    /// Begins a launch: the first reading is a period later, when the clock has settled.
    void begin();

    /// Summarises the readings since begin() for a launch that has just ended. Returns nothing if
    /// it was too short.
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

namespace nvml {
struct Api;
} // namespace nvml

/// Monitors of NVIDIA's devices by their PCI address, whichever interface drives them. The library
/// is opened when the first is looked for, and not where no device has an address.
class DeviceMonitors {
public:
    /// Devices with their monitors, which are there as long as this is.
    std::vector<MonitoredDevice> of(const std::vector<Device *> &devices);

private:
    struct Found {
        std::unique_ptr<DeviceMonitor> monitor;
        std::string obstacle; ///< why there is none; else empty
    };
    Found find(const DeviceFacts &facts);

    std::map<Device *, Found> found_;
    bool opened_ = false;
    std::shared_ptr<const nvml::Api> api_;
    std::string absence_;
};

} // namespace hashlane::backends
