// SPDX-License-Identifier: MIT
#include "job_runner.h"

#include "../measure/bound.h"
#include "../system/interrupt.h"

#include <algorithm>

namespace hashlane {

const Row *JobRunner::keep(Outcome outcome)
{
    if (Row *const row = std::get_if<Row>(&outcome)) {
        bounds_.add_to(*row);
        const Row &kept = log_.add(std::move(*row));
        display_.show(kept);
        return &kept;
    }
    if (Mismatch *const mismatch = std::get_if<Mismatch>(&outcome))
        log_.add(std::move(*mismatch));
    else
        log_.set_interrupted();
    return nullptr;
}

const Row *JobRunner::measure_at(const Job &job, const Placement &placement,
                                 const SamplingPlan &plan, const std::function<void(Row &)> &label)
{
    prepare(placement);
    // A count of iterations is done once; a time may be spent again.
    const MeasureContext context{measure_.clock, plan, interrupted(), &meter_};
    Outcome outcome = plan.exact_iterations != 0 ? measure(job, placement.cpus, context)
                                                 : measure_with_retry(job, placement.cpus, context);
    if (Row *const row = std::get_if<Row>(&outcome)) {
        row->location.core_kind = placement.core_kind;
        label(*row);
    }
    return keep(std::move(outcome));
}

void JobRunner::measure_job(const Job &job, const Placement &placement, const SamplingPlan &plan)
{
    for (unsigned repetition = 0; repetition < measure_.repetitions; ++repetition) {
        const Row *const row = measure_at(job, placement, plan, [&](Row &measured) {
            measured.identity.repetition = repetition;
            measured.identity.repetitions = measure_.repetitions;
        });
        if (row == nullptr)
            break;
    }
}

TableShape JobRunner::empty_table(Workload workload) const
{
    TableShape table;
    table.workload = workload;
    table.bound = false;
    for (const Placement &placement : placements_) {
        if (!placement.core_kind.empty())
            table.core_kinds.push_back(placement.core_kind);
        table.most_threads =
            std::max(table.most_threads, static_cast<unsigned>(placement.cpus.size()));
    }
    return table;
}

std::vector<TableShape> JobRunner::tables_of(const std::vector<Job> &jobs) const
{
    std::vector<TableShape> tables;
    for (const Job &job : jobs) {
        auto table = std::ranges::find(tables, job.workload, &TableShape::workload);
        if (table == tables.end())
            table = tables.insert(tables.end(), empty_table(job.workload));
        table->names.push_back(job.name);
        table->bound =
            table->bound || (job.kernel != nullptr && operations_of(*job.kernel) != nullptr);
    }
    return tables;
}

void JobRunner::measure_all(const std::vector<Job> &jobs, const SamplingPlan &plan)
{
    for (std::size_t i = 0; i < jobs.size(); ++i)
        for (const Placement &placement : placements_) {
            if (log_.is_interrupted())
                return;
            display_.announce(
                i, jobs.size(),
                jobs[i].name + (placement.core_kind.empty() ? "" : " on " + placement.core_kind));
            measure_job(jobs[i], placement, plan);
        }
}

} // namespace hashlane
