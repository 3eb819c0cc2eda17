// SPDX-License-Identifier: MIT
#include "jobs.h"

#include "../cli/messages.h"
#include "../cli/options.h"
#include "../lib/core/registry.h"
#include "../machine/system/child_process.h"
#include "../machine/system/terminal.h"
#include "../workloads/table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

namespace hashlane::commands {
namespace {

bool is_match(const Kernel &kernel, const cli::IdFilter &filter,
              std::span<const Workload> workloads)
{
    return std::ranges::find(workloads, kernel.workload) != workloads.end() && filter(kernel.id);
}

// " of sha256, sha3", if it is they that lack what the filter finds.
std::string of_these(const cli::IdFilter &filter, std::span<const Workload> workloads)
{
    if (workloads.empty() || !finds_kernel(filter))
        return "";
    std::vector<std::string_view> names;
    std::ranges::transform(workloads, std::back_inserter(names), workload_name);
    return fmt::format(" of {}", fmt::join(names, ", "));
}

constexpr double default_deadline_seconds = 10;

double deadline_seconds()
{
    constexpr const char *variable = "HASHLANE_PLUGIN_DEADLINE";
    const char *const text = std::getenv(variable);
    return text == nullptr ? default_deadline_seconds : cli::read_time(variable, text);
}

backends::PluginFile open_one(const std::string &path)
try {
    auto opened = backends::open_plugin(path, deadline_seconds(), machine::interrupted());
    if (auto *const file = std::get_if<backends::PluginFile>(&opened))
        return std::move(*file);
    throw cli::CommandError("interrupted before anything was measured", cli::exit_interrupted);
} catch (const backends::PluginRefused &refused) {
    cli::fail("--plugin: '{}': {}", path, refused.what());
}

void require_own_id(const Plugins &plugins, const PluginChoice &added)
{
    const auto same = std::ranges::find(plugins.kernels, added.id(), &PluginChoice::id);
    if (same != plugins.kernels.end())
        cli::fail("--plugin: '{}' and '{}' both have a kernel {}; give one of "
                  "them another name",
                  same->file.path, added.file.path, added.id());
}

} // namespace

void add_workloads(CLI::App &app, std::vector<Workload> &workloads)
{
    workloads.assign(std::begin(all_workloads), std::end(all_workloads));
    cli::in_group(app, cli::Group::kernels);
    cli::add_option(app, "--workload",
                    {"LIST", "Only kernels of these workloads, such as sha256-chain,sha3 (default: "
                             "all)"},
                    workloads,
                    cli::items_by(cli::one_of(cli::named(all_workloads, workload_name))));
}

std::vector<Work> all_work()
{
    std::vector<Work> all;
    for (const Workload workload : all_workloads)
        for (const workloads::Benchmark &benchmark : workloads::entry_of(workload).benchmarks)
            all.push_back({workload, &benchmark});
    return all;
}

void add_work(std::vector<Work> &work, const std::string &name, const std::string &text)
{
    for (const Work &one :
         cli::items_by(cli::one_of(cli::named(all_work(), &Work::name)))(name, text))
        if (std::ranges::find(work, one) == work.end())
            work.push_back(one);
}

std::vector<Workload> workloads_of(const std::vector<Work> &work)
{
    std::vector<Workload> workloads;
    for (const Work &one : work)
        if (one.has_kernels())
            workloads.push_back(one.workload);
    return workloads;
}

std::vector<Work> usual_work(const cli::IdFilter &finds)
{
    std::vector<Work> usual, all;
    for (const Work &one : all_work())
        if (one.is_workload()) {
            all.push_back(one);
            if (facts_of(one.workload).run_by_default)
                usual.push_back(one);
        }
    return finds_kernel(finds, workloads_of(usual)) || !finds_kernel(finds) ? usual : all;
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
    if (kernels.empty())
        cli::fail("--filter: '{}' matches no kernel{}; 'hashlane list' shows their ids",
                  filter.text(), of_these(filter, workloads));
    return kernels;
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
                  selection.skipped.front().kernel, selection.skipped.front().reason);
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

// ---- Plug-ins

Plugins open_plugins(const std::vector<std::string> &paths, const cli::IdFilter &finds)
{
    Plugins plugins;
    if (paths.empty())
        return plugins;
    if (!machine::has_child_processes())
        throw cli::CommandError(
            "--plugin: plug-ins need Linux, where they run in a process of their own",
            cli::exit_absent);
    machine::watch_interrupts();
    for (const std::string &path : paths) {
        backends::PluginFile file;
        try {
            file = open_one(path);
        } catch (const measure::ForeignFailure &failure) {
            plugins.failed.push_back({path, failure.what()});
            continue;
        }
        for (std::size_t i = 0; i < file.kernels.size(); ++i) {
            PluginChoice choice{file, i};
            if (!finds(choice.id()))
                continue;
            require_own_id(plugins, choice);
            if (choice.described().supported)
                plugins.kernels.push_back(std::move(choice));
            else
                plugins.skipped.push_back({choice.id(), "reports that it cannot run here"});
        }
    }
    return plugins;
}

void Jobs::add(Jobs other)
{
    std::ranges::move(other.jobs, std::back_inserter(jobs));
    std::ranges::move(other.skipped, std::back_inserter(skipped));
    if (failure.empty())
        failure = std::move(other.failure);
}

Jobs plugin_jobs(const std::vector<std::string> &paths, const cli::IdFilter &finds,
                 const std::function<bool(const backends::PluginKernel &)> &takes)
{
    const Plugins plugins = open_plugins(paths, finds);
    Jobs all{{}, plugins.skipped};
    all.add({{}, plugins.failed});
    if (!plugins.failed.empty())
        all.failure = plugins.failed.front().kernel + ": " + plugins.failed.front().reason;
    for (const PluginChoice &choice : plugins.kernels) {
        if (!takes(choice.described()))
            continue;
        std::vector<std::optional<results::Message>> messages(1);
        if (const auto workload = choice.described().workload.ours())
            messages =
                measure::messages_of(*workload, workloads::entry_of(*workload).benchmarks.front());
        for (const auto &message : messages)
            all.jobs.push_back(backends::plugin_job(choice.file, choice.kernel, message));
    }
    return all;
}

// ---- Other programs

backends::Program open_other_program(const std::string &path)
try {
    if (!machine::has_child_processes())
        throw cli::CommandError(
            "--run: programs are measured in processes of their own, which need Linux",
            cli::exit_absent);
    machine::watch_interrupts();
    auto opened = backends::open_program(path, deadline_seconds(), machine::interrupted());
    if (auto *const program = std::get_if<backends::Program>(&opened))
        return std::move(*program);
    throw cli::CommandError("interrupted before anything was measured", cli::exit_interrupted);
} catch (const backends::ProgramRefused &refused) {
    cli::fail("--run: '{}': {}", path, refused.what());
}

Jobs program_jobs(const backends::Program &program, const cli::IdFilter &finds,
                  const std::vector<Work> &work)
{
    const std::vector<Work> chosen = work.empty() ? usual_work(finds) : work;
    const auto is_wanted = [&](const backends::OfferedJob &job) {
        return finds(job.id) && results::find_work(job.workload) &&
               std::ranges::find(chosen, job.benchmark, &Work::name) != chosen.end();
    };
    Jobs all;
    for (const backends::OfferedJob &job : program.offer.jobs)
        if (is_wanted(job))
            all.jobs.push_back(backends::program_job(program, job));
    return all;
}

} // namespace hashlane::commands
