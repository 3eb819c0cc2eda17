// SPDX-License-Identifier: MIT
#include "windows_cpus.h"

#include "cpu_list.h"

namespace hashlane {

std::vector<int> cpus_in(const GROUP_AFFINITY &affinity)
{
    std::vector<int> cpus;
    for (int bit = 0; bit < cpus_in_group; ++bit)
        if ((affinity.Mask >> bit & 1U) != 0)
            cpus.push_back(affinity.Group * cpus_in_group + bit);
    return cpus;
}

std::vector<int> allowed_cpus()
{
    const WORD groups = GetActiveProcessorGroupCount();
    KAFFINITY process = 0, system = 0;
    if (groups == 1 && GetProcessAffinityMask(GetCurrentProcess(), &process, &system) != 0 &&
        process != 0)
        return cpus_in({process, 0, {}});
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

} // namespace hashlane
