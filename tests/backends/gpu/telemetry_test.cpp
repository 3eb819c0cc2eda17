// SPDX-License-Identifier: MIT
//
// Clock limits in words, and readings while a launch runs. NVML itself:
// tests/commands/devices_test.cpp.

#include "backends/gpu/telemetry.h"
#include "support/fake_device.h"

#include <gtest/gtest.h>

namespace hashlane::test {
namespace {

using std::chrono::milliseconds;

TEST(ClockLimits, HeatAndBrakesThrottleAndNothingElse)
{
    for (const backends::ClockLimits limit :
         {backends::limit_hardware, backends::limit_heat, backends::limit_heat_hardware,
          backends::limit_power_brake})
        EXPECT_TRUE(backends::throttles(limit | backends::limit_power_cap)) << limit;
    EXPECT_FALSE(backends::throttles(0));
    EXPECT_FALSE(backends::throttles(backends::limit_idle | backends::limit_app_clocks |
                                     backends::limit_power_cap | backends::limit_sync_boost |
                                     backends::limit_display | 0x200));
}

TEST(ClockLimits, AreNamed)
{
    EXPECT_TRUE(backends::limit_names(0).empty());
    EXPECT_TRUE(backends::limit_names(backends::limit_idle).empty());
    EXPECT_EQ(backends::limit_names(0x1ff),
              (std::vector<std::string>{"application clocks", "power cap", "hardware slowdown",
                                        "sync boost", "heat", "heat (hardware)", "power brake",
                                        "display clocks"}));
    EXPECT_EQ(backends::limit_names(0x204), (std::vector<std::string>{"power cap", "reason 512"}));
}

std::vector<unsigned> others(const std::vector<backends::DeviceProcess> &listed, bool are_here)
{
    return backends::others_on_device(listed, 10, [=](unsigned) { return are_here; });
}

TEST(ProcessesOnADevice, AreAllButThisOneAndThoseOfOtherInstances)
{
    using Pids = std::vector<unsigned>;
    for (const bool are_here : {true, false}) {
        EXPECT_EQ(others({}, are_here), Pids());
        EXPECT_EQ(others({{10, 0}}, are_here), Pids());
        EXPECT_EQ(others({{4, 0}, {10, 0}, {12, 0}}, are_here), (Pids{4, 12}));
        EXPECT_EQ(others({{4, 1}, {10, 2}, {12, 2}}, are_here), Pids{12});
    }
    EXPECT_EQ(others({{4, 0}}, true), Pids{4});
    EXPECT_EQ(others({{4, 0}}, false), Pids()) << "this process by the host's number";
    EXPECT_EQ(others({{4, 0}, {5, 0}}, false), Pids{5});
}

void wait_for_readings(const FakeMonitor &monitor, int more)
{
    const int enough = monitor.times_read + more;
    while (monitor.times_read < enough)
        std::this_thread::sleep_for(milliseconds(1));
    // The last one is still to be kept.
    std::this_thread::sleep_for(milliseconds(2));
}

TEST(DeviceWatchTest, ReadsWhileALaunchRuns)
{
    FakeMonitor monitor;
    backends::DeviceWatch watch(&monitor, milliseconds(1));
    watch.begin();
    wait_for_readings(monitor, 3);
    monitor.limits = backends::limit_heat;
    wait_for_readings(monitor, 2);
    monitor.limits = 0;
    wait_for_readings(monitor, 2);
    const std::optional<backends::DeviceReading> reading = watch.end();
    ASSERT_TRUE(reading);
    EXPECT_EQ(reading->clock_hz, 1.5e9);
    EXPECT_EQ(reading->celsius, 61);
    EXPECT_EQ(reading->watts, 512);
    EXPECT_EQ(reading->limits, backends::limit_heat) << "seen once is seen";
}

TEST(DeviceWatchTest, EachLaunchHasItsOwn)
{
    FakeMonitor monitor;
    backends::DeviceWatch watch(&monitor, milliseconds(1));
    monitor.limits = backends::limit_heat;
    watch.begin();
    wait_for_readings(monitor, 2);
    EXPECT_EQ(watch.end()->limits, backends::limit_heat);
    monitor.limits = 0;
    monitor.clock_hz = 1e9;
    watch.begin();
    wait_for_readings(monitor, 2);
    const std::optional<backends::DeviceReading> second = watch.end();
    ASSERT_TRUE(second);
    EXPECT_EQ(second->limits, 0U);
    EXPECT_EQ(second->clock_hz, 1e9);
}

TEST(DeviceWatchTest, ADeviceAtRestIsNotRead)
{
    FakeMonitor monitor;
    backends::DeviceWatch watch(&monitor, milliseconds(1));
    watch.begin();
    watch.end();
    std::this_thread::sleep_for(milliseconds(20));
    EXPECT_EQ(monitor.times_read, 0);
}

TEST(DeviceWatchTest, AShortLaunchHasNoReading)
{
    FakeMonitor monitor;
    backends::DeviceWatch watch(&monitor, std::chrono::seconds(100));
    watch.begin();
    EXPECT_FALSE(watch.end());
    backends::DeviceWatch none(nullptr);
    none.begin();
    EXPECT_FALSE(none.end());
}

} // namespace
} // namespace hashlane::test
