// SPDX-License-Identifier: MIT
#include "telemetry_sampler.h"

#include "../statistics/statistics.h"

#include <algorithm>
#include <system_error>

namespace hashlane {
namespace {

using Figure = std::optional<double> DeviceReading::*;

std::vector<double> known(const std::vector<DeviceReading> &readings, Figure figure)
{
    std::vector<double> values;
    for (const DeviceReading &reading : readings)
        if (reading.*figure)
            values.push_back(*(reading.*figure));
    return values;
}

std::optional<double> median(const std::vector<DeviceReading> &readings, Figure figure)
{
    const std::vector<double> values = known(readings, figure);
    return values.empty() ? std::nullopt : std::optional(quantile(values, 0.5));
}

DeviceReading in_short(const std::vector<DeviceReading> &readings)
{
    DeviceReading all;
    all.clock_hz = median(readings, &DeviceReading::clock_hz);
    all.watts = median(readings, &DeviceReading::watts);
    const std::vector<double> celsius = known(readings, &DeviceReading::celsius);
    if (!celsius.empty())
        all.celsius = std::ranges::max(celsius);
    for (const DeviceReading &reading : readings)
        if (reading.limits)
            all.limits = all.limits.value_or(0) | *reading.limits;
    return all;
}

} // namespace

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

DeviceWatch::~DeviceWatch() = default;

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
    return readings_.empty() ? std::nullopt : std::optional(in_short(readings_));
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

} // namespace hashlane
