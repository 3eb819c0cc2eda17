// SPDX-License-Identifier: MIT
#include "lib/core/registry.h"
#include "support/kernel_param.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace hashlane::test {
namespace {

std::string id_text(Workload workload, const std::string &name, unsigned lanes)
{
    return std::string(workload_name(workload)) + "." + name + ".x" + std::to_string(lanes);
}

TEST(Registry, EveryWorkloadHasAReferenceAndABaseline)
{
    for (const Workload workload : all_workloads) {
        const Kernel &reference = reference_kernel(workload);
        EXPECT_EQ(reference.role, Role::reference);
        EXPECT_EQ(independent_kernel(reference).role, Role::baseline);
        EXPECT_EQ(&independent_kernel(independent_kernel(reference)), &reference);
    }
}

TEST(Registry, IdsAreUniqueAndWellFormed)
{
    std::set<std::string_view> ids;
    for (const Kernel &kernel : all_kernels()) {
        EXPECT_TRUE(ids.insert(kernel.id).second) << kernel.id;
        std::string name(kernel.file);
        std::ranges::replace(name, '_', '-');
        EXPECT_EQ(kernel.id, id_text(kernel.workload, name, kernel.lanes));
        EXPECT_EQ(name.substr(0, name.find('-')), kernel.isa.tag);
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
