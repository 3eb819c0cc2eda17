// SPDX-License-Identifier: MIT
//
// The kernels that dispatch takes, for any number of lanes: by the costs that are recorded of this
// core or of one like it, or by measurements on this processor. docs/internals/dispatch.md
// describes it.
#pragma once

#include "../core/registry.h"

#include <array>
#include <atomic>
#include <span>

namespace hashlane {

/// Stands for any number of lanes above max_lanes.
constexpr std::size_t many_lanes = max_lanes + 1;

/// Stands for any number of blocks above one.
constexpr std::size_t many_blocks = 2;

/// The kernel to call next, by the number of independent lanes that are left; [0] is not used.
using KernelByLanes = std::array<const Kernel *, many_lanes + 1>;

/// The reason for the kernels of a table.
enum class Basis {
    manifest_order, ///< no costs are known
    recorded,       ///< costs of this core, or of one like it (costs_for())
    measured_here,  ///< measurements on this processor (tuning.h)
};

/// The choice of kernels for a workload. A call takes as many lanes as the kernel has, or all if
/// there are fewer.
struct KernelTable {
    KernelByLanes by_lanes{};
    KernelByLanes one_block{};      ///< for calls that absorb or permute once (sha3)
    const Kernel *single = nullptr; ///< of one lane, for work that cannot be spread
    Basis basis = Basis::manifest_order;

    /// `lanes` ≥ 1.
    const Kernel &kernel(std::size_t lanes = many_lanes, std::uint64_t blocks = many_blocks) const
    {
        return *(blocks == 1 ? one_block : by_lanes)[lanes < many_lanes ? lanes : many_lanes];
    }
};

/// The choice for each workload.
struct DispatchTable {
    std::array<KernelTable, std::size(all_workloads)> tables;

    KernelTable &of(Workload workload) { return tables[static_cast<std::size_t>(workload)]; }
    const KernelTable &of(Workload workload) const
    {
        return tables[static_cast<std::size_t>(workload)];
    }

    const Kernel &kernel(Workload workload, std::size_t lanes = many_lanes,
                         std::uint64_t blocks = many_blocks) const
    {
        return of(workload).kernel(lanes, blocks);
    }
    const Kernel &single(Workload workload) const { return *of(workload).single; }
};

/// True if dispatch may choose the kernel: it can run, and is more than a reference.
bool is_candidate(const Kernel &kernel, FeatureSet features);

/// Makes the table of the cheapest calls by the costs that are recorded of this core or of a
/// relative (recorded_costs.h). There is one table for all kinds of cores of a hybrid processor.
///
/// For a workload without such costs the order of `kernels` decides:
/// the first kernel that suits these features, that they can run and that the lanes can fill; or,
/// if one before it takes all of them at once and they fill half of it or more, the one of those
/// with the fewest lanes. Precondition: they can run a kernel with one lane of every workload.
DispatchTable built_in_dispatch(const CpuInfo &cpu, std::span<const Kernel> kernels);

/// The same, of all kernels that were built in.
DispatchTable built_in_dispatch(const CpuInfo &cpu);

/// The cost of one call of a kernel, all its lanes together, filled or not.
struct CallCost {
    const Kernel *kernel = nullptr;
    double cycles = 0;
};

/// One of every kernel at most.
using CallCosts = FixedList<CallCost, most_kernels>;

/// Corrects a built-in choice by measurements: makes the table of the calls that are cheapest by
/// them. A choice stays as built in if it is not measured, or if the cheapest one is less than 1 %
/// cheaper. Calls with one block are not measured; they stay as built in if costs are recorded.
/// Precondition: all cycles are positive.
DispatchTable measured_dispatch(const DispatchTable &built_in, std::span<const CallCost> calls);

/// The choice in use for each workload; null until a call asks for it.
extern std::atomic<const KernelTable *> active_tables[std::size(all_workloads)];

/// Makes the built-in choice the one in use, unless there is another by now; returns that.
template <Workload workload> const KernelTable &first_table();

/// Returns the choice in use, if a call has asked for it.
template <Workload workload> const KernelTable *known_table()
{
    return active_tables[static_cast<std::size_t>(workload)].load(std::memory_order_acquire);
}

/// Returns the choice in use, on every thread: the built-in one until another is activated. It
/// stays valid for calls that are under way. Who calls it has the kernels of this workload in his
/// program, and no others.
template <Workload workload> const KernelTable &active_table()
{
    const KernelTable *const active = known_table<workload>();
    return active != nullptr ? *active : first_table<workload>();
}

/// Returns the choice in use for all workloads, and has all kernels.
DispatchTable active_dispatch();

/// Makes a copy of it dispatch's choice. The one before stays valid for calls that are under
/// way, so every activation keeps up to 8 KiB for the life of the process. False, and nothing
/// changes, if there is no memory for it.
bool activate(const DispatchTable &choice);

} // namespace hashlane
