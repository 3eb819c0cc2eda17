// SPDX-License-Identifier: MIT
#include "devices.h"

#include "../gpu/benchmark.h"
#include "../gpu/chain.h"
#include "exit_code.h"
#include "interrupt.h"
#include "parse.h"

#include <fmt/format.h>

#include <algorithm>

namespace hashlane {
namespace {

constexpr std::uint64_t highest_index = 255;

[[noreturn]] void fail_on(const std::string &text)
{
    throw Failure(fmt::format("--device: '{}' is not all, none or devices such as {}:0,{}:1", text,
                              device_apis().front(), device_apis().back()));
}

DeviceName parse_device(const std::string &text)
{
    const std::size_t colon = text.find(':');
    const std::string api = text.substr(0, colon);
    if (colon == std::string::npos || std::ranges::find(device_apis(), api) == device_apis().end())
        fail_on(text);
    return {api, static_cast<unsigned>(
                     parse_integer("--device", text.substr(colon + 1), 0, highest_index))};
}

std::vector<DeviceName> parse_devices(const std::string &text)
{
    std::vector<DeviceName> names;
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find(',', begin), text.size());
        const DeviceName name = parse_device(text.substr(begin, end - begin));
        if (std::ranges::find(names, name) == names.end())
            names.push_back(name);
        begin = end + 1;
    }
    return names;
}

} // namespace

void add_device_option(CLI::App &command, Options &options)
{
    command
        .add_option("--device", options.device, "compute devices: opencl:0,opencl:1, all or none")
        ->type_name("LIST")
        ->capture_default_str();
}

FoundDevices chosen_devices(const Options &options)
{
    if (options.device == "none")
        return {};
    if (options.device == "all")
        return find_all_devices();
    return find_devices(parse_devices(options.device));
}

std::vector<DeviceJob> matching_device_jobs(const FoundDevices &found, const std::string &filter)
{
    const IdFilter finds(filter);
    std::vector<DeviceJob> jobs;
    for (const Workload workload : all_workloads)
        for (const auto &device : found.devices)
            if (runs_on_devices(workload) && finds(device_row_name(*device, workload)))
                jobs.push_back({device.get(), workload});
    return jobs;
}

void measure_on_devices(Session &session, const std::vector<DeviceJob> &jobs, double seconds)
{
    for (std::size_t i = 0; i < jobs.size() && !session.is_interrupted(); ++i) {
        const std::string name = device_row_name(*jobs[i].device, jobs[i].workload);
        session.announce(i, jobs.size(), name);
        try {
            session.keep(measure_device(*jobs[i].device, jobs[i].workload, seconds, interrupted()));
        } catch (const DeviceError &error) {
            session.skip({{name, error.what()}});
        }
    }
}

std::vector<Skipped> skipped_devices(const FoundDevices &found)
{
    std::vector<Skipped> skipped;
    for (const MissingDevice &device : found.missing)
        skipped.push_back({device.id, device.reason});
    return skipped;
}

std::string describe_device(const DeviceFacts &facts)
{
    std::string text = fmt::format("{}, {} units", facts.name, facts.compute_units);
    if (facts.clock_mhz != 0)
        text += fmt::format(", at most {} MHz", facts.clock_mhz);
    return text + fmt::format(", {:.1f} GiB; {}",
                              static_cast<double>(facts.memory_bytes) / (1 << 30), facts.driver);
}

} // namespace hashlane
