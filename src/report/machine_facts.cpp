// SPDX-License-Identifier: MIT
#include "machine_facts.h"

#include "../system/cpu_list.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>

namespace hashlane {
namespace {

std::string or_else(const std::string &text, const char *instead)
{
    return text.empty() ? instead : text;
}

// "1 core", "2 cores"
std::string counted(std::size_t count, const char *thing)
{
    return fmt::format("{} {}{}", count, thing, count == 1 ? "" : "s");
}

// 0 where the system does not say.
std::string size_text(std::uint64_t bytes)
{
    if (bytes == 0)
        return "size not visible";
    constexpr std::uint64_t kibi = 1 << 10;
    if (bytes >= kibi * kibi * kibi)
        return fmt::format("{:.4g} GiB", static_cast<double>(bytes) / (kibi * kibi * kibi));
    if (bytes >= kibi * kibi)
        return fmt::format("{:.4g} MiB", static_cast<double>(bytes) / (kibi * kibi));
    return fmt::format("{} KiB", bytes / kibi);
}

// A fact with several values, or `instead` where there are none.
void append(Facts &facts, const std::string &name, const std::vector<std::string> &values,
            const char *instead)
{
    if (values.empty())
        facts.push_back({name, instead});
    for (const std::string &value : values)
        facts.push_back({&value == &values.front() ? name : "", value});
}

std::vector<std::string> kind_values(const Topology &topology)
{
    std::vector<std::string> values;
    for (std::size_t kind = 0; kind < topology.kinds.size(); ++kind) {
        const auto cores = std::ranges::count(topology.cores, kind, &Topology::Core::kind);
        values.push_back(fmt::format("{}: {}, CPUs {}", topology.kinds[kind],
                                     counted(static_cast<std::size_t>(cores), "core"),
                                     format_cpu_list(cpus_of_kind(topology, kind))));
    }
    return values;
}

// "on", and behind it "siblings 0,64 1,65": the cores that have more than one CPU.
std::vector<std::string> smt_values(const Context &context)
{
    std::vector<std::string> values = {or_else(context.system.smt, "not visible")};
    std::string siblings;
    for (const Topology::Core &core : context.topology.cores)
        if (core.cpus.size() > 1)
            siblings += fmt::format(" {}", fmt::join(core.cpus, ","));
    if (!siblings.empty())
        values.push_back("siblings" + siblings);
    return values;
}

std::string cache_name(const Topology::Cache &cache)
{
    const char *suffix = cache.type == "Data" ? "d" : cache.type == "Instruction" ? "i" : "";
    return fmt::format("L{}{}", cache.level, suffix);
}

// "2 x L1d 48 KiB, 1 CPU each"
std::vector<std::string> cache_values(const Topology &topology)
{
    std::map<std::tuple<int, std::string, std::uint64_t, std::size_t>, std::size_t> alike;
    for (const Topology::Cache &cache : topology.caches)
        ++alike[{cache.level, cache_name(cache), cache.bytes, cache.cpus.size()}];
    std::vector<std::string> values;
    for (const auto &[cache, count] : alike) {
        const auto &[level, name, bytes, cpus] = cache;
        values.push_back(fmt::format("{} x {} {}, {}{}", count, name, size_text(bytes),
                                     counted(cpus, "CPU"), count > 1 ? " each" : ""));
    }
    return values;
}

std::vector<std::string> numa_values(const Topology &topology)
{
    std::vector<std::string> values;
    for (const Topology::NumaNode &node : topology.numa_nodes)
        values.push_back(
            fmt::format("node {}: {}, {}", node.number, size_text(node.bytes),
                        node.cpus.empty() ? "no CPUs" : "CPUs " + format_cpu_list(node.cpus)));
    return values;
}

std::string quota_text(const Topology &topology)
{
    if (topology.cpu_quota)
        return fmt::format("{:.4g} CPUs' time, by cgroup", *topology.cpu_quota);
    return topology.cpu_quota_is_visible ? "none" : "not visible";
}

void append_topology(Facts &facts, const Context &context)
{
    const Topology &topology = context.topology;
    facts.push_back({"topology", topology.source});
    facts.push_back({"packages", std::to_string(topology.packages)});
    append(facts, "core kinds", kind_values(topology), "unknown");
    append(facts, "SMT", smt_values(context), "");
    append(facts, "caches", cache_values(topology), "unknown");
    append(facts, "NUMA", numa_values(topology), "unknown");
    facts.push_back({"CPUs allowed", format_cpu_list(topology.allowed)});
    facts.push_back({"CPU quota", quota_text(topology)});
}

// "spectre_v1, spectre_v2", those that are mitigated; others with the kernel's own words.
std::vector<std::string> flaw_values(const std::vector<SystemState::Flaw> &flaws)
{
    std::vector<std::string> values, mitigated;
    for (const SystemState::Flaw &flaw : flaws)
        if (flaw.state.starts_with("Mitigation"))
            mitigated.push_back(flaw.name);
        else
            values.push_back(flaw.name + ": " + flaw.state);
    if (!mitigated.empty())
        values.insert(values.begin(), fmt::format("{}", fmt::join(mitigated, ", ")));
    return values;
}

} // namespace

Facts machine_facts(const Context &context)
{
    const SystemState &system = context.system;
    Facts facts = {{"processor", context.cpu_model},
                   {"identity", or_else(context.cpu_identity, "none")},
                   {"microcode", context.microcode},
                   {"features", context.features},
                   {"hypervisor", or_else(context.hypervisor, "none")}};
    if (!context.emulator.empty())
        facts.push_back({"emulator", context.emulator + ": timings mean nothing"});
    append_topology(facts, context);
    facts.push_back({"governor", or_else(system.governor, "not visible")});
    facts.push_back({"boost", or_else(system.boost, "not visible")});
    append(facts, "mitigations", flaw_values(system.flaws),
           system.flaws_are_visible ? "none" : "not visible");
    facts.push_back({"energy", or_else(context.energy_source, "unknown")});
    facts.push_back({"system", context.os_release});
    facts.push_back({"hashlane", context.version});
    facts.push_back({"compiler", context.compiler + ", " + context.build_type});
    facts.push_back({"flags", or_else(context.compiler_flags, "none")});
    return facts;
}

} // namespace hashlane
