// SPDX-License-Identifier: MIT
#include "device_facts.h"

#include "../backends/gpu/telemetry.h"
#include "../show/tables/remarks.h"

#include <fmt/format.h>

namespace hashlane::commands {
namespace {

// "AMD EPYC 9575F, 2 units, at most 3300 MHz, 7.8 GiB, no ECC; pocl 3.1".
std::string describe_device(const backends::DeviceFacts &facts)
{
    std::string text = fmt::format("{}, {} units", facts.name, facts.compute_units);
    if (facts.clock_mhz != 0)
        text += fmt::format(", at most {} MHz", facts.clock_mhz);
    text += fmt::format(", {:.1f} GiB", static_cast<double>(facts.memory_bytes) / (1 << 30));
    if (facts.ecc)
        text += *facts.ecc ? ", ECC" : ", no ECC";
    return text + "; " + facts.driver;
}

// "345 MHz of at most 1980, 31 C, 68 W of at most 700", as far as it can be read.
std::string describe_state(backends::DeviceMonitor &monitor)
{
    const backends::DeviceReading reading = monitor.read();
    const backends::DeviceRatings ratings = monitor.ratings();
    std::vector<std::string> parts;
    const auto add = [&](std::optional<double> value, std::optional<double> most, double unit,
                         const char *name) {
        if (value)
            parts.push_back(fmt::format("{:.0f} {}", *value / unit, name));
        if (value && most)
            parts.back() += fmt::format(" of at most {:.0f}", *most / unit);
    };
    add(reading.clock_hz, ratings.highest_clock_hz, 1e6, "MHz");
    add(reading.celsius, std::nullopt, 1, "C");
    add(reading.watts, ratings.power_limit_watts, 1, "W");
    const auto others = monitor.other_processes();
    if (!others)
        parts.emplace_back("other processes not known");
    else if (!others->empty())
        parts.push_back(fmt::format("also used by {}", fmt::join(*others, ", ")));
    return parts.empty() ? "now: not reported" : fmt::format("now: {}", fmt::join(parts, ", "));
}

} // namespace

// A reason for which there is no telemetry is given once, with the devices.
show::Facts device_facts(const backends::FoundDevices &found)
{
    backends::DeviceMonitors monitors;
    show::GroupedRemarks unknown;
    show::Facts facts;
    for (const auto &device : found.devices) {
        const std::string id = device->facts().id();
        facts.push_back({id, describe_device(device->facts())});
        const backends::MonitoredDevice monitored = monitors.of({device.get()}).front();
        if (monitored.monitor != nullptr)
            facts.push_back({"", describe_state(*monitored.monitor)});
        else
            unknown.add("none (" + monitored.no_monitor + ")", id);
    }
    for (const results::Skipped &device : found.missing)
        facts.push_back({device.name, device.reason});
    std::vector<std::string> remarks;
    unknown.append_to(remarks, 0, "devices");
    for (const std::string &remark : remarks)
        facts.push_back({facts.back().name == "telemetry" ? "" : "telemetry", remark});
    return facts;
}

} // namespace hashlane::commands
