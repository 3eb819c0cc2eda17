// SPDX-License-Identifier: MIT
#include "topology_sysfs.h"

#include "../system/cpu_list.h"

#include <algorithm>
#include <fstream>
#include <functional>
#include <map>
#include <set>
#include <sstream>

namespace hashlane {
namespace {

namespace fs = std::filesystem;

std::string word_in(const fs::path &path)
{
    std::ifstream file(path);
    std::string word;
    file >> word;
    return word;
}

int number_in(const fs::path &path, int otherwise)
{
    std::ifstream file(path);
    int number = 0;
    return file >> number ? number : otherwise;
}

// "0-3,8" as Linux writes it; empty where the file is missing, or is no such list.
std::vector<int> cpus_in(const fs::path &path)
{
    std::vector<int> cpus;
    std::istringstream list(word_in(path));
    for (std::string item; std::getline(list, item, ',');) {
        const std::size_t dash = item.find('-');
        const std::optional<int> first = cpu_number(item.substr(0, dash));
        const std::optional<int> last =
            dash == std::string::npos ? first : cpu_number(item.substr(dash + 1));
        // Each number once, in order: no list is longer than there can be CPUs.
        if (!first || !last || (!cpus.empty() && *first <= cpus.back()))
            return {};
        for (int cpu = *first; cpu <= *last; ++cpu)
            cpus.push_back(cpu);
    }
    return cpus;
}

// The folders of `parent` whose name is `prefix` and a number, by that number.
std::map<int, fs::path> numbered(const fs::path &parent, const std::string &prefix)
{
    std::map<int, fs::path> folders;
    std::error_code none;
    for (const auto &entry : fs::directory_iterator(parent, none)) {
        const std::string name = entry.path().filename().string();
        if (!name.starts_with(prefix))
            continue;
        if (const std::optional<int> number = cpu_number(name.substr(prefix.size())))
            folders[*number] = entry.path();
    }
    return folders;
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
        // -1 if the firmware does not report it.
        const int package = std::max(number_in(folder / "physical_package_id", 0), 0);
        packages.insert(package);
        topology.cores.push_back({std::move(cpus), package, 0, 0});
    }
    topology.packages = std::max(1U, static_cast<unsigned>(packages.size()));
}

void read_caches(Topology &topology, const fs::path &devices)
{
    for (const auto &[cpu, folder] : numbered(devices / "system/cpu", "cpu"))
        for (const auto &[index, cache] : numbered(folder / "cache", "index")) {
            std::vector<int> cpus = cpus_in(cache / "shared_cpu_list");
            // Every CPU that shares it shows it; the first CPU represents all.
            if (cpus.empty() || cpus.front() != cpu)
                continue;
            const int kib = std::max(number_in(cache / "size", 0), 0);
            const std::uint64_t bytes = std::uint64_t{1024} * static_cast<unsigned>(kib);
            topology.caches.push_back(
                {number_in(cache / "level", 1), word_in(cache / "type"), bytes, std::move(cpus)});
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
    for (const auto &[number, folder] : numbered(devices / "system/node", "node")) {
        topology.numa_nodes.push_back({number, memory_bytes(folder), cpus_in(folder / "cpulist")});
        const std::vector<int> &cpus = topology.numa_nodes.back().cpus;
        for (Topology::Core &core : topology.cores)
            if (std::ranges::find(cpus, core.cpus.front()) != cpus.end())
                core.numa_node = number;
    }
}

struct Kind {
    std::string name;
    std::vector<int> cpus;
};

// The counters of hybrid Intel processors are devices, one for each kind of core.
std::vector<Kind> intel_kinds(const fs::path &devices)
{
    std::vector<Kind> kinds = {{"P-core", cpus_in(devices / "cpu_core/cpus")},
                               {"E-core", cpus_in(devices / "cpu_atom/cpus")},
                               {"LP-E-core", cpus_in(devices / "cpu_lowpower/cpus")}};
    std::erase_if(kinds, [](const Kind &kind) { return kind.cpus.empty(); });
    return kinds;
}

// ARM's cores have a capacity each, 1024 the fastest's.
std::vector<Kind> capacity_kinds(const fs::path &devices)
{
    std::map<unsigned, std::vector<int>, std::greater<>> by_capacity;
    for (const auto &[cpu, folder] : numbered(devices / "system/cpu", "cpu"))
        by_capacity[static_cast<unsigned>(number_in(folder / "cpu_capacity", 0))].push_back(cpu);
    std::vector<unsigned> capacities;
    for (const auto &[capacity, cpus] : by_capacity)
        capacities.push_back(capacity);
    const std::vector<std::string> names = capacity_names(capacities);
    std::vector<Kind> kinds;
    for (std::size_t i = 0; i < names.size(); ++i)
        kinds.push_back({names[i], by_capacity[capacities[i]]});
    return kinds;
}

void read_kinds(Topology &topology, const fs::path &devices)
{
    std::vector<Kind> kinds = intel_kinds(devices);
    if (kinds.empty())
        kinds = capacity_kinds(devices);
    topology.kinds = {"all"};
    if (kinds.size() < 2)
        return;
    topology.kinds.clear();
    for (const Kind &kind : kinds) {
        for (Topology::Core &core : topology.cores)
            if (std::ranges::find(kind.cpus, core.cpus.front()) != kind.cpus.end())
                core.kind = topology.kinds.size();
        topology.kinds.push_back(kind.name);
    }
}

} // namespace

Topology sysfs_topology(const fs::path &root, std::vector<int> allowed)
{
    const fs::path devices = root / "sys/devices";
    Topology topology;
    topology.source = "/sys (built without hwloc)";
    topology.allowed = std::move(allowed);
    read_cores(topology, devices);
    read_caches(topology, devices);
    read_numa_nodes(topology, devices);
    read_kinds(topology, devices);
    complete(topology);
    return topology;
}

} // namespace hashlane
