// SPDX-License-Identifier: MIT
#include "cpu_list.h"

#include <sched.h>

namespace hashlane {

std::vector<int> allowed_cpus()
{
    std::vector<int> cpus;
    cpu_set_t set;
    CPU_ZERO(&set);
    if (sched_getaffinity(0, sizeof set, &set) == 0)
        for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu)
            if (CPU_ISSET(cpu, &set))
                cpus.push_back(cpu);
    return cpus.empty() ? std::vector<int>{0} : cpus;
}

bool pin_this_thread(int cpu)
{
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(cpu, &set);
    return sched_setaffinity(0, sizeof set, &set) == 0;
}

std::optional<int> this_threads_cpu()
{
    const int cpu = sched_getcpu();
    return cpu < 0 ? std::nullopt : std::optional(cpu);
}

} // namespace hashlane
