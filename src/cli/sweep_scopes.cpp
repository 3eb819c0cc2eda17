// SPDX-License-Identifier: MIT
#include "sweep_scopes.h"

#include "../machine/placement.h"
#include "../system/cpu_list.h"
#include "../system/cpu_load.h"
#include "exit_code.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

namespace hashlane {
namespace {

// A core as far as this process may use it.
CoreCpus usable(const Topology &topology, const Topology::Core &core)
{
    CoreCpus cpus;
    std::ranges::copy_if(core.cpus, std::back_inserter(cpus), [&](int cpu) {
        return std::ranges::binary_search(topology.allowed, cpu);
    });
    return cpus;
}

// Of the cores that `belongs` takes, with its index.
SweepScope scope_of(const std::string &name, const auto &belongs)
{
    const Topology &topology = this_topology();
    SweepScope scope{name, {}};
    for (std::size_t i = 0; i < topology.cores.size(); ++i)
        if (const CoreCpus cpus = usable(topology, topology.cores[i]);
            !cpus.empty() && belongs(topology.cores[i], i))
            scope.cores.push_back(cpus);
    return scope;
}

SweepScope one_core(std::size_t index)
{
    return scope_of(fmt::format("core {}", index),
                    [&](const auto &, std::size_t i) { return i == index; });
}

SweepScope all_cores()
{
    return scope_of("all cores", [](const auto &, std::size_t) { return true; });
}

SweepScope cores_of_kind(std::size_t kind)
{
    return scope_of(this_topology().kinds[kind],
                    [&](const Topology::Core &core, std::size_t) { return core.kind == kind; });
}

SweepScope chosen_core(std::size_t index)
{
    SweepScope scope = one_core(index);
    if (scope.cores.empty())
        throw CommandError(
            fmt::format("--on-core: {} is not a core that this process may use; 'hashlane info' "
                        "numbers the cores from 0 to {}",
                        index, this_topology().cores.size() - 1));
    return scope;
}

std::size_t core_of(int cpu)
{
    const auto &cores = this_topology().cores;
    const auto core = std::ranges::find_if(cores, [&](const Topology::Core &one) {
        return std::ranges::find(one.cpus, cpu) != one.cpus.end();
    });
    return static_cast<std::size_t>(core - cores.begin());
}

// The idlest core, of this kind if one is named.
std::size_t idlest_core(const std::string &kind)
try {
    const PlacementRequest request{{}, 1, 0, false, kind};
    return core_of(place(this_topology(), request, watch_cpu_load()).front().cpus.front());
} catch (const std::invalid_argument &error) {
    throw CommandError(error.what());
}

SweepScope chosen_kind(const std::string &name)
{
    return cores_of_kind(this_topology().cores[idlest_core(name)].kind);
}

// Just these, by the cores that they are on. One that cannot be used is a core of its own: its
// cells will say so.
SweepScope chosen_cpus(const std::vector<int> &wanted)
{
    SweepScope scope{"CPU " + format_cpu_list(wanted), {}};
    std::vector<int> left = wanted;
    for (const Topology::Core &core : this_topology().cores) {
        CoreCpus cpus;
        for (const int cpu : core.cpus)
            if (std::erase(left, cpu) != 0)
                cpus.push_back(cpu);
        if (!cpus.empty())
            scope.cores.push_back(cpus);
    }
    for (const int cpu : left)
        scope.cores.push_back({cpu});
    return scope;
}

} // namespace

std::vector<SweepScope> chosen_scopes(const SweepPlaces &places)
{
    const int chosen = places.core.has_value() + !places.core_kind.empty() + places.all_cores +
                       !places.cpus.empty();
    if (chosen > 1)
        throw CommandError(
            "sweep: give one of --on-core, --core-kind, --all-cores and --cpu, or none "
            "of them to measure one core, each kind and all cores");
    if (places.core)
        return {chosen_core(*places.core)};
    if (!places.core_kind.empty())
        return {chosen_kind(places.core_kind)};
    if (places.all_cores)
        return {all_cores()};
    if (!places.cpus.empty())
        return {chosen_cpus(places.cpus)};
    std::vector<SweepScope> scopes = {one_core(idlest_core(""))};
    for (std::size_t kind = 0;
         this_topology().kinds.size() > 1 && kind < this_topology().kinds.size(); ++kind)
        scopes.push_back(cores_of_kind(kind));
    if (all_cores().cores.size() > 1)
        scopes.push_back(all_cores());
    return scopes;
}

} // namespace hashlane
