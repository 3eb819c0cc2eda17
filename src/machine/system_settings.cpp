// SPDX-License-Identifier: MIT
#include "system_settings.h"

#include "../system/cpu_list.h"
#include "system_state.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <fstream>
#include <functional>
#include <map>
#include <sstream>

namespace hashlane {
namespace {

namespace fs = std::filesystem;

using Rewrite = std::function<std::string(const std::string &)>;

std::string first_line(const fs::path &path)
{
    std::ifstream file(path);
    std::string line;
    std::getline(file, line);
    return line;
}

std::string whole_number(const std::string &text, double divisor)
{
    double value = 0;
    return std::istringstream(text) >> value ? fmt::format("{:.0f}", value / divisor) : "";
}

std::string mhz_of_khz(const std::string &text) { return whole_number(text, 1000); }

std::string unchanged(const std::string &text) { return text; }

// What a file of each CPU says: "performance", or "performance (126 CPUs), powersave (2 CPUs)".
std::string of_each_cpu(const fs::path &root, const Topology &topology, const char *file,
                        const Rewrite &rewrite = unchanged)
{
    std::map<std::string, std::size_t> counts;
    for (const Topology::Core &core : topology.cores)
        for (const int cpu : core.cpus) {
            const fs::path folder = root / fmt::format("sys/devices/system/cpu/cpu{}", cpu);
            if (const std::string value = rewrite(first_line(folder / file)); !value.empty())
                ++counts[value];
        }
    if (counts.size() == 1)
        return counts.begin()->first;
    std::vector<std::string> parts;
    for (const auto &[value, count] : counts)
        parts.push_back(fmt::format("{} ({} {})", value, count, count == 1 ? "CPU" : "CPUs"));
    return fmt::format("{}", fmt::join(parts, ", "));
}

// Of "always [madvise] never" what is chosen.
std::string bracketed(const std::string &line)
{
    const std::size_t open = line.find('['), close = line.find(']');
    return open == std::string::npos || close == std::string::npos
               ? line
               : line.substr(open + 1, close - open - 1);
}

std::string mitigations(const SystemState &state)
{
    std::vector<std::string> flaws;
    for (const SystemState::Flaw &flaw : state.flaws)
        flaws.push_back(flaw.name + ": " + flaw.state);
    return flaws.empty() && state.flaws_are_visible ? "none needed"
                                                    : fmt::format("{}", fmt::join(flaws, " | "));
}

// A failed module of memory is many GiB; what the kernel keeps for itself differs by megabytes.
std::string memory_gib(const fs::path &root)
{
    std::ifstream file(root / "proc/meminfo");
    std::string name;
    std::uint64_t kib = 0;
    return file >> name >> kib && name == "MemTotal:"
               ? fmt::format("{}", std::lround(static_cast<double>(kib) / (1 << 20)))
               : "";
}

std::string drivers(const fs::path &root)
{
    std::vector<std::string> names;
    const std::string scaling =
        first_line(root / "sys/devices/system/cpu/cpu0/cpufreq/scaling_driver");
    if (!scaling.empty())
        names.push_back(scaling);
    for (const char *module : {"nvidia", "amdgpu"})
        if (const std::string version = first_line(root / "sys/module" / module / "version");
            !version.empty())
            names.push_back(fmt::format("{} {}", module, version));
    return fmt::format("{}", fmt::join(names, ", "));
}

std::string numa_nodes(const Topology &topology)
{
    return topology.numa_nodes.empty() ? "" : fmt::format("{}", topology.numa_nodes.size());
}

} // namespace

std::size_t usable_cores(const Topology &topology)
{
    return static_cast<std::size_t>(
        std::ranges::count_if(topology.cores, [&](const Topology::Core &core) {
            return first_allowed_cpu(topology, core).has_value();
        }));
}

SystemSettings read_system_settings(const Topology &topology, const fs::path &root)
{
    const SystemState state = read_system_state(root);
    SystemSettings settings = {
        {"kernel_release", this_host().system},
        {"smt", state.smt},
        {"boost", state.boost},
        {"mitigations", mitigations(state)},
        {"cpu_quota", topology.cpu_quota ? fmt::format("{:g}", *topology.cpu_quota) : ""},
        {"allowed_cpus", format_cpu_list(topology.allowed)},
        {"cores", fmt::format("{}", usable_cores(topology))},
        {"numa_nodes", numa_nodes(topology)}};
    const auto line = [&](const char *path) { return root.empty() ? "" : first_line(root / path); };
    const auto cpus = [&](const char *file, const Rewrite &rewrite) {
        return root.empty() ? "" : of_each_cpu(root, topology, file, rewrite);
    };
    settings.emplace_back("governor", cpus("cpufreq/scaling_governor", unchanged));
    settings.emplace_back("scaling_max_mhz", cpus("cpufreq/scaling_max_freq", mhz_of_khz));
    settings.emplace_back("hugepages",
                          bracketed(line("sys/kernel/mm/transparent_hugepage/enabled")));
    settings.emplace_back("hugepages_reserved", line("proc/sys/vm/nr_hugepages"));
    settings.emplace_back("clocksource",
                          line("sys/devices/system/clocksource/clocksource0/current_clocksource"));
    settings.emplace_back("memory_gib", root.empty() ? "" : memory_gib(root));
    settings.emplace_back("drivers", root.empty() ? "" : drivers(root));
    return settings;
}

} // namespace hashlane
