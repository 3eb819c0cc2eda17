// SPDX-License-Identifier: MIT
#include "cpu_quota.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <string>
#include <vector>

namespace hashlane {
namespace {

namespace fs = std::filesystem;

std::optional<double> number_in(const fs::path &path)
{
    double number = 0;
    return std::ifstream(path) >> number ? std::optional(number) : std::nullopt;
}

std::optional<double> ratio(std::optional<double> quota, std::optional<double> period)
{
    if (!quota || !period || *quota <= 0 || *period <= 0)
        return std::nullopt;
    const double cpus = *quota / *period;
    return std::isfinite(cpus) && cpus > 0 ? std::optional(cpus) : std::nullopt;
}

// "150000 100000", or "max 100000" without a limit: no number, so none is read.
std::optional<double> version_2_quota(const fs::path &group)
{
    std::ifstream file(group / "cpu.max");
    double quota = 0, period = 0;
    return file >> quota >> period ? ratio(quota, period) : std::nullopt;
}

// Without a limit the quota is -1.
std::optional<double> version_1_quota(const fs::path &group)
{
    return ratio(number_in(group / "cpu.cfs_quota_us"), number_in(group / "cpu.cfs_period_us"));
}

std::optional<double> lesser(std::optional<double> a, std::optional<double> b)
{
    return a && b ? std::min(*a, *b) : a ? a : b;
}

// Of the group and those that it is in, up to where they are mounted. In a container the path may
// be the host's, and not be there: its own group is then what is mounted.
template <class Read>
std::optional<double> least(const fs::path &mount, const std::string &path, Read read)
{
    std::optional<double> quota = read(mount);
    fs::path group = mount;
    for (const fs::path &part : fs::path(path).relative_path())
        quota = lesser(quota, read(group /= part));
    return quota;
}

bool names_cpu(const std::string &controllers)
{
    return ("," + controllers + ",").find(",cpu,") != std::string::npos;
}

// Where the groups of these controllers may be mounted; version 2 names none.
std::vector<fs::path> mounts_of(const std::string &controllers, const fs::path &mounts)
{
    if (controllers.empty())
        return {mounts, mounts / "unified"};
    return {mounts / "cpu", mounts / controllers};
}

struct Group {
    std::string controllers; ///< empty: of version 2
    std::string path;
};

// Those of this process that a limit can stand in. cgroups(7): "hierarchy:controllers:path".
std::vector<Group> groups_with_cpu(const fs::path &root)
{
    std::vector<Group> groups;
    std::ifstream lines(root / "proc/self/cgroup");
    for (std::string line; std::getline(lines, line);) {
        const std::size_t first = line.find(':'), second = line.find(':', first + 1);
        if (first == std::string::npos || second == std::string::npos)
            continue;
        Group group{line.substr(first + 1, second - first - 1), line.substr(second + 1)};
        if (group.controllers.empty() || names_cpu(group.controllers))
            groups.push_back(std::move(group));
    }
    return groups;
}

} // namespace

bool is_cpu_quota_visible(const fs::path &root)
{
    if (root.empty())
        return false;
    std::error_code none;
    for (const Group &group : groups_with_cpu(root))
        for (const fs::path &mount : mounts_of(group.controllers, root / "sys/fs/cgroup"))
            if (fs::exists(mount / "cgroup.procs", none)) // every group has it
                return true;
    return false;
}

std::optional<double> cpu_quota(const fs::path &root)
{
    if (root.empty())
        return std::nullopt;
    std::optional<double> quota;
    for (const auto &[controllers, path] : groups_with_cpu(root))
        for (const fs::path &mount : mounts_of(controllers, root / "sys/fs/cgroup"))
            quota = lesser(quota, controllers.empty() ? least(mount, path, version_2_quota)
                                                      : least(mount, path, version_1_quota));
    return quota;
}

} // namespace hashlane
