// SPDX-License-Identifier: MIT
#include "runner.h"

#include "../lib/core/registry.h"
#include "../lib/dispatch/dispatch_table.h"
#include "../machine/system/lists.h"
#include "../workloads/bound.h"

#include <algorithm>
#include <functional>
#include <utility>

namespace hashlane::measure {
namespace {

TuningUnit unit_of(const results::Row &row)
{
    if (row.figures.cycle_source == machine::CycleSource::none)
        return TuningUnit::nanoseconds;
    return row.figures.cycle_source == machine::CycleSource::tsc ? TuningUnit::tsc_ticks
                                                                 : TuningUnit::core_cycles;
}

} // namespace

Job job_of(results::Work work, std::string id, const std::optional<results::Message> &message)
{
    Job job;
    job.kernel_id = std::move(id);
    job.name = job.kernel_id;
    if (message && message->function != workload_name(work))
        job.name += "/" + message->function;
    if (message)
        job.name += "/" + std::to_string(message->bytes);
    job.workload = work;
    job.message = message;
    job.proof = !work.ours() ? "every sample checked by the plug-in itself"
                : workloads::entry_of(*work.ours()).is_known_end != nullptr
                    ? "every segment ends at a stored known answer"
                    : "every sample repeated by an independent kernel";
    return job;
}

Job kernel_job(const Kernel &kernel, const std::optional<results::Message> &message)
{
    Job job = job_of(kernel.workload, std::string(kernel.id), message);
    job.kernel = &kernel;
    job.lanes = kernel.lanes;
    job.make_task = [&kernel, message](std::uint32_t data_bytes) {
        return workloads::make_task(kernel, message, data_bytes);
    };
    return job;
}

std::vector<std::optional<results::Message>> messages_of(const workloads::Benchmark &benchmark)
{
    if (benchmark.lengths.empty())
        return {std::nullopt};
    return machine::each(benchmark.lengths, [&](std::size_t bytes) {
        return std::optional(
            workloads::entry_of(benchmark.workload).message(benchmark.function, bytes));
    });
}

const workloads::Operations *operations_of(const Job &job)
{
    return job.kernel != nullptr ? workloads::operations_of(*job.kernel) : job.operations.get();
}

std::vector<Job> kernel_jobs(const Kernel &kernel, const workloads::Benchmark &benchmark)
{
    return machine::each(messages_of(benchmark),
                         [&](const auto &message) { return kernel_job(kernel, message); });
}

std::vector<Job> library_jobs(const workloads::Benchmark &benchmark)
{
    const Workload workload = benchmark.workload;
    const Kernel &many = active_dispatch().kernel(workload);
    const workloads::Operations *const operations = workloads::operations_of(many);
    std::vector<Job> jobs;
    for (const auto &message : messages_of(benchmark)) {
        Job job = job_of(workload, std::string(workload_name(workload)) + ".library.x1", message);
        job.make_task = [make = benchmark.make_library_task, id = job.kernel_id, message](
                            std::uint32_t data_bytes) { return make(id, *message, data_bytes); };
        if (operations != nullptr)
            job.operations = std::make_shared<const workloads::Operations>(
                workloads::per_lane(*operations, many.lanes));
        jobs.push_back(std::move(job));
    }
    return jobs;
}

std::vector<Job> tuning_jobs()
{
    std::vector<Job> jobs;
    for (const Kernel &kernel : all_kernels()) {
        if (!is_candidate(kernel, this_cpu().features))
            continue;
        const workloads::WorkloadEntry &entry = workloads::entry_of(kernel.workload);
        std::optional<results::Message> message;
        if (entry.message != nullptr)
            message = entry.message(entry.benchmarks.front().function, tuning_message_bytes);
        jobs.push_back(kernel_job(kernel, message));
    }
    return jobs;
}

double cost_of_call(const results::Row &row, TuningUnit unit)
{
    const double cost = unit == TuningUnit::nanoseconds ? 1e9 / row.figures.units_per_second
                                                        : row.figures.cycles_per_unit.median;
    return cost * row.identity.lanes;
}

TuningSection tuning_section(CoreKind kind, const std::vector<results::Row> &rows)
{
    // Costs in different units cannot be compared, but each row has its time.
    const std::vector<TuningUnit> units = machine::each(rows, unit_of);
    const bool mixed = std::ranges::adjacent_find(units, std::not_equal_to()) != units.end();
    TuningSection section{kind, mixed || units.empty() ? TuningUnit::nanoseconds : units[0], {}};
    for (const results::Row &row : rows)
        if (results::is_trustworthy(row))
            section.calls.push_back(
                {find_kernel(row.identity.kernel_id), cost_of_call(row, section.unit)});
    return section;
}

} // namespace hashlane::measure
