// SPDX-License-Identifier: MIT
#include "sweep.h"

#include <algorithm>
#include <map>
#include <set>

namespace hashlane {
namespace {

std::size_t count_cpus(const std::vector<CoreCpus> &cores)
{
    std::size_t count = 0;
    for (const CoreCpus &core : cores)
        count += core.size();
    return count;
}

unsigned count_cores(const std::vector<int> &cpus, const std::vector<CoreCpus> &cores)
{
    const std::set<int> used(cpus.begin(), cpus.end());
    return static_cast<unsigned>(std::ranges::count_if(cores, [&](const CoreCpus &core) {
        return std::ranges::any_of(core, [&](int cpu) { return used.contains(cpu); });
    }));
}

} // namespace

std::vector<const Kernel *> kernels_by_lanes(std::span<const Kernel *const> candidates)
{
    std::map<unsigned, const Kernel *> by_lanes;
    for (const Kernel *kernel : candidates)
        by_lanes.try_emplace(kernel->lanes, kernel);
    std::vector<const Kernel *> kernels;
    for (const auto &[lanes, kernel] : by_lanes)
        kernels.push_back(kernel);
    return kernels;
}

std::vector<int> spread_threads(unsigned threads, const std::vector<CoreCpus> &cores)
{
    std::vector<int> order;
    for (std::size_t sibling = 0; order.size() < count_cpus(cores); ++sibling)
        for (const CoreCpus &core : cores)
            if (sibling < core.size())
                order.push_back(core[sibling]);
    std::vector<int> cpus;
    for (unsigned thread = 0; thread < threads; ++thread)
        cpus.push_back(order[thread % order.size()]);
    return cpus;
}

std::vector<unsigned> usual_threads(const SweepScope &scope)
{
    const auto most = static_cast<unsigned>(count_cpus(scope.cores));
    std::vector<unsigned> threads;
    for (unsigned count = 1; count < most; count *= 2)
        threads.push_back(count);
    threads.push_back(most);
    return threads;
}

SweepTable plan_sweep(const SweepScope &scope, const std::vector<Job> &jobs,
                      const std::vector<unsigned> &threads)
{
    SweepTable table{scope.name, {}};
    for (const Job &job : jobs)
        for (const unsigned count : threads) {
            SweepCell cell;
            cell.job = job;
            cell.scope = scope.name;
            cell.cpus = spread_threads(count, scope.cores);
            cell.cores = count_cores(cell.cpus, scope.cores);
            table.cells.push_back(std::move(cell));
        }
    return table;
}

std::string describe(const SweepCell &cell)
{
    return cell.scope + " " + cell.job.short_id() + " " + std::to_string(cell.threads()) +
           (cell.threads() == 1 ? " thread" : " threads");
}

double cycles_per_unit_of_core(const SweepCell &measured)
{
    return measured.row->figures.clock_hz * measured.cores / measured.row->figures.units_per_second;
}

} // namespace hashlane
