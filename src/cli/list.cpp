// SPDX-License-Identifier: MIT
#include "../core/registry.h"
#include "../dispatch/dispatch_table.h"
#include "../gpu/chain.h"
#include "../report/kernel_list.h"
#include "commands.h"
#include "devices.h"
#include "dispatch.h"
#include "options.h"
#include "session.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

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
    return {.id = device_row_name(device, workload),
            .workload = workload,
            .isa = device.facts().api,
            .summary = device.facts().name};
}

KernelLine line_of(const MissingDevice &device, Workload workload)
{
    return {.id = std::string(workload_name(workload)) + "." + device.id,
            .workload = workload,
            .isa = device.id.substr(0, device.id.find(':')),
            .obstacle = device.reason};
}

std::vector<KernelLine> device_lines(const Options &options)
{
    const FoundDevices found = chosen_devices(options);
    std::vector<KernelLine> lines;
    for (const Workload workload : all_workloads) {
        if (!facts_of(workload).runs_on_devices)
            continue;
        for (const auto &device : found.devices)
            lines.push_back(line_of(*device, workload));
        for (const MissingDevice &device : found.missing)
            lines.push_back(line_of(device, workload));
    }
    const IdFilter finds(options.filter);
    std::erase_if(lines, [&](const KernelLine &line) { return !finds(line.id); });
    return lines;
}

int list(const Options &options)
{
    const Format format =
        chosen_format(options, {Format::table, Format::csv, Format::json, Format::markdown});
    const Style style = chosen_style(options);
    const IdFilter finds(options.filter);
    use_tuning();
    const std::vector<KernelLine> on_devices = device_lines(options);
    std::vector<KernelLine> lines;
    if (on_devices.empty() || std::ranges::any_of(all_kernels(), finds, &Kernel::id))
        for (const Kernel *kernel : matching_kernels(options.filter, all_workloads))
            lines.push_back(line_of(*kernel));
    std::ranges::copy(on_devices, std::back_inserter(lines));
    switch (format) {
    case Format::csv:
        fmt::print("{}", write_kernels_csv(lines));
        break;
    case Format::json:
        fmt::print("{}", write_kernels_json(lines));
        break;
    case Format::markdown:
        fmt::print("{}", write_kernels_markdown(lines));
        break;
    case Format::table:
    case Format::classic:
        fmt::print("{}", write_kernels_table(lines, style));
        break;
    }
    return 0;
}

} // namespace

Command add_list(CLI::App &program)
{
    CLI::App *app =
        program.add_subcommand("list", "List the kernels, and which can run on this machine");
    const auto options = std::make_shared<Options>();
    add_filter_option(*app, *options);
    add_device_option(*app, *options);
    add_output_options(*app, *options);
    return {app, [options](const std::string &) { return list(*options); }};
}

} // namespace hashlane
