// SPDX-License-Identifier: MIT
//
// The built-in choice on every core that docs/results has costs of, whatever runs the test.
#include "lib/core/registry.h"
#include "lib/dispatch/call_plan.h"
#include "lib/dispatch/recorded_costs.h"
#include "support/costs.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace hashlane::test {
namespace {

constexpr FeatureSet avx512_and_sha =
    ssse3 | sse41 | avx | avx2 | bmi1 | bmi2 | sha | avx512f | avx512vl;
constexpr FeatureSet sha_without_avx512 = ssse3 | sse41 | avx | avx2 | bmi1 | bmi2 | sha;

void never_called() {}

// The manifest, as if all of it were built for this architecture.
const std::vector<Kernel> &built_kernels()
{
    static const std::vector<Kernel> kernels = [] {
        std::vector<Kernel> copies(all_kernels().begin(), all_kernels().end());
        for (Kernel &kernel : copies)
            std::visit(
                [](auto &function) {
                    using Function = std::remove_reference_t<decltype(function)>;
                    if constexpr (!std::is_same_v<Function, void *>)
                        function = reinterpret_cast<Function>(&never_called);
                },
                kernel.function);
        return copies;
    }();
    return kernels;
}

using Ids = std::vector<std::string>;

CpuInfo cpu_of(std::string_view vendor, unsigned family, unsigned model,
               FeatureSet features = avx512_and_sha)
{
    CpuInfo cpu;
    cpu.vendor = vendor;
    cpu.family = family;
    cpu.model = model;
    cpu.features = features;
    return cpu;
}

CpuInfo zen4(FeatureSet features = avx512_and_sha)
{
    return cpu_of("AuthenticAMD", 25, 17, features);
}
CpuInfo zen5() { return cpu_of("AuthenticAMD", 26, 2); }
CpuInfo golden_cove() { return cpu_of("GenuineIntel", 6, 167); }

Ids plan_ids(const CpuInfo &cpu, Workload workload, std::size_t lanes,
             std::size_t blocks = many_blocks)
{
    Ids ids;
    const DispatchTable choice = built_in_dispatch(cpu, built_kernels());
    for (const Kernel *kernel : calls_for(choice, workload, lanes, blocks))
        ids.emplace_back(kernel->short_id());
    return ids;
}

TEST(RecordedCosts, TheRightCallsOnEachCore)
{
    EXPECT_EQ(plan_ids(zen4(), Workload::sha256_chain, 8), (Ids{"shani.x4", "shani.x4"}));
    EXPECT_EQ(plan_ids(zen4(), Workload::sha256_nodes, 8), Ids(4, "shani.x2"));
    EXPECT_EQ(plan_ids(zen4(), Workload::sha256_nodes, 16), Ids{"avx512.x16"});
    EXPECT_EQ(plan_ids(zen4(), Workload::keccak_chain, 1), Ids{"avx512-balanced.x1"});
    EXPECT_EQ(plan_ids(zen4(), Workload::sha3, 4), Ids{"avx512-balanced.x4"});
    EXPECT_EQ(plan_ids(zen5(), Workload::sha256_chain, 4), Ids{"shani-compact.x4"});
    EXPECT_EQ(plan_ids(zen5(), Workload::sha256_chain, 16), Ids{"avx512-shortpath.x16"});
    EXPECT_EQ(plan_ids(zen5(), Workload::sha256_chain, 33),
              (Ids{"avx512-shortpath.x32", "shani.x1"}));
    EXPECT_EQ(plan_ids(zen5(), Workload::keccak_chain, 5), Ids{"avx512-shortpath.x8"});
    EXPECT_EQ(plan_ids(golden_cove(), Workload::sha256_chain, 2), Ids{"shani.x2"});
    EXPECT_EQ(plan_ids(golden_cove(), Workload::sha256_chain, 16), Ids{"avx512.x16"});
    EXPECT_EQ(plan_ids(golden_cove(), Workload::keccak_chain, 1), Ids{"avx512.x1"});
    EXPECT_EQ(plan_ids(golden_cove(), Workload::sha3, 8), Ids{"avx512.x8"});
}

// Returns the smallest sum of calls for each number of lanes, by the costs alone.
std::vector<double> least_costs(const RecordedCore &core, double RecordedCost::*cost,
                                Workload workload)
{
    std::vector<double> least(max_lanes + 1, 1e300);
    least[0] = 0;
    for (std::size_t lanes = 1; lanes <= max_lanes; ++lanes)
        for (const RecordedCost &call : costs_of(core)) {
            const Kernel &kernel = *find_kernel(call.kernel);
            if (kernel.workload == workload)
                least[lanes] = std::min(
                    least[lanes],
                    call.*cost + least[lanes - std::min<std::size_t>(lanes, kernel.lanes)]);
        }
    return least;
}

double cost_on(const RecordedCore &core, double RecordedCost::*cost,
               const std::vector<const Kernel *> &plan)
{
    double sum = 0;
    for (const Kernel *kernel : plan)
        sum += (*std::ranges::find(costs_of(core), kernel->id, &RecordedCost::kernel)).*cost;
    return sum;
}

TEST(RecordedCosts, NoCombinationIsCheaper)
{
    for (const RecordedCore &core : recorded_cores()) {
        CpuInfo cpu = cpu_like(core);
        cpu.features = ~FeatureSet{0};
        const DispatchTable choice = built_in_dispatch(cpu, built_kernels());
        for (const Workload workload : all_workloads)
            for (const auto &[blocks, cost] :
                 {std::pair{many_blocks, &RecordedCost::cycles},
                  std::pair{std::size_t{1}, &RecordedCost::one_block}}) {
                const std::vector<double> least = least_costs(core, cost, workload);
                for (std::size_t lanes = 1; lanes <= max_lanes; ++lanes)
                    EXPECT_LE(cost_on(core, cost, calls_for(choice, workload, lanes, blocks)),
                              least[lanes] * 1.01)
                        << core.vendor << " " << core.family << " " << core.model << ": "
                        << workload_name(workload) << ", " << lanes << " lanes";
            }
    }
}

TEST(RecordedCosts, EveryWorkloadHasThem)
{
    for (const RecordedCore &core : recorded_cores()) {
        const DispatchTable choice = built_in_dispatch(cpu_like(core));
        for (const Workload workload : all_workloads)
            EXPECT_EQ(choice.of(workload).basis, Basis::this_core) << workload_name(workload);
    }
}

TEST(RecordedCosts, AreOfTheManifestsKernels)
{
    for (const RecordedCore &core : recorded_cores()) {
        const Kernel *last = nullptr;
        for (const RecordedCost &cost : costs_of(core)) {
            const Kernel *const kernel = find_kernel(cost.kernel);
            ASSERT_NE(kernel, nullptr) << cost.kernel;
            EXPECT_LT(last, kernel) << "in its order";
            EXPECT_GT(cost.cycles, 0) << cost.kernel;
            EXPECT_GT(cost.one_block, 0) << cost.kernel;
            last = kernel;
        }
    }
}

// Returns family and model of the most similar core, 0 and 0 if there is none.
std::pair<unsigned, unsigned> similar_to(const CpuInfo &cpu)
{
    const RecordedCore *const core = most_similar_core(cpu);
    return core == nullptr ? std::pair{0U, 0U} : std::pair{core->family, core->model};
}

TEST(RecordedCosts, OfTheMostSimilarCore)
{
    using Pair = std::pair<unsigned, unsigned>;
    EXPECT_EQ(similar_to(zen4()), Pair(25, 17));
    EXPECT_EQ(similar_to(zen5()), Pair(26, 2));
    EXPECT_EQ(similar_to(cpu_of("AuthenticAMD", 25, 1, sha_without_avx512)), Pair(25, 17));
    EXPECT_EQ(similar_to(cpu_of("AuthenticAMD", 26, 68)), Pair(26, 2));
    EXPECT_EQ(similar_to(cpu_of("AuthenticAMD", 27, 1)), Pair(26, 2)) << "the same features";
    EXPECT_EQ(similar_to(cpu_of("AuthenticAMD", 23, 49, sha_without_avx512)), Pair(0, 0));
    EXPECT_EQ(similar_to(cpu_of("GenuineIntel", 6, 143)), Pair(6, 167));
    EXPECT_EQ(similar_to(cpu_of("GenuineIntel", 19, 1)), Pair(6, 167));
    EXPECT_EQ(similar_to(cpu_of("HygonGenuine", 25, 17)), Pair(0, 0)) << "another vendor";
    CpuInfo arm64;
    arm64.midr = 0xff3fd0c1; // an implementer that makes no cores
    EXPECT_EQ(similar_to(arm64), Pair(0, 0));
}

TEST(RecordedCosts, ASimilarCoreLendsItsCosts)
{
    const CpuInfo zen3 = cpu_of("AuthenticAMD", 25, 1, sha_without_avx512);
    EXPECT_EQ(built_in_dispatch(zen3, built_kernels()).of(Workload::sha256_chain).basis,
              Basis::similar_core);
    EXPECT_EQ(plan_ids(zen3, Workload::sha256_chain, 8), (Ids{"shani.x4", "shani.x4"}));
    EXPECT_EQ(plan_ids(zen3, Workload::keccak_chain, 4), Ids{"avx2.x4"});
}

TEST(RecordedCosts, WithoutThemTheOrderDecides)
{
    const CpuInfo unknown = cpu_of("HygonGenuine", 25, 17);
    EXPECT_EQ(built_in_dispatch(unknown, built_kernels()).of(Workload::sha256_chain).basis,
              Basis::manifest_order);
    EXPECT_EQ(plan_ids(unknown, Workload::sha256_chain, 8), Ids{"avx512.x16"});
    // A kernel of these workloads has a cost, but none with one lane: nothing would take one lane.
    std::vector<Kernel> kernels = built_kernels();
    for (Kernel &kernel : kernels)
        if (kernel.lanes == 1)
            kernel.id = "sha256-chain.unmeasured.x1";
    EXPECT_EQ(built_in_dispatch(zen4(), kernels).of(Workload::sha256_chain).basis,
              Basis::manifest_order);
}

TEST(RecordedCosts, MeasurementsCorrectThem)
{
    const FeatureSet features = this_cpu().features;
    std::mt19937 random(20261124);
    const CallCosts calls = random_calls(features, random);
    const DispatchTable known = built_in_dispatch(zen4(features));
    const DispatchTable corrected = measured_dispatch(known, calls);
    const DispatchTable alone = measured_dispatch(built_in_dispatch(unknown_cpu(features)), calls);
    for (const Workload workload : all_workloads) {
        EXPECT_EQ(corrected.of(workload).basis, Basis::measured_here);
        EXPECT_TRUE(corrected.of(workload).one_block == known.of(workload).one_block)
            << "one block was not measured";
        EXPECT_TRUE(alone.of(workload).one_block == alone.of(workload).by_lanes);
    }
}

} // namespace
} // namespace hashlane::test
