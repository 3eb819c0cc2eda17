// SPDX-License-Identifier: MIT
#include "lib/core/cpu_features.h"
#include "machine/system/host.h"
#include "measure/context.h"
#include "support/environment.h"

#include <gtest/gtest.h>

#include <ctime>

namespace hashlane::test {
namespace {

void set_time_zone()
{
#if defined(_WIN32)
    _tzset();
#else
    tzset();
#endif
}

// In UTC, ahead of it, and behind it, half an hour off.
TEST(Context, HasTheDateInLocalTimeWithItsOffset)
{
    const auto date_in = [](const char *zone) {
        const Environment variable("TZ", zone);
        set_time_zone();
        return measure::date_of(1767323045);
    };
    EXPECT_EQ(date_in("UTC0"), "2026-01-02T03:04:05+00:00");
    EXPECT_EQ(date_in("AAA-9:30"), "2026-01-02T12:34:05+09:30");
    EXPECT_EQ(date_in("AAA+3:30"), "2026-01-01T23:34:05-03:30");
    set_time_zone();
}

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
