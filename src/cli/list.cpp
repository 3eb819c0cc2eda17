// SPDX-License-Identifier: MIT
#include "../core/choice.h"
#include "../core/registry.h"
#include "../gpu/chain.h"
#include "../report/kernel_list.h"
#include "commands.h"
#include "devices.h"
#include "dispatch.h"
#include "options.h"
#include "session.h"

#include <fmt/format.h>

#include <algorithm>
#include <list>
#include <memory>

namespace hashlane {
namespace {

// A device's kernels as lines like the processor's. A list, so that no line's texts ever move.
struct ListedKernel {
    std::string id, api, idea, obstacle;
    Kernel kernel;
};
using DeviceKernels = std::list<ListedKernel>;

void add_kernel(DeviceKernels &kernels, Workload workload, ListedKernel one)
{
    ListedKernel &kept = kernels.emplace_back(std::move(one));
    kept.kernel = {kept.id, workload, {kept.api, "any", no_features}, 0, kept.idea, {}};
}

DeviceKernels device_kernels(const Options &options)
{
    const FoundDevices found = chosen_devices(options);
    DeviceKernels kernels;
    for (const Workload workload : all_workloads) {
        if (!runs_on_devices(workload))
            continue;
        for (const auto &device : found.devices)
            add_kernel(kernels, workload,
                       {device_row_name(*device, workload),
                        device->facts().api,
                        device->facts().name,
                        "",
                        {}});
        for (const MissingDevice &device : found.missing)
            add_kernel(kernels, workload,
                       {std::string(workload_name(workload)) + "." + device.id,
                        device.id.substr(0, device.id.find(':')),
                        "",
                        device.reason,
                        {}});
    }
    const IdFilter finds(options.filter);
    std::erase_if(kernels, [&](const ListedKernel &one) { return !finds(one.id); });
    return kernels;
}

int list(const Options &options)
{
    const Format format =
        chosen_format(options, {Format::table, Format::csv, Format::json, Format::markdown});
    const Style style = chosen_style(options);
    const FeatureSet features = this_cpu().features;
    const IdFilter finds(options.filter);
    use_tuning();
    const DeviceKernels on_devices = device_kernels(options);
    std::vector<KernelLine> lines;
    if (on_devices.empty() || std::ranges::any_of(all_kernels(), finds, &Kernel::id))
        for (const Kernel *kernel : matching_kernels(options.filter, all_workloads))
            lines.push_back({kernel, why_not_runnable(*kernel, features),
                             kernel == &active_choice().kernel(kernel->workload)});
    for (const ListedKernel &one : on_devices)
        lines.push_back({&one.kernel, one.obstacle, false});
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
