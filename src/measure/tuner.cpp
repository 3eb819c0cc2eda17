// SPDX-License-Identifier: MIT
#include "tuner.h"

#include "../core/registry.h"

namespace hashlane {
namespace {

Job tuning_job(const Kernel &kernel)
{
    switch (kernel.workload) {
    case Workload::sha3:
        return sha3_job(kernel, *find_sha3_function(HASHLANE_SHA3_256), tuning_message_bytes);
    case Workload::sha256:
        return sha256_job(kernel, tuning_message_bytes);
    case Workload::sha256_nodes:
        return nodes_job(kernel);
    case Workload::sha256_salted:
        return salted_job(kernel);
    case Workload::sha256_chain:
    case Workload::keccak_chain:
        break;
    }
    return chain_job(kernel);
}

} // namespace

std::vector<Job> tuning_jobs()
{
    std::vector<Job> jobs;
    for (const Kernel &kernel : all_kernels()) {
        if (!is_candidate(kernel, this_cpu().features))
            continue;
        jobs.push_back(tuning_job(kernel));
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
