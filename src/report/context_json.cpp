// SPDX-License-Identifier: MIT
#include "context_json.h"

#include "../compare/result_keys.h"

#include <algorithm>
#include <cmath>

namespace hashlane {
namespace {

namespace key = result_key;

// Google Benchmark lists those of one CPU; here it is the first that may be used.
Json caches_json(const Topology &topology)
{
    Json caches = Json::array();
    for (const Topology::Cache &cache : topology.caches)
        if (!topology.allowed.empty() &&
            std::ranges::find(cache.cpus, topology.allowed.front()) != cache.cpus.end())
            caches.push_back({{"type", cache.type},
                              {"level", cache.level},
                              {"size", cache.bytes},
                              {"num_sharing", cache.cpus.size()}});
    return caches;
}

Json topology_json(const Topology &topology)
{
    Json kinds = Json::array(), cores = Json::array(), nodes = Json::array();
    for (std::size_t kind = 0; kind < topology.kinds.size(); ++kind)
        kinds.push_back({{"name", topology.kinds[kind]}, {"cpus", cpus_of_kind(topology, kind)}});
    for (const Topology::Core &core : topology.cores)
        cores.push_back({{"cpus", core.cpus},
                         {"package", core.package},
                         {"numa_node", core.numa_node},
                         {"kind", topology.kinds[core.kind]}});
    for (const Topology::NumaNode &node : topology.numa_nodes)
        nodes.push_back({{"number", node.number}, {"bytes", node.bytes}, {"cpus", node.cpus}});
    return {{"source", topology.source},
            {"packages", topology.packages},
            {"kinds", kinds},
            {key::cores, cores},
            {"numa_nodes", nodes},
            {"allowed_cpus", topology.allowed},
            {"cpu_quota", topology.cpu_quota}};
}

Json mitigations_json(const SystemState &system)
{
    Json mitigations = Json::object();
    for (const SystemState::Flaw &flaw : system.flaws)
        mitigations[flaw.name] = flaw.state;
    return mitigations;
}

Json our_context(const Context &c)
{
    return {{key::version, c.version},
            {"command", c.command},
            {key::cpu_model, c.cpu_model},
            {key::cpu_identity, c.cpu_identity},
            {key::microcode, c.microcode},
            {key::features, c.features},
            {key::kernel_release, c.os_release},
            {key::hypervisor, c.hypervisor},
            {"emulator", c.emulator},
            {key::governor, c.system.governor},
            {"boost", c.system.boost},
            {"smt", c.system.smt},
            {"mitigations", mitigations_json(c.system)},
            {"energy", c.energy_source},
            {key::compiler, c.compiler},
            {key::compiler_flags, c.compiler_flags},
            {key::topology, topology_json(c.topology)}};
}

} // namespace

Json context_json(const Context &c, const std::vector<Row> &rows)
{
    const auto of_processor = [](const Row &row) { return row.identity.device.empty(); };
    const auto first = std::ranges::find_if(rows, of_processor);
    const double mhz = first == rows.end() ? 0 : first->figures.clock_hz / 1e6;
    const std::string &governor = c.system.governor;
    return {{key::date, c.date},
            {key::host_name, c.host},
            {"executable", c.executable},
            {"num_cpus", c.topology.allowed.size()},
            {"mhz_per_cpu", std::lround(mhz)},
            {"cpu_scaling_enabled", !governor.empty() && governor != "performance"},
            {"caches", caches_json(c.topology)},
            {"load_avg", std::vector<double>{c.load_average}},
            {key::library_build_type, c.build_type},
            {key::json_schema_version, 1},
            {key::hashlane, our_context(c)}};
}

} // namespace hashlane
