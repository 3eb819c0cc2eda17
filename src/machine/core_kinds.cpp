// SPDX-License-Identifier: MIT
#include "core_kinds.h"

#include "../system/threads.h"

namespace hashlane {

CpusByKind cpus_by_kind(const std::vector<int> &cpus)
{
    if (!this_cpu().hybrid)
        return {{CoreKind::all, cpus}};
    return cpus_by_kind(cpus, [](int cpu) {
        CoreKind kind = CoreKind::other;
        on_pinned_threads({cpu}, [&](std::size_t) { kind = this_core_kind(); });
        return kind;
    });
}

CpusByKind cpus_by_kind(const std::vector<int> &cpus, const std::function<CoreKind(int)> &kind_of)
{
    CpusByKind kinds;
    for (const int cpu : cpus)
        kinds[kind_of(cpu)].push_back(cpu);
    return kinds;
}

} // namespace hashlane
