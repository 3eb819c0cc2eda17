// SPDX-License-Identifier: MIT
//
// Reads the kernel's files on control groups from folders that stand for the file system's root.
#include "machine/system/cpus.h"

#include "support/root_folder.h"

#include <gtest/gtest.h>

#include <optional>

namespace hashlane::test {
namespace {

class CpuQuota : public RootFolder {
protected:
    std::optional<double> quota() const { return machine::cpu_quota(root); }
};

TEST_F(CpuQuota, IsNotThere)
{
    EXPECT_EQ(quota(), std::nullopt);
    write("proc/self/cgroup", "0::/");
    write("sys/fs/cgroup/cpu.max", "max 100000");
    EXPECT_EQ(quota(), std::nullopt);
}

TEST_F(CpuQuota, IsNotVisibleWithoutItsGroups)
{
    EXPECT_FALSE(machine::is_cpu_quota_visible(root));
    write("proc/self/cgroup", "5:memory:/\n4:cpu,cpuacct:/");
    EXPECT_FALSE(machine::is_cpu_quota_visible(root));
    write("sys/fs/cgroup/memory/cgroup.procs", "1");
    EXPECT_FALSE(machine::is_cpu_quota_visible(root));
    write("sys/fs/cgroup/cpu,cpuacct/cgroup.procs", "1");
    EXPECT_TRUE(machine::is_cpu_quota_visible(root));
    write("proc/self/cgroup", "0::/");
    EXPECT_FALSE(machine::is_cpu_quota_visible(root));
    write("sys/fs/cgroup/cgroup.procs", "1");
    EXPECT_TRUE(machine::is_cpu_quota_visible(root));
}

TEST_F(CpuQuota, OfVersion2IsTheLeastOnTheWay)
{
    write("proc/self/cgroup", "0::/box/inner");
    write("sys/fs/cgroup/box/inner/cpu.max", "400000 100000");
    EXPECT_EQ(quota(), 4.0);
    write("sys/fs/cgroup/box/cpu.max", "150000 100000");
    EXPECT_EQ(quota(), 1.5);
    write("sys/fs/cgroup/elsewhere/cpu.max", "10000 100000");
    EXPECT_EQ(quota(), 1.5) << "a group that the process is not in";
}

TEST_F(CpuQuota, OfVersion1)
{
    write("proc/self/cgroup", "5:cpuset:/\n4:cpu,cpuacct:/box\n0::/");
    write("sys/fs/cgroup/cpu,cpuacct/box/cpu.cfs_quota_us", "-1");
    write("sys/fs/cgroup/cpu,cpuacct/box/cpu.cfs_period_us", "100000");
    EXPECT_EQ(quota(), std::nullopt);
    write("sys/fs/cgroup/cpu,cpuacct/box/cpu.cfs_quota_us", "50000");
    EXPECT_EQ(quota(), 0.5);
}

TEST_F(CpuQuota, OfOtherControllersIsNotLookedFor)
{
    write("proc/self/cgroup", "2:cpuacct:/other\n1:cpu:/");
    write("sys/fs/cgroup/cpu/other/cpu.cfs_quota_us", "50000");
    write("sys/fs/cgroup/cpu/other/cpu.cfs_period_us", "100000");
    EXPECT_EQ(quota(), std::nullopt);
}

// A container sees the host's path, and its own group where groups are mounted.
TEST_F(CpuQuota, OfAContainerWithTheHostsPath)
{
    write("proc/self/cgroup", "3:cpuacct,cpu:/docker/0123\n");
    write("sys/fs/cgroup/cpu/cpu.cfs_quota_us", "250000");
    write("sys/fs/cgroup/cpu/cpu.cfs_period_us", "100000");
    EXPECT_EQ(quota(), 2.5);
}

} // namespace
} // namespace hashlane::test
