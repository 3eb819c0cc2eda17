// SPDX-License-Identifier: MIT
//
// Tests over the registry: every kernel is a parameter, so that a new one needs no test code.
#ifndef HASHLANE_TESTS_SUPPORT_KERNEL_PARAM_H
#define HASHLANE_TESTS_SUPPORT_KERNEL_PARAM_H

#include "core/registry.h"
#include "skips.h"

#include <gtest/gtest.h>

#include <ostream>
#include <string>
#include <vector>

namespace hashlane {

inline void PrintTo(const Kernel *kernel, std::ostream *out) { *out << kernel->id; }

} // namespace hashlane

namespace hashlane::test {

inline std::vector<const Kernel *> kernels_of(Workload workload)
{
    std::vector<const Kernel *> kernels;
    for (const Kernel &kernel : all_kernels())
        if (kernel.workload == workload)
            kernels.push_back(&kernel);
    return kernels;
}

/// "shani_x2": a test's name may hold letters, digits and underscores only.
inline std::string kernel_test_name(const testing::TestParamInfo<const Kernel *> &info)
{
    std::string name(info.param->short_id());
    for (char &c : name)
        c = c == '.' || c == '-' ? '_' : c;
    return name;
}

/// Skips with the missing feature where the kernel cannot run. Where every kernel must run, as
/// in CI, a skip is a failure: a kernel that ran nowhere is not tested.
class KernelTest : public testing::TestWithParam<const Kernel *> {
protected:
    void SetUp() override
    {
        const std::string obstacle = why_not_runnable(*GetParam(), this_cpu().features);
        if (obstacle.empty())
            return;
        if (skips_are_failures())
            FAIL() << GetParam()->id << " ran nowhere: it " << obstacle;
        GTEST_SKIP() << GetParam()->id << " " << obstacle;
    }
};

} // namespace hashlane::test

#endif
