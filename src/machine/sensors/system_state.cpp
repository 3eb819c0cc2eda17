// SPDX-License-Identifier: MIT
#include "system_state.h"

#include "../system/cpus.h"
#include "../system/lists.h"
#include "../system/text.h"
#include "energy_meter.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <functional>
#include <set>
#include <sstream>

namespace hashlane::machine {
namespace {

namespace fs = std::filesystem;

std::string first_line(const fs::path &path)
{
    std::ifstream file(path);
    std::string line;
    std::getline(file, line);
    return line;
}

std::string on_or_off(const std::string &flag, const char *on)
{
    if (flag.empty())
        return "";
    return flag == on ? "on" : "off";
}

using Rewrite = std::function<std::string(const std::string &)>;

std::string mhz_of_khz(const std::string &text)
{
    double khz = 0;
    return std::istringstream(text) >> khz ? fmt::format("{:.0f}", khz / 1000) : "";
}

// Summarises the content of one file of each CPU: "performance", or "performance (126 CPUs),
// powersave (2 CPUs)".
std::string summarise_cpus(const fs::path &root, const Topology &topology, const char *file,
                           const Rewrite &rewrite)
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
    return joined(each(counts, [](const auto &one) {
        return fmt::format("{} ({})", one.first, counted(one.second, "CPU"));
    }));
}

// Returns the chosen word of "always [madvise] never".
std::string bracketed(const std::string &line)
{
    const std::size_t open = line.find('['), close = line.find(']');
    return open == std::string::npos || close == std::string::npos
               ? line
               : line.substr(open + 1, close - open - 1);
}

std::string mitigations(const SystemState &state)
{
    if (state.flaws.empty() && state.flaws_are_visible)
        return "none needed";
    const auto text = [](const auto &flaw) { return flaw.first + ": " + flaw.second; };
    return joined(each(state.flaws, text), " | ");
}

// A failed module of memory is many GiB; the kernel's own share differs by megabytes.
std::string memory_gib(const fs::path &root)
{
    std::ifstream file(root / "proc/meminfo");
    std::string name;
    std::uint64_t kib = 0;
    return file >> name >> kib && name == "MemTotal:"
               ? fmt::format("{}", std::lround(static_cast<double>(kib) / (1 << 20)))
               : "";
}

// Returns the numbers that follow a word in a file of this process; nothing without that word.
std::optional<std::vector<int>> numbers_after(const fs::path &path, const std::string &word)
{
    std::ifstream file(path);
    for (std::string found; file >> found;)
        if (std::string list; found == word && file >> list)
            return numbers_of(list);
    return {};
}

// Returns the nodes that the memory policy of this process names: the one with which it was
// started, which its first mapping has. Nothing if it names none. numa(7): "bind:0",
// "prefer=static:1".
std::optional<std::vector<int>> nodes_of_policy(const fs::path &root)
{
    std::string address, policy;
    std::istringstream(first_line(root / "proc/self/numa_maps")) >> address >> policy;
    const std::size_t colon = policy.find(':');
    if (colon == std::string::npos)
        return {};
    return numbers_of(policy.substr(colon + 1));
}

// Returns "0 of 0-1" if this process may not take the memory of all NUMA nodes with processors, or
// takes that of some last; empty if it may.
std::string memory_nodes(const fs::path &root)
{
    const fs::path nodes = root / "sys/devices/system/node";
    const auto numbers_in = [&](const char *file) { return numbers_of(first_line(nodes / file)); };
    std::vector<int> all = numbers_in("has_cpu");
    const auto leave = [](std::vector<int> &list, const std::vector<int> &kept) {
        std::erase_if(list, [&](int one) { return !contains(kept, one); });
    };
    leave(all, numbers_in("has_memory"));
    std::vector<int> own = all;
    for (const auto &kept :
         {nodes_of_policy(root), numbers_after(root / "proc/self/status", "Mems_allowed_list:")})
        if (kept)
            leave(own, *kept);
    return own == all ? "" : fmt::format("{} of {}", format_cpu_list(own), format_cpu_list(all));
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
    return joined(names);
}

} // namespace

SystemState read_system_state(const fs::path &root)
{
    SystemState state;
    const fs::path cpus = root / "sys/devices/system/cpu", flaws = cpus / "vulnerabilities";
    state.governor = first_line(cpus / "cpu0/cpufreq/scaling_governor");
    // The driver intel_pstate has a switch of its own, and it is the other way round.
    const std::string disabled = first_line(cpus / "intel_pstate/no_turbo");
    state.boost = disabled.empty() ? on_or_off(first_line(cpus / "cpufreq/boost"), "1")
                                   : on_or_off(disabled, "0");
    const std::string smt = first_line(cpus / "smt/control");
    state.smt = smt.starts_with("not") ? "not supported" : on_or_off(smt, "on");
    std::error_code none;
    state.flaws_are_visible = fs::is_directory(flaws, none);
    for (const auto &entry : fs::directory_iterator(flaws, none))
        if (const std::string line = first_line(entry.path());
            !line.empty() && !line.starts_with("Not affected"))
            state.flaws[entry.path().filename().string()] = line;
    return state;
}

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
    const auto line = [&](const char *path) { return first_line(root / path); };
    const auto cpus = [&](const char *file, const Rewrite &rewrite) {
        return summarise_cpus(root, topology, file, rewrite);
    };
    return {
        {"kernel_release", this_host().system},
        {"smt", state.smt},
        {"boost", state.boost},
        {"mitigations", mitigations(state)},
        {"cpu_quota", topology.cpu_quota              ? fmt::format("{:g}", *topology.cpu_quota)
                      : topology.cpu_quota_is_visible ? ""
                                                      : "unknown"},
        {"cores", fmt::format("{}", topology.cores.size())},
        {"numa_nodes",
         topology.numa_nodes.empty() ? "" : fmt::format("{}", topology.numa_nodes.size())},
        {"governor", cpus("cpufreq/scaling_governor", std::identity{})},
        {"scaling_max_mhz", cpus("cpufreq/scaling_max_freq", mhz_of_khz)},
        {"hugepages", bracketed(line("sys/kernel/mm/transparent_hugepage/enabled"))},
        {"hugepages_reserved", line("proc/sys/vm/nr_hugepages")},
        {"clocksource", line("sys/devices/system/clocksource/clocksource0/current_clocksource")},
        {"memory_gib", memory_gib(root)},
        {"memory_nodes", memory_nodes(root)},
        {"drivers", drivers(root)},
        {"firmware", firmware(root)},
        {"power_limits", power_limits(root)}};
}

// ---- Heat ----

namespace {

// Returns those folders of `parent` whose file `name` contains the name of a processor's driver. A
// machine has sensors of disks and networks as well.
std::vector<fs::path> sensors_in(const fs::path &parent, const char *name)
{
    static const std::set<std::string> of_processors = {
        "coretemp",    "k10temp",     "zenpower",    "x86_pkg_temp",
        "cpu_thermal", "cpu-thermal", "scmi_sensors"};
    std::vector<fs::path> folders;
    std::error_code none;
    for (const auto &entry : fs::directory_iterator(parent, none))
        if (const auto driver = value_in<std::string>(entry.path() / name);
            driver && of_processors.contains(*driver))
            folders.push_back(entry.path());
    return folders;
}

// The counts of one CPU, in `folder` of it. Each CPU of a package has the package's.
struct ThrottleCounts {
    std::optional<std::uint64_t> core, package;
};

ThrottleCounts throttle_counts_in(const fs::path &folder)
{
    const fs::path counts = folder / "thermal_throttle";
    return {value_in<std::uint64_t>(counts / "core_throttle_count"),
            value_in<std::uint64_t>(counts / "package_throttle_count")};
}

} // namespace

std::optional<double> processor_temperature(const fs::path &root)
{
    std::optional<double> hottest;
    std::vector<fs::path> inputs;
    std::error_code none;
    for (const fs::path &folder : sensors_in(root / "sys/class/hwmon", "name"))
        for (const auto &entry : fs::directory_iterator(folder, none))
            if (const std::string name = entry.path().filename().string();
                name.starts_with("temp") && name.ends_with("_input"))
                inputs.push_back(entry.path());
    for (const fs::path &folder : sensors_in(root / "sys/class/thermal", "type"))
        inputs.push_back(folder / "temp");
    constexpr double millidegrees = 1000;
    for (const fs::path &input : inputs)
        if (const auto reading = value_in<double>(input))
            hottest = std::max(hottest.value_or(*reading / millidegrees), *reading / millidegrees);
    return hottest;
}

std::optional<std::uint64_t> throttle_count(const fs::path &root)
{
    std::optional<std::uint64_t> sum;
    std::map<int, std::uint64_t> of_packages;
    for (const auto &[cpu, folder] : numbered_folders(root / "sys/devices/system/cpu", "cpu")) {
        const ThrottleCounts counts = throttle_counts_in(folder);
        if (counts.core)
            sum = sum.value_or(0) + *counts.core;
        const int package = value_in<int>(folder / "topology/physical_package_id").value_or(0);
        if (counts.package)
            of_packages[package] = std::max(of_packages[package], *counts.package);
    }
    for (const auto &[package, count] : of_packages)
        sum = sum.value_or(0) + count;
    return sum;
}

std::uint64_t throttle_count_of_cpu(int cpu, const fs::path &root)
{
    const ThrottleCounts counts =
        throttle_counts_in(root / "sys/devices/system/cpu" / ("cpu" + std::to_string(cpu)));
    return counts.core.value_or(0) + counts.package.value_or(0);
}

// ---- Parts ----

namespace {

constexpr const char *dmi = "sys/class/dmi/id";

// Without the blanks at the end that some firmware writes.
FileLine trimmed_line(const fs::path &path)
{
    FileLine line = read_line(path.string());
    line.text.erase(line.text.find_last_not_of(" \t\r") + 1);
    return line;
}

} // namespace

std::map<std::string, std::string> read_hardware(const fs::path &root)
{
    constexpr std::pair<const char *, const char *> files[] = {
        {"system_vendor", "sys_vendor"},     {"system_product", "product_name"},
        {"system_serial", "product_serial"}, {"board_vendor", "board_vendor"},
        {"board_name", "board_name"},        {"board_version", "board_version"},
        {"board_serial", "board_serial"}};
    std::map<std::string, std::string> parts;
    std::set<std::string> hidden; // from this user
    const auto add = [&](const std::string &name, const fs::path &file) {
        const FileLine line = trimmed_line(file);
        if (line.error == std::errc::permission_denied)
            hidden.insert(name);
        else if (!line.text.empty())
            parts[name] += (parts[name].empty() ? "" : ", ") + line.text;
    };
    for (const auto &[name, file] : files)
        add(name, root / dmi / file);
    std::set<int> seen; // every CPU of a package shows the package's number
    for (const auto &[cpu, folder] : numbered_folders(root / "sys/devices/system/cpu", "cpu")) {
        const std::optional<int> package = value_in<int>(folder / "topology/physical_package_id");
        if (package && seen.insert(*package).second)
            add("cpu_ppin", folder / "topology/ppin");
    }
    if (!hidden.empty())
        parts[unreadable_hardware] =
            fmt::format("{}: readable by root only", fmt::join(hidden, ", "));
    return parts;
}

std::string firmware(const fs::path &root)
{
    std::vector<std::string> words;
    for (const char *file : {"bios_vendor", "bios_version"})
        if (const std::string word = trimmed_line(root / dmi / file).text; !word.empty())
            words.push_back(word);
    const std::string date = trimmed_line(root / dmi / "bios_date").text;
    return joined(words, " ") + (date.empty() ? "" : ", " + date);
}

std::string power_limits(const fs::path &root)
{
    constexpr int most_limits = 8;
    constexpr double microwatts = 1e6;
    std::vector<std::string> packages;
    for (const auto &[number, folder] :
         numbered_folders(root / "sys/class/powercap", "intel-rapl:")) {
        const std::string name = trimmed_line(folder / "name").text;
        std::vector<std::string> limits;
        for (int i = 0; i < most_limits; ++i) {
            const auto limit = folder / fmt::format("constraint_{}_power_limit_uw", i);
            if (const auto value = value_in<double>(limit))
                limits.push_back(fmt::format(
                    "{} {:.0f} W", trimmed_line(folder / fmt::format("constraint_{}_name", i)).text,
                    *value / microwatts));
        }
        if (name.starts_with("package-") && !limits.empty())
            packages.push_back(name + ": " + joined(limits));
    }
    return joined(packages, "; ");
}

namespace {

// Controllers of some makers have ranks in the place of modules.
void add_modules(const fs::path &controller, std::vector<MemoryErrors::Module> &modules)
{
    for (const char *name : {"dimm", "rank"})
        for (const auto &[number, folder] : numbered_folders(controller, name)) {
            const auto corrected = value_in<std::uint64_t>(folder / "dimm_ce_count"),
                       uncorrected = value_in<std::uint64_t>(folder / "dimm_ue_count");
            const std::string label = trimmed_line(folder / "dimm_label").text;
            if (!label.empty() && corrected.value_or(0) + uncorrected.value_or(0) > 0)
                modules.push_back({label, corrected.value_or(0), uncorrected.value_or(0)});
        }
}

} // namespace

std::optional<MemoryErrors> memory_errors(const fs::path &root)
{
    std::optional<MemoryErrors> errors;
    for (const auto &[number, folder] :
         numbered_folders(root / "sys/devices/system/edac/mc", "mc")) {
        const auto corrected = value_in<std::uint64_t>(folder / "ce_count"),
                   uncorrected = value_in<std::uint64_t>(folder / "ue_count");
        if (!corrected && !uncorrected)
            continue;
        if (!errors)
            errors.emplace();
        errors->corrected += corrected.value_or(0);
        errors->uncorrected += uncorrected.value_or(0);
        add_modules(folder, errors->modules);
    }
    return errors;
}

} // namespace hashlane::machine
