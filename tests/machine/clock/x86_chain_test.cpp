// SPDX-License-Identifier: MIT
#include "lib/base/compiler.h"
#include "machine/clock/this_core.h"

#include <gtest/gtest.h>

namespace hashlane::test {
namespace {

std::optional<double> latency(const char *vendor, unsigned family)
{
    CpuInfo cpu;
    cpu.vendor = vendor;
    cpu.family = family;
    return machine::imul_latency(cpu);
}

TEST(X86Chain, LatencyIsKnownSinceNehalemAndZen)
{
    EXPECT_EQ(latency("GenuineIntel", 6), 3);
    EXPECT_EQ(latency("GenuineIntel", 16), 3);
    EXPECT_EQ(latency("GenuineIntel", 19), 3);
    EXPECT_EQ(latency("AuthenticAMD", 0x17), 3);
    EXPECT_EQ(latency("AuthenticAMD", 0x1a), 3);
    EXPECT_EQ(latency("HygonGenuine", 0x18), 3);
}

TEST(X86Chain, NothingIsAssumedOfAnotherCore)
{
    EXPECT_FALSE(latency("GenuineIntel", 5));
    EXPECT_FALSE(latency("GenuineIntel", 15)); // Pentium 4
    EXPECT_FALSE(latency("AuthenticAMD", 6));
    EXPECT_FALSE(latency("AuthenticAMD", 0x16)); // Jaguar
    EXPECT_FALSE(latency("HygonGenuine", 0x16));
    EXPECT_FALSE(latency("CentaurHauls", 6));
    EXPECT_FALSE(latency("", 0x19));
}

// A step left out, or one too many, would be a wrong clock.
TEST(X86Chain, RunsExactlyTheStepsThatItIsAskedFor)
{
#if HASHLANE_X86_64
    std::uint64_t value = 3;
    for (std::uint64_t steps = 0; steps <= 56; steps += 8) {
        EXPECT_EQ(machine::run_imul_chain(steps), value) << steps;
        for (int i = 0; i < 8; ++i)
            value *= value;
    }
#else
    EXPECT_EQ(machine::run_imul_chain(64), 0U);
#endif
}

} // namespace
} // namespace hashlane::test
