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
        EXPECT_FALSE(kernel.summary.empty());
    }
}

TEST(Registry, NamesTheMissingFeature)
{
    for (const Kernel &kernel : all_kernels()) {
        const std::string reason = why_not_runnable(kernel, no_features);
        EXPECT_EQ(reason.empty(), kernel.built() && kernel.isa.features == no_features)
            << kernel.id;
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
