// SPDX-License-Identifier: MIT
#include "job_runner.h"

#include "../measure/bound.h"
#include "../system/interrupt.h"
#include "../system/threads.h"

#include <algorithm>

namespace hashlane {
namespace {

TableShape empty_table(const WantedRow &row, const RunPlan &plan)
{
    TableShape table;
    table.interval = plan.rounds.most_visits > 1;
    table.workload = row.job.workload;
    table.bound = false;
    table.most_threads = 0;
    return table;
}

std::string name_of(const WantedRow &row)
{
    const std::string &kind = row.placement.core_kind;
    return row.job.name + (kind.empty() ? "" : " on " + kind);
}

} // namespace

std::vector<Skipped> not_measured(const std::vector<WantedRow> &wanted,
                                  const std::vector<MeasuredRow> &measured)
{
    std::vector<Skipped> skipped;
    for (std::size_t i = 0; i < wanted.size(); ++i)
        if (!measured[i].row && !measured[i].obstacle.empty())
            skipped.push_back({name_of(wanted[i]), measured[i].obstacle});
    return skipped;
}

const Row *JobRunner::keep(Outcome outcome)
{
    if (Row *const row = std::get_if<Row>(&outcome)) {
        bounds_.add_to(*row);
        const std::size_t place = log_.next_place();
        const Row &kept = log_.add(std::move(*row));
        display_.show(kept, place, true);
        return &kept;
    }
    if (Mismatch *const mismatch = std::get_if<Mismatch>(&outcome))
        log_.add(std::move(*mismatch));
    else
        log_.set_interrupted();
    return nullptr;
}

std::vector<WantedRow> rows_of(const std::vector<Job> &jobs,
                               const std::vector<Placement> &placements, unsigned repetitions)
{
    std::vector<WantedRow> rows;
    for (const Job &job : jobs)
        for (const Placement &placement : placements)
            for (unsigned repetition = 0; repetition < repetitions; ++repetition)
                rows.push_back({job, placement, [=](Row &row) {
                                    row.identity.repetition = repetition;
                                    row.identity.repetitions = repetitions;
                                }});
    return rows;
}

std::vector<TableShape> JobRunner::tables_of(const std::vector<WantedRow> &wanted,
                                             const RunPlan &plan) const
{
    std::vector<TableShape> tables;
    for (const WantedRow &row : wanted) {
        auto table = std::ranges::find(tables, row.job.workload, &TableShape::workload);
        if (table == tables.end())
            table = tables.insert(tables.end(), empty_table(row, plan));
        table->names.push_back(row.job.name);
        if (!row.placement.core_kind.empty())
            table->core_kinds.push_back(row.placement.core_kind);
        table->most_threads =
            std::max(table->most_threads, static_cast<unsigned>(row.placement.cpus.size()));
        table->bound = table->bound ||
                       (row.job.kernel != nullptr && operations_of(*row.job.kernel) != nullptr);
    }
    return tables;
}

Row JobRunner::finished(Row row, const WantedRow &wanted) const
{
    wanted.label(row);
    bounds_.add_to(row);
    if (!measure_.samples)
        row.sampling.threads.clear();
    return row;
}

std::vector<MeasuredRow> JobRunner::measure(const std::vector<WantedRow> &wanted, RunPlan plan)
{
    const std::string bursts_path = known_bursts_path();
    plan.known_bursts = read_known_bursts(bursts_path);
    std::vector<RowRequest> requests;
    for (const WantedRow &row : wanted) {
        prepare(row.placement);
        requests.push_back({row.job, row.placement.cpus, row.placement.core_kind});
    }
    const std::size_t first = log_.reserve(wanted.size());
    RunInRounds run(requests, plan, measure_.clock, interrupted(), &meter_);
    std::vector<MeasuredRow> rows(wanted.size());
    std::vector<bool> measured(wanted.size());
    while (const auto next = run.next()) {
        const std::size_t i = *next;
        display_.announce_visit(run, wanted.size(), name_of(wanted[i]));
        try {
            if (auto failure = run.visit(i)) {
                if (!std::holds_alternative<Mismatch>(*failure)) {
                    log_.set_interrupted();
                    break;
                }
                measured[i] = false;
                log_.remove(first + i);
                display_.withdraw(first + i);
                log_.add(std::get<Mismatch>(std::move(*failure)));
                continue;
            }
        } catch (const ThreadError &error) { // what was measured before stays
            rows[i].obstacle = error.what();
            log_.set_failure(error.what());
            continue;
        }
        measured[i] = true;
        display_.show(log_.put(first + i, finished(run.row(i), wanted[i])), first + i, false);
    }
    // What was learnt in later rounds concerns the earlier ones as well.
    for (std::size_t i = 0; i < wanted.size(); ++i)
        if (measured[i]) {
            rows[i].row = log_.put(first + i, finished(run.row(i), wanted[i]));
            display_.show(*rows[i].row, first + i, true);
        }
    log_.save();
    if (measure_.clock.automatic)
        keep_known_bursts(bursts_path, run.learnt_bursts());
    return rows;
}

} // namespace hashlane
