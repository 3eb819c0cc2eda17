// SPDX-License-Identifier: MIT
#include "topology_windows.h"

#include "../compiler/compiler.h"
#include "../system/cpu_list.h"
#include "../system/windows_cpus.h"

#include <algorithm>
#include <functional>
#include <set>

namespace hashlane {
namespace {

using Record = SYSTEM_LOGICAL_PROCESSOR_INFORMATION_EX;

constexpr const char *source = "GetLogicalProcessorInformationEx";

// Of one relation, in Windows' order.
template <class Use>
void for_each(std::span<const std::byte> records, LOGICAL_PROCESSOR_RELATIONSHIP relation, Use use)
{
    while (!records.empty()) {
        const auto &record = *reinterpret_cast<const Record *>(records.data());
        if (record.Relationship == relation)
            use(record);
        records = records.subspan(record.Size);
    }
}

// Of a core or a package, which may have CPUs of several groups.
std::vector<int> cpus_of(const PROCESSOR_RELATIONSHIP &processor)
{
    std::vector<int> cpus;
    for (WORD i = 0; i < processor.GroupCount; ++i)
        std::ranges::copy(cpus_in(processor.GroupMask[i]), std::back_inserter(cpus));
    std::ranges::sort(cpus);
    return cpus;
}

// Its second byte, EfficiencyClass, which older headers call reserved.
int efficiency_class(const PROCESSOR_RELATIONSHIP &processor)
{
    return reinterpret_cast<const BYTE *>(&processor)[1];
}

// The class of a core says how fast it is, not how thrifty: fastest first.
std::vector<int> efficiency_classes(std::span<const std::byte> records)
{
    std::set<int, std::greater<>> classes;
    for_each(records, RelationProcessorCore,
             [&](const Record &record) { classes.insert(efficiency_class(record.Processor)); });
    return {classes.begin(), classes.end()};
}

// As the makers' customers know them; Windows has numbers alone.
std::vector<std::string> kind_names(const std::vector<int> &classes)
{
    if (classes.size() <= 1)
        return {"all"};
    if (HASHLANE_X86_64 && classes.size() == 2)
        return {"P-core", "E-core"};
    if (HASHLANE_X86_64 && classes.size() == 3)
        return {"P-core", "E-core", "LP-E-core"};
    return capacity_names({classes.begin(), classes.end()});
}

void read_cores(Topology &topology, std::span<const std::byte> records)
{
    const std::vector<int> classes = efficiency_classes(records);
    topology.kinds = kind_names(classes);
    for_each(records, RelationProcessorCore, [&](const Record &record) {
        const auto kind = std::ranges::find(classes, efficiency_class(record.Processor));
        topology.cores.push_back(
            {cpus_of(record.Processor), 0, 0, static_cast<std::size_t>(kind - classes.begin())});
    });
    std::erase_if(topology.cores, [](const Topology::Core &core) { return core.cpus.empty(); });
}

// Gives `number` to the member of those cores that have one of these CPUs.
void label(Topology &topology, const std::vector<int> &cpus, int Topology::Core::*member,
           int number)
{
    for (Topology::Core &core : topology.cores)
        if (std::ranges::find(cpus, core.cpus.front()) != cpus.end())
            core.*member = number;
}

void read_packages(Topology &topology, std::span<const std::byte> records)
{
    int package = 0;
    for_each(records, RelationProcessorPackage, [&](const Record &record) {
        label(topology, cpus_of(record.Processor), &Topology::Core::package, package++);
    });
    topology.packages = static_cast<unsigned>(std::max(package, 1));
}

std::uint64_t memory_bytes()
{
    MEMORYSTATUSEX memory{};
    memory.dwLength = sizeof memory;
    return GlobalMemoryStatusEx(&memory) != 0 ? memory.ullTotalPhys : 0;
}

void read_numa_nodes(Topology &topology, std::span<const std::byte> records)
{
    for_each(records, RelationNumaNode, [&](const Record &record) {
        const int number = static_cast<int>(record.NumaNode.NodeNumber);
        std::vector<int> cpus = cpus_in(record.NumaNode.GroupMask);
        label(topology, cpus, &Topology::Core::numa_node, number);
        topology.numa_nodes.push_back({number, 0, std::move(cpus)});
    });
    // Windows reports how much of a node's memory is free, not how much it has.
    if (topology.numa_nodes.size() == 1)
        topology.numa_nodes.front().bytes = memory_bytes();
}

const char *cache_type_name(PROCESSOR_CACHE_TYPE type)
{
    if (type == CacheUnified)
        return "Unified";
    return type == CacheInstruction ? "Instruction" : "Data";
}

void read_caches(Topology &topology, std::span<const std::byte> records)
{
    for_each(records, RelationCache, [&](const Record &record) {
        const CACHE_RELATIONSHIP &cache = record.Cache;
        if (cache.Type != CacheTrace)
            topology.caches.push_back({cache.Level, cache_type_name(cache.Type), cache.CacheSize,
                                       cpus_in(cache.GroupMask)});
    });
    sort_caches(topology);
}

std::vector<std::byte> read_records()
{
    DWORD size = 0;
    GetLogicalProcessorInformationEx(RelationAll, nullptr, &size);
    std::vector<std::byte> records(size);
    if (size == 0 || GetLogicalProcessorInformationEx(
                         RelationAll, reinterpret_cast<Record *>(records.data()), &size) == 0)
        return {};
    records.resize(size);
    return records;
}

} // namespace

Topology topology_in(std::span<const std::byte> records, std::vector<int> allowed)
{
    Topology topology;
    topology.source = source;
    topology.allowed = std::move(allowed);
    read_cores(topology, records);
    read_packages(topology, records);
    read_numa_nodes(topology, records);
    read_caches(topology, records);
    complete(topology);
    return topology;
}

Topology read_topology()
{
    const std::vector<std::byte> records = read_records();
    if (!records.empty())
        return topology_in(records, allowed_cpus());
    std::string problem = source;
    problem += " fails";
    return flat_topology(allowed_cpus(), problem);
}

} // namespace hashlane
