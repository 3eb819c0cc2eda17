// SPDX-License-Identifier: MIT
#include "machine/sensors/energy_meter.h"

#include <gtest/gtest.h>

namespace hashlane::test {
namespace {

TEST(Energy, OfAUnitIsWhatIdlenessWouldNotHaveUsed)
{
    const auto energy = machine::energy_of({50, 2}, 5, 8);
    ASSERT_TRUE(energy);
    EXPECT_DOUBLE_EQ(energy->watts, 25);
    EXPECT_DOUBLE_EQ(energy->idle_watts, 5);
    EXPECT_DOUBLE_EQ(energy->joules_per_unit, 5);
}

TEST(Energy, OfADayIsRight)
{
    constexpr double day = 86400, hashes = 5e8 * day;
    const auto energy = machine::energy_of({300 * day, day}, 100, hashes);
    ASSERT_TRUE(energy);
    EXPECT_DOUBLE_EQ(energy->joules_per_unit, 200 / 5e8);
}

TEST(Energy, IsNotGivenForAWindowAsShortAsTheCountersSteps)
{
    EXPECT_FALSE(machine::energy_of({10, 0.09}, 0, 1));
    EXPECT_TRUE(machine::energy_of({10, 0.11}, 0, 1));
}

TEST(Energy, IsNeverZeroOrLess)
{
    EXPECT_FALSE(machine::energy_of({10, 1}, 10, 1));
    EXPECT_FALSE(machine::energy_of({10, 1}, 11, 1));
    EXPECT_TRUE(machine::energy_of({10, 1}, 9, 1));
}

TEST(Energy, OfNothingIsNothing) { EXPECT_FALSE(machine::energy_of({10, 1}, 1, 0)); }

} // namespace
} // namespace hashlane::test
