// SPDX-License-Identifier: MIT
//
// The built-in choice on every core that docs/results has costs of, whatever runs the test.
#include "lib/core/registry.h"
#include "lib/dispatch/call_plan.h"
#include "lib/dispatch/recorded_costs.h"
#include "support/costs.h"
#include "support/files.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <sstream>

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

CpuInfo zen4(FeatureSet features = avx512_and_sha) { return cpu_with("Zen 4", features); }
CpuInfo zen5() { return cpu_with("Zen 5", avx512_and_sha); }
CpuInfo golden_cove() { return cpu_with("Golden Cove", avx512_and_sha); }

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
    EXPECT_EQ(plan_ids(zen4(), Workload::sha256_nodes, 8), (Ids{"shani.x4", "shani.x4"}));
    EXPECT_EQ(plan_ids(zen4(), Workload::sha256_nodes, 16), Ids(4, "shani.x4"));
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

// Returns the smallest sum of calls that these features can run, by the costs alone; a kernel
// without a cost has 0.
template <class CostOf>
std::vector<double> least_costs(Workload workload, FeatureSet features, const CostOf &cost_of)
{
    std::vector<double> least(max_lanes + 1, 1e300);
    least[0] = 0;
    for (std::size_t lanes = 1; lanes <= max_lanes; ++lanes)
        for (const Kernel &kernel : built_kernels()) {
            const double cost = cost_of(kernel.id);
            if (kernel.workload == workload && cost > 0 && is_candidate(kernel, features))
                least[lanes] = std::min(
                    least[lanes], cost + least[lanes - std::min<std::size_t>(lanes, kernel.lanes)]);
        }
    return least;
}

// Expects calls that cost at most `times` as much as the cheapest, by the costs of that core.
void expect_cheap(const CpuInfo &cpu, std::string_view costs_of, double times)
{
    const DispatchTable choice = built_in_dispatch(cpu, built_kernels());
    for (const Workload workload : all_workloads)
        for (const auto &[blocks, call] : {std::pair{many_blocks, RecordedCall::usual},
                                           std::pair{std::size_t{1}, RecordedCall::one_block}}) {
            const std::vector<double> least =
                least_costs(workload, cpu.features, [&, kind = call](std::string_view kernel) {
                    return recorded_cost(costs_of, kernel, kind);
                });
            for (std::size_t lanes = 1; lanes <= max_lanes; ++lanes) {
                double sum = 0;
                for (const Kernel *kernel : calls_for(choice, workload, lanes, blocks))
                    sum += recorded_cost(costs_of, kernel->id, call);
                EXPECT_LE(sum, least[lanes] * times)
                    << cpu.core->name << ": " << workload_name(workload) << ", " << lanes;
            }
        }
}

TEST(RecordedCosts, NoCombinationIsCheaper)
{
    ASSERT_FALSE(recorded_cores().empty());
    for (const std::string_view core : recorded_cores())
        for (const FeatureSet features : {avx512_and_sha, sha_without_avx512})
            expect_cheap(cpu_with(core, features), core, 1.01);
}

TEST(RecordedCosts, EveryWorkloadHasThem)
{
    for (const std::string_view core : recorded_cores()) {
        const DispatchTable choice = built_in_dispatch(cpu_with(core));
        for (const Workload workload : all_workloads)
            EXPECT_EQ(choice.of(workload).basis, Basis::recorded) << workload_name(workload);
    }
}

TEST(RecordedCosts, AreOfNamedCores)
{
    for (const std::string_view core : recorded_cores())
        EXPECT_NE(find_microarchitecture(core), nullptr) << core;
}

TEST(RecordedCosts, OneThatIsMissingIsZero)
{
    EXPECT_EQ(recorded_cost("Zen 4", "sha256-chain.ref.x1"), 0);
    EXPECT_EQ(recorded_cost("Haswell", "sha256-chain.portable.x1"), 0);
    EXPECT_EQ(recorded_cost("Zen 4", "sha256-chain.shani.x4", RecordedCall::one_block),
              recorded_cost("Zen 4", "sha256-chain.shani.x4"));
    EXPECT_LT(recorded_cost("Zen 4", "sha3.bmi2.x1", RecordedCall::one_block),
              recorded_cost("Zen 4", "sha3.bmi2.x1"));
}

// Each relative gets calls that are the cheapest by the costs of the other.
TEST(RecordedCosts, ARelativeLendsThem)
{
    for (const auto &[core, lender] :
         {std::pair{"Redwood Cove", "Golden Cove"}, {"Zen 4c", "Zen 4"}, {"Zen 5c", "Zen 5"}})
        for (const FeatureSet features : {avx512_and_sha, sha_without_avx512}) {
            const CpuInfo cpu = cpu_with(core, features);
            EXPECT_EQ(costs_for(cpu.core).kinship, Kinship::relative);
            expect_cheap(cpu, lender, 1.01);
        }
}

// Two relatives that were both measured: calls by the costs of one are the other's best within a
// tenth, or 10.7 % with 51 lanes of Keccak, three times the 17 of a kernel that the other would not
// take.
TEST(RecordedCosts, OfARelativeChooseWell)
{
    const CpuInfo by_golden_cove = cpu_with("Redwood Cove", avx512_and_sha);
    ASSERT_EQ(costs_for(by_golden_cove.core).of, "Golden Cove");
    expect_cheap(by_golden_cove, "Raptor Cove", 1.107);
}

TEST(RecordedCosts, ASimilarCoreLendsThem)
{
    for (const auto &[core, lender] : {std::pair{"Haswell", "Golden Cove"},
                                       {"Skylake-X", "Golden Cove"},
                                       {"Sunny Cove", "Golden Cove"},
                                       {"Willow Cove", "Golden Cove"},
                                       {"Cougar Cove", "Golden Cove"},
                                       {"Zen 2", "Zen 3"},
                                       {"Zen 5 mobile", "Zen 5"},
                                       {"Zen 6", "Zen 5"}}) {
        const LentCosts costs = costs_for(find_microarchitecture(core));
        EXPECT_EQ(costs.of, lender) << core;
        EXPECT_EQ(costs.kinship, Kinship::similar) << core;
    }
}

// Neither small cores nor Zen 1, whose vectors have half the width.
TEST(RecordedCosts, NoOtherCoreLendsThem)
{
    for (const char *core : {"Goldmont", "Tremont", "Gracemont", "Skymont", "Zen 1", "Zen+",
                             "Arm Neoverse N1", "Apple Firestorm"})
        EXPECT_EQ(costs_for(find_microarchitecture(core)).of, "") << core;
    EXPECT_EQ(costs_for(nullptr).of, "");
}

// Costs by kernel.
using CostTable = std::map<std::string, double, std::less<>>;

// A column of modelled_costs.txt.
CostTable modelled_costs(std::size_t column)
{
    CostTable costs;
    std::istringstream lines(read_file(test_path("lib/dispatch/modelled_costs.txt")));
    for (std::string line; std::getline(lines, line);) {
        std::istringstream fields(line);
        std::string id, cycles;
        fields >> id;
        for (std::size_t i = 0; i <= column; ++i)
            fields >> cycles;
        if (id != "#" && cycles != "-")
            costs[id] = std::stod(cycles);
    }
    return costs;
}

TEST(RecordedCosts, SuitCoresThatOnlyModelsAreKnownOf)
{
    constexpr FeatureSet with_avx2 = ssse3 | sse41 | avx | avx2 | bmi1 | bmi2;
    const std::pair<const char *, FeatureSet> cores[] = {
        {"Haswell", with_avx2},
        {"Skylake", with_avx2},
        {"Skylake-X", with_avx2 | avx512f | avx512vl}};
    for (std::size_t column = 0; column < std::size(cores); ++column) {
        const auto &[core, features] = cores[column];
        const CostTable costs = modelled_costs(column);
        ASSERT_GE(costs.size(), 10U);
        const DispatchTable choice = built_in_dispatch(cpu_with(core, features), built_kernels());
        for (const Workload workload : all_workloads) {
            const std::vector<double> least =
                least_costs(workload, features, [&](std::string_view kernel) {
                    const auto found = costs.find(kernel);
                    return found == costs.end() ? 0 : found->second;
                });
            for (std::size_t lanes = 1; lanes <= max_lanes; ++lanes) {
                double sum = 0;
                for (const Kernel *kernel : calls_for(choice, workload, lanes, many_blocks))
                    sum += costs.find(kernel->id)->second;
                EXPECT_LE(sum, least[lanes] * 1.1)
                    << core << ": " << workload_name(workload) << ", " << lanes;
            }
        }
    }
}

// By order, which the compact kernels come first in where they suit.
TEST(RecordedCosts, GracemontTakesTheKernelMadeForIt)
{
    const CpuInfo gracemont =
        cpu_with("Gracemont", sha_without_avx512 | find_microarchitecture("Gracemont")->traits);
    const DispatchTable choice = built_in_dispatch(gracemont, built_kernels());
    EXPECT_EQ(choice.of(Workload::sha256_chain).basis, Basis::manifest_order);
    EXPECT_EQ(choice.single(Workload::sha256_chain).short_id(), "shani-compact.x1");
    EXPECT_EQ(plan_ids(gracemont, Workload::sha256_chain, 1), Ids{"shani-compact.x1"});
    const CpuInfo sunny = cpu_with("Sunny Cove", avx512_and_sha);
    EXPECT_EQ(plan_ids(sunny, Workload::sha256_chain, 1), Ids{"shani.x1"});
}

TEST(RecordedCosts, WithoutThemTheOrderDecides)
{
    const CpuInfo unknown = unknown_cpu(avx512_and_sha);
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
