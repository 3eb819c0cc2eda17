// SPDX-License-Identifier: MIT
#include "measure/sweep.h"

#include "core/registry.h"

#include <gtest/gtest.h>

namespace hashlane::test {
namespace {

using Cpus = std::vector<int>;

// Two cores with two threads each, and one with one.
const std::vector<CoreCpus> cores = {{0, 4}, {1, 5}, {2}};

TEST(Sweep, ThreadsGetCoresFirstThenSiblingsThenShare)
{
    EXPECT_EQ(spread_threads(1, cores), (Cpus{0}));
    EXPECT_EQ(spread_threads(3, cores), (Cpus{0, 1, 2}));
    EXPECT_EQ(spread_threads(4, cores), (Cpus{0, 1, 2, 4}));
    EXPECT_EQ(spread_threads(7, cores), (Cpus{0, 1, 2, 4, 5, 0, 1}));
}

TEST(Sweep, UsualThreadsEndWithAllCpus)
{
    EXPECT_EQ(usual_threads({"", {{0}}}), (std::vector<unsigned>{1}));
    EXPECT_EQ(usual_threads({"", {{0, 1}}}), (std::vector<unsigned>{1, 2}));
    EXPECT_EQ(usual_threads({"", cores}), (std::vector<unsigned>{1, 2, 4, 5}));
}

TEST(Sweep, TheFirstKernelOfEachCountOfLanesIsTaken)
{
    std::vector<const Kernel *> candidates;
    for (const Kernel &kernel : all_kernels())
        if (kernel.workload == Workload::sha256_chain)
            candidates.push_back(&kernel);
    const auto kernels = kernels_by_lanes(candidates);
    for (std::size_t i = 0; i < kernels.size(); ++i) {
        EXPECT_TRUE(i == 0 || kernels[i - 1]->lanes < kernels[i]->lanes);
        for (const Kernel *candidate : candidates)
            if (candidate->lanes == kernels[i]->lanes) {
                EXPECT_EQ(candidate, kernels[i]);
                break;
            }
    }
}

TEST(Sweep, CellsKnowTheirCores)
{
    const Kernel *kernel = &all_kernels().front();
    const SweepTable table = plan_sweep({"here", cores}, {chain_job(*kernel)}, {1, 3, 5, 6});
    ASSERT_EQ(table.cells.size(), 4U);
    EXPECT_EQ(table.cells[0].cores, 1U);
    EXPECT_EQ(table.cells[1].cores, 3U);
    EXPECT_EQ(table.cells[2].cores, 3U);
    EXPECT_EQ(table.cells[3].threads(), 6U);
    EXPECT_EQ(describe(table.cells[1]), "here " + std::string(kernel->short_id()) + " 3 threads");
}

TEST(Sweep, ACoresCyclesAreThoseOfAllItsThreads)
{
    const SweepTable table = plan_sweep({"here", cores}, {chain_job(all_kernels().front())}, {4});
    SweepCell cell = table.cells.front();
    cell.row.emplace();
    cell.row->figures.clock_hz = 3e9;
    cell.row->figures.units_per_second = 90e6; // of three cores
    EXPECT_DOUBLE_EQ(cycles_per_unit_of_core(cell), 100);
}

} // namespace
} // namespace hashlane::test
