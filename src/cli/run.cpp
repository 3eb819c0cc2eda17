// SPDX-License-Identifier: MIT
#include "../core/registry.h"
#include "../peers/peer_job.h"
#include "../system/shared_object.h"
#include "all_cores.h"
#include "benchmark_messages.h"
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

constexpr std::size_t sha256_message_bytes[] = {64, 1024, 16384};

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

std::vector<Job> jobs_of(const Kernel &kernel)
{
    std::vector<Job> jobs;
    switch (kernel.workload) {
    case Workload::sha256_chain:
    case Workload::keccak_chain:
        return {chain_job(kernel)};
    case Workload::sha256_nodes:
        return {nodes_job(kernel)};
    case Workload::sha256_salted:
        return {salted_job(kernel)};
    case Workload::sha3:
        for (const std::size_t bytes : benchmark_message_bytes)
            jobs.push_back(sha3_job(kernel, *find_sha3_function(HASHLANE_SHA3_256), bytes));
        break;
    case Workload::sha256:
        for (const std::size_t bytes : sha256_message_bytes)
            jobs.push_back(sha256_job(kernel, bytes));
        break;
    }
    return jobs;
}

// Those that are measured without being asked; or, if a filter finds none of their kernels, all.
std::vector<Workload> chosen_workloads(const IdFilter &finds)
{
    std::vector<Workload> usual;
    std::ranges::copy_if(all_workloads, std::back_inserter(usual),
                         [](Workload workload) { return facts_of(workload).run_by_default; });
    const bool any_usual = std::ranges::any_of(all_kernels(), [&](const Kernel &kernel) {
        return facts_of(kernel.workload).run_by_default && finds(kernel.id);
    });
    return any_usual ? usual
                     : std::vector<Workload>(std::begin(all_workloads), std::end(all_workloads));
}

Jobs kernel_jobs(const IdFilter &filter)
{
    const Selection selection = select_kernels(filter, chosen_workloads(filter));
    Jobs all{{}, selection.skipped, ""};
    for (const Kernel *kernel : selection.runnable)
        std::ranges::move(jobs_of(*kernel), std::back_inserter(all.jobs));
    return all;
}

// Both functions of one library, or why not.
Jobs jobs_of(const Peer &peer)
{
    Jobs all;
    try {
        all.jobs.push_back(peer_chain_job(peer));
        for (const std::size_t bytes : benchmark_message_bytes)
            all.jobs.push_back(peer_sha3_job(peer, bytes));
    } catch (const LibraryUnavailable &absent) {
        all.skipped.push_back({peer.name, absent.what()});
    }
    return all;
}

Jobs peer_jobs(const IdFilter &finds)
{
    const FoundPeers found = find_peers();
    Jobs all;
    for (const MissingPeer &peer : found.missing)
        all.skipped.push_back({peer.name, peer.reason});
    for (const Peer &peer : found.peers)
        all.add(jobs_of(peer));
    std::erase_if(all.jobs, [&](const Job &job) { return !finds(job.id); });
    return all;
}

Jobs plugin_jobs(const RunSettings &settings)
{
    const Plugins plugins = open_plugins(settings.plugins, settings.measure.filter);
    Jobs all{{}, plugins.skipped, plugins.failure()};
    std::ranges::copy(plugins.failed, std::back_inserter(all.skipped));
    for (const PluginChoice &choice : plugins.kernels)
        std::ranges::move(jobs_of(choice), std::back_inserter(all.jobs));
    return all;
}

Jobs chosen_jobs(const RunSettings &settings, bool device_matches)
{
    const IdFilter &finds = settings.measure.filter;
    const Jobs peers = settings.peers ? peer_jobs(finds) : Jobs{};
    const Jobs plugins = plugin_jobs(settings);
    const bool any_kernel = std::ranges::any_of(all_kernels(), finds, &Kernel::id);
    // A filter may find peers, plug-ins or devices alone.
    const bool any_other =
        !peers.jobs.empty() || !plugins.jobs.empty() || !plugins.skipped.empty() || device_matches;
    Jobs all = any_kernel || !any_other ? kernel_jobs(finds) : Jobs{};
    all.add(peers);
    all.add(plugins);
    return all;
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
    const std::vector<DeviceJob> device_jobs =
        matching_device_jobs(found, all_workloads, settings.measure.filter);
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
