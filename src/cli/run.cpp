// SPDX-License-Identifier: MIT
#include "../core/registry.h"
#include "../system/shared_object.h"
#include "all_cores.h"
#include "benchmark_work.h"
#include "commands.h"
#include "devices.h"
#include "kernel_selection.h"
#include "placements.h"
#include "plugins.h"
#include "session.h"

#include <algorithm>

namespace hashlane {
namespace {

constexpr double default_seconds = 1;

// Of a run's time, what is spent on all cores together.
constexpr double all_cores_share = 0.1;
constexpr double most_all_cores_ns = 1e9; // of each repetition

struct Jobs {
    std::vector<Job> jobs;
    std::vector<Skipped> skipped;
    std::string failure; ///< of a plug-in; or empty

    void add(Jobs other)
    {
        std::ranges::move(other.jobs, std::back_inserter(jobs));
        std::ranges::move(other.skipped, std::back_inserter(skipped));
        if (failure.empty())
            failure = std::move(other.failure);
    }
};

// Those that are measured without being asked; or, if a filter finds none of their kernels but
// others, all workloads.
Work usual_work(const IdFilter &finds)
{
    const auto any = [&](bool by_default) {
        return std::ranges::any_of(all_kernels(), [&](const Kernel &kernel) {
            return facts_of(kernel.workload).run_by_default == by_default && finds(kernel.id);
        });
    };
    const bool all = !any(true) && any(false);
    Work work;
    for (const BenchmarkWork &one : all_work())
        if (one.is_workload() && (all || facts_of(one.workload).run_by_default))
            work.push_back(&one);
    return work;
}

Work chosen_work(const RunSettings &settings)
{
    return settings.work.empty() ? usual_work(settings.measure.filter) : settings.work;
}

// Of those that have kernels.
std::vector<Workload> workloads_of(const Work &work)
{
    std::vector<Workload> workloads;
    for (const BenchmarkWork *one : work)
        if (one->of_kernel != nullptr)
            workloads.push_back(one->workload);
    return workloads;
}

bool finds_any(const IdFilter &finds, const std::vector<Workload> &workloads)
{
    return std::ranges::any_of(all_kernels(), [&](const Kernel &kernel) {
        return std::ranges::find(workloads, kernel.workload) != workloads.end() && finds(kernel.id);
    });
}

Jobs kernel_jobs(const Work &work, const IdFilter &filter)
{
    const Selection selection = select_kernels(filter, workloads_of(work));
    Jobs all{{}, selection.skipped, ""};
    for (const BenchmarkWork *one : work)
        for (const Kernel *kernel : selection.runnable)
            if (one->of_kernel != nullptr && one->workload == kernel->workload)
                std::ranges::move(one->of_kernel(*kernel), std::back_inserter(all.jobs));
    return all;
}

Jobs library_jobs(const Work &work, const IdFilter &finds)
{
    Jobs all;
    for (const BenchmarkWork *one : work)
        if (one->of_library != nullptr)
            std::ranges::copy_if(one->of_library(), std::back_inserter(all.jobs), finds, &Job::id);
    return all;
}

// What one library has, or why not.
Jobs jobs_of(const Peer &peer, const Work &work)
{
    Jobs all;
    try {
        for (const BenchmarkWork *one : work)
            if (one->of_peer != nullptr)
                std::ranges::move(one->of_peer(peer), std::back_inserter(all.jobs));
    } catch (const LibraryUnavailable &absent) {
        all.skipped.push_back({peer.name, absent.what()});
    }
    return all;
}

Jobs peer_jobs(const Work &work, const IdFilter &finds)
{
    const FoundPeers found = find_peers();
    Jobs all;
    for (const MissingPeer &peer : found.missing)
        all.skipped.push_back({peer.name, peer.reason});
    for (const Peer &peer : found.peers)
        all.add(jobs_of(peer, work));
    std::erase_if(all.jobs, [&](const Job &job) { return !finds(job.id); });
    return all;
}

Jobs plugin_jobs(const RunSettings &settings, const Work &work)
{
    const Plugins plugins = open_plugins(settings.plugins, settings.measure.filter);
    Jobs all{{}, plugins.skipped, plugins.failure()};
    std::ranges::copy(plugins.failed, std::back_inserter(all.skipped));
    for (const PluginChoice &choice : plugins.kernels)
        if (has_workload(work, choice.described().workload))
            std::ranges::move(jobs_of(choice), std::back_inserter(all.jobs));
    return all;
}

Jobs chosen_jobs(const RunSettings &settings, bool device_matches)
{
    const IdFilter &finds = settings.measure.filter;
    const Work work = chosen_work(settings);
    const Jobs peers = settings.peers ? peer_jobs(work, finds) : Jobs{};
    const Jobs plugins = plugin_jobs(settings, work);
    const Jobs library = library_jobs(work, finds);
    // A filter may find peers, plug-ins, devices or a function of the library alone.
    const bool any_other = !peers.jobs.empty() || !plugins.jobs.empty() ||
                           !plugins.skipped.empty() || !library.jobs.empty() || device_matches;
    Jobs all =
        finds_any(finds, workloads_of(work)) || !any_other ? kernel_jobs(work, finds) : Jobs{};
    all.add(library);
    all.add(peers);
    all.add(plugins);
    return all;
}

std::vector<DeviceJob> chosen_device_jobs(const RunSettings &settings, const FoundDevices &found)
{
    std::vector<Workload> workloads;
    for (const Workload workload : all_workloads)
        if (settings.work.empty() || has_workload(settings.work, workload))
            workloads.push_back(workload);
    return matching_device_jobs(found, workloads, settings.measure.filter);
}

// A table at a time.
std::vector<Job> by_workload(const std::vector<Job> &all)
{
    std::vector<Job> jobs;
    for (const Workload workload : all_workloads)
        std::ranges::copy_if(all, std::back_inserter(jobs),
                             [&](const Job &job) { return job.workload == workload; });
    return jobs;
}

// On one core, or as the placement says; then the best on all cores, in the same time.
void measure_jobs(Session &session, const std::vector<Job> &jobs,
                  const std::vector<WantedRow> &rows, double budget_ns)
{
    const unsigned repetitions = session.measure.repetitions;
    const std::optional<Placement> all_cores = all_cores_of_a_run(session.measure);
    const double all_cores_ns =
        all_cores ? std::min(budget_ns * all_cores_share, most_all_cores_ns * repetitions) : 0;
    const RunPlan plan = plan_visits(budget_ns - all_cores_ns, rows.size());
    session.log.skip(not_measured(rows, session.runner.measure(rows, plan)));
    if (!all_cores || session.log.is_interrupted())
        return;
    const std::vector<WantedRow> best =
        best_on_all_cores(jobs, session.log.report().rows, *all_cores, repetitions);
    const RunPlan plan_of_best = plan_visits(all_cores_ns, best.size());
    session.log.skip(not_measured(best, session.runner.measure(best, plan_of_best)));
}

} // namespace

int execute(const RunSettings &settings, const std::string &line)
{
    const FoundDevices found = find_requested(settings.devices);
    const std::vector<DeviceJob> device_jobs = chosen_device_jobs(settings, found);
    const Jobs chosen = chosen_jobs(settings, !device_jobs.empty());
    const std::vector<Job> jobs = by_workload(chosen.jobs);
    const std::vector<Placement> placements = choose_placements(settings.measure.placement);
    const std::vector<WantedRow> rows = rows_of(jobs, placements, settings.measure.repetitions);
    const RunPlan plan = timed_plan(settings.measure, rows.size(), default_seconds);
    Session session(settings.measure, settings.output, placements, line);
    session.log.skip(chosen.skipped);
    session.log.set_failure(chosen.failure);
    session.log.skip(skipped_devices(found));
    if (device_jobs.empty()) // their rows come later, and belong to the same tables
        session.display.expect(session.runner.tables_of(rows, plan));
    measure_jobs(session, jobs, rows, plan.rounds.budget_ns);
    measure_on_devices(session, device_jobs, {settings.measure.seconds.value_or(default_seconds)});
    return finish(session);
}

} // namespace hashlane
