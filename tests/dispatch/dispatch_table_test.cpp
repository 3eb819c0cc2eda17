// SPDX-License-Identifier: MIT
#include "core/registry.h"
#include "dispatch/dispatch_table.h"
#include "support/costs.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

namespace hashlane::test {
namespace {

// Every kernel can run: what is chosen, not whether this machine could run it.
constexpr FeatureSet every_feature = ~FeatureSet{0};

const Kernel &kernel_named(std::string_view id)
{
    return *std::ranges::find(all_kernels(), id, &Kernel::id);
}

std::vector<std::string> plan_ids(const DispatchTable &choice, Workload workload, std::size_t lanes)
{
    std::vector<std::string> ids;
    for (const Kernel *kernel : calls_for(choice, workload, lanes))
        ids.emplace_back(kernel->short_id());
    return ids;
}

// What a plan costs by these measurements.
double cost_of(const std::vector<const Kernel *> &plan, const std::vector<MeasuredCall> &calls)
{
    double cost = 0;
    for (const Kernel *kernel : plan)
        cost += std::ranges::find(calls, kernel, &MeasuredCall::kernel)->cycles;
    return cost;
}

class BuiltInOnEveryKernel : public testing::Test {
protected:
    void SetUp() override
    {
        const Kernel &first = all_kernels().front();
        if (!is_runnable(first, every_feature))
            GTEST_SKIP() << "built for another architecture: " << first.id << " "
                         << why_not_runnable(first, every_feature);
    }
};

TEST(BuiltInChoice, EveryWorkloadRunsAnywhere)
{
    const DispatchTable choice = built_in_dispatch(no_features);
    for (const Workload workload : all_workloads) {
        EXPECT_EQ(choice.kernel(workload).isa.tag, "portable");
        EXPECT_EQ(choice.single(workload).isa.tag, "portable");
    }
}

TEST(BuiltInChoice, NeverTakesWhatCannotRun)
{
    for (FeatureSet features = 0; features < 1U << 9; ++features) {
        const DispatchTable choice = built_in_dispatch(features);
        for (const Workload workload : all_workloads) {
            for (std::size_t lanes = 1; lanes <= many_lanes; ++lanes)
                ASSERT_TRUE(is_runnable(choice.kernel(workload, lanes), features));
            ASSERT_EQ(choice.single(workload).lanes, 1U);
        }
    }
}

TEST_F(BuiltInOnEveryKernel, ChoosesBySize)
{
    const DispatchTable choice = built_in_dispatch(every_feature);
    const auto lanes_for = [&](Workload workload, std::size_t lanes) {
        return choice.kernel(workload, lanes).lanes;
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
    EXPECT_EQ(plan_ids(choice, Workload::sha256_chain, 100),
              (std::vector<std::string>{"avx512-shortpath.x32", "avx512-shortpath.x32",
                                        "avx512-shortpath.x32", "shani.x4"}));
}

// Call costs of a Zen 5: docs/results/amd-epyc-9005-zen5.md, cycles a hash times lanes.
std::vector<MeasuredCall> zen5_calls()
{
    const std::map<std::string, double> cycles_per_hash = {
        {"sha256-chain.avx512-shortpath.x32", 30.46},
        {"sha256-chain.avx512.x16", 41.76},
        {"sha256-chain.shani.x4", 70.59},
        {"sha256-chain.shani.x3", 75.91},
        {"sha256-chain.shani.x2", 84.13},
        {"sha256-chain.shani.x1", 133.99},
        {"sha256-chain.avx2.x8", 134.29},
        {"sha256-chain.portable.x1", 448.18},
        {"keccak-chain.avx512.x8", 108.88},
        {"keccak-chain.bmi2.x1", 851.66},
        {"keccak-chain.avx512.x2", 430.00},
        {"sha3.avx512.x8", 900},
        {"sha3.avx512.x2", 3000},
        {"sha3.bmi2.x1", 6500}};
    std::vector<MeasuredCall> calls;
    for (const auto &[id, cycles] : cycles_per_hash)
        calls.push_back({&kernel_named(id), cycles * kernel_named(id).lanes});
    return calls;
}

struct Expected {
    Workload workload;
    std::size_t lanes;
    std::vector<std::string> plan;
};

TEST(MeasuredChoice, TakesTheCheapestCalls)
{
    const DispatchTable choice = measured_dispatch(zen5_calls());
    const Expected table[] = {
        {Workload::sha256_chain, 1, {"shani.x1"}},
        {Workload::sha256_chain, 2, {"shani.x2"}},
        {Workload::sha256_chain, 3, {"shani.x3"}},
        {Workload::sha256_chain, 5, {"shani.x3", "shani.x2"}},
        {Workload::sha256_chain, 8, {"shani.x4", "shani.x4"}},
        {Workload::sha256_chain, 9, {"avx512.x16"}},
        {Workload::sha256_chain, 16, {"avx512.x16"}},
        {Workload::sha256_chain, 17, {"avx512.x16", "shani.x1"}},
        {Workload::sha256_chain, 28, {"avx512-shortpath.x32"}},
        {Workload::sha256_chain, 36, {"avx512-shortpath.x32", "shani.x4"}},
        {Workload::keccak_chain, 1, {"bmi2.x1"}},
        {Workload::keccak_chain, 2, {"avx512.x2"}},
        {Workload::keccak_chain, 3, {"avx512.x8"}},
        {Workload::sha3, 1, {"avx512.x2"}},
    };
    for (const Expected &expected : table)
        EXPECT_EQ(plan_ids(choice, expected.workload, expected.lanes), expected.plan)
            << workload_name(expected.workload) << ", " << expected.lanes << " lanes";
    EXPECT_EQ(choice.kernel(Workload::sha256_chain).id, "sha256-chain.avx512-shortpath.x32");
    EXPECT_EQ(choice.single(Workload::sha3).id, "sha3.bmi2.x1")
        << "one message absorbed in parts has no other lane, whatever a wider call costs";
}

TEST(MeasuredChoice, TiesGoToTheWiderKernel)
{
    std::vector<MeasuredCall> calls;
    for (const Kernel &kernel : all_kernels())
        calls.push_back({&kernel, 0.1 * kernel.lanes}); // a lane costs the same everywhere
    const DispatchTable choice = measured_dispatch(calls);
    for (const Workload workload : all_workloads)
        for (const Kernel &kernel : all_kernels())
            if (kernel.workload == workload) {
                EXPECT_EQ(choice.kernel(workload, kernel.lanes).lanes, kernel.lanes) << kernel.id;
            }
}

TEST(MeasuredChoice, NeverCostsMoreThanTheBuiltInOne)
{
    std::mt19937 random(20240805);
    const DispatchTable built_in = built_in_dispatch(every_feature);
    for (int round = 0; round < 300; ++round) {
        const std::vector<MeasuredCall> calls = random_calls(every_feature, random);
        const DispatchTable measured = measured_dispatch(calls);
        for (const Workload workload : all_workloads)
            for (std::size_t lanes = 1; lanes <= max_lanes; ++lanes)
                ASSERT_LE(cost_of(calls_for(measured, workload, lanes), calls),
                          cost_of(calls_for(built_in, workload, lanes), calls) * (1 + 1e-6))
                    << "round " << round << ", " << workload_name(workload) << ", " << lanes;
    }
}

} // namespace
} // namespace hashlane::test
