// SPDX-License-Identifier: MIT
#include "devices.h"

#include "../backends/gpu/benchmark.h"
#include "../backends/gpu/chain.h"
#include "../cli/messages.h"
#include "../machine/system/terminal.h"
#include "../show/tables/remarks.h"

#include <fmt/format.h>

namespace hashlane::commands {
namespace {

[[noreturn]] void throw_first_missing(const backends::FoundDevices &found)
{
    const results::Skipped &first = found.missing.front();
    cli::fail(cli::exit_absent, "{}: {}", first.name, first.reason);
}

// Returns false if the rest must not run.
bool keep(Session &session, const std::string &name,
          std::variant<measure::Outcome, backends::DeviceError> outcome, unsigned repetition)
{
    if (const backends::DeviceError *error = std::get_if<backends::DeviceError>(&outcome)) {
        session.log.skip({{name, error->what()}});
        return false;
    }
    auto &measured = std::get<measure::Outcome>(outcome);
    if (results::Row *const row = std::get_if<results::Row>(&measured)) {
        row->identity.repetition = repetition;
        row->identity.repetitions = session.measure.repetitions;
    }
    return keep_outcome(session, std::move(measured));
}

// A group with a device that failed, or was wrong, is not repeated.
void measure_group(Session &session, Workload workload,
                   const std::vector<backends::MonitoredDevice> &group,
                   const backends::DevicePlan &plan)
{
    bool all_well = true;
    for (unsigned repetition = 0;
         repetition < session.measure.repetitions && all_well && !session.log.is_interrupted();
         ++repetition) {
        backends::DeviceOutcomes outcomes =
            backends::measure_devices(group, workload, plan, machine::interrupted());
        for (std::size_t i = 0; i < group.size(); ++i)
            all_well &= keep(session, backends::device_row_name(*group[i].device, workload),
                             std::move(outcomes.devices[i]), repetition);
        if (outcomes.sum)
            keep(session, "", measure::Outcome(std::move(*outcomes.sum)), repetition);
    }
}

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

backends::FoundDevices find_requested(const cli::DeviceRequest &request)
{
    if (!request.any())
        return {};
    return request.all ? backends::find_all_devices() : backends::find_devices(request.names);
}

backends::FoundDevices require_requested(const cli::DeviceRequest &request)
{
    backends::FoundDevices found = find_requested(request);
    if (!request.all && !found.missing.empty())
        throw_first_missing(found);
    return found;
}

backends::FoundDevices require_a_device(const cli::DeviceRequest &request)
{
    backends::FoundDevices found = require_requested(request);
    if (request.any() && found.devices.empty())
        throw_first_missing(found);
    return found;
}

// A reason for which there is no telemetry is given once, with the devices.
show::Facts device_facts(const cli::DeviceRequest &request)
{
    const backends::FoundDevices found = find_requested(request);
    backends::DeviceMonitors monitors;
    show::GroupedRemarks unknown;
    show::Facts facts;
    for (const auto &device : found.devices) {
        const std::string id = device->facts().id();
        facts.push_back({id, describe_device(device->facts())});
        const backends::DeviceMonitors::Found monitor = monitors.find(device->facts());
        if (monitor.monitor)
            facts.push_back({"", describe_state(*monitor.monitor)});
        else
            unknown.add("none (" + monitor.obstacle + ")", id);
    }
    for (const results::Skipped &device : found.missing)
        facts.push_back({device.name, device.reason});
    std::vector<std::string> remarks;
    unknown.append_to(remarks, 0, "devices");
    for (const std::string &remark : remarks)
        facts.push_back({facts.back().name == "telemetry" ? "" : "telemetry", remark});
    return facts;
}

std::vector<std::vector<backends::MonitoredDevice>>
Monitored::groups_of(const std::vector<backends::Device *> &devices)
{
    std::vector<backends::MonitoredDevice> all;
    for (backends::Device *device : devices) {
        const auto [found, is_new] = found_.try_emplace(device);
        if (is_new)
            found->second = monitors_.find(device->facts());
        all.emplace_back(*device, found->second.monitor.get(), found->second.obstacle);
    }
    return backends::groups_at_once(all);
}

void measure_all(Session &session, const Chosen &chosen, const Planned &planned,
                 const backends::DevicePlan &on_devices)
{
    const std::vector<DeviceJob> &jobs = chosen.device_jobs;
    begin(session, chosen);
    if (jobs.empty()) // their rows come later, and belong to the same tables
        session.display.expect(planned);
    const std::vector<MeasuredRow> rows = measure_rows(session, planned.rows, planned.plan);
    for (std::size_t i = 0; i < rows.size(); ++i)
        if (!rows[i].row && !rows[i].obstacle.empty())
            session.log.skip({{planned.rows[i].name(), rows[i].obstacle}});
    Monitored monitored;
    for (std::size_t i = 0; i < jobs.size(); ++i)
        for (const auto &group : monitored.groups_of(jobs[i].devices)) {
            session.display.announce(i, jobs.size(), describe_group(jobs[i].workload, group));
            measure_group(session, jobs[i].workload, group, on_devices);
        }
}

std::string describe_group(Workload workload, const std::vector<backends::MonitoredDevice> &group)
{
    std::vector<std::string> ids;
    for (const backends::MonitoredDevice &one : group)
        ids.push_back(one.device->facts().id());
    return fmt::format("{} on {}", workload_name(workload), fmt::join(ids, ", "));
}

} // namespace hashlane::commands
