// SPDX-License-Identifier: MIT
#include "machine/clock/this_core.h"

#include <gtest/gtest.h>

namespace hashlane::test {
namespace {

CpuInfo core(std::uint32_t midr)
{
    CpuInfo cpu;
    cpu.midr = midr;
    return cpu;
}

TEST(Arm64Chain, LatenciesGoByTheCoreAndNotItsRevision)
{
    for (const std::uint32_t neoverse_n1 : {0x410fd0c0U, 0x413fd0c1U}) {
        const auto latencies = machine::arm64_latencies(core(neoverse_n1));
        ASSERT_TRUE(latencies);
        EXPECT_EQ(latencies->mul, 2);
        EXPECT_EQ(latencies->fadd, 2);
    }
    EXPECT_EQ(machine::arm64_latencies(core(0x411fd073))->fadd, 5); // Cortex-A57
    EXPECT_EQ(machine::arm64_latencies(core(0x611f0230))->mul, 3);  // Apple Firestorm
}

TEST(Arm64Chain, NothingIsAssumedOfAnotherCore)
{
    EXPECT_FALSE(machine::arm64_latencies(core(0x000f0510))); // QEMU's own
    EXPECT_FALSE(machine::arm64_latencies(core(0x430fd0c1))); // the part of an N1, of another maker
    EXPECT_FALSE(machine::arm64_latencies(CpuInfo{}));
}

TEST(Arm64Chain, MacOsShowsNoRegister)
{
    CpuInfo cpu;
    cpu.vendor = "Apple";
    EXPECT_EQ(machine::arm64_latencies(cpu)->fadd, 3);
}

} // namespace
} // namespace hashlane::test
