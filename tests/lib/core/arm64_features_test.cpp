// SPDX-License-Identifier: MIT
//
// ARM64 detection on recorded values, on any host.

#include "lib/core/cpu_features.h"
#include "lib/dispatch/dispatch_table.h"
#include "support/costs.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace hashlane::test {
namespace {

// AT_HWCAP and MIDR_EL1.
constexpr std::uint64_t raspberry_pi_4 = 0x00000887; // Cortex-A72 without the crypto extension
constexpr std::uint64_t neoverse_n1 = 0x0017ffff & ~(1U << 17);
constexpr std::uint64_t qemu_max = 0xefffffff;
constexpr std::uint32_t midr_of_n1 = 0x413fd0c1;

std::string names_of(std::uint64_t hwcap) { return feature_names(arm64_features_of_hwcap(hwcap)); }

TEST(Arm64Features, OfLinux)
{
    EXPECT_EQ(names_of(raspberry_pi_4), "ASIMD");
    EXPECT_EQ(names_of(neoverse_n1), "ASIMD, SHA2");
    EXPECT_EQ(names_of(qemu_max), "ASIMD, SHA2, SHA3");
    EXPECT_EQ(names_of(0), "none");
}

TEST(Arm64Features, OfMacOs)
{
    const auto features = [](const std::set<std::string> &set) {
        return feature_names(
            arm64_features_of_sysctl([&](const char *name) { return set.contains(name); }));
    };
    EXPECT_EQ(features({"hw.optional.AdvSIMD", "hw.optional.arm.FEAT_SHA256",
                        "hw.optional.arm.FEAT_SHA512", "hw.optional.arm.FEAT_SHA3"}),
              "ASIMD, SHA2, SHA3");
    EXPECT_EQ(features({"hw.optional.arm.FEAT_SHA512"}), "none");
}

TEST(Arm64Features, Identity)
{
    CpuInfo cpu;
    cpu.midr = midr_of_n1;
    EXPECT_EQ(cpu_identity(cpu), "implementer 0x41 part 0xd0c variant 3 revision 1");
}

TEST(Arm64Features, DispatchGoesByThem)
{
#if !defined(__aarch64__)
    GTEST_SKIP() << "built for another architecture";
#endif
    const auto first = [](std::uint64_t hwcap, Workload workload) {
        return built_in_dispatch(unknown_cpu(arm64_features_of_hwcap(hwcap))).kernel(workload).role;
    };
    EXPECT_EQ(first(raspberry_pi_4, Workload::sha256_chain), Role::baseline);
    EXPECT_EQ(first(neoverse_n1, Workload::sha256_chain), Role::tuned);
}

} // namespace
} // namespace hashlane::test
