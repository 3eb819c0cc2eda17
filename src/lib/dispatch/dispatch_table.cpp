// SPDX-License-Identifier: MIT
#include "dispatch_table.h"

#include "../base/threads.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdlib>
#include <new>

namespace hashlane {

namespace {

// Sums of the same costs in another order differ in the last bits: that is no difference.
constexpr double tie = 1e-9;

const Kernel *first_of(std::span<const Kernel> kernels, Workload workload, FeatureSet features,
                       std::size_t lanes)
{
    const Kernel *closest = nullptr;
    for (const Kernel &kernel : kernels) {
        if (kernel.workload != workload || !is_runnable(kernel, features) ||
            !suits(kernel, features))
            continue;
        const bool takes_all = kernel.lanes >= lanes && lanes >= (kernel.lanes + 1) / 2;
        if (takes_all && (closest == nullptr || kernel.lanes < closest->lanes))
            closest = &kernel;
        if (kernel.lanes <= lanes)
            return closest == nullptr ? &kernel : closest;
    }
    return closest;
}

// Returns the calls of one workload, the widest first: of plans that cost the same, the first call
// wins.
MeasuredCalls widest_first(std::span<const MeasuredCall> calls, Workload workload)
{
    MeasuredCalls sorted;
    for (const MeasuredCall &call : calls)
        if (call.kernel->workload == workload)
            sorted.push_back(call);
    std::ranges::sort(sorted, [](const MeasuredCall &a, const MeasuredCall &b) {
        return a.kernel->lanes != b.kernel->lanes ? a.kernel->lanes > b.kernel->lanes
                                                  : a.kernel < b.kernel; // the manifest's order
    });
    return sorted;
}

// Returns the first of `calls` whose cost no other undercuts.
template <class Cost> const MeasuredCall &cheapest(const MeasuredCalls &calls, const Cost &cost)
{
    const MeasuredCall *best = &calls.front();
    for (const MeasuredCall &call : calls)
        if (cost(call) < cost(*best) * (1 - tie))
            best = &call;
    return *best;
}

DispatchTable::Table cheapest_by_lanes(const MeasuredCalls &calls)
{
    DispatchTable::Table table;
    std::array<double, many_lanes> cost_of{}; // of all calls for that number of lanes
    for (std::size_t lanes = 1; lanes < many_lanes; ++lanes) {
        const auto cost_from = [&](const MeasuredCall &call) {
            return call.cycles + cost_of[lanes - std::min<std::size_t>(lanes, call.kernel->lanes)];
        };
        const MeasuredCall &best = cheapest(calls, cost_from);
        cost_of[lanes] = cost_from(best);
        table.by_lanes[lanes] = best.kernel;
    }
    table.by_lanes[many_lanes] = cheapest(calls, [](const MeasuredCall &call) {
                                     return call.cycles / call.kernel->lanes;
                                 }).kernel;
    table.single = cheapest(calls, [](const MeasuredCall &call) {
                       return call.kernel->lanes == 1 ? call.cycles : HUGE_VAL;
                   }).kernel;
    return table;
}

// Choices that were active stay: a thread may be in the middle of one.
struct Activated {
    DispatchTable choice;
    const Activated *before;
};

std::atomic<const Activated *> activated = nullptr;
static_assert(decltype(activated)::is_always_lock_free);

} // namespace

DispatchTable built_in_dispatch(FeatureSet features, std::span<const Kernel> kernels)
{
    DispatchTable choice;
    for (const Workload workload : all_workloads) {
        DispatchTable::Table &table = choice.of(workload);
        for (std::size_t lanes = 1; lanes <= many_lanes; ++lanes)
            table.by_lanes[lanes] = first_of(kernels, workload, features, lanes);
        table.single = table.by_lanes[1]; // the smallest number of lanes
    }
    return choice;
}

DispatchTable measured_dispatch(std::span<const MeasuredCall> calls)
{
    DispatchTable choice;
    for (const Workload workload : all_workloads)
        choice.of(workload) = cheapest_by_lanes(widest_first(calls, workload));
    return choice;
}

const DispatchTable &active_dispatch()
{
    const Activated *const active = activated.load(std::memory_order_acquire);
    if (active != nullptr)
        return active->choice;
    static constinit Lazy<DispatchTable> built_in;
    return built_in.get([] { return built_in_dispatch(this_cpu_features()); });
}

bool activate(const DispatchTable &choice)
{
    void *const memory = std::malloc(sizeof(Activated));
    if (memory == nullptr)
        return false;
    auto *const next = new (memory) Activated{choice, activated.load(std::memory_order_relaxed)};
    while (!activated.compare_exchange_weak(next->before, next, std::memory_order_release,
                                            std::memory_order_relaxed)) {
    }
    return true; // NOLINT(clang-analyzer-unix.Malloc): it stays until the process ends
}

} // namespace hashlane
