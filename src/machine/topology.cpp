// SPDX-License-Identifier: MIT
#include "topology.h"

#include <algorithm>
#include <tuple>

namespace hashlane {

const Topology &this_topology()
{
    static const Topology topology = read_topology();
    return topology;
}

Topology flat_topology(std::vector<int> allowed, std::string source)
{
    Topology topology;
    topology.source = std::move(source);
    topology.kinds = {"all"};
    topology.allowed = std::move(allowed);
    complete(topology);
    return topology;
}

void complete(Topology &topology)
{
    for (const int cpu : topology.allowed) {
        const auto has_cpu = [cpu](const Topology::Core &core) {
            return std::ranges::find(core.cpus, cpu) != core.cpus.end();
        };
        if (std::ranges::none_of(topology.cores, has_cpu))
            topology.cores.push_back({{cpu}, 0, 0, 0});
    }
    std::ranges::sort(topology.cores, std::ranges::less{},
                      [](const Topology::Core &core) { return core.cpus.front(); });
}

std::optional<int> first_allowed_cpu(const Topology &topology, const Topology::Core &core)
{
    const auto cpu = std::ranges::find_if(
        core.cpus, [&](int one) { return std::ranges::binary_search(topology.allowed, one); });
    return cpu == core.cpus.end() ? std::nullopt : std::optional(*cpu);
}

void sort_caches(Topology &topology)
{
    const auto place = [](const Topology::Cache &cache) {
        return std::tuple(cache.level, cache.cpus.front(), cache.type);
    };
    std::ranges::sort(topology.caches, std::ranges::less{}, place);
}

std::vector<int> cpus_of_kind(const Topology &topology, std::size_t kind)
{
    std::vector<int> cpus;
    for (const Topology::Core &core : topology.cores)
        if (core.kind == kind)
            cpus.insert(cpus.end(), core.cpus.begin(), core.cpus.end());
    std::ranges::sort(cpus);
    return cpus;
}

std::vector<std::string> capacity_names(const std::vector<unsigned> &capacities)
{
    if (capacities.size() == 2)
        return {"big", "LITTLE"};
    if (capacities.size() == 3)
        return {"prime", "big", "LITTLE"};
    std::vector<std::string> names;
    for (const unsigned capacity : capacities)
        names.push_back("capacity-" + std::to_string(capacity));
    return names;
}

} // namespace hashlane
