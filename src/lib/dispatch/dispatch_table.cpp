// SPDX-License-Identifier: MIT
#include "dispatch_table.h"

#include "../base/compiler.h"
#include "../base/threads.h"
#include "recorded_costs.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdlib>
#include <new>

namespace hashlane {

namespace {

// Sums of the same costs in another order differ in the last bits: that is no difference.
constexpr double tie = 1e-9;

// A lane that is not filled is given a copy of another lane's data, which is in no cost. This share
// of a call, if all its lanes were empty, decides between calls that cost almost the same.
constexpr double cost_of_copies = 0.01;

// Returns the cost of a call for that number of lanes, or more.
double cost_with_copies(const CallCost &call, std::size_t lanes)
{
    const std::size_t all = call.kernel->lanes;
    const std::size_t empty = all - std::min(lanes, all);
    return call.cycles *
           (1 + cost_of_copies * static_cast<double>(empty) / static_cast<double>(all));
}

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

// Sorts the calls of one workload, the widest first: of plans that cost the same, the first call
// wins.
void sort_widest_first(CallCosts &calls)
{
    std::ranges::sort(calls, [](const CallCost &a, const CallCost &b) {
        return a.kernel->lanes != b.kernel->lanes ? a.kernel->lanes > b.kernel->lanes
                                                  : a.kernel < b.kernel; // the manifest's order
    });
}

// Returns the calls of one workload.
CallCosts calls_of(std::span<const CallCost> all, Workload workload)
{
    CallCosts calls;
    for (const CallCost &call : all)
        if (call.kernel->workload == workload)
            calls.push_back(call);
    sort_widest_first(calls);
    return calls;
}

// Returns the recorded calls of one workload that these features can run.
CallCosts recorded_calls(std::string_view core, RecordedCall call, std::span<const Kernel> kernels,
                         Workload workload, FeatureSet features)
{
    CallCosts calls;
    for (const Kernel &kernel : kernels)
        if (kernel.workload == workload && is_candidate(kernel, features))
            if (const double cycles = recorded_cost(core, kernel.id, call); cycles > 0)
                calls.push_back({&kernel, cycles});
    sort_widest_first(calls);
    return calls;
}

// Returns the first of `calls` whose cost no other undercuts.
template <class Cost> const CallCost &cheapest(const CallCosts &calls, const Cost &cost)
{
    const CallCost *best = &calls.front();
    for (const CallCost &call : calls)
        if (cost(call) < cost(*best) * (1 - tie))
            best = &call;
    return *best;
}

// Trusted costs are within half a percent (HASHLANE_CAUSE(visits_disagree)): two that differ by
// less may be the same.
constexpr double least_gain = 0.01;

// Returns the cheapest call if it is measured cheaper than the built-in kernel's, otherwise that
// one's; null if that was not measured. Without a built-in kernel it is the cheapest.
template <class Cost>
const CallCost *better_call(const CallCosts &calls, const Kernel *built_in, const Cost &cost)
{
    if (built_in == nullptr)
        return &cheapest(calls, cost);
    const auto *const kept = std::ranges::find(calls, built_in, &CallCost::kernel);
    if (kept == calls.end())
        return nullptr;
    const CallCost &best = cheapest(calls, cost);
    return cost(*kept) < HUGE_VAL && cost(best) < cost(*kept) * (1 - least_gain) ? &best : kept;
}

KernelByLanes cheapest_by_lanes(const CallCosts &calls, const KernelByLanes &built_in = {})
{
    KernelByLanes table = built_in;
    // The cost of all calls for that number of lanes; HUGE_VAL if one of them was not measured.
    std::array<double, many_lanes> cost_of{};
    for (std::size_t lanes = 1; lanes < many_lanes; ++lanes) {
        const auto cost_from = [&](const CallCost &call) {
            return cost_with_copies(call, lanes) +
                   cost_of[lanes - std::min<std::size_t>(lanes, call.kernel->lanes)];
        };
        const CallCost *const call = better_call(calls, built_in[lanes], cost_from);
        cost_of[lanes] = call == nullptr ? HUGE_VAL : cost_from(*call);
        if (call != nullptr)
            table[lanes] = call->kernel;
    }
    const auto of_a_lane = [](const CallCost &call) { return call.cycles / call.kernel->lanes; };
    if (const CallCost *const call = better_call(calls, built_in[many_lanes], of_a_lane))
        table[many_lanes] = call->kernel;
    return table;
}

const Kernel *cheapest_single(const CallCosts &calls, const Kernel *built_in = nullptr)
{
    const auto of_one_lane = [](const CallCost &call) {
        return call.kernel->lanes == 1 ? call.cycles : HUGE_VAL;
    };
    const CallCost *const call = better_call(calls, built_in, of_one_lane);
    return call == nullptr ? built_in : call->kernel;
}

// Choices that were active stay: a thread may be in the middle of one.
struct Activated {
    DispatchTable choice;
    Activated *before;
};
std::atomic<Activated *> last_activated = nullptr;
// hashlane.h says how much a call of hashlane_tuning_load() keeps; a workload that is added fits.
static_assert(sizeof(Activated) <= std::size_t{8} * 1024);

} // namespace

std::atomic<const KernelTable *> active_tables[std::size(all_workloads)] = {};
static_assert(std::atomic<const KernelTable *>::is_always_lock_free);

bool is_candidate(const Kernel &kernel, FeatureSet features)
{
    return kernel.role != Role::reference && is_runnable(kernel, features);
}

// For one workload, of its kernels among these.
static KernelTable built_in_table(const CpuInfo &cpu, Workload workload,
                                  std::span<const Kernel> kernels)
{
    const std::string_view core = costs_for(cpu.core).of;
    KernelTable table;
    const auto recorded = [&](RecordedCall call) {
        return recorded_calls(core, call, kernels, workload, cpu.features);
    };
    const auto has_one_lane = [](const CallCost &call) { return call.kernel->lanes == 1; };
    const CallCosts calls = recorded(RecordedCall::usual);
    if (std::ranges::any_of(calls, has_one_lane)) {
        table.by_lanes = cheapest_by_lanes(calls);
        table.one_block = cheapest_by_lanes(recorded(RecordedCall::one_block));
        table.single = cheapest_single(calls);
        table.basis = Basis::recorded;
        return table;
    }
    for (std::size_t lanes = 1; lanes <= many_lanes; ++lanes)
        table.by_lanes[lanes] = first_of(kernels, workload, cpu.features, lanes);
    table.one_block = table.by_lanes;
    table.single = table.by_lanes[1]; // the smallest number of lanes
    return table;
}

DispatchTable built_in_dispatch(const CpuInfo &cpu, std::span<const Kernel> kernels)
{
    DispatchTable choice;
    for (const Workload workload : all_workloads)
        choice.of(workload) = built_in_table(cpu, workload, kernels);
    return choice;
}

DispatchTable built_in_dispatch(const CpuInfo &cpu)
{
    return {.tables = {{
#define HASHLANE_WORKLOAD(workload, ...)                                                           \
    built_in_table(cpu, Workload::workload, family<Workload::workload>()),
#include "../core/workloads.def"
#undef HASHLANE_WORKLOAD
            }}};
}

DispatchTable measured_dispatch(const DispatchTable &built_in, std::span<const CallCost> calls)
{
    DispatchTable choice = built_in;
    for (const Workload workload : all_workloads) {
        const CallCosts measured = calls_of(calls, workload);
        if (measured.empty())
            continue;
        KernelTable &table = choice.of(workload);
        table.by_lanes = cheapest_by_lanes(measured, table.by_lanes);
        table.single = cheapest_single(measured, table.single);
        if (table.basis == Basis::manifest_order)
            table.one_block = table.by_lanes;
        table.basis = Basis::measured_here;
    }
    return choice;
}

template <Workload workload> HASHLANE_NOINLINE const KernelTable &first_table()
{
    static constinit Lazy<KernelTable> built_in;
    const KernelTable *const made =
        &built_in.get([] { return built_in_table(this_cpu(), workload, family<workload>()); });
    const KernelTable *active = nullptr;
    auto &own = active_tables[static_cast<std::size_t>(workload)];
    return own.compare_exchange_strong(active, made) ? *made : *active;
}

#define HASHLANE_WORKLOAD(workload, ...)                                                           \
    template const KernelTable &first_table<Workload::workload>();
#include "../core/workloads.def"
#undef HASHLANE_WORKLOAD

DispatchTable active_dispatch()
{
    return {.tables = {{
#define HASHLANE_WORKLOAD(workload, ...) active_table<Workload::workload>(),
#include "../core/workloads.def"
#undef HASHLANE_WORKLOAD
            }}};
}

bool activate(const DispatchTable &choice)
{
    void *const memory = std::malloc(sizeof(Activated));
    if (memory == nullptr)
        return false;
    auto *const next = new (memory) Activated{choice, last_activated.load()};
    while (!last_activated.compare_exchange_weak(next->before, next)) {
    }
    for (const Workload workload : all_workloads)
        active_tables[static_cast<std::size_t>(workload)].store(&next->choice.of(workload),
                                                                std::memory_order_release);
    return true; // NOLINT(clang-analyzer-unix.Malloc): it stays until the process ends
}

} // namespace hashlane
