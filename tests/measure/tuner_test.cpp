// SPDX-License-Identifier: MIT
#include "measure/runner.h"
#include "measure/summary.h"

#include "lib/core/registry.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace hashlane::test {
namespace {

results::Row row_of(const Kernel &kernel, double cycles)
{
    results::Row row;
    row.identity.kernel_id = kernel.id;
    row.identity.lanes = kernel.lanes;
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
        EXPECT_EQ(job->kernel_id, kernel.id);
        EXPECT_NE(kernel.isa.tag, "ref");
        ++job;
    }
    EXPECT_EQ(job, jobs.end());
}

TEST(Tuner, ACallCostsAllItsLanes)
{
    const Kernel &kernel = widest_sha3();
    std::vector<results::Row> rows = {row_of(kernel, 100)};
    const TuningSection section = measure::tuning_section(CoreKind::atom, rows);
    EXPECT_EQ(section.kind, CoreKind::atom);
    EXPECT_EQ(section.unit, TuningUnit::core_cycles);
    ASSERT_EQ(section.calls.size(), 1U);
    EXPECT_EQ(section.calls[0].kernel, &kernel);
    EXPECT_EQ(section.calls[0].cycles, 100.0 * kernel.lanes);
    rows[0].figures.cycle_source = machine::CycleSource::tsc;
    EXPECT_EQ(measure::tuning_section(CoreKind::all, rows).unit, TuningUnit::tsc_ticks);
    rows[0].figures.cycle_source = machine::CycleSource::none;
    rows[0].figures.cycles_per_unit = {};
    rows[0].figures.units_per_second = 1e7;
    const TuningSection times = measure::tuning_section(CoreKind::all, rows);
    EXPECT_EQ(times.unit, TuningUnit::nanoseconds);
    EXPECT_EQ(times.calls[0].cycles, 100.0 * kernel.lanes);
}

TEST(Tuner, RowsInDifferentUnitsAreComparedByTheirTimes)
{
    const Kernel &kernel = widest_sha3();
    std::vector<results::Row> rows = {row_of(kernel, 300), row_of(kernel, 200)};
    rows[1].figures.cycle_source = machine::CycleSource::tsc; // a slower clock than the core's
    for (results::Row &row : rows)
        row.figures.units_per_second = 1e7;
    const TuningSection section = measure::tuning_section(CoreKind::all, rows);
    EXPECT_EQ(section.unit, TuningUnit::nanoseconds);
    ASSERT_EQ(section.calls.size(), 2U);
    for (const CallCost &call : section.calls)
        EXPECT_EQ(call.cycles, 100.0 * kernel.lanes);
}

TEST(Tuner, ARowThatIsNotTrustworthyHasNoCost)
{
    const Kernel &kernel = widest_sha3();
    std::vector<results::Row> rows = {row_of(kernel, 100), row_of(kernel, 200)};
    rows[0].quality.trustworthy = false;
    for (const auto source : {machine::CycleSource::chain, machine::CycleSource::tsc}) {
        rows[0].figures.cycle_source = rows[1].figures.cycle_source = source;
        const TuningSection section = measure::tuning_section(CoreKind::all, rows);
        ASSERT_EQ(section.calls.size(), 1U);
        EXPECT_EQ(section.calls[0].cycles, 200.0 * kernel.lanes);
    }
    rows.pop_back();
    EXPECT_EQ(measure::tuning_section(CoreKind::all, rows).unit, TuningUnit::tsc_ticks);
    EXPECT_TRUE(measure::tuning_section(CoreKind::all, rows).calls.empty());
}

} // namespace
} // namespace hashlane::test
