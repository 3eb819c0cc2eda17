// SPDX-License-Identifier: MIT
//
// Cores, caches and nodes from a tree like /sys/devices. Names below it are short: cpu0/… is
// system/cpu/cpu0/….
#include "machine/topology/topology.h"
#include "tree.h"

namespace hashlane::fuzz::topology_target {
namespace {

void require_ascending(const std::vector<int> &cpus)
{
    require(!cpus.empty(), "a core without a CPU");
    require(std::ranges::all_of(cpus, [](int cpu) { return cpu >= 0; }), "a CPU below 0");
}

void run(Input &input)
{
    const Folder root;
    const std::filesystem::path devices = root.path() / "sys/devices";
    std::filesystem::create_directories(devices);
    std::vector<int> allowed{static_cast<int>(input.number(0, 3))};
    allowed.push_back(allowed.back() + static_cast<int>(input.number(1, 100)));
    write_tree(root, input);
    const machine::Topology topology = machine::sysfs_topology(root.path(), allowed);
    require(topology.allowed == allowed, "another list of allowed CPUs");
    require(!topology.kinds.empty() && topology.packages >= 1, "no kind, or no package");
    std::vector<int> all;
    for (const machine::Topology::Core &core : topology.cores) {
        require_ascending(core.cpus);
        require(core.kind < topology.kinds.size(), "a kind that is not there");
        all.insert(all.end(), core.cpus.begin(), core.cpus.end());
    }
    for (const int cpu : allowed)
        require(std::ranges::find(all, cpu) != all.end(), "an allowed CPU without a core");
    for (const machine::Topology::Cache &cache : topology.caches)
        require(!cache.cpus.empty() && cache.bytes < std::uint64_t{1} << 48, "an odd cache");
}

const Target target("topology", run, mutate_lines);

} // namespace
} // namespace hashlane::fuzz::topology_target
