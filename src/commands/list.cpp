// SPDX-License-Identifier: MIT
//
// The commands that list what there is: kernels and devices, published results.
#include "../backends/gpu/chain.h"
#include "../cli/messages.h"
#include "../cli/options.h"
#include "../lib/core/registry.h"
#include "../lib/dispatch/dispatch_table.h"
#include "../show/known/published.h"
#include "../show/tables/exporters.h"
#include "commands.h"
#include "devices.h"
#include "jobs.h"

#include <fmt/format.h>

#include <algorithm>

namespace hashlane::commands {
namespace {

// ---- list

struct ListSettings {
    cli::OutputSettings output;
    cli::IdFilter filter;
    std::vector<Workload> workloads;
    cli::DeviceRequest devices;
};

void declare(CLI::App &app, ListSettings &list)
{
    add_workloads(app, list.workloads);
    cli::add_filter(app, list.filter);
    cli::add_devices(app, list.devices);
    cli::add_output(app, list.output, show::kernel_exporters);
}

show::KernelLine line_of(const Kernel &kernel)
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

std::vector<show::KernelLine> device_lines(const ListSettings &settings)
{
    const backends::FoundDevices found = find_requested(settings.devices);
    std::vector<show::KernelLine> lines;
    for (const Workload workload : settings.workloads) {
        if (!facts_of(workload).runs_on_devices)
            continue;
        for (const auto &device : found.devices) {
            show::KernelLine &line = lines.emplace_back();
            line.id = backends::device_row_name(*device, workload);
            line.workload = workload;
            line.isa = device->facts().api;
            line.summary = device->facts().name;
        }
        for (const backends::MissingDevice &device : found.missing) {
            show::KernelLine &line = lines.emplace_back();
            line.id = std::string(workload_name(workload)) + "." + device.id;
            line.workload = workload;
            line.isa = device.id.substr(0, device.id.find(':'));
            line.obstacle = device.reason;
        }
    }
    std::erase_if(lines, [&](const show::KernelLine &line) { return !settings.filter(line.id); });
    return lines;
}

std::vector<show::KernelLine> chosen_lines(const ListSettings &settings)
{
    use_tuning();
    const std::vector<show::KernelLine> on_devices = device_lines(settings);
    std::vector<show::KernelLine> lines;
    if (on_devices.empty() || finds_kernel(settings.filter))
        for (const Kernel *kernel : matching_kernels(settings.filter, settings.workloads))
            lines.push_back(line_of(*kernel));
    std::ranges::copy(on_devices, std::back_inserter(lines));
    return lines;
}

int execute(const ListSettings &settings, const std::string & /*line*/)
{
    const std::vector<show::KernelLine> lines = chosen_lines(settings);
    cli::print_as(settings.output, show::kernel_exporters, lines);
    return cli::exit_ok;
}

// ---- known

struct KnownSettings {
    cli::OutputSettings output;
    cli::IdFilter filter;
};

void declare(CLI::App &app, KnownSettings &known)
{
    cli::add_option(app, "--filter",
                    {"REGEX", "only results whose workload, machine or implementation matches"},
                    known.filter, [](auto &, auto &text) { return cli::IdFilter(text); });
    cli::add_output(app, known.output, show::known_exporters);
}

// What a filter is held against: "sha256-chain Zen 4 fast, Windows/VS2022".
std::string text_of(const show::PublishedResult &result)
{
    return fmt::format("{} {} {} {} {}", result.workload, result.message, result.machine,
                       result.core, result.implementation);
}

int execute(const KnownSettings &settings, const std::string & /*line*/)
{
    std::vector<show::PublishedResult> results;
    for (const show::PublishedResult &result : show::published_results())
        if (settings.filter(text_of(result)))
            results.push_back(result);
    if (results.empty())
        throw cli::CommandError("--filter: no published result matches");
    cli::print_as(settings.output, show::known_exporters, results);
    return cli::exit_ok;
}

} // namespace

cli::Execute list_command(CLI::App &app)
{
    return cli::command<ListSettings>(app, declare, execute);
}

cli::Execute known_command(CLI::App &app)
{
    return cli::command<KnownSettings>(app, declare, execute);
}

} // namespace hashlane::commands
