// SPDX-License-Identifier: MIT
//
// Reads the kernel's files from folders that stand for the file system's root.
#include "machine/sensors/system_state.h"

#include "machine/system/cpus.h"
#include "support/files.h"

#include <gtest/gtest.h>

#include <filesystem>

namespace hashlane::test {
namespace {

namespace fs = std::filesystem;

class SystemFiles : public testing::Test {
protected:
    ~SystemFiles() override { fs::remove_all(root); }

    void write(const std::string &path, const std::string &text) const
    {
        fs::create_directories((root / path).parent_path());
        std::ofstream(root / path) << text << "\n";
    }
    void write_cpu(const std::string &path, const std::string &text) const
    {
        write("sys/devices/system/cpu/" + path, text);
    }
    machine::SystemState state() const { return machine::read_system_state(root); }
    std::optional<double> quota() const { return machine::cpu_quota(root); }

    fs::path root = scratch_path("root");
};

using SystemStateFiles = SystemFiles;

TEST_F(SystemStateFiles, AreNotThere)
{
    EXPECT_EQ(state().governor, "");
    EXPECT_EQ(state().boost, "");
    EXPECT_EQ(state().smt, "");
    EXPECT_TRUE(state().flaws.empty());
    EXPECT_FALSE(state().flaws_are_visible);
}

TEST_F(SystemStateFiles, TellBoost)
{
    write_cpu("cpufreq/boost", "1");
    EXPECT_EQ(state().boost, "on");
    write_cpu("cpufreq/boost", "0");
    EXPECT_EQ(state().boost, "off");
    write_cpu("intel_pstate/no_turbo", "0");
    EXPECT_EQ(state().boost, "on") << "its switch goes the other way";
    write_cpu("intel_pstate/no_turbo", "1");
    EXPECT_EQ(state().boost, "off");
}

TEST_F(SystemStateFiles, TellGovernorAndSmt)
{
    write_cpu("cpu0/cpufreq/scaling_governor", "schedutil");
    EXPECT_EQ(state().governor, "schedutil");
    const char *controls[][2] = {{"on", "on"},
                                 {"off", "off"},
                                 {"forceoff", "off"},
                                 {"notsupported", "not supported"},
                                 {"notimplemented", "not supported"}};
    for (const auto &[control, smt] : controls) {
        write_cpu("smt/control", control);
        EXPECT_EQ(state().smt, smt) << control;
    }
}

TEST_F(SystemStateFiles, TellTheFlawsThatConcernThisProcessor)
{
    write_cpu("vulnerabilities/spectre_v2", "Mitigation: IBRS; IBPB: conditional");
    write_cpu("vulnerabilities/mds", "Vulnerable; SMT Host state unknown");
    write_cpu("vulnerabilities/meltdown", "Not affected");
    EXPECT_TRUE(state().flaws_are_visible);
    const std::map<std::string, std::string> expected = {
        {"mds", "Vulnerable; SMT Host state unknown"},
        {"spectre_v2", "Mitigation: IBRS; IBPB: conditional"}};
    EXPECT_EQ(state().flaws, expected);
}

using CpuQuota = SystemFiles;

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
