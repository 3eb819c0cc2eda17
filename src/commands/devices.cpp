// SPDX-License-Identifier: MIT
#include "devices.h"

#include "../backends/gpu/benchmark.h"
#include "../backends/gpu/chain.h"
#include "../cli/messages.h"
#include "../lib/core/registry.h"
#include "../machine/system/terminal.h"

#include <fmt/format.h>

namespace hashlane::commands {
namespace {

// False when the rest must not run.
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

} // namespace

backends::FoundDevices find_requested(const cli::DeviceRequest &request)
{
    if (!request.any())
        return {};
    return request.all ? backends::find_all_devices() : backends::find_devices(request.names);
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
    std::vector<std::vector<backends::MonitoredDevice>> groups;
    for (const std::vector<std::size_t> &group : backends::groups_at_once(all)) {
        groups.emplace_back();
        for (const std::size_t i : group)
            groups.back().push_back(all[i]);
    }
    return groups;
}

std::vector<DeviceJob> matching_device_jobs(const backends::FoundDevices &found,
                                            std::span<const Workload> workloads,
                                            const cli::IdFilter &filter)
{
    std::vector<DeviceJob> jobs;
    for (const Workload workload : workloads) {
        DeviceJob job{workload, {}};
        for (const auto &device : found.devices)
            if (facts_of(workload).runs_on_devices &&
                filter(backends::device_row_name(*device, workload)))
                job.devices.push_back(device.get());
        if (!job.devices.empty())
            jobs.push_back(std::move(job));
    }
    return jobs;
}

void add_missing(std::vector<results::Skipped> &skipped, const backends::FoundDevices &found)
{
    for (const backends::MissingDevice &device : found.missing)
        skipped.push_back({device.id, device.reason});
}

void measure_on_devices(Session &session, const std::vector<DeviceJob> &jobs,
                        const backends::DevicePlan &plan)
{
    Monitored monitored;
    for (std::size_t i = 0; i < jobs.size(); ++i)
        for (const auto &group : monitored.groups_of(jobs[i].devices)) {
            session.display.announce(i, jobs.size(), describe_group(jobs[i].workload, group));
            measure_group(session, jobs[i].workload, group, plan);
        }
}

std::string describe_group(Workload workload, const std::vector<backends::MonitoredDevice> &group)
{
    std::vector<std::string> ids;
    for (const backends::MonitoredDevice &one : group)
        ids.push_back(one.device->facts().id());
    return fmt::format("{} on {}", workload_name(workload), fmt::join(ids, ", "));
}

void throw_no_device(const backends::FoundDevices &found)
{
    const backends::MissingDevice &first = found.missing.front();
    cli::quit(cli::exit_absent, "{}: {}", first.id, first.reason);
}

} // namespace hashlane::commands
