// SPDX-License-Identifier: MIT
#include "core/registry.h"
#include "support/kernel_param.h"

#include <gtest/gtest.h>

#include <set>

namespace hashlane::test {
namespace {

TEST(Registry, IdsAreUniqueAndWellFormed)
{
    std::set<std::string_view> ids;
    for (const Kernel &kernel : all_kernels()) {
        EXPECT_TRUE(ids.insert(kernel.id).second) << kernel.id;
        const std::string expected = std::string(workload_name(kernel.workload)) + "." +
                                     std::string(kernel.isa.tag) + ".x" +
                                     std::to_string(kernel.lanes);
        EXPECT_EQ(kernel.id, expected);
        EXPECT_FALSE(kernel.idea.empty());
    }
}

TEST(Registry, EveryWorkloadRunsAnywhere)
{
    for (const Workload workload : all_workloads) {
        const Kernel *best = best_kernel(workload, no_features);
        ASSERT_NE(best, nullptr);
        EXPECT_EQ(best->isa.tag, "portable");
    }
}

TEST(Registry, NeverChoosesWhatCannotRun)
{
    for (FeatureSet features = 0; features < 1U << 9; ++features)
        for (const Workload workload : all_workloads)
            for (const std::size_t lanes : {1U, 2U, 3U, 5U, 8U, 64U}) {
                const Kernel *best = best_kernel(workload, features, lanes);
                ASSERT_NE(best, nullptr);
                EXPECT_TRUE(is_runnable(*best, features)) << best->id;
            }
}

TEST(Registry, ChoosesBySize)
{
    const FeatureSet all = ~FeatureSet{0};
    if (!is_runnable(all_kernels().front(), all))
        GTEST_SKIP() << "built for another architecture: " << all_kernels().front().id << " "
                     << why_not_runnable(all_kernels().front(), all);
    const auto lanes_for = [](Workload workload, std::size_t lanes) {
        return best_kernel(workload, ~FeatureSet{0}, lanes)->lanes;
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
}

TEST(Registry, NamesTheMissingFeature)
{
    for (const Kernel &kernel : all_kernels()) {
        const std::string reason = why_not_runnable(kernel, no_features);
        EXPECT_EQ(reason.empty(), kernel.isa.features == no_features) << kernel.id;
        if (kernel.built() && kernel.isa.features != no_features) {
            EXPECT_NE(reason.find(feature_names(kernel.isa.features)), std::string::npos) << reason;
        }
    }
}

TEST(Registry, IndependentKernelIsAnother)
{
    for (const Kernel &kernel : all_kernels()) {
        const Kernel &other = independent_kernel(kernel);
        EXPECT_NE(other.id, kernel.id);
        EXPECT_EQ(other.workload, kernel.workload);
        EXPECT_EQ(other.lanes, 1U);
        EXPECT_TRUE(is_runnable(other, no_features));
    }
}

} // namespace
} // namespace hashlane::test
