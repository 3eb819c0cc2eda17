// SPDX-License-Identifier: MIT
#include "measure/run_in_rounds.h"

#include "lib/core/registry.h"
#include "support/costs.h"

#include <gtest/gtest.h>

namespace hashlane::test {
namespace {

using Cpus = std::vector<int>;

// Two cores with two threads each, and one with one.
const std::vector<measure::CoreCpus> cores = {{0, 4}, {1, 5}, {2}};

TEST(Sweep, ThreadsGetCoresFirstThenSiblingsThenShare)
{
    EXPECT_EQ(machine::spread_threads(1, cores), (Cpus{0}));
    EXPECT_EQ(machine::spread_threads(3, cores), (Cpus{0, 1, 2}));
    EXPECT_EQ(machine::spread_threads(4, cores), (Cpus{0, 1, 2, 4}));
    EXPECT_EQ(machine::spread_threads(7, cores), (Cpus{0, 1, 2, 4, 5, 0, 1}));
}

TEST(Sweep, UsualThreadsEndWithAllCpus)
{
    EXPECT_EQ(measure::usual_threads({"", {{0}}}), (std::vector<unsigned>{1}));
    EXPECT_EQ(measure::usual_threads({"", {{0, 1}}}), (std::vector<unsigned>{1, 2}));
    EXPECT_EQ(measure::usual_threads({"", cores}), (std::vector<unsigned>{1, 2, 4, 5}));
}

std::vector<const Kernel *> chains()
{
    std::vector<const Kernel *> candidates;
    for (const Kernel &kernel : all_kernels())
        if (kernel.workload == Workload::sha256_chain)
            candidates.push_back(&kernel);
    return candidates;
}

TEST(Sweep, TheFirstKernelOfEachCountOfLanesIsTakenWhereNoCostsAreRecorded)
{
    const auto candidates = chains();
    const auto kernels = measure::kernels_by_lanes(candidates, CpuInfo{});
    for (std::size_t i = 0; i < kernels.size(); ++i) {
        EXPECT_TRUE(i == 0 || kernels[i - 1]->lanes < kernels[i]->lanes);
        for (const Kernel *candidate : candidates)
            if (candidate->lanes == kernels[i]->lanes) {
                EXPECT_EQ(candidate, kernels[i]);
                break;
            }
    }
}

TEST(Sweep, TheCheapestRecordedKernelOfEachCountOfLanesIsTaken)
{
    ASSERT_FALSE(recorded_cores().empty());
    for (const std::string_view core : recorded_cores()) {
        std::map<unsigned, double> least;
        for (const Kernel *kernel : chains())
            if (const double cycles = recorded_cost(core, kernel->id); cycles > 0) {
                const auto [kept, added] = least.emplace(kernel->lanes, cycles);
                kept->second = std::min(kept->second, cycles);
            }
        for (const Kernel *kernel : measure::kernels_by_lanes(chains(), cpu_with(core)))
            if (least.contains(kernel->lanes)) {
                EXPECT_EQ(recorded_cost(core, kernel->id), least[kernel->lanes])
                    << core << kernel->id;
            }
    }
}

TEST(Sweep, CellsKnowTheirCores)
{
    const Kernel *kernel = &all_kernels().front();
    const std::vector<measure::Job> jobs = {measure::kernel_job(*kernel)};
    const measure::SweepTable table = measure::plan_sweep({"here", cores}, jobs, {1, 3, 5, 6});
    ASSERT_EQ(table.cells.size(), 4U);
    EXPECT_EQ(table.cells[0].wanted.cores, 1U);
    EXPECT_EQ(table.cells[1].wanted.cores, 3U);
    EXPECT_EQ(table.cells[2].wanted.cores, 3U);
    EXPECT_EQ(table.cells[3].wanted.threads(), 6U);
    EXPECT_EQ(measure::describe(table.cells[1]),
              "here " + std::string(kernel->short_id()) + " 3 threads");
}

TEST(Sweep, ACoresCyclesAreThoseOfAllItsThreads)
{
    const std::vector<measure::Job> jobs = {measure::kernel_job(all_kernels().front())};
    const measure::SweepTable table = measure::plan_sweep({"here", cores}, jobs, {4});
    measure::SweepCell cell = table.cells.front();
    cell.row.emplace();
    cell.row->figures.clock_hz = 3e9;
    cell.row->figures.units_per_second = 90e6; // of three cores
    EXPECT_DOUBLE_EQ(measure::cycles_per_unit_of_core(cell), 100);
}

} // namespace
} // namespace hashlane::test
