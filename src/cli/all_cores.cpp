// SPDX-License-Identifier: MIT
#include "all_cores.h"

#include "../machine/system_settings.h"
#include "../report/row_figures.h"
#include "placements.h"

#include <algorithm>

namespace hashlane {
namespace {

const Row *best_row(const std::vector<Row> &measured, Workload workload)
{
    std::vector<const Row *> rows;
    for (const Row &row : measured)
        if (row.identity.workload == workload)
            rows.push_back(&row);
    const auto best = best_of(rows);
    return best ? rows[*best] : nullptr;
}

} // namespace

std::optional<Placement> all_cores_of_a_run(const MeasureSettings &measure)
{
    if (!measure.filter.finds_all() || measure.placement != PlacementRequest{})
        return std::nullopt;
    const std::size_t cores = usable_cores(this_topology());
    if (cores < 2 || cores > max_threads)
        return std::nullopt;
    PlacementRequest request;
    request.all_cores = true;
    return choose_placements(request).front();
}

std::vector<WantedRow> best_on_all_cores(const std::vector<Job> &jobs,
                                         const std::vector<Row> &measured,
                                         const Placement &all_cores, unsigned repetitions)
{
    std::vector<WantedRow> rows;
    for (const Workload workload : all_workloads) {
        const Row *const best = best_row(measured, workload);
        if (best == nullptr)
            continue;
        const Job &job = *std::ranges::find(jobs, best->identity.name, &Job::name);
        for (unsigned repetition = 0; repetition < repetitions; ++repetition)
            rows.push_back({job, all_cores, [=](Row &row) {
                                row.location.scope = "all cores";
                                row.location.cores = row.location.threads;
                                row.identity.repetition = repetition;
                                row.identity.repetitions = repetitions;
                            }});
    }
    return rows;
}

} // namespace hashlane
