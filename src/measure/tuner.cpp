// SPDX-License-Identifier: MIT
#include "tuner.h"

#include "../core/registry.h"

namespace hashlane {

std::vector<Job> tuning_jobs()
{
    std::vector<Job> jobs;
    for (const Kernel &kernel : all_kernels()) {
        if (!is_candidate(kernel, this_cpu().features))
            continue;
        jobs.push_back(
            kernel.workload == Workload::sha3
                ? sha3_job(kernel, *find_sha3_function(HASHLANE_SHA3_256), tuning_message_bytes)
                : chain_job(kernel));
    }
    return jobs;
}

TuningSection tuning_section(CoreKind kind, const std::vector<Row> &rows)
{
    TuningSection section{kind, TuningUnit::core_cycles, {}};
    for (const Row &row : rows) {
        double cost = row.figures.cycles_per_unit.median;
        if (row.figures.cycle_source == CycleSource::tsc) {
            section.unit = TuningUnit::tsc_ticks;
        } else if (row.figures.cycle_source == CycleSource::none) {
            section.unit = TuningUnit::nanoseconds;
            cost = 1e9 / row.figures.units_per_second;
        }
        section.calls.push_back({row.identity.kernel, cost * row.identity.lanes});
    }
    return section;
}

} // namespace hashlane
