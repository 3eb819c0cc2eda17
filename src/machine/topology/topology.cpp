// SPDX-License-Identifier: MIT
#include "topology.h"

#include "../system/cpus.h"
#include "../system/lists.h"
#include "../system/text.h"
#include "../system/threads.h"

#include <algorithm>
#include <fstream>
#include <set>
#include <tuple>

#if defined(__APPLE__)
#include <sys/sysctl.h>
#elif defined(_WIN32)
#include "../../lib/base/compiler.h"

#include <windows.h>
#endif

namespace hashlane::machine {

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
    for (const int cpu : topology.allowed)
        if (!core_of(topology, cpu))
            topology.cores.push_back({{cpu}, 0, 0, 0});
    std::ranges::sort(topology.cores, std::ranges::less{},
                      [](const Topology::Core &core) { return core.cpus.front(); });
}

std::optional<std::size_t> core_of(const Topology &topology, int cpu)
{
    const auto core = std::ranges::find_if(
        topology.cores, [cpu](const Topology::Core &one) { return contains(one.cpus, cpu); });
    if (core == topology.cores.end())
        return std::nullopt;
    return static_cast<std::size_t>(core - topology.cores.begin());
}

std::optional<int> first_allowed_cpu(const Topology &topology, const Topology::Core &core)
{
    const auto cpu = std::ranges::find_if(
        core.cpus, [&](int one) { return std::ranges::binary_search(topology.allowed, one); });
    return cpu == core.cpus.end() ? std::nullopt : std::optional(*cpu);
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

std::vector<std::string> capacity_names(const std::vector<int> &capacities)
{
    if (capacities.size() == 2)
        return {"big", "LITTLE"};
    if (capacities.size() == 3)
        return {"prime", "big", "LITTLE"};
    return each(capacities, [](int capacity) { return "capacity-" + std::to_string(capacity); });
}

CpusByKind cpus_by_kind(const std::vector<int> &cpus)
{
    if (!this_cpu().hybrid)
        return {{CoreKind::all, cpus}};
    return cpus_by_kind(cpus, [](int cpu) {
        CoreKind kind = CoreKind::other;
        on_pinned_threads({cpu}, [&](std::size_t) { kind = this_core_kind(); });
        return kind;
    });
}

CpusByKind cpus_by_kind(const std::vector<int> &cpus, const std::function<CoreKind(int)> &kind_of)
{
    CpusByKind kinds;
    for (const int cpu : cpus)
        kinds[kind_of(cpu)].push_back(cpu);
    return kinds;
}

// ---- The formats of Linux and Windows ----

std::vector<int> numbers_of(const std::string &list)
{
    std::vector<int> numbers;
    for (const std::string &item : split(list, ',')) {
        const auto range = parse_range(item, cpu_number);
        // Each number once, in order: no list is longer than there can be CPUs.
        if (!range || (!numbers.empty() && range->first <= numbers.back()))
            return {};
        for (int number = range->first; number <= range->second; ++number)
            numbers.push_back(number);
    }
    return numbers;
}

namespace {

namespace fs = std::filesystem;

// Sorts by level, then by first CPU, data before instructions.
void sort_caches(Topology &topology)
{
    const auto place = [](const Topology::Cache &cache) {
        return std::tuple(cache.level, cache.cpus.front(), cache.type);
    };
    std::ranges::sort(topology.caches, std::ranges::less{}, place);
}

// Gives `label` to the member of those cores that have one of these CPUs.
template <class Label>
void label_cores(Topology &topology, const std::vector<int> &cpus, Label Topology::Core::*member,
                 Label label)
{
    for (Topology::Core &core : topology.cores)
        if (contains(cpus, core.cpus.front()))
            core.*member = label;
}

// Empty if the file is missing, or is no list.
std::vector<int> cpus_in(const fs::path &path)
{
    return numbers_of(value_in<std::string>(path).value_or(""));
}

// Returns `unknown` for -1 or another number that the firmware made up: a result file has none.
int number_in(const fs::path &path, int unknown)
{
    constexpr int most = 1'000'000;
    const int number = value_in<int>(path).value_or(unknown);
    return number >= 0 && number <= most ? number : unknown;
}

void read_cores(Topology &topology, const fs::path &devices)
{
    std::set<int> seen, packages;
    for (const int cpu : cpus_in(devices / "system/cpu/online")) {
        if (seen.contains(cpu))
            continue;
        const fs::path folder = devices / "system/cpu" / ("cpu" + std::to_string(cpu)) / "topology";
        // Its name before Linux 5.3.
        std::vector<int> cpus = cpus_in(folder / "core_cpus_list");
        if (cpus.empty())
            cpus = cpus_in(folder / "thread_siblings_list");
        if (cpus.empty())
            cpus = {cpu};
        seen.insert(cpus.begin(), cpus.end());
        const int package = number_in(folder / "physical_package_id", 0);
        packages.insert(package);
        topology.cores.push_back({std::move(cpus), package, 0, 0});
    }
    topology.packages = std::max(1U, static_cast<unsigned>(packages.size()));
}

void read_caches(Topology &topology, const fs::path &devices)
{
    for (const auto &[cpu, folder] : numbered_folders(devices / "system/cpu", "cpu"))
        for (const auto &[index, cache] : numbered_folders(folder / "cache", "index")) {
            std::vector<int> cpus = cpus_in(cache / "shared_cpu_list");
            // Every CPU that shares it shows it; the first CPU represents all.
            if (cpus.empty() || cpus.front() != cpu)
                continue;
            const int kib = std::max(value_in<int>(cache / "size").value_or(0), 0);
            const std::uint64_t bytes = std::uint64_t{1024} * static_cast<unsigned>(kib);
            topology.caches.push_back({number_in(cache / "level", 1),
                                       value_in<std::string>(cache / "type").value_or(""), bytes,
                                       std::move(cpus)});
        }
    sort_caches(topology);
}

std::uint64_t memory_bytes(const fs::path &node)
{
    // "Node 0 MemTotal:  16259440 kB"
    std::ifstream file(node / "meminfo");
    for (std::string word; file >> word;)
        if (std::uint64_t kib = 0; word == "MemTotal:" && file >> kib)
            return kib * 1024;
    return 0;
}

void read_numa_nodes(Topology &topology, const fs::path &devices)
{
    for (const auto &[number, folder] : numbered_folders(devices / "system/node", "node")) {
        topology.numa_nodes.push_back({number, memory_bytes(folder), cpus_in(folder / "cpulist")});
        label_cores(topology, topology.numa_nodes.back().cpus, &Topology::Core::numa_node, number);
    }
}

struct Kind {
    std::string name;
    std::vector<int> cpus;
};

// ARM's cores have a capacity each, 1024 the fastest's.
std::vector<Kind> capacity_kinds(const fs::path &devices)
{
    std::map<int, std::vector<int>, std::greater<>> by_capacity;
    for (const auto &[cpu, folder] : numbered_folders(devices / "system/cpu", "cpu"))
        by_capacity[value_in<int>(folder / "cpu_capacity").value_or(0)].push_back(cpu);
    std::vector<std::string> names =
        capacity_names(each(by_capacity, [](const auto &one) { return one.first; }));
    std::vector<Kind> kinds;
    for (auto &[capacity, cpus] : by_capacity)
        kinds.push_back({std::move(names[kinds.size()]), std::move(cpus)});
    return kinds;
}

void read_kinds(Topology &topology, const fs::path &devices)
{
    // The counters of hybrid Intel processors are devices, one for each kind of core.
    std::vector<Kind> kinds = {{"P-core", cpus_in(devices / "cpu_core/cpus")},
                               {"E-core", cpus_in(devices / "cpu_atom/cpus")},
                               {"LP-E-core", cpus_in(devices / "cpu_lowpower/cpus")}};
    std::erase_if(kinds, [](const Kind &kind) { return kind.cpus.empty(); });
    if (kinds.empty())
        kinds = capacity_kinds(devices);
    topology.kinds = {"all"};
    if (kinds.size() < 2)
        return;
    topology.kinds.clear();
    for (const Kind &kind : kinds) {
        label_cores(topology, kind.cpus, &Topology::Core::kind, topology.kinds.size());
        topology.kinds.push_back(kind.name);
    }
}

} // namespace

Topology sysfs_topology(const fs::path &root, std::vector<int> allowed)
{
    const fs::path devices = root / "sys/devices";
    std::error_code error;
    if (!fs::exists(devices / "system/cpu", error))
        return flat_topology(std::move(allowed), "none: /sys has no processors");
    Topology topology;
    topology.source = "/sys";
    topology.allowed = std::move(allowed);
    read_cores(topology, devices);
    read_caches(topology, devices);
    read_numa_nodes(topology, devices);
    read_kinds(topology, devices);
    complete(topology);
    return topology;
}

#if defined(__linux__)

Topology read_topology()
{
    Topology topology = sysfs_topology("/", allowed_cpus());
    topology.cpu_quota = cpu_quota();
    topology.cpu_quota_is_visible = is_cpu_quota_visible();
    return topology;
}

#elif defined(__APPLE__)

// Apple silicon's kinds of core are "performance levels". macOS numbers the CPUs of the last level
// first: on an M1 the four efficient ones are 0 to 3.
namespace {

int number_of(const std::string &name)
{
    int value = 0;
    std::size_t size = sizeof value;
    return sysctlbyname(name.c_str(), &value, &size, nullptr, 0) == 0 ? value : 0;
}

std::vector<std::string> kind_names(int levels)
{
    if (levels == 2)
        return {"P-core", "E-core"};
    std::vector<std::string> names;
    for (int level = 0; level < levels; ++level)
        names.push_back("level-" + std::to_string(level));
    return names;
}

} // namespace

Topology read_topology()
{
    const int levels = number_of("hw.nperflevels");
    if (levels < 2)
        return flat_topology(allowed_cpus(), "sysctl: one kind of core");
    Topology topology;
    topology.source = "sysctl";
    topology.allowed = allowed_cpus();
    topology.kinds = kind_names(levels);
    int cpu = 0;
    for (int level = levels - 1; level >= 0; --level) {
        const int end = cpu + number_of("hw.perflevel" + std::to_string(level) + ".logicalcpu");
        while (cpu < end)
            topology.cores.push_back({{cpu++}, 0, 0, static_cast<std::size_t>(level)});
    }
    complete(topology);
    return topology;
}

#elif defined(_WIN32)

namespace {

using Record = SYSTEM_LOGICAL_PROCESSOR_INFORMATION_EX;

constexpr const char *source = "GetLogicalProcessorInformationEx";

std::vector<int> cpus_in(const GROUP_AFFINITY &affinity)
{
    return cpus_of_group(affinity.Group, affinity.Mask);
}

// Calls `use` for each entry of one relation, in Windows' order.
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

// Returns the CPUs of a core or a package, which may belong to several groups.
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

// Names that customers know; Windows has numbers alone.
std::vector<std::string> kind_names(const std::vector<int> &classes)
{
    if (classes.size() <= 1)
        return {"all"};
    if (HASHLANE_X86_64 && classes.size() == 2)
        return {"P-core", "E-core"};
    if (HASHLANE_X86_64 && classes.size() == 3)
        return {"P-core", "E-core", "LP-E-core"};
    return capacity_names(classes);
}

void read_cores(Topology &topology, std::span<const std::byte> records)
{
    // The class of a core orders by speed, not by efficiency: fastest first.
    std::set<int, std::greater<>> classes;
    for_each(records, RelationProcessorCore,
             [&](const Record &record) { classes.insert(efficiency_class(record.Processor)); });
    topology.kinds = kind_names({classes.begin(), classes.end()});
    for_each(records, RelationProcessorCore, [&](const Record &record) {
        const auto kind = classes.find(efficiency_class(record.Processor));
        topology.cores.push_back({cpus_of(record.Processor), 0, 0,
                                  static_cast<std::size_t>(std::distance(classes.begin(), kind))});
    });
    std::erase_if(topology.cores, [](const Topology::Core &core) { return core.cpus.empty(); });
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
        label_cores(topology, cpus, &Topology::Core::numa_node, number);
        topology.numa_nodes.push_back({number, 0, std::move(cpus)});
    });
    // Windows reports how much of a node's memory is free, not how much it has.
    if (topology.numa_nodes.size() == 1)
        topology.numa_nodes.front().bytes = memory_bytes();
}

void read_caches(Topology &topology, std::span<const std::byte> records)
{
    for_each(records, RelationCache, [&](const Record &record) {
        const CACHE_RELATIONSHIP &cache = record.Cache;
        const char *const type = cache.Type == CacheUnified       ? "Unified"
                                 : cache.Type == CacheInstruction ? "Instruction"
                                                                  : "Data";
        if (cache.Type != CacheTrace)
            topology.caches.push_back(
                {cache.Level, type, cache.CacheSize, cpus_in(cache.GroupMask)});
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
    int packages = 0;
    for_each(records, RelationProcessorPackage, [&](const Record &record) {
        label_cores(topology, cpus_of(record.Processor), &Topology::Core::package, packages++);
    });
    topology.packages = static_cast<unsigned>(std::max(packages, 1));
    read_numa_nodes(topology, records);
    read_caches(topology, records);
    complete(topology);
    return topology;
}

Topology read_topology()
{
    const std::vector<std::byte> records = read_records();
    return records.empty() ? flat_topology(allowed_cpus(), std::string(source) + " fails")
                           : topology_in(records, allowed_cpus());
}

#else

Topology read_topology()
{
    return flat_topology(allowed_cpus(), "this system does not tell its cores");
}

#endif

} // namespace hashlane::machine
