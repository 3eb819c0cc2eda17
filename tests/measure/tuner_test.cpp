// SPDX-License-Identifier: MIT
#include "measure/tuner.h"

#include "core/registry.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace hashlane::test {
namespace {

Row row_of(const Kernel &kernel, double cycles, Noise noise = Noise::clean)
{
    Row row = make_row(kernel, {0});
    row.figures.cycles_per_unit.median = cycles;
    row.quality.noise = noise;
    return row;
}

const Kernel &widest_sha3()
{
    return *std::ranges::find(all_kernels(), Workload::sha3, &Kernel::workload);
}

TEST(Tuner, MeasuresEveryCandidateInTheManifestsOrder)
{
    const std::vector<Job> jobs = tuning_jobs();
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

TEST(Tuner, PrefersTheCalmerRow)
{
    const Kernel &kernel = all_kernels().front();
    const Row clean = row_of(kernel, 20), noisy = row_of(kernel, 10, Noise::noisy),
              contended = row_of(kernel, 12, Noise::contended), faster = row_of(kernel, 8);
    EXPECT_EQ(&less_noisy(noisy, clean), &clean);
    EXPECT_EQ(&less_noisy(clean, noisy), &clean);
    EXPECT_EQ(&less_noisy(noisy, contended), &contended);
    EXPECT_EQ(&less_noisy(clean, faster), &faster);
    EXPECT_EQ(&less_noisy(faster, clean), &faster);
    Row slow, fast;
    slow.figures.cycle_source = fast.figures.cycle_source = CycleSource::none;
    slow.figures.units_per_second = 1;
    fast.figures.units_per_second = 2;
    EXPECT_EQ(&less_noisy(slow, fast), &fast);
    EXPECT_EQ(&less_noisy(fast, slow), &fast);
}

TEST(Tuner, ACallCostsAllItsLanes)
{
    const Kernel &kernel = widest_sha3();
    std::vector<Row> rows = {row_of(kernel, 100)};
    const TuningSection section = tuning_section(CoreKind::atom, rows);
    EXPECT_EQ(section.kind, CoreKind::atom);
    EXPECT_EQ(section.unit, TuningUnit::core_cycles);
    ASSERT_EQ(section.calls.size(), 1U);
    EXPECT_EQ(section.calls[0].kernel, &kernel);
    EXPECT_EQ(section.calls[0].cycles, 100.0 * kernel.lanes);
    rows[0].figures.cycle_source = CycleSource::tsc;
    EXPECT_EQ(tuning_section(CoreKind::all, rows).unit, TuningUnit::tsc_ticks);
    rows[0].figures.cycle_source = CycleSource::none;
    rows[0].figures.cycles_per_unit = {};
    rows[0].figures.units_per_second = 1e7;
    const TuningSection times = tuning_section(CoreKind::all, rows);
    EXPECT_EQ(times.unit, TuningUnit::nanoseconds);
    EXPECT_EQ(times.calls[0].cycles, 100.0 * kernel.lanes);
}

} // namespace
} // namespace hashlane::test
