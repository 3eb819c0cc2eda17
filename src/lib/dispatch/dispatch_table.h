// SPDX-License-Identifier: MIT
//
// The kernel that dispatch takes, for any number of lanes: by the manifest's order, or by
// measurements on this processor.
#ifndef HASHLANE_SRC_LIB_DISPATCH_DISPATCH_TABLE_H
#define HASHLANE_SRC_LIB_DISPATCH_DISPATCH_TABLE_H

#include "../core/registry.h"

#include <array>
#include <span>

namespace hashlane {

/// Stands for any number of lanes above max_lanes.
constexpr std::size_t many_lanes = max_lanes + 1;

/// For each workload the kernel to call next, by the number of independent lanes that are left.
/// A call takes as many of them as the kernel has, or all if there are fewer.
struct DispatchTable {
    struct Table {
        std::array<const Kernel *, many_lanes + 1> by_lanes{}; ///< [0] is not used
        const Kernel *single = nullptr;
    };
    std::array<Table, std::size(all_workloads)> tables;

    Table &of(Workload workload) { return tables[static_cast<std::size_t>(workload)]; }
    const Table &of(Workload workload) const { return tables[static_cast<std::size_t>(workload)]; }

    /// `lanes` ≥ 1.
    const Kernel &kernel(Workload workload, std::size_t lanes = many_lanes) const
    {
        return *of(workload).by_lanes[lanes < many_lanes ? lanes : many_lanes];
    }

    /// For work that cannot be spread over lanes: a kernel with one lane.
    const Kernel &single(Workload workload) const { return *of(workload).single; }
};

/// Makes the table in the order of `kernels`, by default the manifest's: the first kernel that
/// suits these features, that they can run and that the lanes can fill; or, if one before it takes
/// all of them at once and they fill half of it or more, the one of those with the fewest lanes.
/// Precondition: they can run a kernel with one lane of every workload.
DispatchTable built_in_dispatch(FeatureSet features,
                                std::span<const Kernel> kernels = all_kernels());

/// The cost of one call of a kernel, all its lanes together, filled or not.
struct MeasuredCall {
    const Kernel *kernel = nullptr;
    double cycles = 0;
};

/// One of every kernel at most.
using MeasuredCalls = FixedList<MeasuredCall, most_kernels>;

/// Makes the table of the cheapest calls for each number of lanes, the widest of them first; for
/// many lanes the kernel with the lowest cost per lane. Precondition: `calls` has, of every
/// workload, a kernel with one lane; all cycles are positive.
DispatchTable measured_dispatch(std::span<const MeasuredCall> calls);

/// Returns the table that dispatch uses, on every thread: the built-in choice until another is
/// activated.
const DispatchTable &active_dispatch();

/// Makes a copy of it dispatch's choice. The one before stays valid for calls that are under
/// way, so every activation keeps 2 KB for the life of the process. False, and nothing changes, if
/// there is no memory for it.
bool activate(const DispatchTable &choice);

} // namespace hashlane

#endif
