// SPDX-License-Identifier: MIT
//
// Settings and heat as the kernel's files report them, from folders that stand for the file
// system's root.
#include "machine/sensors/system_state.h"

#include "machine/system/cpus.h"
#include "support/root_folder.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace hashlane::test {
namespace {

class NodeFolders : public RootFolder {
protected:
    void write_cpu(int cpu, const std::string &path, const std::string &text) const
    {
        write("sys/devices/system/cpu/cpu" + std::to_string(cpu) + "/" + path, text);
    }
    std::string setting(const std::string &name,
                        const machine::Topology &topology = machine::flat_topology({0, 1, 2},
                                                                                   "by hand")) const
    {
        const machine::SystemSettings settings = machine::read_system_settings(topology, root);
        const auto found =
            std::ranges::find(settings, name, &std::pair<std::string, std::string>::first);
        return found == settings.end() ? "no such setting" : found->second;
    }
};

TEST_F(NodeFolders, HaveNamesEvenWithoutValues)
{
    for (const char *name : {"governor", "boost", "smt", "mitigations", "hugepages", "drivers",
                             "memory_gib", "scaling_max_mhz", "clocksource"})
        EXPECT_EQ(setting(name), "") << name;
    EXPECT_EQ(setting("cores"), "3");
    EXPECT_EQ(machine::read_system_settings(machine::flat_topology({0}, ""), "").size(),
              machine::read_system_settings(machine::flat_topology({0}, ""), root).size());
}

// In a container that hides its control group there may be a quota.
TEST_F(NodeFolders, TellWhetherAQuotaIsKnown)
{
    machine::Topology topology = machine::flat_topology({0, 1, 2}, "by hand");
    EXPECT_EQ(setting("cpu_quota", topology), "unknown");
    topology.cpu_quota_is_visible = true;
    EXPECT_EQ(setting("cpu_quota", topology), "");
    topology.cpu_quota = 1.5;
    EXPECT_EQ(setting("cpu_quota", topology), "1.5");
}

TEST_F(NodeFolders, TellOfEachCpu)
{
    for (int cpu = 0; cpu < 3; ++cpu) {
        write_cpu(cpu, "cpufreq/scaling_governor", "performance");
        write_cpu(cpu, "cpufreq/scaling_max_freq", "3500000");
    }
    EXPECT_EQ(setting("governor"), "performance");
    EXPECT_EQ(setting("scaling_max_mhz"), "3500");
    write_cpu(1, "cpufreq/scaling_governor", "powersave");
    EXPECT_EQ(setting("governor"), "performance (2 CPUs), powersave (1 CPU)");
}

TEST_F(NodeFolders, TellSettings)
{
    write("sys/kernel/mm/transparent_hugepage/enabled", "always [madvise] never");
    write("proc/sys/vm/nr_hugepages", "512");
    write("proc/meminfo", "MemTotal:       527967532 kB\nMemFree: 1 kB");
    write("sys/devices/system/cpu/vulnerabilities/mds", "Vulnerable");
    write("sys/devices/system/cpu/vulnerabilities/l1tf", "Mitigation: PTE Inversion");
    write_cpu(0, "cpufreq/scaling_driver", "intel_pstate");
    write("sys/module/nvidia/version", "535.54.03");
    EXPECT_EQ(setting("hugepages"), "madvise");
    EXPECT_EQ(setting("hugepages_reserved"), "512");
    EXPECT_EQ(setting("memory_gib"), "504");
    EXPECT_EQ(setting("mitigations"), "l1tf: Mitigation: PTE Inversion | mds: Vulnerable");
    EXPECT_EQ(setting("drivers"), "intel_pstate, nvidia 535.54.03");
}

// Two nodes of processors with memory, one of memory alone, such as a device's.
TEST_F(NodeFolders, TellWhichMemoryThisProcessTakes)
{
    EXPECT_EQ(setting("memory_nodes"), "") << "nothing is known";
    write("sys/devices/system/node/has_cpu", "0-1");
    write("sys/devices/system/node/has_memory", "0-2");
    EXPECT_EQ(setting("memory_nodes"), "");
    const auto taken = [&](const std::string &allowed, const std::string &policy) {
        write("proc/self/status", "Name:\thashlane\nMems_allowed:\t3\nMems_allowed_list:\t" +
                                      allowed + "\nvoluntary:\t1");
        write("proc/self/numa_maps", "55a25792a000 " + policy +
                                         " file=/bin/a mapped=2 N0=2\n"
                                         "7ffc1 bind:0 stack");
        return setting("memory_nodes");
    };
    EXPECT_EQ(taken("0-2", "default"), "");
    EXPECT_EQ(taken("0-1", "interleave:0-1"), "") << "memory without processors is no loss";
    EXPECT_EQ(taken("1", "default"), "1 of 0-1");
    EXPECT_EQ(taken("0-2", "bind:0"), "0 of 0-1");
    EXPECT_EQ(taken("0-2", "prefer=static:1"), "1 of 0-1");
    EXPECT_EQ(taken("0-2", "local"), "");
}

TEST_F(NodeFolders, TellTheHottestSensorOfTheProcessor)
{
    EXPECT_EQ(machine::processor_temperature(root), std::nullopt);
    write("sys/class/hwmon/hwmon0/name", "nvme");
    write("sys/class/hwmon/hwmon0/temp1_input", "95000");
    EXPECT_EQ(machine::processor_temperature(root), std::nullopt) << "that is a disk";
    write("sys/class/thermal/thermal_zone0/type", "x86_pkg_temp");
    write("sys/class/thermal/thermal_zone0/temp", "65000");
    EXPECT_EQ(machine::processor_temperature(root), 65.0);
    write("sys/class/hwmon/hwmon1/name", "coretemp");
    write("sys/class/hwmon/hwmon1/temp1_input", "61000");
    write("sys/class/hwmon/hwmon1/temp2_input", "71500");
    write("sys/class/hwmon/hwmon1/temp2_max", "100000");
    EXPECT_EQ(machine::processor_temperature(root), 71.5);
    EXPECT_EQ(machine::processor_temperature(""), std::nullopt);
}

TEST_F(NodeFolders, CountEachPackagesThrottlingOnce)
{
    EXPECT_EQ(machine::throttle_count(root), std::nullopt);
    for (int cpu = 0; cpu < 4; ++cpu) {
        write_cpu(cpu, "thermal_throttle/core_throttle_count", "2");
        write_cpu(cpu, "thermal_throttle/package_throttle_count", "5");
        write_cpu(cpu, "topology/physical_package_id", cpu < 2 ? "0" : "1");
    }
    write("sys/devices/system/cpu/cpufreq/thermal_throttle/core_throttle_count", "1000");
    EXPECT_EQ(machine::throttle_count(root), 4U * 2 + 2 * 5);
    EXPECT_EQ(machine::throttle_count(""), std::nullopt);
}

TEST_F(NodeFolders, TellACpusThrottlingFromItsNeighbours)
{
    EXPECT_EQ(machine::throttle_count_of_cpu(11, root), 0U);
    write_cpu(1, "thermal_throttle/core_throttle_count", "1000");
    write_cpu(11, "thermal_throttle/core_throttle_count", "2");
    EXPECT_EQ(machine::throttle_count_of_cpu(11, root), 2U);
    write_cpu(11, "thermal_throttle/package_throttle_count", "5");
    EXPECT_EQ(machine::throttle_count_of_cpu(11, root), 7U);
    EXPECT_EQ(machine::throttle_count_of_cpu(11, ""), 0U);
}

TEST_F(NodeFolders, SumTheTimeOfSeveralCpus)
{
    write("proc/stat", "cpu  9 9 9 9 9 9 9 99 9 9\n"
                       "cpu0 1 0 0 0 0 0 0 10 0 0\n"
                       "cpu1 2 0 0 0 0 0 0 20 0 0\n"
                       "cpu2 4 0 0 0 0 0 0 40 0 0");
    const auto time = machine::cpu_time({0, 2}, root);
    ASSERT_TRUE(time);
    EXPECT_EQ(time->stolen, 50);
    EXPECT_EQ(time->all, 55);
}

} // namespace
} // namespace hashlane::test
