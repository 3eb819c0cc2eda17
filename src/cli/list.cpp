// SPDX-License-Identifier: MIT
#include "../core/registry.h"
#include "../dispatch/dispatch_table.h"
#include "../gpu/chain.h"
#include "../report/exporters.h"
#include "../report/kernel_list.h"
#include "commands.h"
#include "devices.h"
#include "dispatch.h"
#include "exit_code.h"
#include "kernel_selection.h"
#include "messages.h"
#include "style.h"

#include <fmt/format.h>

#include <algorithm>

namespace hashlane {
namespace {

KernelLine line_of(const Kernel &kernel)
{
    return {.id = std::string(kernel.id),
            .workload = kernel.workload,
            .isa = std::string(kernel.isa.tag),
            .role = std::string(role_name(kernel.role)),
            .lanes = kernel.lanes,
            .summary = std::string(kernel.summary),
            .obstacle = why_not_runnable(kernel, this_cpu().features),
            .preferred = &kernel == &active_dispatch().kernel(kernel.workload)};
}

KernelLine line_of(const Device &device, Workload workload)
{
    KernelLine line;
    line.id = device_row_name(device, workload);
    line.workload = workload;
    line.isa = device.facts().api;
    line.summary = device.facts().name;
    return line;
}

KernelLine line_of(const MissingDevice &device, Workload workload)
{
    KernelLine line;
    line.id = std::string(workload_name(workload)) + "." + device.id;
    line.workload = workload;
    line.isa = device.id.substr(0, device.id.find(':'));
    line.obstacle = device.reason;
    return line;
}

std::vector<KernelLine> device_lines(const ListSettings &settings)
{
    const FoundDevices found = find_requested(settings.devices);
    std::vector<KernelLine> lines;
    for (const Workload workload : settings.workloads) {
        if (!facts_of(workload).runs_on_devices)
            continue;
        for (const auto &device : found.devices)
            lines.push_back(line_of(*device, workload));
        for (const MissingDevice &device : found.missing)
            lines.push_back(line_of(device, workload));
    }
    std::erase_if(lines, [&](const KernelLine &line) { return !settings.filter(line.id); });
    return lines;
}

std::vector<KernelLine> chosen_lines(const ListSettings &settings)
{
    use_tuning();
    const std::vector<KernelLine> on_devices = device_lines(settings);
    std::vector<KernelLine> lines;
    if (on_devices.empty() || std::ranges::any_of(all_kernels(), settings.filter, &Kernel::id))
        for (const Kernel *kernel : matching_kernels(settings.filter, settings.workloads))
            lines.push_back(line_of(*kernel));
    std::ranges::copy(on_devices, std::back_inserter(lines));
    return lines;
}

} // namespace

int execute(const ListSettings &settings, const std::string & /*line*/)
{
    const std::vector<KernelLine> lines = chosen_lines(settings);
    print(write_as(settings.output.format, kernel_exporters, lines, style_for(settings.output)));
    return exit_ok;
}

} // namespace hashlane
