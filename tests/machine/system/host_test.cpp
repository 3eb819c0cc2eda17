// SPDX-License-Identifier: MIT
#include "machine/system/host.h"

#include <gtest/gtest.h>

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

} // namespace
} // namespace hashlane::test
