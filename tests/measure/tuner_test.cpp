// SPDX-License-Identifier: MIT
#include "measure/runner.h"
#include "measure/summary.h"

#include "lib/core/registry.h"
#include "support/costs.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace hashlane::test {
namespace {

results::Row row_of(const Kernel &kernel, double cycles)
{
    results::Row row = measure::make_row(measure::kernel_job(kernel), {.cpus = std::vector{0}});
    row.figures.cycles_per_unit.median = cycles;
    return row;
}

const Kernel &widest_sha3()
{
    return *std::ranges::find(all_kernels(), Workload::sha3, &Kernel::workload);
}

TEST(Tuner, MeasuresEveryCandidateInTheManifestsOrder)
{
    const std::vector<measure::Job> jobs = measure::tuning_jobs();
    auto job = jobs.begin();
    for (const Kernel &kernel : all_kernels()) {
        if (!is_candidate(kernel, this_cpu().features))
            continue;
        ASSERT_NE(job, jobs.end());
        EXPECT_EQ(job->kernel, &kernel);
        EXPECT_EQ(job->id, kernel.id);
        EXPECT_NE(kernel.isa.tag, "ref");
        ++job;
    }
    EXPECT_EQ(job, jobs.end());
}

TEST(Tuner, ACallCostsAllItsLanes)
{
    const Kernel &kernel = widest_sha3();
    std::vector<results::Row> rows = {row_of(kernel, 100)};
    const TuningSection section = measure::tuning_section(CoreKind::atom, rows, {});
    EXPECT_EQ(section.kind, CoreKind::atom);
    EXPECT_EQ(section.unit, TuningUnit::core_cycles);
    ASSERT_EQ(section.calls.size(), 1U);
    EXPECT_EQ(section.calls[0].kernel, &kernel);
    EXPECT_EQ(section.calls[0].cycles, 100.0 * kernel.lanes);
    rows[0].figures.cycle_source = machine::CycleSource::tsc;
    EXPECT_EQ(measure::tuning_section(CoreKind::all, rows, {}).unit, TuningUnit::tsc_ticks);
    rows[0].figures.cycle_source = machine::CycleSource::none;
    rows[0].figures.cycles_per_unit = {};
    rows[0].figures.units_per_second = 1e7;
    const TuningSection times = measure::tuning_section(CoreKind::all, rows, {});
    EXPECT_EQ(times.unit, TuningUnit::nanoseconds);
    EXPECT_EQ(times.calls[0].cycles, 100.0 * kernel.lanes);
}

// Its cost is known already, and noise would hide it.
TEST(Tuner, ARowThatIsNotTrustworthyKeepsTheRecordedCost)
{
    const RecordedCore &core = recorded_cores().front();
    const RecordedCost &recorded = costs_of(core).front();
    const Kernel &kernel = *find_kernel(recorded.kernel);
    const CpuInfo cpu = cpu_like(core);
    CpuInfo similar = cpu;
    ++similar.model;
    std::vector<results::Row> rows = {row_of(kernel, 1e6)};
    const auto cost_on = [&](const CpuInfo &measured) {
        return measure::tuning_section(CoreKind::all, rows, measured).calls[0].cycles;
    };
    rows[0].quality.trustworthy = true;
    EXPECT_EQ(cost_on(cpu), 1e6 * kernel.lanes);
    rows[0].quality.trustworthy = false;
    EXPECT_EQ(cost_on(cpu), recorded.cycles);
    EXPECT_EQ(cost_on(similar), 1e6 * kernel.lanes) << "another core's costs have another scale";
    rows[0].figures.cycle_source = machine::CycleSource::tsc;
    EXPECT_EQ(cost_on(cpu), 1e6 * kernel.lanes) << "ticks are no cycles";
}

} // namespace
} // namespace hashlane::test
