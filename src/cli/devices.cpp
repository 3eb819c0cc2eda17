// SPDX-License-Identifier: MIT
#include "devices.h"

#include "../core/registry.h"
#include "../gpu/chain.h"
#include "../gpu/side_by_side.h"
#include "../system/interrupt.h"
#include "exit_code.h"

#include <fmt/format.h>

#include <algorithm>

namespace hashlane {
namespace {

void label(const Session &session, Row &row, unsigned repetition)
{
    row.identity.repetition = repetition;
    row.identity.repetitions = session.measure.repetitions;
}

// False when the rest must not run.
bool keep(Session &session, const std::string &name, std::variant<Outcome, DeviceError> outcome,
          unsigned repetition)
{
    if (const DeviceError *error = std::get_if<DeviceError>(&outcome)) {
        session.log.skip({{name, error->what()}});
        return false;
    }
    auto &measured = std::get<Outcome>(outcome);
    if (Row *row = std::get_if<Row>(&measured))
        label(session, *row, repetition);
    return session.runner.keep(std::move(measured)) != nullptr;
}

// A group with a device that failed, or was wrong, is not repeated.
void measure_group(Session &session, Workload workload, const std::vector<MonitoredDevice> &group,
                   const DevicePlan &plan)
{
    bool all_well = true;
    for (unsigned repetition = 0;
         repetition < session.measure.repetitions && all_well && !session.log.is_interrupted();
         ++repetition) {
        DeviceOutcomes outcomes = measure_devices(group, workload, plan, interrupted());
        for (std::size_t i = 0; i < group.size(); ++i)
            all_well &= keep(session, device_row_name(*group[i].device, workload),
                             std::move(outcomes.devices[i]), repetition);
        if (outcomes.sum) {
            label(session, *outcomes.sum, repetition);
            session.runner.keep(std::move(*outcomes.sum));
        }
    }
}

} // namespace

FoundDevices find_requested(const DeviceRequest &request)
{
    if (!request.any())
        return {};
    return request.all ? find_all_devices() : find_devices(request.names);
}

std::vector<Device *> matching_devices(const FoundDevices &found, Workload workload,
                                       const IdFilter &filter)
{
    std::vector<Device *> devices;
    for (const auto &device : found.devices)
        if (facts_of(workload).runs_on_devices && filter(device_row_name(*device, workload)))
            devices.push_back(device.get());
    return devices;
}

std::vector<std::vector<MonitoredDevice>> Monitored::groups_of(const std::vector<Device *> &devices)
{
    std::vector<MonitoredDevice> all;
    for (Device *device : devices) {
        const auto [found, is_new] = found_.try_emplace(device);
        if (is_new)
            found->second = monitors_.find(device->facts());
        all.emplace_back(*device, found->second.monitor.get(), found->second.obstacle);
    }
    std::vector<std::vector<MonitoredDevice>> groups;
    for (const std::vector<std::size_t> &group : groups_at_once(all)) {
        groups.emplace_back();
        for (const std::size_t i : group)
            groups.back().push_back(all[i]);
    }
    return groups;
}

std::vector<DeviceJob> matching_device_jobs(const FoundDevices &found,
                                            std::span<const Workload> workloads,
                                            const IdFilter &filter)
{
    std::vector<DeviceJob> jobs;
    for (const Workload workload : workloads)
        if (auto devices = matching_devices(found, workload, filter); !devices.empty())
            jobs.push_back({workload, std::move(devices)});
    return jobs;
}

void measure_on_devices(Session &session, const std::vector<DeviceJob> &jobs,
                        const DevicePlan &plan)
{
    Monitored monitored;
    for (std::size_t i = 0; i < jobs.size(); ++i)
        for (const auto &group : monitored.groups_of(jobs[i].devices)) {
            session.display.announce(i, jobs.size(), describe_group(jobs[i].workload, group));
            measure_group(session, jobs[i].workload, group, plan);
        }
}

std::string describe_group(Workload workload, const std::vector<MonitoredDevice> &group)
{
    std::string ids;
    for (const MonitoredDevice &one : group)
        ids += (ids.empty() ? "" : ", ") + one.device->facts().id();
    return fmt::format("{} on {}", workload_name(workload), ids);
}

std::vector<Skipped> skipped_devices(const FoundDevices &found)
{
    std::vector<Skipped> skipped;
    for (const MissingDevice &device : found.missing)
        skipped.push_back({device.id, device.reason});
    return skipped;
}

bool wants_kernels(const IdFilter &filter, const DeviceRequest &devices, bool device_matches)
{
    if (filter.finds_all())
        return !devices.any();
    return !device_matches || std::ranges::any_of(all_kernels(), filter, &Kernel::id);
}

void throw_no_device(const FoundDevices &found)
{
    const MissingDevice &first = found.missing.front();
    throw CommandError(fmt::format("{}: {}", first.id, first.reason), exit_absent);
}

std::string describe_device(const DeviceFacts &facts)
{
    std::string text = fmt::format("{}, {} units", facts.name, facts.compute_units);
    if (facts.clock_mhz != 0)
        text += fmt::format(", at most {} MHz", facts.clock_mhz);
    text += fmt::format(", {:.1f} GiB", static_cast<double>(facts.memory_bytes) / (1 << 30));
    if (facts.ecc)
        text += *facts.ecc ? ", ECC" : ", no ECC";
    return text + "; " + facts.driver;
}

} // namespace hashlane
