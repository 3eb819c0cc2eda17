// SPDX-License-Identifier: MIT
#include "cpu_load.h"

#include "cpu_list.h"

#include <chrono>
#include <sstream>
#include <thread>

namespace hashlane {
namespace {

constexpr auto window = std::chrono::milliseconds(50);

} // namespace

CpuLoad cpu_load_in(const std::string &proc_stat)
{
    CpuLoad load;
    std::istringstream file(proc_stat);
    for (std::string line; std::getline(file, line);) {
        std::istringstream fields(line);
        std::string name;
        fields >> name;
        const std::optional<int> cpu =
            name.starts_with("cpu") ? cpu_number(name.substr(3)) : std::nullopt;
        if (!cpu)
            continue;
        // proc(5): time that the host gave to others, steal, is as good as lost too.
        long long user = 0, nice = 0, system = 0, idle = 0, iowait = 0, irq = 0, softirq = 0,
                  steal = 0;
        fields >> user >> nice >> system >> idle >> iowait >> irq >> softirq >> steal;
        load[*cpu] = user + nice + system + irq + softirq + steal;
    }
    return load;
}

CpuLoad watch_cpu_load()
{
    CpuLoad load = load_since_boot();
    std::this_thread::sleep_for(window);
    for (const auto &[cpu, ticks] : load_since_boot())
        load[cpu] = ticks - load[cpu];
    return load;
}

} // namespace hashlane
