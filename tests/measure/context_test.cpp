// SPDX-License-Identifier: MIT
#include "lib/core/cpu_features.h"
#include "machine/system/host.h"
#include "measure/context.h"

#include <gtest/gtest.h>

namespace hashlane::test {
namespace {

TEST(Context, SaysWhichMachineAndProgramMeasured)
{
    const results::Context context = measure::gather_context("run --quick");
    const machine::Host host = machine::this_host();
    EXPECT_EQ(context.command, "run --quick");
    EXPECT_NE(context.cpu_model, "");
    EXPECT_EQ(context.cpu_identity, cpu_identity(this_cpu()));
    EXPECT_EQ(context.features, feature_names(this_cpu().features));
    EXPECT_EQ(context.host, host.name);
    EXPECT_EQ(context.os_release, host.system);
    EXPECT_EQ(context.executable, host.executable);
    EXPECT_NEAR(context.load_average, host.load_average, 1);
    EXPECT_FALSE(context.topology.cores.empty());
}

} // namespace
} // namespace hashlane::test
