// SPDX-License-Identifier: MIT
#include "placement.h"

#include "../system/lists.h"
#include "../system/text.h"

#include <algorithm>
#include <cctype>
#include <set>
#include <stdexcept>
#include <tuple>
#include <utility>

namespace hashlane::machine {
namespace {

template <class... Values>
[[noreturn]] void refuse(fmt::format_string<Values...> form, Values &&...values)
{
    throw std::invalid_argument(fmt::format(form, std::forward<Values>(values)...));
}

// A core with those of its CPUs that may be used, the idlest first.
struct UsableCore {
    std::vector<int> cpus;
    std::size_t kind = 0;
    long long busy = 0; ///< siblings that may not be used count too
};

using Cores = std::vector<UsableCore>;

long long load_of(const CpuLoad &load, int cpu)
{
    const auto found = load.find(cpu);
    return found == load.end() ? 0 : found->second;
}

// Returns the fastest kind first, within it the idlest core.
Cores usable_cores(const Topology &topology, const std::vector<int> &wanted, const CpuLoad &load)
{
    Cores cores;
    for (const Topology::Core &core : topology.cores) {
        UsableCore usable{{}, core.kind, 0};
        for (const int cpu : core.cpus) {
            usable.busy += load_of(load, cpu);
            if (contains(wanted, cpu))
                usable.cpus.push_back(cpu);
        }
        std::ranges::sort(usable.cpus, std::ranges::less{},
                          [&](int cpu) { return std::pair(load_of(load, cpu), cpu); });
        if (!usable.cpus.empty())
            cores.push_back(std::move(usable));
    }
    std::ranges::sort(cores, std::ranges::less{}, [](const UsableCore &core) {
        return std::tuple(core.kind, core.busy, core.cpus.front());
    });
    return cores;
}

void keep_kind(Cores &cores, const Topology &topology, const PlacementRequest &request)
{
    const auto &kinds = topology.kinds;
    const auto same_letter = [](unsigned char x, unsigned char y) {
        return std::tolower(x) == std::tolower(y);
    };
    const auto named = std::ranges::find_if(kinds, [&](const std::string &kind) {
        return std::ranges::equal(kind, request.core_kind, same_letter);
    });
    if (named == kinds.end() && kinds.size() == 1)
        refuse("--core-kind: this machine has only one kind of core, so the option does not apply");
    if (named == kinds.end())
        refuse("--core-kind: '{}' is not a kind of core of this machine; its kinds are {}",
               request.core_kind, joined(kinds));
    const auto kind = static_cast<std::size_t>(named - kinds.begin());
    std::erase_if(cores, [&](const UsableCore &core) { return core.kind != kind; });
    if (cores.empty())
        refuse("--core-kind: no CPU of kind {} may be used here; its CPUs are {}", *named,
               format_cpu_list(cpus_of_kind(topology, kind)));
}

void check(const PlacementRequest &request)
{
    if (request.all_cores && request.threads != 0)
        refuse(
            "--all-cores determines the number of threads; use --per-core N instead of --threads");
    if (request.per_core != 0 && request.threads % request.per_core != 0)
        refuse("--per-core: {} threads cannot be divided into {} on each core", request.threads,
               request.per_core);
}

[[noreturn]] void refuse_per_core(unsigned per_core, const Cores &cores, const std::string &kind)
{
    std::size_t most = 0;
    for (const UsableCore &core : cores)
        most = std::max(most, core.cpus.size());
    refuse("--per-core: {} threads on a core, but a {}{} has at most {} that may be used here",
           per_core, kind.empty() ? "core" : "core of kind ", kind, counted(most, "CPU"));
}

Placement spread(const Topology &topology, std::size_t threads, const Cores &cores)
{
    std::vector<int> cpus = spread_threads(threads, each(cores, &UsableCore::cpus));
    std::string kinds = kinds_of(topology, cpus);
    return {std::move(cpus), std::move(kinds)};
}

// Places `per_core` threads on each of `count` cores.
Placement on_cores(const Topology &topology, const Cores &cores, std::size_t count,
                   unsigned per_core)
{
    Cores wide = cores;
    std::erase_if(wide, [&](const UsableCore &core) { return core.cpus.size() < per_core; });
    if (wide.empty())
        refuse_per_core(per_core, cores, "");
    if (wide.size() < count)
        refuse("--per-core: {} cores are needed, but only {} with {} CPUs may be used here", count,
               wide.size(), per_core);
    wide.resize(count);
    return spread(topology, count * per_core, wide);
}

// Returns for each kind that has usable cores the idlest core that is wide enough.
std::vector<Placement> on_each_kind(const Topology &topology, const Cores &all, unsigned per_core)
{
    std::vector<Placement> placements;
    for (std::size_t kind = 0; kind < topology.kinds.size(); ++kind) {
        Cores cores = all;
        std::erase_if(cores, [&](const UsableCore &core) { return core.kind != kind; });
        if (cores.empty())
            continue;
        const auto core = std::ranges::find_if(
            cores, [&](const UsableCore &one) { return one.cpus.size() >= per_core; });
        if (core == cores.end())
            refuse_per_core(per_core, cores, kinds_of(topology, cores.front().cpus));
        placements.push_back(spread(topology, per_core, {*core}));
    }
    return placements;
}

std::vector<Placement> placed(const Topology &topology, const PlacementRequest &request,
                              const Cores &cores)
{
    const unsigned per_core = std::max(1U, request.per_core);
    if (request.all_cores) {
        for (const UsableCore &core : cores)
            if (core.cpus.size() < per_core)
                refuse_per_core(per_core, {core}, kinds_of(topology, core.cpus));
        return {spread(topology, cores.size() * per_core, cores)};
    }
    if (request.threads <= 1)
        return on_each_kind(topology, cores, per_core);
    if (request.per_core != 0)
        return {on_cores(topology, cores, request.threads / per_core, per_core)};
    return {spread(topology, request.threads, cores)};
}

} // namespace

std::vector<Placement> place(const Topology &topology, const PlacementRequest &request,
                             const CpuLoad &load)
{
    check(request);
    Cores cores =
        usable_cores(topology, request.cpus.empty() ? topology.allowed : request.cpus, load);
    if (!request.core_kind.empty())
        keep_kind(cores, topology, request);
    std::vector<Placement> placements = placed(topology, request, cores);
    if (placements.front().cpus.size() > max_threads)
        refuse("--all-cores: {} threads, but a measurement can have at most {}; choose some with "
               "--cpu",
               placements.front().cpus.size(), max_threads);
    return placements;
}

std::vector<int> spread_threads(std::size_t threads, const std::vector<std::vector<int>> &cores)
{
    std::vector<int> cpus;
    for (std::size_t sibling = 0; cpus.size() < threads; ++sibling) {
        const std::size_t before = cpus.size();
        for (const std::vector<int> &core : cores)
            if (sibling < core.size())
                cpus.push_back(core[sibling]);
        if (cpus.size() == before) // each has its thread: once more
            break;
    }
    for (std::size_t i = 0; cpus.size() < threads; ++i)
        cpus.push_back(cpus[i]);
    cpus.resize(threads);
    return cpus;
}

std::string kinds_of(const Topology &topology, const std::vector<int> &cpus)
{
    if (topology.kinds.size() == 1)
        return "";
    std::set<std::size_t> kinds;
    for (const Topology::Core &core : topology.cores)
        if (std::ranges::find_first_of(core.cpus, cpus) != core.cpus.end())
            kinds.insert(core.kind);
    return joined(each(kinds, [&](std::size_t kind) { return topology.kinds[kind]; }), "+");
}

std::string describe(const Placement &placement)
{
    const std::string cpus = joined(placement.cpus, ",");
    return placement.core_kind.empty() ? cpus : cpus + " (" + placement.core_kind + ")";
}

} // namespace hashlane::machine
