// SPDX-License-Identifier: MIT
#include "tuner.h"

#include "../core/registry.h"

#include <algorithm>

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

const Row &calmer(const Row &first, const Row &second)
{
    if (first.noise != second.noise)
        return first.noise < second.noise ? first : second;
    return second.cycles_per_unit.median < first.cycles_per_unit.median ? second : first;
}

Outcome measure_calmly(const Job &job, int cpu, const ClockRequest &clock, const SamplingPlan &plan,
                       const std::atomic<bool> &stop)
{
    Outcome first = measure(job, {cpu}, clock, plan, stop);
    const Row *const row = std::get_if<Row>(&first);
    if (row == nullptr || row->noise != Noise::noisy)
        return first;
    Outcome second = measure(job, {cpu}, clock, plan, stop);
    if (const Row *const again = std::get_if<Row>(&second))
        return calmer(*row, *again);
    return second;
}

TuningSection tuning_section(CoreKind kind, const std::vector<Row> &rows)
{
    TuningSection section{kind, TuningUnit::core_cycles, {}};
    for (const Row &row : rows) {
        const auto kernel = std::ranges::find(all_kernels(), row.kernel, &Kernel::id);
        section.calls.push_back({&*kernel, row.cycles_per_unit.median * row.lanes});
        if (row.cycle_source == CycleSource::tsc)
            section.unit = TuningUnit::tsc_ticks;
    }
    return section;
}

} // namespace hashlane
