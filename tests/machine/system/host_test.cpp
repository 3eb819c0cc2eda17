// SPDX-License-Identifier: MIT
#include "machine/system/host.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace hashlane::test {
namespace {

TEST(Emulator, IsWhatTheSystemRuns)
{
    EXPECT_EQ(machine::emulator_behind("qemu-aarch64", ""), "QEMU");
    EXPECT_EQ(machine::emulator_behind("qemu-s390x-static", ""), "QEMU");
    EXPECT_EQ(machine::emulator_behind("hashlane", ""), "");
    EXPECT_EQ(machine::emulator_behind("", ""), "");
}

TEST(Emulator, IsNoVirtualMachine)
{
    EXPECT_EQ(machine::emulator_behind("hashlane", "KVM"), "");
    EXPECT_EQ(machine::emulator_behind("hashlane", "QEMU"), "QEMU");
}

TEST(Host, HasItsNameSystemAndLoad)
{
    const machine::Host host = machine::this_host();
    EXPECT_FALSE(host.name.empty());
#if defined(__linux__)
    EXPECT_TRUE(host.system.starts_with("Linux ")) << host.system;
    EXPECT_EQ(host.executable, std::filesystem::canonical("/proc/self/exe"));
    double before = 0;
    std::ifstream("/proc/loadavg") >> before;
    EXPECT_NEAR(machine::this_host().load_average, before, 0.5) << "of the last minute";
#endif
}

} // namespace
} // namespace hashlane::test
