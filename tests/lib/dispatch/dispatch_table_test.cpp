// SPDX-License-Identifier: MIT
#include "lib/core/registry.h"
#include "lib/dispatch/call_plan.h"
#include "lib/dispatch/dispatch_table.h"
#include "lib/dispatch/recorded_costs.h"
#include "support/costs.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

namespace hashlane::test {
namespace {

// Every kernel can run: the tests check the choice, not this machine's features.
constexpr FeatureSet every_feature = ~FeatureSet{0};

// Kernels of these tests alone, in an order of preference, so that a new kernel of the manifest
// changes nothing here. They are never called.
constexpr FeatureSet unit = 1, wide = 2, half = 4;

void no_chain(std::uint8_t *, std::uint64_t) noexcept {}
void no_permutation(std::uint64_t *, std::uint64_t) noexcept {}
void no_absorb(std::uint64_t *, const std::uint8_t *const *, std::uint64_t, std::uint64_t,
               unsigned) noexcept
{
}
void no_compression(std::uint32_t *, const std::uint8_t *const *, std::uint64_t) noexcept {}
void no_node(std::uint8_t *, const std::uint8_t *, std::uint64_t) noexcept {}

Kernel kernel_of(std::string_view id, Workload workload, FeatureSet features, unsigned lanes)
{
    const Isa isa{"test", "any", features};
    const Role role = features == no_features ? Role::baseline : Role::tuned;
    if (workload == Workload::sha256_chain)
        return {id, workload, isa, "test", lanes, role, "", &no_chain};
    if (workload == Workload::keccak_chain)
        return {id, workload, isa, "test", lanes, role, "", &no_permutation};
    if (workload == Workload::sha3)
        return {id, workload, isa, "test", lanes, role, "", &no_absorb};
    if (workload == Workload::sha256)
        return {id, workload, isa, "test", lanes, role, "", &no_compression};
    const KernelFunction function = workload == Workload::sha256_nodes
                                        ? kernel_function<Workload::sha256_nodes>(&no_node)
                                        : kernel_function<Workload::sha256_salted>(&no_node);
    return {id, workload, isa, "test", lanes, role, "", function};
}

const Kernel own_kernels[] = {
    kernel_of("sha256-chain.wide.x32", Workload::sha256_chain, wide, 32),
    kernel_of("sha256-chain.wide.x16", Workload::sha256_chain, wide, 16),
    kernel_of("sha256-chain.unit.x4", Workload::sha256_chain, unit, 4),
    kernel_of("sha256-chain.unit.x3", Workload::sha256_chain, unit, 3),
    kernel_of("sha256-chain.unit.x2", Workload::sha256_chain, unit, 2),
    kernel_of("sha256-chain.unit.x1", Workload::sha256_chain, unit, 1),
    kernel_of("sha256-chain.half.x8", Workload::sha256_chain, half, 8),
    kernel_of("sha256-chain.plain.x1", Workload::sha256_chain, no_features, 1),
    kernel_of("keccak-chain.wide.x8", Workload::keccak_chain, wide, 8),
    kernel_of("keccak-chain.wide.x4", Workload::keccak_chain, wide, 4),
    kernel_of("keccak-chain.wide.x2", Workload::keccak_chain, wide, 2),
    kernel_of("keccak-chain.half.x1", Workload::keccak_chain, half, 1),
    kernel_of("keccak-chain.plain.x1", Workload::keccak_chain, no_features, 1),
    kernel_of("sha3.wide.x8", Workload::sha3, wide, 8),
    kernel_of("sha3.wide.x2", Workload::sha3, wide, 2),
    kernel_of("sha3.half.x1", Workload::sha3, half, 1),
    kernel_of("sha3.plain.x1", Workload::sha3, no_features, 1),
    kernel_of("sha256.plain.x1", Workload::sha256, no_features, 1),
    kernel_of("sha256-nodes.wide.x16", Workload::sha256_nodes, wide, 16),
    kernel_of("sha256-nodes.unit.x2", Workload::sha256_nodes, unit, 2),
    kernel_of("sha256-nodes.unit.x1", Workload::sha256_nodes, unit, 1),
    kernel_of("sha256-nodes.plain.x1", Workload::sha256_nodes, no_features, 1),
    kernel_of("sha256-salted.plain.x1", Workload::sha256_salted, no_features, 1),
};

const Kernel &kernel_named(std::string_view id)
{
    return *std::ranges::find(own_kernels, id, &Kernel::id);
}

using Ids = std::vector<std::string>;

Ids plan_ids(const DispatchTable &table, Workload workload, std::size_t lanes)
{
    Ids ids;
    for (const Kernel *kernel : calls_for(table, workload, lanes))
        ids.emplace_back(kernel->short_id());
    return ids;
}

// Returns the cost of a plan by these measurements.
double cost_of(const std::vector<const Kernel *> &plan, std::span<const CallCost> calls)
{
    double cost = 0;
    for (const Kernel *kernel : plan)
        cost += std::ranges::find(calls, kernel, &CallCost::kernel)->cycles;
    return cost;
}

TEST(BuiltInDispatch, EveryWorkloadRunsAnywhere)
{
    const DispatchTable table = built_in_dispatch({});
    for (const Workload workload : all_workloads) {
        EXPECT_EQ(table.kernel(workload).role, Role::baseline);
        EXPECT_EQ(table.single(workload).role, Role::baseline);
    }
}

TEST(BuiltInDispatch, NeverTakesWhatCannotRun)
{
    std::vector<CpuInfo> cpus(1);
    for (const std::string_view core : recorded_cores())
        cpus.push_back(cpu_with(core));
    for (CpuInfo &cpu : cpus)
        for (cpu.features = 0; cpu.features < 1U << 9; ++cpu.features) {
            const DispatchTable table = built_in_dispatch(cpu);
            for (const Workload workload : all_workloads) {
                for (std::size_t lanes = 1; lanes <= many_lanes; ++lanes)
                    for (const std::size_t blocks : {std::size_t{1}, many_blocks})
                        ASSERT_TRUE(
                            is_runnable(table.kernel(workload, lanes, blocks), cpu.features));
                ASSERT_EQ(table.single(workload).lanes, 1U);
                ASSERT_TRUE(is_runnable(table.single(workload), cpu.features));
            }
        }
}

TEST(BuiltInDispatch, ChoosesBySize)
{
    const DispatchTable table = built_in_dispatch(unknown_cpu(every_feature), own_kernels);
    const auto lanes_for = [&](Workload workload, std::size_t lanes) {
        return table.kernel(workload, lanes).lanes;
    };
    EXPECT_EQ(lanes_for(Workload::sha256_chain, 1), 1U);
    EXPECT_EQ(lanes_for(Workload::sha256_chain, 3), 3U);
    EXPECT_EQ(lanes_for(Workload::sha256_chain, 4), 4U);
    EXPECT_EQ(lanes_for(Workload::sha256_chain, 20), 32U);
    EXPECT_EQ(lanes_for(Workload::sha256_chain, 100), 32U);
    EXPECT_EQ(lanes_for(Workload::sha3, 1), 1U);
    EXPECT_EQ(lanes_for(Workload::keccak_chain, 1), 1U);
    EXPECT_EQ(lanes_for(Workload::keccak_chain, 3), 4U);
    EXPECT_EQ(lanes_for(Workload::keccak_chain, 5), 8U);
    EXPECT_EQ(lanes_for(Workload::keccak_chain, 1000), 8U);
    // Half of a kernel's lanes, or those of the next smaller.
    EXPECT_EQ(lanes_for(Workload::sha256_nodes, 7), 2U);
    EXPECT_EQ(lanes_for(Workload::sha256_nodes, 8), 16U);
    EXPECT_EQ(plan_ids(table, Workload::sha256_nodes, 33),
              (Ids{"wide.x16", "wide.x16", "unit.x1"}));
    EXPECT_EQ(plan_ids(table, Workload::sha256_chain, 100),
              (Ids{"wide.x32", "wide.x32", "wide.x32", "unit.x4"}));
}

// The same kernels, but the widest of each workload suit a core that has `half` as well.
TEST(BuiltInDispatch, TakesAVariantWhereItSuits)
{
    std::vector<Kernel> kernels(std::begin(own_kernels), std::end(own_kernels));
    for (Kernel &kernel : kernels)
        if (kernel.lanes == 32 || kernel.id == "sha3.wide.x8")
            kernel.suits = half;
    const auto lanes_with = [&](FeatureSet features, Workload workload) {
        return built_in_dispatch(unknown_cpu(features), kernels).kernel(workload).lanes;
    };
    EXPECT_EQ(lanes_with(unit | wide | half, Workload::sha256_chain), 32U);
    EXPECT_EQ(lanes_with(unit | wide | half, Workload::sha3), 8U);
    EXPECT_EQ(lanes_with(unit | wide, Workload::sha256_chain), 16U);
    EXPECT_EQ(lanes_with(unit | wide, Workload::sha3), 2U);
}

// Among kernels with as many lanes the manifest's order decides, even if none fits exactly.
TEST(BuiltInDispatch, TheFirstOfEqualsIsTaken)
{
    std::vector<Kernel> kernels(std::begin(own_kernels), std::end(own_kernels));
    Kernel second = kernel_named("keccak-chain.wide.x4");
    second.id = "keccak-chain.second.x4";
    kernels.insert(std::ranges::find(kernels, "keccak-chain.wide.x2", &Kernel::id), second);
    const DispatchTable table = built_in_dispatch(unknown_cpu(every_feature), kernels);
    EXPECT_EQ(table.kernel(Workload::keccak_chain, 3).short_id(), "wide.x4");
    EXPECT_EQ(table.kernel(Workload::keccak_chain, 4).short_id(), "wide.x4");
}

// Costs like those of a Zen 5, cycles per hash times lanes: the shape of a real measurement.
std::vector<CallCost> likely_calls()
{
    const std::map<std::string, double> cycles_per_hash = {
        {"sha256-chain.wide.x32", 30.46}, {"sha256-chain.wide.x16", 41.76},
        {"sha256-chain.unit.x4", 70.59},  {"sha256-chain.unit.x3", 75.91},
        {"sha256-chain.unit.x2", 84.13},  {"sha256-chain.unit.x1", 133.99},
        {"sha256-chain.half.x8", 134.29}, {"sha256-chain.plain.x1", 448.18},
        {"keccak-chain.wide.x8", 108.88}, {"keccak-chain.half.x1", 851.66},
        {"keccak-chain.wide.x2", 430.00}, {"sha3.wide.x8", 900},
        {"sha3.wide.x2", 3000},           {"sha3.half.x1", 6500},
        {"sha256.plain.x1", 7000},        {"sha256-nodes.wide.x16", 50},
        {"sha256-nodes.unit.x2", 140},    {"sha256-nodes.unit.x1", 250},
        {"sha256-salted.plain.x1", 900},  {"keccak-chain.plain.x1", 1000},
        {"sha3.plain.x1", 8000},          {"sha256-nodes.plain.x1", 900}};
    std::vector<CallCost> calls;
    for (const auto &[id, cycles] : cycles_per_hash)
        calls.push_back({&kernel_named(id), cycles * kernel_named(id).lanes});
    return calls;
}

struct Expected {
    Workload workload;
    std::size_t lanes;
    Ids plan;
};

// Built in, where the processor has no features: a plain kernel for each lane.
DispatchTable plain_choice() { return built_in_dispatch({}, own_kernels); }

TEST(MeasuredDispatch, TakesTheCheapestCalls)
{
    const DispatchTable table = measured_dispatch(plain_choice(), likely_calls());
    const Expected expectations[] = {
        {Workload::sha256_chain, 1, {"unit.x1"}},
        {Workload::sha256_chain, 2, {"unit.x2"}},
        {Workload::sha256_chain, 3, {"unit.x3"}},
        {Workload::sha256_chain, 5, {"unit.x3", "unit.x2"}},
        {Workload::sha256_chain, 8, {"unit.x4", "unit.x4"}},
        {Workload::sha256_chain, 9, {"wide.x16"}},
        {Workload::sha256_chain, 16, {"wide.x16"}},
        {Workload::sha256_chain, 17, {"wide.x16", "unit.x1"}},
        {Workload::sha256_chain, 28, {"wide.x32"}},
        {Workload::sha256_chain, 36, {"wide.x32", "unit.x4"}},
        {Workload::keccak_chain, 1, {"half.x1"}},
        {Workload::keccak_chain, 2, {"wide.x2"}},
        {Workload::keccak_chain, 3, {"wide.x8"}},
        {Workload::sha3, 1, {"wide.x2"}},
    };
    for (const Expected &expected : expectations)
        EXPECT_EQ(plan_ids(table, expected.workload, expected.lanes), expected.plan)
            << workload_name(expected.workload) << ", " << expected.lanes << " lanes";
    EXPECT_EQ(table.kernel(Workload::sha256_chain).id, "sha256-chain.wide.x32");
    EXPECT_EQ(table.single(Workload::sha3).id, "sha3.half.x1")
        << "one message absorbed in parts has no other lane, whatever a wider call costs";
}

TEST(MeasuredDispatch, TiesGoToTheWiderKernel)
{
    std::vector<CallCost> calls;
    for (const Kernel &kernel : own_kernels) // a lane costs the same everywhere else
        calls.push_back({&kernel, (kernel.role == Role::baseline ? 0.2 : 0.1) * kernel.lanes});
    const DispatchTable table = measured_dispatch(plain_choice(), calls);
    for (const Kernel &kernel : own_kernels) {
        EXPECT_EQ(table.kernel(kernel.workload, kernel.lanes).lanes, kernel.lanes) << kernel.id;
    }
}

// An empty lane is copied, which is in no cost.
TEST(MeasuredDispatch, AFilledCallIsTakenBeforeAnEmptyOne)
{
    const auto taken_at = [](double wide, std::size_t lanes) {
        std::vector<CallCost> calls = likely_calls();
        std::erase_if(calls, [](const CallCost &call) {
            return call.kernel->workload == Workload::keccak_chain && call.kernel->lanes > 1;
        });
        calls.push_back({&kernel_named("keccak-chain.wide.x2"), 700});
        calls.push_back({&kernel_named("keccak-chain.wide.x8"), wide});
        return plan_ids(measured_dispatch(plain_choice(), calls), Workload::keccak_chain, lanes);
    };
    EXPECT_EQ(taken_at(699, 1), Ids{"wide.x2"});
    EXPECT_EQ(taken_at(699, 2), Ids{"wide.x2"});
    EXPECT_EQ(taken_at(690, 2), Ids{"wide.x8"});
}

// Trusted costs are that uncertain.
TEST(MeasuredDispatch, ABuiltInChoiceStaysIfAnotherIsHardlyCheaper)
{
    const DispatchTable built_in = built_in_dispatch(unknown_cpu(every_feature), own_kernels);
    const auto with_cost = [&](const char *id, double cost) {
        std::vector<CallCost> calls = likely_calls();
        std::ranges::find(calls, &kernel_named(id), &CallCost::kernel)->cycles = cost;
        return measured_dispatch(built_in, calls);
    };
    const auto single_at = [&](double cost) {
        return with_cost("sha3.plain.x1", cost).single(Workload::sha3).short_id();
    };
    EXPECT_EQ(single_at(6450), "half.x1");
    EXPECT_EQ(single_at(6400), "plain.x1");
    const auto pair_at = [&](double cost) {
        return plan_ids(with_cost("sha256-chain.unit.x3", cost), Workload::sha256_chain, 2);
    };
    EXPECT_EQ(pair_at(2 * 84.13 * 0.99), Ids{"unit.x2"});
    EXPECT_EQ(pair_at(2 * 84.13 * 0.98), Ids{"unit.x3"});
    const auto many_at = [&](double cost) {
        return with_cost("sha256-chain.wide.x16", cost).kernel(Workload::sha256_chain).lanes;
    };
    EXPECT_EQ(many_at(16 * 30.2), 32U);
    EXPECT_EQ(many_at(16 * 30.0), 16U);
}

// A cheaper choice may be missed. A dearer one must not be taken.
TEST(MeasuredDispatch, ABuiltInChoiceStaysWhereItWasNotMeasured)
{
    const DispatchTable built_in = built_in_dispatch(unknown_cpu(every_feature), own_kernels);
    const auto without = [&](const char *id) {
        std::vector<CallCost> calls = likely_calls();
        std::erase_if(calls, [&](const CallCost &call) { return call.kernel->id == id; });
        return measured_dispatch(built_in, calls);
    };
    const auto plan = [](const DispatchTable &table, std::size_t lanes) {
        return plan_ids(table, Workload::sha256_chain, lanes);
    };
    // Built in are unit.x4 and unit.x1 for five lanes, and for eight and more a wide kernel.
    const DispatchTable no_one = without("sha256-chain.unit.x1");
    EXPECT_EQ(plan(no_one, 1), Ids{"unit.x1"});
    EXPECT_EQ(plan(no_one, 5), (Ids{"unit.x4", "unit.x1"}));
    EXPECT_EQ(plan(no_one, 8), (Ids{"unit.x4", "unit.x4"}));
    EXPECT_EQ(no_one.single(Workload::sha256_chain).short_id(), "unit.x1");
    EXPECT_EQ(without("sha256-chain.wide.x32").kernel(Workload::sha256_chain).lanes, 32U);
    const DispatchTable none = measured_dispatch(built_in, {});
    EXPECT_EQ(plan(none, 9), plan(built_in, 9));
    EXPECT_EQ(none.of(Workload::sha3).basis, Basis::manifest_order);
}

TEST(MeasuredDispatch, NeverCostsMoreThanTheBuiltInOne)
{
    std::mt19937 random(20240805);
    const DispatchTable built_in = built_in_dispatch(unknown_cpu(every_feature));
    for (int round = 0; round < 300; ++round) {
        const CallCosts calls = random_calls(every_feature, random);
        const DispatchTable measured = measured_dispatch(built_in, calls);
        for (const Workload workload : all_workloads)
            for (std::size_t lanes = 1; lanes <= max_lanes; ++lanes)
                ASSERT_LE(cost_of(calls_for(measured, workload, lanes), calls),
                          cost_of(calls_for(built_in, workload, lanes), calls))
                    << "round " << round << ", " << workload_name(workload) << ", " << lanes;
    }
}

} // namespace
} // namespace hashlane::test
