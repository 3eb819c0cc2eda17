// SPDX-License-Identifier: MIT
#include "sensors.h"

#include <algorithm>
#include <fstream>
#include <map>
#include <set>
#include <string>

namespace hashlane {
namespace {

namespace fs = std::filesystem;

constexpr double millidegrees = 1000;

template <class Value> std::optional<Value> value_in(const fs::path &path)
{
    std::ifstream file(path);
    Value value{};
    return file >> value ? std::optional(std::move(value)) : std::nullopt;
}

void keep_hottest(std::optional<double> &hottest, const fs::path &file)
{
    if (const auto reading = value_in<double>(file))
        hottest = std::max(hottest.value_or(*reading / millidegrees), *reading / millidegrees);
}

// The drivers of processors; a machine has sensors of disks and networks as well.
bool is_of_processor(const std::string &name)
{
    static const std::set<std::string> names = {"coretemp",     "k10temp",     "zenpower",
                                                "x86_pkg_temp", "cpu_thermal", "cpu-thermal",
                                                "scmi_sensors"};
    return names.contains(name);
}

// Calls keep(folder) for those folders of `parent` whose file `name` tells of a processor.
template <class Keep> void for_sensors(const fs::path &parent, const char *name, const Keep &keep)
{
    std::error_code none;
    for (const auto &entry : fs::directory_iterator(parent, none))
        if (const auto driver = value_in<std::string>(entry.path() / name);
            driver && is_of_processor(*driver))
            keep(entry.path());
}

void keep_hottest_input(std::optional<double> &hottest, const fs::path &folder)
{
    std::error_code none;
    for (const auto &entry : fs::directory_iterator(folder, none)) {
        const std::string name = entry.path().filename().string();
        if (name.starts_with("temp") && name.ends_with("_input"))
            keep_hottest(hottest, entry.path());
    }
}

// The counts of one CPU, in `folder` of it. Each CPU of a package tells the package's.
struct ThrottleCounts {
    std::optional<std::uint64_t> core, package;
};

ThrottleCounts throttle_counts_in(const fs::path &folder)
{
    const fs::path counts = folder / "thermal_throttle";
    return {value_in<std::uint64_t>(counts / "core_throttle_count"),
            value_in<std::uint64_t>(counts / "package_throttle_count")};
}

bool is_cpu_folder(const std::string &name)
{
    return name.starts_with("cpu") && name.size() > 3 &&
           std::ranges::all_of(name.substr(3), [](char c) { return c >= '0' && c <= '9'; });
}

} // namespace

std::optional<double> processor_temperature(const fs::path &root)
{
    std::optional<double> hottest;
    if (root.empty())
        return hottest;
    for_sensors(root / "sys/class/hwmon", "name",
                [&](const fs::path &folder) { keep_hottest_input(hottest, folder); });
    for_sensors(root / "sys/class/thermal", "type",
                [&](const fs::path &folder) { keep_hottest(hottest, folder / "temp"); });
    return hottest;
}

std::optional<std::uint64_t> throttle_count(const fs::path &root)
{
    if (root.empty())
        return std::nullopt;
    std::optional<std::uint64_t> sum;
    std::map<int, std::uint64_t> of_packages;
    std::error_code none;
    for (const auto &entry : fs::directory_iterator(root / "sys/devices/system/cpu", none)) {
        if (!is_cpu_folder(entry.path().filename().string()))
            continue;
        const ThrottleCounts counts = throttle_counts_in(entry.path());
        if (counts.core)
            sum = sum.value_or(0) + *counts.core;
        const int package =
            value_in<int>(entry.path() / "topology/physical_package_id").value_or(0);
        if (counts.package)
            of_packages[package] = std::max(of_packages[package], *counts.package);
    }
    for (const auto &[package, count] : of_packages)
        sum = sum.value_or(0) + count;
    return sum;
}

std::uint64_t throttle_count_of_cpu(int cpu, const fs::path &root)
{
    if (root.empty())
        return 0;
    const ThrottleCounts counts =
        throttle_counts_in(root / "sys/devices/system/cpu" / ("cpu" + std::to_string(cpu)));
    return counts.core.value_or(0) + counts.package.value_or(0);
}

} // namespace hashlane
