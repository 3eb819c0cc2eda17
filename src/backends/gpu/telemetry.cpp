// SPDX-License-Identifier: MIT
#include "telemetry.h"

#include "../../statistics/statistics.h"

#include <algorithm>
#include <system_error>

namespace hashlane::backends {
namespace {

struct NamedLimit {
    ClockLimits limit;
    const char *name;
};

constexpr NamedLimit named_limits[] = {{limit_app_clocks, "application clocks"},
                                       {limit_power_cap, "power cap"},
                                       {limit_hardware, "hardware slowdown"},
                                       {limit_sync_boost, "sync boost"},
                                       {limit_heat, "heat"},
                                       {limit_heat_hardware, "heat (hardware)"},
                                       {limit_power_brake, "power brake"},
                                       {limit_display, "display clocks"}};

std::optional<double> median_of(const std::vector<DeviceReading> &readings,
                                std::optional<double> DeviceReading::*figure)
{
    std::vector<double> known;
    for (const DeviceReading &reading : readings)
        if (reading.*figure)
            known.push_back(*(reading.*figure));
    return known.empty() ? std::nullopt : std::optional(statistics::quantile(known, 0.5));
}

} // namespace

bool throttles(ClockLimits limits)
{
    return (limits & (limit_hardware | limit_heat | limit_heat_hardware | limit_power_brake)) != 0;
}

std::vector<std::string> limit_names(ClockLimits limits)
{
    limits &= ~limit_idle;
    std::vector<std::string> names;
    for (const NamedLimit &one : named_limits)
        if ((limits & one.limit) != 0) {
            names.emplace_back(one.name);
            limits &= ~one.limit;
        }
    for (ClockLimits bit = 1; bit != 0; bit <<= 1)
        if ((limits & bit) != 0)
            names.push_back("reason " + std::to_string(bit));
    return names;
}

DeviceReading summarise(const std::vector<DeviceReading> &readings)
{
    DeviceReading all;
    all.clock_hz = median_of(readings, &DeviceReading::clock_hz);
    all.watts = median_of(readings, &DeviceReading::watts);
    for (const DeviceReading &reading : readings) {
        all.celsius = std::max(all.celsius, reading.celsius); // any value is above an unknown one
        if (reading.limits)
            all.limits = all.limits.value_or(0) | *reading.limits;
    }
    return all;
}

std::vector<unsigned> others_on_device(const std::vector<DeviceProcess> &listed, unsigned own,
                                       const std::function<bool(unsigned)> &is_here)
{
    const auto self = std::ranges::find(listed, own, &DeviceProcess::pid);
    bool is_found = self != listed.end();
    std::vector<unsigned> others;
    for (const DeviceProcess &one : listed) {
        if (one.pid == own || (self != listed.end() && one.instance != self->instance))
            continue;
        if (is_found || is_here(one.pid))
            others.push_back(one.pid);
        else
            is_found = true;
    }
    return others;
}

DeviceWatch::DeviceWatch(DeviceMonitor *monitor, std::chrono::nanoseconds period)
    : monitor_(monitor), period_(period)
{
    if (monitor_ == nullptr)
        return;
    try {
        reader_ = std::jthread([this](const std::stop_token &stop) { keep_reading(stop); });
    } catch (const std::system_error &error) {
        throw DeviceError("cannot start a thread: " + error.code().message());
    }
}

void DeviceWatch::begin()
{
    const std::scoped_lock lock(mutex_);
    working_ = true;
    ++launch_;
    readings_.clear();
    changed_.notify_one();
}

std::optional<DeviceReading> DeviceWatch::end()
{
    const std::scoped_lock lock(mutex_);
    working_ = false;
    return readings_.empty() ? std::nullopt : std::optional(summarise(readings_));
}

void DeviceWatch::keep_reading(const std::stop_token &stop)
{
    std::unique_lock lock(mutex_);
    while (changed_.wait(lock, stop, [&] { return working_; }) && !stop.stop_requested()) {
        const std::uint64_t launch = launch_;
        const auto is_another = [&] { return !working_ || launch_ != launch; };
        if (changed_.wait_for(lock, stop, period_, is_another) || stop.stop_requested())
            continue;
        lock.unlock();
        const DeviceReading reading = monitor_->read();
        lock.lock();
        // One that ended after the launch may be of a device at rest.
        if (!is_another())
            readings_.push_back(reading);
    }
}

} // namespace hashlane::backends
