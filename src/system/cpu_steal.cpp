// SPDX-License-Identifier: MIT
#include "cpu_steal.h"

#include <fstream>
#include <set>
#include <sstream>
#include <string>

namespace hashlane {
namespace {

// proc(5): "cpu0 user nice system idle iowait irq softirq steal guest guest_nice"; user and nice
// contain those of guests.
std::optional<CpuTime> time_in(std::istringstream &fields)
{
    constexpr int steal = 7;
    CpuTime time;
    for (int field = 0; field <= steal; ++field) {
        long long ticks = 0;
        if (!(fields >> ticks))
            return std::nullopt;
        time.all += ticks;
        time.stolen = ticks;
    }
    return time;
}

} // namespace

std::optional<CpuTime> cpu_time(int cpu, const std::filesystem::path &root)
{
    return cpu_time(std::vector<int>{cpu}, root);
}

std::optional<CpuTime> cpu_time(const std::vector<int> &cpus, const std::filesystem::path &root)
{
    if (root.empty())
        return std::nullopt;
    std::set<std::string> wanted;
    for (const int cpu : cpus)
        wanted.insert("cpu" + std::to_string(cpu));
    std::optional<CpuTime> sum;
    std::ifstream file(root / "proc/stat");
    for (std::string line; std::getline(file, line);) {
        std::istringstream fields(line);
        if (std::string name; !(fields >> name) || !wanted.contains(name))
            continue;
        const std::optional<CpuTime> time = time_in(fields);
        if (!time)
            return std::nullopt;
        sum = {sum.value_or(CpuTime{}).all + time->all,
               sum.value_or(CpuTime{}).stolen + time->stolen};
    }
    return sum;
}

std::optional<double> stolen_share(const std::optional<CpuTime> &before,
                                   const std::optional<CpuTime> &after)
{
    if (!before || !after || after->all <= before->all)
        return std::nullopt;
    return static_cast<double>(after->stolen - before->stolen) /
           static_cast<double>(after->all - before->all);
}

} // namespace hashlane
