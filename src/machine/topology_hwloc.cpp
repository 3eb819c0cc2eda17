// SPDX-License-Identifier: MIT
#include "topology_hwloc.h"

#include "../system/cpu_list.h"
#include "../system/cpu_quota.h"

#include <hwloc.h>
#include <hwloc/cpukinds.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <stdexcept>

namespace hashlane {
namespace {

struct Destroy {
    void operator()(hwloc_topology_t topology) const { hwloc_topology_destroy(topology); }
};
using Hwloc = std::unique_ptr<hwloc_topology, Destroy>;

struct Free {
    void operator()(hwloc_bitmap_t bitmap) const { hwloc_bitmap_free(bitmap); }
};
using Bitmap = std::unique_ptr<hwloc_bitmap_s, Free>;

constexpr hwloc_obj_type_t cache_types[] = {
    HWLOC_OBJ_L1CACHE, HWLOC_OBJ_L1ICACHE, HWLOC_OBJ_L2CACHE, HWLOC_OBJ_L2ICACHE,
    HWLOC_OBJ_L3CACHE, HWLOC_OBJ_L3ICACHE, HWLOC_OBJ_L4CACHE, HWLOC_OBJ_L5CACHE};

// hwloc opens its plugins when it starts, and those for compute devices their drivers, which start
// threads and wake devices; nothing here needs any. A user's own list stays.
void keep_out_of_devices()
{
    setenv("HWLOC_PLUGINS_BLACKLIST",
           "hwloc_cuda.so,hwloc_gl.so,hwloc_levelzero.so,hwloc_nvml.so,hwloc_opencl.so,"
           "hwloc_rsmi.so",
           0);
}

Hwloc load(const std::function<bool(hwloc_topology_t)> &set_up, const std::string &what)
{
    keep_out_of_devices();
    hwloc_topology_t raw = nullptr;
    if (hwloc_topology_init(&raw) != 0)
        throw std::invalid_argument("hwloc cannot be initialised");
    Hwloc topology(raw);
    if (!set_up(raw) ||
        hwloc_topology_set_icache_types_filter(raw, HWLOC_TYPE_FILTER_KEEP_ALL) != 0 ||
        hwloc_topology_set_flags(raw, HWLOC_TOPOLOGY_FLAG_INCLUDE_DISALLOWED) != 0 ||
        hwloc_topology_load(raw) != 0)
        throw std::invalid_argument("hwloc cannot read " + what);
    return topology;
}

std::vector<int> numbers(hwloc_const_bitmap_t bitmap)
{
    std::vector<int> cpus;
    for (int cpu = hwloc_bitmap_first(bitmap); cpu >= 0; cpu = hwloc_bitmap_next(bitmap, cpu))
        cpus.push_back(cpu);
    return cpus;
}

// Objects of one type, in hwloc's order.
template <class Use> void for_each(hwloc_topology_t topology, hwloc_obj_type_t type, Use use)
{
    hwloc_obj_t object = nullptr;
    while ((object = hwloc_get_next_obj_by_type(topology, type, object)) != nullptr)
        use(*object);
}

std::vector<Topology::NumaNode> read_numa_nodes(hwloc_topology_t topology)
{
    std::vector<Topology::NumaNode> nodes;
    for_each(topology, HWLOC_OBJ_NUMANODE, [&](const hwloc_obj &node) {
        nodes.push_back({static_cast<int>(node.os_index), node.attr->numanode.local_memory,
                         numbers(node.cpuset)});
    });
    return nodes;
}

std::string cache_type_name(hwloc_obj_cache_type_t type)
{
    if (type == HWLOC_OBJ_CACHE_UNIFIED)
        return "Unified";
    return type == HWLOC_OBJ_CACHE_DATA ? "Data" : "Instruction";
}

std::vector<Topology::Cache> read_caches(hwloc_topology_t topology)
{
    std::vector<Topology::Cache> caches;
    for (const hwloc_obj_type_t type : cache_types)
        for_each(topology, type, [&](const hwloc_obj &cache) {
            caches.push_back({static_cast<int>(cache.attr->cache.depth),
                              cache_type_name(cache.attr->cache.type), cache.attr->cache.size,
                              numbers(cache.cpuset)});
        });
    return caches;
}

int numa_node_of(const Topology &topology, int cpu)
{
    for (const Topology::NumaNode &node : topology.numa_nodes)
        if (std::ranges::find(node.cpus, cpu) != node.cpus.end())
            return node.number;
    return 0;
}

// From CPUs up, because a virtual machine may show no cores: each CPU is then one.
void read_cores(Topology &result, hwloc_topology_t topology)
{
    std::map<const hwloc_obj *, Topology::Core> cores;
    std::set<int> packages;
    for_each(topology, HWLOC_OBJ_PU, [&](hwloc_obj &pu) {
        const hwloc_obj *core = hwloc_get_ancestor_obj_by_type(topology, HWLOC_OBJ_CORE, &pu);
        const hwloc_obj *package = hwloc_get_ancestor_obj_by_type(topology, HWLOC_OBJ_PACKAGE, &pu);
        const int cpu = static_cast<int>(pu.os_index);
        Topology::Core &one = cores[core == nullptr ? &pu : core];
        one.cpus.push_back(cpu);
        one.package = package == nullptr ? 0 : static_cast<int>(package->os_index);
        one.numa_node = numa_node_of(result, cpu);
        packages.insert(one.package);
    });
    for (auto &[object, core] : cores) {
        std::ranges::sort(core.cpus);
        result.cores.push_back(std::move(core));
    }
    result.packages = static_cast<unsigned>(packages.size());
}

// One of hwloc's kinds. It makes one of each top frequency too; what matters here is a core of
// another design, since cycles are counted.
struct RawKind {
    std::string type; ///< "IntelCore"; empty where unknown
    unsigned capacity = 0;
    std::vector<int> cpus;
};

// Fastest first, where hwloc can rank them.
std::vector<RawKind> read_kinds(hwloc_topology_t topology)
{
    std::vector<RawKind> kinds;
    const Bitmap cpus(hwloc_bitmap_alloc());
    for (int i = hwloc_cpukinds_get_nr(topology, 0) - 1; i >= 0; --i) {
        unsigned count = 0;
        struct hwloc_info_s *infos = nullptr;
        int efficiency = 0;
        if (hwloc_cpukinds_get_info(topology, static_cast<unsigned>(i), cpus.get(), &efficiency,
                                    &count, &infos, 0) != 0)
            continue;
        RawKind kind{"", 0, numbers(cpus.get())};
        for (unsigned j = 0; j < count; ++j) {
            const std::string name = infos[j].name, value = infos[j].value;
            if (name == "CoreType")
                kind.type = value;
            else if (name == "LinuxCapacity")
                std::from_chars(value.data(), value.data() + value.size(), kind.capacity);
        }
        kinds.push_back(std::move(kind));
    }
    return kinds;
}

// As their maker's customers know them.
std::string type_name(const std::string &type)
{
    if (type == "IntelCore")
        return "P-core";
    return type == "IntelAtom" ? "E-core" : type.empty() ? "other" : type;
}

// The name of each kind, in the same order; equal names are one kind.
std::vector<std::string> names_of(const std::vector<RawKind> &kinds)
{
    std::vector<std::string> names;
    if (std::ranges::any_of(kinds, [](const RawKind &kind) { return !kind.type.empty(); })) {
        for (const RawKind &kind : kinds)
            names.push_back(type_name(kind.type));
        return names;
    }
    std::set<unsigned, std::greater<>> distinct;
    for (const RawKind &kind : kinds)
        distinct.insert(kind.capacity);
    const std::vector<unsigned> capacities(distinct.begin(), distinct.end());
    const std::vector<std::string> all = capacity_names(capacities);
    for (const RawKind &kind : kinds)
        names.push_back(all[static_cast<std::size_t>(std::ranges::find(capacities, kind.capacity) -
                                                     capacities.begin())]);
    return names;
}

void set_kind(Topology &result, const std::vector<int> &cpus, std::size_t kind)
{
    for (Topology::Core &core : result.cores)
        if (std::ranges::find(cpus, core.cpus.front()) != cpus.end())
            core.kind = kind;
}

void add_kinds(Topology &result, const std::vector<RawKind> &kinds)
{
    const std::vector<std::string> names = names_of(kinds);
    for (std::size_t i = 0; i < kinds.size(); ++i) {
        auto found = std::ranges::find(result.kinds, names[i]);
        if (found == result.kinds.end())
            found = result.kinds.insert(found, names[i]);
        set_kind(result, kinds[i].cpus, static_cast<std::size_t>(found - result.kinds.begin()));
    }
    if (result.kinds.size() <= 1)
        result.kinds = {"all"};
}

Topology topology_in(const Hwloc &hwloc, std::vector<int> allowed)
{
    Topology result;
    result.source = "hwloc";
    result.allowed = std::move(allowed);
    result.numa_nodes = read_numa_nodes(hwloc.get());
    result.caches = read_caches(hwloc.get());
    read_cores(result, hwloc.get());
    add_kinds(result, read_kinds(hwloc.get()));
    complete(result);
    return result;
}

} // namespace

Topology read_topology()
{
    Topology topology;
    try {
        topology = topology_in(load([](hwloc_topology_t) { return true; }, "this machine"),
                               allowed_cpus());
    } catch (const std::invalid_argument &error) {
        topology = flat_topology(allowed_cpus(), error.what());
    }
    topology.cpu_quota = cpu_quota();
    topology.cpu_quota_is_visible = is_cpu_quota_visible();
    return topology;
}

Topology described_topology(const std::string &description, std::vector<int> allowed)
{
    const auto set_up = [&](hwloc_topology_t topology) {
        if (!description.starts_with('<'))
            return hwloc_topology_set_synthetic(topology, description.c_str()) == 0;
        return hwloc_topology_set_xmlbuffer(topology, description.c_str(),
                                            static_cast<int>(description.size() + 1)) == 0;
    };
    return topology_in(load(set_up, "this description"), std::move(allowed));
}

} // namespace hashlane
