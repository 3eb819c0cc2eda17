// SPDX-License-Identifier: MIT
#include "node_plan.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <tuple>

namespace hashlane {
namespace {

// For what is read before and written after, on a busy file system as well.
constexpr double reserve_share = 0.08;
constexpr double least_reserve_seconds = 0.4;

// Of the rest; single cores have what is left. A power limit shows within seconds.
constexpr double together_share = 0.4;
constexpr double most_together_seconds = 10;
constexpr double least_soak_seconds = 1, most_soak_seconds = 10;

// A visit of 10 ms with its warming up, clock and proof, with something to spare.
constexpr double visit_seconds = 0.035;
// Of each core: one more than must agree before a figure is believed.
constexpr double visits = 5;

constexpr double load_sample_ns = 2e6; // fewer samples to keep: a machine has hundreds of threads
constexpr double load_retake_factor = 0.5; // a busy machine stays busy
constexpr unsigned any_number = 1'000'000;

struct UsableCore {
    int cpu = 0;
    int package = 0, numa_node = 0;
    std::size_t kind = 0;
};

// The first CPU that may be used of each core.
std::vector<UsableCore> cores_of(const Topology &topology)
{
    std::vector<UsableCore> cores;
    for (const Topology::Core &core : topology.cores)
        if (const std::optional<int> cpu = first_allowed_cpu(topology, core))
            cores.push_back({*cpu, core.package, core.numa_node, core.kind});
    return cores;
}

// Cores that lie `count` apart in their order are in one group.
std::vector<std::vector<int>> far_apart(std::vector<UsableCore> cores, std::size_t count)
{
    std::ranges::sort(cores, std::ranges::less{}, [](const UsableCore &core) {
        return std::tuple(core.kind, core.package, core.numa_node, core.cpu);
    });
    std::vector<std::vector<int>> groups(count);
    for (std::size_t i = 0; i < cores.size(); ++i)
        groups[i % count].push_back(cores[i].cpu);
    for (std::vector<int> &group : groups)
        std::ranges::sort(group);
    return groups;
}

double whole(std::size_t number) { return static_cast<double>(number); }

} // namespace

NodePlan plan_node(const Topology &topology, std::size_t kernels, double deadline_seconds,
                   double soak_share)
{
    const std::vector<UsableCore> cores = cores_of(topology);
    double usable =
        deadline_seconds - std::max(least_reserve_seconds, deadline_seconds * reserve_share);
    NodePlan plan;
    if (usable * soak_share >= least_soak_seconds)
        plan.soak_seconds = std::min(usable * soak_share, most_soak_seconds);
    usable -= plan.soak_seconds;
    plan.together_seconds = std::min(usable * together_share, most_together_seconds);
    plan.alone_seconds = usable - plan.together_seconds;
    for (const UsableCore &core : cores)
        plan.all.push_back(core.cpu);
    std::ranges::sort(plan.all);
    const double group_seconds = whole(kernels) * visits * visit_seconds;
    const double affordable = std::max(1.0, std::floor(plan.alone_seconds / group_seconds));
    const std::size_t groups =
        affordable < whole(cores.size()) ? static_cast<std::size_t>(affordable) : cores.size();
    plan.groups = far_apart(cores, groups);
    plan.least_seconds = least_reserve_seconds + whole(kernels) * visit_seconds / together_share;
    return plan;
}

RunPlan plan_alone(const NodePlan &plan, std::size_t kernels)
{
    return plan_visits(plan.alone_seconds * 1e9, plan.groups.size() * kernels);
}

RunPlan plan_together(const NodePlan &plan, std::size_t kernels)
{
    RunPlan load = plan_visits(plan.together_seconds * 1e9, kernels);
    load.visit.sample_ns = load_sample_ns;
    load.visit.retake_factor = load_retake_factor;
    load.rounds.least_visits = load.rounds.most_visits = any_number;
    return load;
}

} // namespace hashlane
