// SPDX-License-Identifier: MIT
#include "placement.h"

#include "../system/cpu_list.h"

#include <algorithm>
#include <cctype>
#include <set>
#include <stdexcept>
#include <tuple>

namespace hashlane {
namespace {

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

UsableCore usable_part(const Topology::Core &core, const std::vector<int> &wanted,
                       const CpuLoad &load)
{
    UsableCore usable{{}, core.kind, 0};
    for (const int cpu : core.cpus) {
        usable.busy += load_of(load, cpu);
        if (std::ranges::find(wanted, cpu) != wanted.end())
            usable.cpus.push_back(cpu);
    }
    std::ranges::sort(usable.cpus, std::ranges::less{},
                      [&](int cpu) { return std::pair(load_of(load, cpu), cpu); });
    return usable;
}

// The fastest kind first, within it the idlest core.
Cores usable_cores(const Topology &topology, const std::vector<int> &wanted, const CpuLoad &load)
{
    Cores cores;
    for (const Topology::Core &core : topology.cores) {
        UsableCore usable = usable_part(core, wanted, load);
        if (!usable.cpus.empty())
            cores.push_back(std::move(usable));
    }
    std::ranges::sort(cores, std::ranges::less{}, [](const UsableCore &core) {
        return std::tuple(core.kind, core.busy, core.cpus.front());
    });
    return cores;
}

bool same_word(const std::string &a, const std::string &b)
{
    return std::ranges::equal(
        a, b, [](unsigned char x, unsigned char y) { return std::tolower(x) == std::tolower(y); });
}

std::string join(const std::vector<std::string> &words, const char *between)
{
    std::string text;
    for (const std::string &word : words)
        text += (text.empty() ? "" : between) + word;
    return text;
}

void keep_kind(Cores &cores, const Topology &topology, const PlacementRequest &request)
{
    const auto &kinds = topology.kinds;
    const auto named = std::ranges::find_if(
        kinds, [&](const std::string &kind) { return same_word(kind, request.core_kind); });
    if (named == kinds.end())
        throw std::invalid_argument("--core-kind: '" + request.core_kind +
                                    "' is not a kind of core of this machine; its kinds are " +
                                    join(kinds, ", "));
    const auto kind = static_cast<std::size_t>(named - kinds.begin());
    std::erase_if(cores, [&](const UsableCore &core) { return core.kind != kind; });
    if (cores.empty())
        throw std::invalid_argument("--core-kind: no CPU of kind " + *named +
                                    " may be used here; its CPUs are " +
                                    format_cpu_list(cpus_of_kind(topology, kind)));
}

void check(const PlacementRequest &request)
{
    if (request.all_cores && request.threads != 0)
        throw std::invalid_argument(
            "--all-cores: determines the number of threads; use --per-core N instead of --threads");
    if (request.per_core != 0 && request.threads % request.per_core != 0)
        throw std::invalid_argument("--per-core: " + std::to_string(request.threads) +
                                    " threads cannot be divided into " +
                                    std::to_string(request.per_core) + " on each core");
}

[[noreturn]] void refuse_per_core(unsigned per_core, std::size_t most, const std::string &kind)
{
    const std::string core = kind.empty() ? "core" : "core of kind " + kind;
    throw std::invalid_argument("--per-core: " + std::to_string(per_core) +
                                " threads on a core, but a " + core + " has at most " +
                                std::to_string(most) + (most == 1 ? " CPU" : " CPUs") +
                                " that may be used here");
}

class Placer {
public:
    Placer(const Topology &topology, Cores cores) : topology_(topology), cores_(std::move(cores)) {}

    // `per_core` threads on each core.
    std::vector<Placement> on_all_cores(unsigned per_core) const
    {
        for (const UsableCore &core : cores_)
            if (core.cpus.size() < per_core)
                refuse_per_core(per_core, core.cpus.size(), kind_name(core));
        return {fill(cores_, per_core)};
    }

    // `count` cores with `per_core` threads on each.
    std::vector<Placement> on_cores(std::size_t count, unsigned per_core) const
    {
        Cores wide = cores_;
        std::erase_if(wide, [&](const UsableCore &core) { return core.cpus.size() < per_core; });
        if (wide.empty())
            refuse_per_core(per_core, most_cpus(cores_), "");
        if (wide.size() < count)
            throw std::invalid_argument("--per-core: " + std::to_string(count) +
                                        " cores are needed, but only " +
                                        std::to_string(wide.size()) + " with " +
                                        std::to_string(per_core) + " CPUs may be used here");
        wide.resize(count);
        return {fill(wide, per_core)};
    }

    // Distinct cores, then siblings, then from the start again.
    std::vector<Placement> spread(unsigned threads) const
    {
        std::vector<int> all = fill(cores_, most_cpus(cores_)).cpus;
        std::vector<int> cpus;
        for (unsigned i = 0; i < threads; ++i)
            cpus.push_back(all[i % all.size()]);
        return {labelled(std::move(cpus))};
    }

    std::vector<Placement> one_core_of_each_kind(unsigned per_core) const
    {
        std::vector<Placement> placements;
        for (std::size_t kind = 0; kind < topology_.kinds.size(); ++kind) {
            Cores cores = cores_;
            std::erase_if(cores, [&](const UsableCore &core) { return core.kind != kind; });
            if (!cores.empty())
                placements.push_back(on_idlest(cores, per_core));
        }
        return placements;
    }

private:
    Placement on_idlest(const Cores &cores, unsigned per_core) const
    {
        const auto core = std::ranges::find_if(
            cores, [&](const UsableCore &one) { return one.cpus.size() >= per_core; });
        if (core == cores.end())
            refuse_per_core(per_core, most_cpus(cores), kind_name(cores.front()));
        return fill({*core}, per_core);
    }

    // The first CPU of each core, then the second, up to `per_core` of them.
    Placement fill(const Cores &cores, std::size_t per_core) const
    {
        std::vector<int> cpus;
        for (std::size_t i = 0; i < per_core; ++i)
            for (const UsableCore &core : cores)
                if (i < core.cpus.size())
                    cpus.push_back(core.cpus[i]);
        return labelled(std::move(cpus));
    }

    Placement labelled(std::vector<int> cpus) const
    {
        std::string kinds = kinds_of(topology_, cpus);
        return {std::move(cpus), std::move(kinds)};
    }

    std::string kind_name(const UsableCore &core) const
    {
        return topology_.kinds.size() == 1 ? "" : topology_.kinds[core.kind];
    }

    static std::size_t most_cpus(const Cores &cores)
    {
        std::size_t most = 0;
        for (const UsableCore &core : cores)
            most = std::max(most, core.cpus.size());
        return most;
    }

    const Topology &topology_;
    Cores cores_;
};

std::vector<Placement> placed(const Topology &topology, const PlacementRequest &request,
                              Cores cores)
{
    const Placer placer(topology, std::move(cores));
    if (request.all_cores)
        return placer.on_all_cores(std::max(1U, request.per_core));
    if (request.threads <= 1)
        return placer.one_core_of_each_kind(std::max(1U, request.per_core));
    if (request.per_core != 0)
        return placer.on_cores(request.threads / request.per_core, request.per_core);
    return placer.spread(request.threads);
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
    std::vector<Placement> placements = placed(topology, request, std::move(cores));
    if (placements.front().cpus.size() > max_threads)
        throw std::invalid_argument(
            "--all-cores: " + std::to_string(placements.front().cpus.size()) +
            " threads, but a measurement can have at most " + std::to_string(max_threads) +
            "; choose some with --cpu");
    return placements;
}

std::string kinds_of(const Topology &topology, const std::vector<int> &cpus)
{
    if (topology.kinds.size() == 1)
        return "";
    std::set<std::size_t> kinds;
    for (const Topology::Core &core : topology.cores)
        if (std::ranges::find_first_of(core.cpus, cpus) != core.cpus.end())
            kinds.insert(core.kind);
    std::vector<std::string> names;
    for (const std::size_t kind : kinds)
        names.push_back(topology.kinds[kind]);
    return join(names, "+");
}

std::string describe(const Placement &placement)
{
    std::string text;
    for (const int cpu : placement.cpus)
        text += (text.empty() ? "" : ",") + std::to_string(cpu);
    return placement.core_kind.empty() ? text : text + " (" + placement.core_kind + ")";
}

} // namespace hashlane
