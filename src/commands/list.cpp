// SPDX-License-Identifier: MIT
//
// `hashlane list`: kernels, workloads, devices and published results.
#include "../backends/gpu/chain.h"
#include "../cli/messages.h"
#include "../cli/options.h"
#include "../lib/core/registry.h"
#include "../lib/dispatch/dispatch_table.h"
#include "../show/known/published.h"
#include "../show/tables/exporters.h"
#include "commands.h"
#include "device_facts.h"
#include "jobs.h"

#include <fmt/format.h>

#include <algorithm>

namespace hashlane::commands {
namespace {

enum class Listed { kernels, workloads, devices, published };

struct ListSettings {
    Listed what = Listed::kernels;
    cli::OutputSettings output;
    cli::IdFilter filter;
    std::vector<Workload> workloads;
    cli::DeviceRequest devices;
};

void declare(CLI::App &app, ListSettings &list)
{
    cli::add_option(app, "WHAT", {"", "kernels, workloads, devices or published", "kernels"},
                    list.what,
                    cli::one_of<Listed>({{"kernels", Listed::kernels},
                                         {"workloads", Listed::workloads},
                                         {"devices", Listed::devices},
                                         {"published", Listed::published}}));
    cli::add_filter(app, list.filter,
                    "Only lines that match this regular expression: the ids of kernels, the names "
                    "of workloads, or the workload, machine and implementation of published "
                    "results");
    add_workloads(app, list.workloads);
    cli::add_devices(app, list.devices, "Also list what compute devices compute");
    cli::add_output(app, list.output, show::kernel_exporters);
    cli::add_examples(
        app, {"hashlane list --filter sha256-chain", "hashlane list published --filter 'Zen 4'"});
}

// ---- Kernels

std::vector<show::KernelLine> device_lines(const ListSettings &settings)
{
    const backends::FoundDevices found = find_requested(settings.devices);
    std::vector<show::KernelLine> lines;
    for (const Workload workload : settings.workloads) {
        if (!facts_of(workload).runs_on_devices)
            continue;
        for (const auto &device : found.devices)
            lines.push_back({.id = backends::device_row_name(*device, workload),
                             .workload = workload,
                             .isa = device->facts().api,
                             .summary = device->facts().name});
        for (const results::Skipped &device : found.missing)
            lines.push_back({.id = std::string(workload_name(workload)) + "." + device.name,
                             .workload = workload,
                             .isa = device.name.substr(0, device.name.find(':')),
                             .obstacle = device.reason});
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
            lines.push_back({.id = std::string(kernel->id),
                             .workload = kernel->workload,
                             .isa = std::string(kernel->isa.tag),
                             .role = std::string(role_name(kernel->role)),
                             .lanes = kernel->lanes,
                             .summary = std::string(kernel->summary),
                             .obstacle = why_not_runnable(*kernel, this_cpu().features),
                             .preferred = kernel == &active_dispatch().kernel(kernel->workload)});
    std::ranges::copy(on_devices, std::back_inserter(lines));
    return lines;
}

// ---- Workloads, published results

show::PublishedResults published(const cli::IdFilter &finds)
{
    show::PublishedResults results;
    for (const show::PublishedResult &result : show::published_results())
        // "sha256-chain Zen 4 fast, Windows/VS2022"
        if (finds(fmt::format("{} {} {} {} {}", result.workload, result.message, result.machine,
                              result.core, result.implementation)))
            results.push_back(result);
    if (results.empty())
        cli::fail("--filter: no published result matches");
    return results;
}

int execute(const ListSettings &settings, const std::string & /*line*/)
{
    const bool chooses_kernels =
        settings.devices.any() || settings.workloads.size() != std::size(all_workloads);
    if (settings.what != Listed::kernels && chooses_kernels)
        cli::fail("--workload and --device choose kernels: 'hashlane list kernels'");
    if (settings.what == Listed::devices && !settings.filter.finds_all())
        cli::fail("--filter is not for devices");
    const auto print = [&](const auto &exporters, const auto &things) {
        cli::check_format(settings.output, exporters);
        cli::print_as(settings.output, exporters, things);
    };
    switch (settings.what) {
    case Listed::kernels:
        print(show::kernel_exporters, chosen_lines(settings));
        break;
    case Listed::workloads: {
        show::Facts facts;
        for (const workloads::Benchmark *const one : workloads::all_benchmarks()) {
            const WorkloadFacts &of = facts_of(one->workload);
            if (settings.filter(one->name))
                facts.push_back(
                    {std::string(one->name),
                     fmt::format("{}; cycles per {}, {}{}",
                                 one->is_workload() ? of.title : "the library's function, messages",
                                 of.cost_of, of.rate,
                                 one->is_workload() && of.run_by_default ? "; measured by default"
                                                                         : "")});
        }
        if (facts.empty())
            cli::fail("--filter: no workload matches");
        print(show::fact_exporters, facts);
        break;
    }
    case Listed::devices:
        print(show::fact_exporters, device_facts(find_requested({true, {}})));
        break;
    case Listed::published:
        print(show::known_exporters, published(settings.filter));
        break;
    }
    return cli::exit_ok;
}

} // namespace

const cli::Declare list_command = cli::command<ListSettings, declare, execute>;

} // namespace hashlane::commands
