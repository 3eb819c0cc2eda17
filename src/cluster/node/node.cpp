// SPDX-License-Identifier: MIT
//
// A node's name, its file and its plan: all but the measuring.
#include "../../machine/sensors/system_state.h"
#include "../../machine/system/cpus.h"
#include "../../machine/system/text.h"
#include "measure_node.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <initializer_list>
#include <map>
#include <optional>
#include <utility>

namespace hashlane::cluster {
namespace {

// Neither hidden nor a folder above.
std::string as_name(std::string text)
{
    std::ranges::replace_if(text, std::not_fn(is_name_character), '_');
    text.erase(0, text.find_first_not_of('.'));
    return text.empty() ? "_" : text;
}

// One that a fleet takes, and a file's name can have.
std::string as_node_name(std::string text)
{
    text = as_name(std::move(text));
    text.erase(0, text.find_first_not_of(".-_"));
    return text.empty() ? "unknown" : text.substr(0, longest_name);
}

std::string first_of(const Environment &environment, std::initializer_list<const char *> names)
{
    for (const char *name : names)
        if (std::string value = environment(name); !value.empty())
            return as_name(std::move(value));
    return "";
}

} // namespace

std::string environment_variable(const char *name)
{
    const char *const value = std::getenv(name);
    return value == nullptr ? "" : value;
}

// mpirun within a job of Slurm: the ranks are MPI's, and Slurm's are those of its own daemons.
NodeName node_name(const std::string &host, const Environment &environment)
{
    NodeName name;
    const std::string chosen = first_of(environment, {"HASHLANE_NODE_NAME", "SLURMD_NODENAME"});
    name.name = as_node_name(chosen.empty() ? host : chosen);
    name.job = first_of(environment, {"SLURM_JOB_ID", "PBS_JOBID", "LSB_JOBID", "PMIX_NAMESPACE",
                                      "OMPI_MCA_ess_base_jobid", "PMI_JOBID"});
    name.task =
        first_of(environment, {"OMPI_COMM_WORLD_RANK", "PMI_RANK", "PMIX_RANK", "SLURM_PROCID"});
    name.local_task =
        first_of(environment, {"OMPI_COMM_WORLD_LOCAL_RANK", "MPI_LOCALRANKID", "SLURM_LOCALID"});
    return name;
}

// Nodes that are simulated on one machine have names of their own.
std::unique_ptr<const machine::FileLock> lock_node(const NodeName &name,
                                                   const Environment &environment)
{
    using machine::FileLock;
    const std::string chosen = environment("HASHLANE_NODE_LOCK");
    return chosen.empty() ? std::make_unique<const FileLock>("hashlane-node-" + name.name,
                                                             FileLock::On::machine)
                          : std::make_unique<const FileLock>(chosen, FileLock::On::lock_file);
}

std::optional<std::string> fill_placeholders(const std::string &pattern, const NodeName &name)
{
    const std::map<char, std::string> values = {
        {'h', name.name}, {'j', name.job}, {'t', name.task}, {'%', "%"}};
    std::string text;
    for (std::size_t i = 0; i < pattern.size(); ++i) {
        if (pattern[i] != '%') {
            text += pattern[i];
            continue;
        }
        const auto value = values.find(++i < pattern.size() ? pattern[i] : '\0');
        if (value == values.end())
            return std::nullopt;
        text += value->second;
    }
    return text;
}

NodeFile unmeasured_node(const NodeName &name, const results::Context &context)
{
    NodeFile node;
    node.path = "this node";
    node.name = name.name;
    node.job = name.job;
    node.task = name.task;
    node.started = context.date;
    node.cpu_model = machine::printable(context.cpu_model);
    node.cpu_identity = machine::printable(context.cpu_identity);
    node.version = context.version;
    for (std::size_t kind = 0; kind < context.topology.kinds.size(); ++kind) {
        node.core_kinds.push_back(machine::printable(context.topology.kinds[kind]));
        node.cpus_of_kind.push_back(machine::cpus_of_kind(context.topology, kind));
    }
    for (const machine::Topology::Core &core : context.topology.cores)
        add_to_parts(node, core.cpus, core.package, core.numa_node);
    for (const machine::Topology::Cache &cache : context.topology.caches)
        if (cache.level == 3)
            node.l3.push_back(cache.cpus);
    std::ranges::sort(node.l3);
    add_caches_to_parts(node);
    for (const auto &[setting, value] : machine::read_system_settings(context.topology))
        node.settings[setting] = machine::printable(value);
    node.settings[results::result_key::microcode] = machine::printable(context.microcode);
    node.allowed_cpus = machine::format_cpu_list(context.topology.allowed);
    for (const auto &[part, text] : machine::read_hardware())
        node.hardware[part] = machine::printable(text);
    return node;
}

std::string write_node(const NodeRun &run)
{
    results::Json report = results::report_json(run.report);
    report[results::result_key::context][results::result_key::hashlane][node_key] =
        node_json(run.node);
    return results::json_text(report);
}

// ---- The plan.

namespace {

// For reading before and writing after, on a busy file system as well.
constexpr double reserve_share = 0.08;
constexpr double least_reserve_seconds = 0.4;

// Share of the remaining time; single cores have the rest. A power limit shows within seconds.
constexpr double together_share = 0.4;
constexpr double most_together_seconds = 10;
constexpr double least_soak_seconds = 1, most_soak_seconds = 10;
// With its arrays' first writing; the briefest measurements do without it.
constexpr double most_memory_seconds = 0.5, least_memory_seconds = 0.2, memory_share = 0.1;
constexpr double device_share = 0.35;

// A visit of 10 ms with its warming up, clock and check, and some reserve.
constexpr double visit_seconds = 0.035;
// Visits of each core: more than the number that must agree before a value is trusted.
constexpr double visits = 5;

struct UsableCore {
    std::size_t kind;
    int package, numa_node, cpu;
    auto operator<=>(const UsableCore &) const = default;
};

// Cores that lie `count` apart in their order are in one group.
std::vector<std::vector<int>> far_apart(std::vector<UsableCore> cores, std::size_t count)
{
    std::ranges::sort(cores);
    std::vector<std::vector<int>> groups(count);
    for (std::size_t i = 0; i < cores.size(); ++i)
        groups[i % count].push_back(cores[i].cpu);
    for (std::vector<int> &group : groups)
        std::ranges::sort(group);
    return groups;
}

double whole(std::size_t number) { return static_cast<double>(number); }

} // namespace

NodePlan plan_node(const machine::Topology &topology, std::size_t kernels, double deadline_seconds,
                   double soak_share, std::size_t devices)
{
    std::vector<UsableCore> cores;
    for (const machine::Topology::Core &core : topology.cores)
        if (const std::optional<int> cpu = machine::first_allowed_cpu(topology, core))
            cores.push_back({core.kind, core.package, core.numa_node, *cpu});
    double usable =
        deadline_seconds - std::max(least_reserve_seconds, deadline_seconds * reserve_share);
    NodePlan plan;
    plan.device_seconds = devices > 0 ? usable * device_share : 0;
    usable -= plan.device_seconds;
    if (usable * soak_share >= least_soak_seconds)
        plan.soak_seconds = std::min(usable * soak_share, most_soak_seconds);
    if (usable * memory_share >= least_memory_seconds)
        plan.memory_seconds = std::min(usable * memory_share, most_memory_seconds);
    usable -= plan.soak_seconds + plan.memory_seconds;
    plan.together_seconds = std::min(usable * together_share, most_together_seconds);
    plan.alone_seconds = usable - plan.together_seconds;
    for (const UsableCore &core : cores)
        plan.all.push_back(core.cpu);
    std::ranges::sort(plan.all);
    const double group_seconds = whole(kernels) * visits * visit_seconds;
    const double affordable = std::max(1.0, std::floor(plan.alone_seconds / group_seconds));
    const std::size_t groups =
        affordable < whole(cores.size()) ? static_cast<std::size_t>(affordable) : cores.size();
    plan.groups = far_apart(cores, groups);
    plan.least_seconds = least_reserve_seconds + whole(kernels) * visit_seconds / together_share;
    return plan;
}

// ---- What cannot be measured.

std::vector<std::string> coverage_gaps(const machine::Topology &topology, std::size_t reserved,
                                       const machine::SystemSettings &settings)
{
    std::vector<std::string> gaps;
    const std::size_t usable = machine::usable_cores(topology), all = topology.cores.size();
    const std::string cpus = machine::format_cpu_list(topology.allowed);
    if (usable + reserved < all)
        gaps.push_back(fmt::format("{} of {}: this task is bound to CPU{} {}", usable,
                                   machine::counted(all, "core"),
                                   topology.allowed.size() == 1 ? "" : "s", cpus));
    // One thread a core is measured.
    if (topology.cpu_quota && *topology.cpu_quota < static_cast<double>(usable))
        gaps.push_back(fmt::format("a quota of {:g} of {}: all cores together cannot be measured",
                                   *topology.cpu_quota,
                                   machine::counted(topology.allowed.size(), "CPU")));
    for (const auto &[setting, value] : settings)
        if (setting == "memory_nodes" && !value.empty())
            gaps.push_back(fmt::format("the memory of NUMA node {}: this task's cpuset or memory "
                                       "policy leaves the others out",
                                       value));
    return gaps;
}

std::string unbound_start(const machine::Topology &topology, const Environment &environment)
{
    std::vector<int> cpus;
    for (const machine::Topology::Core &core : topology.cores)
        cpus.insert(cpus.end(), core.cpus.begin(), core.cpus.end());
    std::ranges::sort(cpus);
    if (!environment("OMPI_COMM_WORLD_RANK").empty() || !environment("PMI_RANK").empty())
        return "mpirun --map-by ppr:1:node --bind-to none";
    if (!environment("SLURM_JOB_ID").empty())
        return fmt::format("srun --exclusive --cpu-bind=none --cpus-per-task={}", cpus.size());
    return fmt::format("taskset --cpu-list {}, outside of any cpuset",
                       machine::format_cpu_list(cpus));
}

} // namespace hashlane::cluster
