// SPDX-License-Identifier: MIT
#include "cpu_load.h"

#include <vector>
#include <windows.h>
#include <winternl.h>

namespace hashlane {

// Of the first group of 64 CPUs: those of others count as idle.
CpuLoad load_since_boot()
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

} // namespace hashlane
