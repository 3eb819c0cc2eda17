// SPDX-License-Identifier: MIT
#include "support/kernel_param.h"

namespace hashlane::test {
namespace {

// Tests over the registry have this architecture's kernels alone. Here the others are counted, so
// that a report of the tests shows what did not run.
TEST(OtherArchitectures, KernelsAreNotTestedHere)
{
    const std::size_t others = all_kernels().size() - kernels_of_this_architecture().size();
    if (others != 0)
        GTEST_SKIP() << others << " kernels of other architectures: ./dev cross runs them";
}

} // namespace
} // namespace hashlane::test
