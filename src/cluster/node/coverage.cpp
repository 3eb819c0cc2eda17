// SPDX-License-Identifier: MIT
#include "coverage.h"

#include "../../machine/sensors/system_state.h"
#include "../../machine/system/cpus.h"
#include "../../machine/system/text.h"

#include <algorithm>
#include <fmt/format.h>

namespace hashlane::cluster {

std::vector<std::string> coverage_gaps(const machine::Topology &topology, std::size_t reserved)
{
    std::vector<std::string> gaps;
    const std::size_t usable = machine::usable_cores(topology), all = topology.cores.size();
    const std::string cpus = machine::format_cpu_list(topology.allowed);
    if (usable + reserved < all)
        gaps.push_back(fmt::format("{} of {}: this task is bound to CPU{} {}", usable,
                                   machine::counted(all, "core"),
                                   topology.allowed.size() == 1 ? "" : "s", cpus));
    // One thread a core is measured.
    if (topology.cpu_quota && *topology.cpu_quota < static_cast<double>(usable))
        gaps.push_back(fmt::format("a quota of {:g} of {}: all cores together cannot be measured",
                                   *topology.cpu_quota,
                                   machine::counted(topology.allowed.size(), "CPU")));
    return gaps;
}

std::string unbound_start(const machine::Topology &topology, const Environment &environment)
{
    std::vector<int> cpus;
    for (const machine::Topology::Core &core : topology.cores)
        cpus.insert(cpus.end(), core.cpus.begin(), core.cpus.end());
    std::ranges::sort(cpus);
    if (!environment("OMPI_COMM_WORLD_RANK").empty() || !environment("PMI_RANK").empty())
        return "mpirun --map-by ppr:1:node --bind-to none";
    if (!environment("SLURM_JOB_ID").empty())
        return fmt::format("srun --exclusive --cpu-bind=none --cpus-per-task={}", cpus.size());
    return fmt::format("taskset --cpu-list {}, outside of any cpuset",
                       machine::format_cpu_list(cpus));
}

} // namespace hashlane::cluster
