// SPDX-License-Identifier: MIT
#include "jobs.h"

#include "../backends/gpu/chain.h"
#include "../backends/peers/peer.h"
#include "../cli/messages.h"
#include "../cli/options.h"
#include "../lib/core/registry.h"
#include "../lib/dispatch/dispatch_table.h"
#include "../machine/sensors/system_state.h"
#include "../machine/system/child_process.h"
#include "../machine/system/cpus.h"
#include "../machine/system/lists.h"
#include "../machine/system/shared_object.h"
#include "../machine/system/terminal.h"
#include "../machine/system/text.h"
#include "../workloads/table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>
#include <set>
#include <stdexcept>

namespace hashlane::commands {
namespace {

bool is_match(const Kernel &kernel, const cli::IdFilter &filter,
              std::span<const Workload> workloads)
{
    return machine::contains(workloads, kernel.workload) && filter(kernel.id);
}

// True if it finds the chain of a device, by the number that most have.
bool finds_device(const cli::IdFilter &filter, std::span<const Workload> workloads)
{
    return std::ranges::any_of(workloads, [&](Workload workload) {
        return facts_of(workload).runs_on_devices &&
               std::ranges::any_of(backends::device_apis(), [&](const std::string &api) {
                   return filter(fmt::format("{}.{}:0", workload_name(workload), api));
               });
    });
}

double deadline_seconds()
{
    constexpr const char *variable = "HASHLANE_PLUGIN_DEADLINE";
    constexpr double usual = 10;
    const char *const text = std::getenv(variable);
    return text == nullptr ? usual : cli::read_duration(variable, text);
}

// Opens the option's file by `open`.
auto opened(const char *option, const std::string &path, const auto &open)
try {
    auto made = open(path, deadline_seconds(), machine::interrupted());
    if (made)
        return std::move(*made);
    cli::fail(cli::exit_interrupted, "interrupted before anything was measured");
} catch (const backends::Unusable &file) {
    cli::fail("{}: '{}': {}", option, path, file.what());
}

// ---- The parts of choose()

template <class T> void append(std::vector<T> &all, std::vector<T> more)
{
    std::ranges::move(more, std::back_inserter(all));
}

// Returns the workloads of those that have kernels.
std::vector<Workload> workloads_of(const Benchmarks &work)
{
    std::vector<Workload> workloads;
    for (const auto *const one : work)
        if (one->has_kernels())
            workloads.push_back(one->workload);
    return workloads;
}

bool has_lanes(const WhatToMeasure &asked, unsigned lanes)
{
    return asked.lanes.empty() || std::ranges::binary_search(asked.lanes, lanes);
}

// Returns `work`; if it is empty, the workloads that are measured by default; or, if a filter finds
// none of their kernels but others, all workloads.
Benchmarks work_or_usual(const Benchmarks &work, const cli::IdFilter &finds)
{
    if (!work.empty())
        return work;
    Benchmarks usual, all;
    for (const Workload workload : all_workloads) {
        all.push_back(own_benchmark(workload));
        if (facts_of(workload).run_by_default)
            usual.push_back(all.back());
    }
    return finds_kernel(finds, workloads_of(usual)) || !finds_kernel(finds) ? usual : all;
}

// Returns the devices that run each workload, and whose name for it the filter finds.
std::vector<DeviceJob>
jobs_of_devices(const std::vector<std::unique_ptr<backends::Device>> &devices,
                const WhatToMeasure &asked)
{
    std::vector<DeviceJob> jobs;
    for (const Workload workload : all_workloads) {
        DeviceJob job{workload, {}};
        if (facts_of(workload).runs_on_devices &&
            (asked.work.empty() || machine::contains(asked.work, own_benchmark(workload))))
            for (const auto &device : devices)
                if (asked.filter(backends::device_row_name(*device, workload)))
                    job.devices.push_back(device.get());
        if (!job.devices.empty())
            jobs.push_back(std::move(job));
    }
    return jobs;
}

// The devices that compute nothing of what was named. Throws a CommandError if it is each of those
// that were named.
void skip_idle_devices(Chosen &chosen, const WhatToMeasure &asked)
{
    const bool runs_any =
        asked.work.empty() || std::ranges::any_of(asked.work, [](const auto *one) {
            return one->is_workload() && facts_of(one->workload).runs_on_devices;
        });
    if (runs_any || chosen.devices.empty())
        return;
    const std::string reason =
        fmt::format("computes no {}",
                    fmt::join(machine::each(asked.work, [](const auto *one) { return one->name; }),
                              " and no "));
    if (!asked.devices.all)
        cli::fail(cli::exit_absent, "--device: {} {}", chosen.devices.front()->facts().id(),
                  reason);
    for (const auto &device : chosen.devices)
        chosen.skipped.push_back({device->facts().id(), reason});
}

void add_peers(Chosen &chosen, const Benchmarks &work)
{
    backends::FoundPeers found = backends::find_peers();
    append(chosen.skipped, std::move(found.missing));
    for (const backends::Peer &peer : found.peers)
        try {
            const std::size_t before = chosen.jobs.size();
            for (const auto *const one : work)
                if (one->is_workload())
                    append(chosen.jobs, backends::peer_jobs(peer, one->workload));
            if (chosen.jobs.size() == before)
                chosen.skipped.push_back({peer.name, "computes none of these workloads"});
        } catch (const machine::LibraryUnavailable &absent) {
            chosen.skipped.push_back({peer.name, absent.what()});
        }
}

// Returns the jobs of the plug-ins' kernels that were asked for.
Chosen asked_plugin_jobs(const WhatToMeasure &asked, const Benchmarks &work)
{
    Chosen plugins = plugin_jobs(asked.plugins, asked.filter);
    const auto is_of_work = [&](const measure::Job &job) {
        const auto workload = job.workload.ours();
        return workload ? machine::contains(work, own_benchmark(*workload)) : asked.work.empty();
    };
    std::set<std::string> others; // a kernel has a job for each message
    for (const measure::Job &job : plugins.jobs)
        if (!is_of_work(job) && others.insert(job.kernel_id).second)
            plugins.skipped.push_back({job.kernel_id, "of another workload"});
    std::erase_if(plugins.jobs, [&](const measure::Job &job) {
        return !is_of_work(job) || !has_lanes(asked, job.lanes);
    });
    return plugins;
}

// Returns true if nothing was named and nothing but plug-ins' own workloads was found.
bool is_foreign_alone(const WhatToMeasure &asked, const std::vector<measure::Job> &jobs)
{
    return asked.work.empty() && asked.filter.finds_all() && !jobs.empty() &&
           std::ranges::none_of(
               jobs, [](const measure::Job &job) { return job.workload.ours().has_value(); });
}

// Decides whether hashlane's own kernels are measured, with or without others: devices, plug-ins,
// peers, functions of the library.
//
// With a filter: if it finds kernels, or if it finds nothing at all: choosing them then ends the
// command with the reason. A filter that finds others alone is meant for those. In a command for
// one workload it is not if it finds kernels of other workloads, or a plug-in that cannot be used:
// it then gets the reason as well.
//
// Without a filter: always, but for three cases. The named work has no kernels; devices take their
// place in a command for one workload; or nothing but plug-ins' own workloads was found, and no
// kernel computes the same.
bool wants_kernels(const WhatToMeasure &asked, const Benchmarks &work, const Chosen &others,
                   bool any_unusable_plugin)
{
    if (asked.one_workload && asked.filter.finds_all())
        return !asked.devices.any();
    if (is_foreign_alone(asked, others.jobs))
        return false;
    const bool finds_others = !others.jobs.empty() || !others.device_jobs.empty();
    if (asked.one_workload)
        return !finds_others || finds_kernel(asked.filter);
    return !(finds_others || any_unusable_plugin) || finds_kernel(asked.filter, workloads_of(work));
}

// Adds the kernels that can run, and their jobs, before the others.
void add_kernels(Chosen &chosen, const WhatToMeasure &asked, const Benchmarks &work)
{
    Selection selection = select_kernels(asked.filter, workloads_of(work));
    chosen.kernels = std::move(selection.runnable);
    std::erase_if(chosen.kernels,
                  [&](const Kernel *kernel) { return !has_lanes(asked, kernel->lanes); });
    std::vector<measure::Job> jobs;
    for (const auto *const one : work)
        for (const Kernel *kernel : chosen.kernels)
            if (one->has_kernels() && one->workload == kernel->workload)
                append(jobs, measure::kernel_jobs(*kernel, *one));
    append(jobs, std::move(chosen.jobs));
    chosen.jobs = std::move(jobs);
    append(selection.skipped, std::move(chosen.skipped));
    chosen.skipped = std::move(selection.skipped);
}

} // namespace

void add_workloads(CLI::App &app, std::vector<Workload> &workloads)
{
    workloads.assign(std::begin(all_workloads), std::end(all_workloads));
    cli::in_group(app, cli::Group::kernels);
    cli::add_option(app, "--workload",
                    {"LIST", "Only kernels of these workloads, such as sha256-chain,sha3 (default: "
                             "all)"},
                    [&](auto &name, auto &text) {
                        workloads.clear();
                        Benchmarks work;
                        add_benchmarks(work, name, text);
                        for (const auto *const one : work)
                            if (!machine::contains(workloads, one->workload))
                                workloads.push_back(one->workload);
                    });
}

const workloads::Benchmark *own_benchmark(Workload workload)
{
    return &workloads::entry_of(workload).benchmarks.front();
}

void add_benchmarks(Benchmarks &work, const std::string &name, const std::string &text)
{
    const auto read = cli::items_by(
        cli::one_of(cli::named(workloads::all_benchmarks(), &workloads::Benchmark::name)));
    for (const auto *const one : read(name, text))
        if (!machine::contains(work, one))
            work.push_back(one);
}

bool finds_kernel(const cli::IdFilter &filter, std::span<const Workload> workloads)
{
    return std::ranges::any_of(
        all_kernels(), [&](const Kernel &kernel) { return is_match(kernel, filter, workloads); });
}

std::vector<const Kernel *> matching_kernels(const cli::IdFilter &filter,
                                             std::span<const Workload> workloads)
{
    std::vector<const Kernel *> kernels;
    for (const Kernel &kernel : all_kernels())
        if (is_match(kernel, filter, workloads))
            kernels.push_back(&kernel);
    if (!kernels.empty())
        return kernels;
    if (finds_device(filter, workloads))
        cli::fail("--filter: '{}' matches no kernel of the processor, but chains of devices; "
                  "'hashlane help' shows the commands with --device",
                  filter.text());
    // The workloads are named if it is they that lack what the filter finds.
    std::vector<std::string_view> names;
    if (finds_kernel(filter))
        std::ranges::transform(workloads, std::back_inserter(names), workload_name);
    cli::fail("--filter: '{}' matches no kernel{}{}; 'hashlane list' shows their ids",
              filter.text(), names.empty() ? "" : " of ", fmt::join(names, ", "));
}

Selection select_kernels(const cli::IdFilter &filter, std::span<const Workload> workloads)
{
    Selection selection;
    for (const Kernel *kernel : matching_kernels(filter, workloads)) {
        const std::string reason = why_not_runnable(*kernel, this_cpu().features);
        if (reason.empty())
            selection.runnable.push_back(kernel);
        else
            selection.skipped.push_back({std::string(kernel->id), reason});
    }
    if (selection.runnable.empty())
        cli::fail(cli::exit_absent, "{} {}, which this processor or system does not have",
                  selection.skipped.front().name, selection.skipped.front().reason);
    return selection;
}

const LoadedTuning &use_tuning()
{
    static const LoadedTuning loaded = [] {
        LoadedTuning found = load_tuning(user_tuning_path().c_str());
        if (found.status == HASHLANE_NOT_VALID)
            cli::say("hashlane: {}: {}; using the built-in choice. Run 'hashlane tune' again\n",
                     found.path, found.problem);
        return found;
    }();
    return loaded;
}

// ---- Devices

namespace {

[[noreturn]] void throw_first_missing(const backends::FoundDevices &found)
{
    const results::Skipped &first = found.missing.front();
    cli::fail(cli::exit_absent, "{}: {}", first.name, first.reason);
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

// ---- Plug-ins

namespace {

// Unless `finds` does not find it.
void add_kernel(Plugins &plugins, backends::ForeignKernel kernel, const cli::IdFilter &finds)
{
    const std::string id = backends::plugin_kernel_id(kernel);
    if (!finds(id))
        return;
    const auto same = std::ranges::find(plugins.kernels, id, backends::plugin_kernel_id);
    if (same != plugins.kernels.end())
        cli::fail("--plugin: '{}' and '{}' both have a kernel {}; give one of them another name",
                  same->file, kernel.file, id);
    if (kernel.supported)
        plugins.kernels.push_back(std::move(kernel));
    else
        plugins.skipped.push_back({id, "reports that it cannot run here"});
}

} // namespace

Plugins open_plugins(const std::vector<std::string> &paths, const cli::IdFilter &finds)
{
    Plugins plugins;
    if (paths.empty())
        return plugins;
    if (!machine::has_child_processes())
        cli::fail(cli::exit_absent,
                  "--plugin: plug-ins need Linux, where they run in a process of their own");
    machine::watch_interrupts();
    for (const std::string &path : paths)
        try {
            for (backends::ForeignKernel &kernel : opened("--plugin", path, backends::open_plugin))
                add_kernel(plugins, std::move(kernel), finds);
        } catch (const machine::ChildFailure &failure) {
            plugins.failed.push_back({path, failure.what()});
        }
    return plugins;
}

Chosen plugin_jobs(const std::vector<std::string> &paths, const cli::IdFilter &finds)
{
    Plugins plugins = open_plugins(paths, finds);
    Chosen chosen;
    append(chosen.skipped, std::move(plugins.skipped));
    if (!plugins.failed.empty())
        chosen.failure = plugins.failed.front().name + ": " + plugins.failed.front().reason;
    append(chosen.skipped, std::move(plugins.failed));
    for (const backends::ForeignKernel &kernel : plugins.kernels) {
        std::vector<std::optional<results::Message>> messages(1);
        if (const auto workload = kernel.workload.ours())
            messages = measure::messages_of(*own_benchmark(*workload));
        for (const auto &message : messages)
            chosen.jobs.push_back(backends::plugin_job(kernel, message));
    }
    return chosen;
}

// ---- Other programs

backends::Program open_other_program(const std::string &path)
{
    if (!machine::has_child_processes())
        cli::fail(cli::exit_absent,
                  "--run: programs are measured in processes of their own, which need Linux");
    machine::watch_interrupts();
    return opened("--run", path, backends::open_program);
}

Chosen program_jobs(const backends::Program &program, const cli::IdFilter &finds,
                    const Benchmarks &work)
{
    const Benchmarks wanted = work_or_usual(work, finds);
    Chosen chosen;
    for (const backends::OfferedJob &job : program.offer.jobs)
        if (finds(job.id) && results::find_work(job.workload) &&
            machine::contains(wanted, job.benchmark, &workloads::Benchmark::name))
            chosen.jobs.push_back(backends::program_job(program, job));
    return chosen;
}

// ---- The choice of a command that measures

Chosen choose(const WhatToMeasure &asked)
{
    const cli::IdFilter &finds = asked.filter;
    const Benchmarks work = work_or_usual(asked.work, finds);
    Chosen chosen;
    backends::FoundDevices found = asked.one_workload && finds.finds_all()
                                       ? require_a_device(asked.devices)
                                       : require_requested(asked.devices);
    chosen.devices = std::move(found.devices);
    chosen.device_jobs = jobs_of_devices(chosen.devices, asked);
    skip_idle_devices(chosen, asked);
    for (const auto *const one : work)
        if (!one->has_kernels())
            append(chosen.jobs, measure::library_jobs(*one));
    if (asked.peers)
        add_peers(chosen, work);
    std::erase_if(chosen.jobs, [&](const measure::Job &job) { return !finds(job.kernel_id); });
    Chosen plugins = asked_plugin_jobs(asked, work);
    const bool any_unusable_plugin = !plugins.skipped.empty();
    append(chosen.jobs, std::move(plugins.jobs));
    append(chosen.skipped, std::move(plugins.skipped));
    chosen.failure = std::move(plugins.failure);
    append(chosen.skipped, std::move(found.missing));
    if (wants_kernels(asked, work, chosen, any_unusable_plugin))
        add_kernels(chosen, asked, work);
    // A table at a time; plug-ins' own workloads alone keep the plug-ins' order.
    if (!is_foreign_alone(asked, chosen.jobs))
        std::ranges::stable_sort(chosen.jobs, {}, &measure::Job::workload);
    return chosen;
}

// ---- Where, and for how long

std::vector<machine::Placement> choose_placements(machine::PlacementRequest request, Kinds kinds)
{
    if (request.cpus.empty())
        request.cpus = machine::allowed_cpus();
    try {
        std::vector<machine::Placement> placements = machine::place(
            machine::this_topology(), request,
            request.cpus.size() > 1 ? machine::watch_cpu_load() : machine::CpuLoad{});
        if (kinds == Kinds::fastest)
            placements.resize(1);
        return placements;
    } catch (const std::invalid_argument &error) {
        throw cli::CommandError(error.what());
    }
}

measure::RunPlan timed_plan(const cli::MeasureSettings &measure, std::size_t rows, double seconds)
{
    constexpr double quick_seconds = 10;
    double budget_ns = measure.seconds.value_or(seconds) * 1e9 *
                       static_cast<double>(std::max<std::size_t>(rows, 1));
    if (measure.quick)
        budget_ns = quick_seconds * 1e9;
    if (measure.budget) {
        const double least_seconds = measure::least_budget_ns(rows) / 1e9;
        if (*measure.budget < least_seconds) {
            // Two digits, rounded up, so that what is advised is enough.
            const double digit = std::pow(10, std::floor(std::log10(least_seconds)) - 1);
            cli::fail("--budget {:g} is less than one round of {} needs: at least {:g} s",
                      *measure.budget, machine::counted(rows, "row"),
                      std::ceil(least_seconds / digit - 1e-9) * digit);
        }
        budget_ns = *measure.budget * 1e9;
    }
    measure::RunPlan plan = measure::plan_visits(budget_ns, rows);
    if (!measure.is_timed())
        plan.rounds.extra_ns = budget_ns;
    return plan;
}

Planned plan_rows(const std::vector<measure::Job> &jobs, const cli::MeasureSettings &measure,
                  double seconds, AllCores all_cores)
{
    Planned planned;
    planned.placements = choose_placements(measure.placement);
    const std::size_t cores = machine::usable_cores(machine::this_topology());
    std::vector<machine::Placement> on_all;
    if (all_cores == AllCores::measured && measure.placement == machine::PlacementRequest{} &&
        cores > 1 && cores <= machine::max_threads)
        on_all = choose_placements({{}, 0, 0, true, ""});
    planned.rows = measure::rows_of(jobs, planned.placements, measure.repetitions);
    const auto rank = [](const measure::Job &job) { // dispatch's kernel first
        return std::pair(job.kernel != nullptr &&
                             job.kernel == &active_dispatch().kernel(job.kernel->workload),
                         job.lanes);
    };
    std::map<results::Work, const measure::Job *> chosen;
    for (const measure::Job &job : jobs) {
        const measure::Job *&best = chosen[job.workload];
        if (best == nullptr || rank(job) >= rank(*best))
            best = &job;
    }
    for (const machine::Placement &all : on_all)
        for (const auto &[workload, job] : chosen)
            for (unsigned repetition = 0; repetition < measure.repetitions; ++repetition)
                planned.rows.push_back({job, all, "all cores",
                                        static_cast<unsigned>(all.cpus.size()), repetition,
                                        measure.repetitions});
    planned.plan = timed_plan(measure, planned.rows.size(), seconds);
    return planned;
}

} // namespace hashlane::commands
