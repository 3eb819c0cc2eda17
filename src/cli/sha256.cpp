// SPDX-License-Identifier: MIT
#include "commands.h"
#include "devices.h"
#include "kernel_selection.h"
#include "placements.h"
#include "session.h"

namespace hashlane {
namespace {

constexpr double default_seconds = 1; // of a device
constexpr std::uint64_t default_iterations = 10'000'000;
constexpr Workload workloads[] = {Workload::sha256_chain};

// A time, if one is given, or else a count of iterations.
RunPlan chosen_plan(const Sha256Settings &settings, std::size_t rows)
{
    if (is_timed(settings.measure))
        return timed_plan(settings.measure, rows, default_seconds);
    SamplingPlan plan;
    plan.exact_iterations = settings.iterations.value_or(default_iterations);
    return plan_once(plan);
}

// Each of a device's many lanes has a chain: a count that suits one core would take minutes.
// Without -i a device therefore runs for a time instead.
DevicePlan device_plan(const Sha256Settings &settings)
{
    const bool counted = settings.iterations && !is_timed(settings.measure);
    return {settings.measure.seconds.value_or(default_seconds), counted ? *settings.iterations : 0};
}

} // namespace

int execute(const Sha256Settings &settings, const std::string &line)
{
    const IdFilter &filter = settings.measure.filter;
    const FoundDevices found = find_requested(settings.devices);
    const auto device_jobs = matching_device_jobs(found, workloads, filter);
    const Selection selection = wants_kernels(filter, settings.devices, !device_jobs.empty())
                                    ? select_kernels(filter, workloads)
                                    : Selection{};
    if (selection.runnable.empty() && device_jobs.empty())
        throw_no_device(found);
    std::vector<Job> jobs;
    for (const Kernel *kernel : selection.runnable)
        jobs.push_back(chain_job(*kernel));
    const std::vector<Placement> placements = choose_placements(settings.measure.placement);
    const std::vector<WantedRow> rows = rows_of(jobs, placements, settings.measure.repetitions);
    const RunPlan plan = chosen_plan(settings, rows.size());
    Session session(settings.measure, settings.output, placements, line);
    session.log.skip(selection.skipped);
    session.log.skip(skipped_devices(found));
    if (device_jobs.empty())
        session.display.expect(session.runner.tables_of(rows, plan));
    session.log.skip(not_measured(rows, session.runner.measure(rows, plan)));
    measure_on_devices(session, device_jobs, device_plan(settings));
    return finish(session);
}

} // namespace hashlane
