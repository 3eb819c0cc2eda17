// SPDX-License-Identifier: MIT
#include "cpus.h"

#include "text.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <fstream>
#include <numeric>
#include <set>
#include <sstream>
#include <stdexcept>
#include <thread>

#if defined(_WIN32)
#include <windows.h>
// After windows.h, whose types it uses.
#include <winternl.h>
#elif defined(__linux__)
#include <sched.h>
#endif

namespace hashlane::machine {

// ---- Numbers ----

namespace {

// Linux is built for at most 8192.
constexpr int most_cpus = 1 << 16;

std::optional<int> number_in(std::string_view digits)
{
    const std::optional<int> number = parse_number<int>(digits);
    return number && *number >= 0 ? number : std::nullopt;
}

} // namespace

std::optional<int> cpu_number(std::string_view digits)
{
    const std::optional<int> cpu = number_in(digits);
    return cpu < most_cpus ? cpu : std::nullopt;
}

std::vector<int> parse_cpu_list(std::string_view text, const std::vector<int> &allowed)
{
    std::vector<int> cpus;
    for (const std::string &item : split(text, ',')) {
        const auto range = parse_range(item, number_in);
        if (!range)
            throw std::invalid_argument(
                "'" + std::string(text) +
                "' is not a CPU list; write numbers and ranges, such as 0,2-3");
        for (int cpu = range->first; cpu <= range->second; ++cpu) {
            if (!std::ranges::binary_search(allowed, cpu))
                throw std::invalid_argument("CPU " + std::to_string(cpu) +
                                            " is not allowed here; this process may use " +
                                            format_cpu_list(allowed));
            cpus.push_back(cpu);
        }
        if (range->second < range->first)
            throw std::invalid_argument("'" + item + "' runs backwards");
    }
    std::ranges::sort(cpus);
    cpus.erase(std::ranges::unique(cpus).begin(), cpus.end());
    return cpus;
}

std::string format_cpu_list(const std::vector<int> &cpus)
{
    std::string text;
    for (std::size_t i = 0; i < cpus.size();) {
        std::size_t end = i + 1;
        while (end < cpus.size() && cpus[end] == cpus[end - 1] + 1)
            ++end;
        text += (text.empty() ? "" : ",") + std::to_string(cpus[i]);
        if (end - i > 1)
            text += "-" + std::to_string(cpus[end - 1]);
        i = end;
    }
    return text;
}

std::vector<int> cpus_of_group(int group, std::uint64_t mask)
{
    std::vector<int> cpus;
    for (int bit = 0; bit < cpus_in_group; ++bit)
        if ((mask >> bit & 1U) != 0)
            cpus.push_back(group * cpus_in_group + bit);
    return cpus;
}

#if defined(_WIN32)

std::vector<int> allowed_cpus()
{
    const WORD groups = GetActiveProcessorGroupCount();
    KAFFINITY process = 0, system = 0;
    if (groups == 1 && GetProcessAffinityMask(GetCurrentProcess(), &process, &system) != 0 &&
        process != 0)
        return cpus_of_group(0, process);
    // A process's mask is that of one group only; with several of them all CPUs count as allowed.
    std::vector<int> cpus;
    for (WORD group = 0; group < groups; ++group)
        for (int bit = 0; bit < static_cast<int>(GetActiveProcessorCount(group)); ++bit)
            cpus.push_back(group * cpus_in_group + bit);
    return cpus.empty() ? std::vector<int>{0} : cpus;
}

bool pin_this_thread(int cpu)
{
    const GROUP_AFFINITY affinity{
        KAFFINITY{1} << cpu % cpus_in_group, static_cast<WORD>(cpu / cpus_in_group), {}};
    return SetThreadGroupAffinity(GetCurrentThread(), &affinity, nullptr) != 0;
}

std::optional<int> this_threads_cpu()
{
    PROCESSOR_NUMBER number{};
    GetCurrentProcessorNumberEx(&number);
    return number.Group * cpus_in_group + number.Number;
}

// Returns the load of the first group of 64 CPUs; CPUs of other groups count as idle.
CpuLoad load_since_boot(const std::filesystem::path & /*root*/)
{
    std::vector<SYSTEM_PROCESSOR_PERFORMANCE_INFORMATION> cpus(GetActiveProcessorCount(0));
    const auto size = static_cast<ULONG>(cpus.size() * sizeof cpus.front());
    ULONG written = 0;
    if (NtQuerySystemInformation(SystemProcessorPerformanceInformation, cpus.data(), size,
                                 &written) < 0)
        return {};
    CpuLoad load;
    for (std::size_t i = 0; i < written / sizeof cpus.front(); ++i)
        // Idle time is part of kernel time.
        load[static_cast<int>(i)] =
            cpus[i].KernelTime.QuadPart + cpus[i].UserTime.QuadPart - cpus[i].IdleTime.QuadPart;
    return load;
}

#elif defined(__linux__)

// Linux refuses a set that is smaller than its own, and one cpu_set_t ends at 1024 CPUs.
using CpuSet = std::array<cpu_set_t, most_cpus / CPU_SETSIZE>;

std::vector<int> allowed_cpus()
{
    std::vector<int> cpus;
    CpuSet set{};
    if (sched_getaffinity(0, sizeof set, set.data()) == 0)
        for (int cpu = 0; cpu < most_cpus; ++cpu)
            if (CPU_ISSET_S(cpu, sizeof set, set.data()))
                cpus.push_back(cpu);
    return cpus.empty() ? std::vector<int>{0} : cpus;
}

bool pin_this_thread(int cpu)
{
    CpuSet set{};
    CPU_SET_S(cpu, sizeof set, set.data());
    return sched_setaffinity(0, sizeof set, set.data()) == 0;
}

std::optional<int> this_threads_cpu()
{
    const int cpu = sched_getcpu();
    return cpu < 0 ? std::nullopt : std::optional(cpu);
}

#else

// For systems that bind no thread to a CPU, macOS among them: rows are marked as not pinned.
std::vector<int> allowed_cpus()
{
    std::vector<int> cpus(std::max(1U, std::thread::hardware_concurrency()));
    for (std::size_t i = 0; i < cpus.size(); ++i)
        cpus[i] = static_cast<int>(i);
    return cpus;
}

bool pin_this_thread(int) { return false; }
std::optional<int> this_threads_cpu() { return std::nullopt; }

#endif

// ---- Time ----

namespace {

namespace fs = std::filesystem;

// The columns of /proc/stat (proc(5)): user, nice, system, idle, iowait, irq, softirq and steal.
// User and nice contain those of guests, which follow.
constexpr std::size_t idle = 3, iowait = 4, steal = 7, columns = 8;

// Returns the ticks by CPU; fewer columns if the system does not count all of them.
std::map<int, std::vector<long long>> ticks_in(std::istream &proc_stat)
{
    std::map<int, std::vector<long long>> ticks;
    for (std::string line; std::getline(proc_stat, line);) {
        std::istringstream fields(line);
        std::string name;
        fields >> name;
        const std::optional<int> cpu =
            name.starts_with("cpu") ? cpu_number(name.substr(3)) : std::nullopt;
        if (!cpu)
            continue;
        std::vector<long long> &of_cpu = ticks[*cpu];
        for (long long one = 0; of_cpu.size() < columns && fields >> one;)
            of_cpu.push_back(one);
    }
    return ticks;
}

long long sum_of(const std::vector<long long> &ticks)
{
    return std::accumulate(ticks.begin(), ticks.end(), 0LL);
}

} // namespace

#if !defined(_WIN32)

CpuLoad load_since_boot(const fs::path &root)
{
    CpuLoad load;
    std::ifstream file(root / "proc/stat");
    for (auto &[cpu, ticks] : ticks_in(file)) {
        ticks.resize(columns);
        // Time that the host gave to others, steal, is as good as lost too.
        load[cpu] = sum_of(ticks) - ticks[idle] - ticks[iowait];
    }
    return load;
}

#endif

CpuLoad watch_cpu_load()
{
    CpuLoad load = load_since_boot();
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    for (const auto &[cpu, ticks] : load_since_boot())
        load[cpu] = ticks - load[cpu];
    return load;
}

std::optional<CpuTime> cpu_time(const std::vector<int> &cpus, const fs::path &root)
{
    std::optional<CpuTime> sum;
    std::ifstream file(root / "proc/stat");
    const auto all = ticks_in(file);
    for (const int cpu : std::set<int>(cpus.begin(), cpus.end())) {
        const auto found = all.find(cpu);
        if (found == all.end())
            continue;
        const std::vector<long long> &ticks = found->second;
        if (ticks.size() < columns)
            return std::nullopt;
        sum = {sum.value_or(CpuTime{}).all + sum_of(ticks),
               sum.value_or(CpuTime{}).stolen + ticks[steal]};
    }
    return sum;
}

std::optional<double> stolen_share(const std::optional<CpuTime> &before,
                                   const std::optional<CpuTime> &after)
{
    if (!before || !after)
        return std::nullopt;
    // The system's counters may go back: on another host, and that of waiting for disks anywhere.
    const long long all = after->all - before->all, stolen = after->stolen - before->stolen;
    if (all <= 0 || stolen < 0 || stolen > all)
        return std::nullopt;
    return static_cast<double>(stolen) / static_cast<double>(all);
}

// ---- What this process may use ----

namespace {

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
    return ratio(value_in<double>(group / "cpu.cfs_quota_us"),
                 value_in<double>(group / "cpu.cfs_period_us"));
}

std::optional<double> lesser(std::optional<double> a, std::optional<double> b)
{
    return a && b ? std::min(*a, *b) : a ? a : b;
}

struct Group {
    std::optional<double> (*quota_of)(const fs::path &group);
    fs::path mount;
    std::string path;
};

// Returns the groups of this process that may have a limit, at each place where they may be
// mounted. cgroups(7): "hierarchy:controllers:path"; version 2 names no controllers.
std::vector<Group> groups_with_cpu(const fs::path &root)
{
    std::vector<Group> groups;
    const fs::path mounts = root / "sys/fs/cgroup";
    std::ifstream lines(root / "proc/self/cgroup");
    for (std::string line; std::getline(lines, line);) {
        const std::size_t first = line.find(':'), second = line.find(':', first + 1);
        if (first == std::string::npos || second == std::string::npos)
            continue;
        const std::string controllers = line.substr(first + 1, second - first - 1);
        const std::string path = line.substr(second + 1);
        if (controllers.empty()) {
            groups.push_back({version_2_quota, mounts, path});
            groups.push_back({version_2_quota, mounts / "unified", path});
        } else if (("," + controllers + ",").find(",cpu,") != std::string::npos) {
            groups.push_back({version_1_quota, mounts / "cpu", path});
            groups.push_back({version_1_quota, mounts / controllers, path});
        }
    }
    return groups;
}

} // namespace

bool is_cpu_quota_visible(const fs::path &root)
{
    return std::ranges::any_of(groups_with_cpu(root), [](const Group &group) {
        std::error_code none;
        return fs::exists(group.mount / "cgroup.procs", none); // every group has it
    });
}

std::optional<double> cpu_quota(const fs::path &root)
{
    std::optional<double> quota;
    for (const Group &group : groups_with_cpu(root)) {
        // Reads the group and its ancestors up to the mount point. In a container the path may be
        // the host's, and may not exist: the mount point is then its own group.
        fs::path folder = group.mount;
        quota = lesser(quota, group.quota_of(folder));
        for (const fs::path &part : fs::path(group.path).relative_path())
            quota = lesser(quota, group.quota_of(folder /= part));
    }
    return quota;
}

} // namespace hashlane::machine
