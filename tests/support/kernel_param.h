// SPDX-License-Identifier: MIT
//
// Tests over the registry: every kernel of this architecture is a parameter, so that a new one
// needs no test code. Those of other architectures are counted once
// (kernels/other_architectures_test.cpp).
#pragma once

#include "lib/core/registry.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <ostream>
#include <string>
#include <vector>

namespace hashlane {

inline void PrintTo(const Kernel *kernel, std::ostream *out) { *out << kernel->id; }

} // namespace hashlane

namespace hashlane::test {

inline std::vector<const Kernel *> kernels_of_this_architecture()
{
    std::vector<const Kernel *> kernels;
    for (const Kernel &kernel : all_kernels())
        if (kernel.built())
            kernels.push_back(&kernel);
    return kernels;
}

/// Returns the kernels of this architecture in the manifest's order: the reference is the last.
inline std::vector<const Kernel *> kernels_of(Workload workload)
{
    std::vector<const Kernel *> kernels = kernels_of_this_architecture();
    std::erase_if(kernels, [&](const Kernel *kernel) { return kernel->workload != workload; });
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

/// Appends the outcome of a kernel here to the file that HASHLANE_KERNELS_LOG names, if it does: it
/// "ran", or "lacks" a feature. tools/cross adds up the runs under several processors.
inline void log_kernel(std::string_view became, const Kernel &kernel, const std::string &obstacle)
{
    if (const char *const path = std::getenv("HASHLANE_KERNELS_LOG"))
        std::ofstream(path, std::ios::app) << became << ' ' << kernel.id << ' ' << obstacle << '\n';
}

/// Skips with the missing feature if the kernel cannot run. './dev cross' has emulators, and checks
/// that each ran on some processor.
class KernelTest : public testing::TestWithParam<const Kernel *> {
protected:
    void SetUp() override
    {
        const Kernel &kernel = *GetParam();
        const std::string obstacle = why_not_runnable(kernel, this_cpu().features);
        log_kernel(obstacle.empty() ? "ran" : "lacks", kernel, obstacle);
        if (!obstacle.empty())
            GTEST_SKIP() << kernel.id << " " << obstacle;
    }
};

} // namespace hashlane::test
