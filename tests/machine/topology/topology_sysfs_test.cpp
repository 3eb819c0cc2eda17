// SPDX-License-Identifier: MIT
//
// Topologies from folders like Linux's /sys.

#include "machine/topology/topology.h"
#include "support/files.h"

#include <filesystem>
#include <fstream>

namespace hashlane::test {
namespace {

namespace fs = std::filesystem;
using Cpus = std::vector<int>;

class SysfsTopology : public testing::Test {
protected:
    ~SysfsTopology() override { fs::remove_all(root_); }

    void write(const std::string &path, const std::string &text) const
    {
        const fs::path file = root_ / "sys/devices" / path;
        fs::create_directories(file.parent_path());
        std::ofstream(file) << text << '\n';
    }
    void write_cpu(int cpu, const std::string &path, const std::string &text) const
    {
        write("system/cpu/cpu" + std::to_string(cpu) + "/" + path, text);
    }
    machine::Topology read(const Cpus &allowed) const
    {
        return machine::sysfs_topology(root_, allowed);
    }

private:
    const fs::path root_ = scratch_path("sysfs");
};

TEST_F(SysfsTopology, HybridWithSiblings)
{
    write("system/cpu/online", "0-3");
    for (const int cpu : {0, 1})
        write_cpu(cpu, "topology/core_cpus_list", "0-1");
    write_cpu(2, "topology/core_cpus_list", "2");
    write_cpu(3, "topology/core_cpus_list", "3");
    write("cpu_core/cpus", "0-1");
    write("cpu_atom/cpus", "2-3");
    const machine::Topology topology = read({0, 1, 2, 3});
    EXPECT_EQ(topology.kinds, (std::vector<std::string>{"P-core", "E-core"}));
    ASSERT_EQ(topology.cores.size(), 3U);
    EXPECT_EQ(topology.cores[0].cpus, (Cpus{0, 1}));
    EXPECT_EQ(machine::cpus_of_kind(topology, 1), (Cpus{2, 3}));
}

TEST_F(SysfsTopology, ArmCapacities)
{
    write("system/cpu/online", "0-2");
    write_cpu(0, "cpu_capacity", "400");
    write_cpu(1, "cpu_capacity", "1024");
    write_cpu(2, "cpu_capacity", "1024");
    const machine::Topology topology = read({0, 1, 2});
    EXPECT_EQ(topology.kinds, (std::vector<std::string>{"big", "LITTLE"}));
    EXPECT_EQ(machine::cpus_of_kind(topology, 0), (Cpus{1, 2}));
}

TEST_F(SysfsTopology, CachesPackagesAndNodes)
{
    write("system/cpu/online", "0,2");
    write_cpu(0, "topology/thread_siblings_list", "0");
    write_cpu(2, "topology/thread_siblings_list", "2");
    write_cpu(0, "topology/physical_package_id", "0");
    write_cpu(2, "topology/physical_package_id", "1");
    for (const int cpu : {0, 2}) {
        write_cpu(cpu, "cache/index0/level", "3");
        write_cpu(cpu, "cache/index0/type", "Unified");
        write_cpu(cpu, "cache/index0/size", "32768K");
        write_cpu(cpu, "cache/index0/shared_cpu_list", "0,2");
    }
    write("system/node/node1/cpulist", "2");
    write("system/node/node1/meminfo", "Node 1 MemTotal:  2048 kB");
    const machine::Topology topology = read({0, 2});
    EXPECT_EQ(topology.packages, 2U);
    EXPECT_EQ(topology.kinds, std::vector<std::string>{"all"});
    ASSERT_EQ(topology.caches.size(), 1U);
    EXPECT_EQ(topology.caches[0].bytes, 32U << 20);
    EXPECT_EQ(topology.caches[0].cpus, (Cpus{0, 2}));
    ASSERT_EQ(topology.numa_nodes.size(), 1U);
    EXPECT_EQ(topology.numa_nodes[0].bytes, 2U << 20);
    EXPECT_EQ(topology.cores[1].numa_node, 1);
}

TEST_F(SysfsTopology, NumbersBeyondAnyCpusAreNone)
{
    write("system/cpu/online", "0-1");
    write_cpu(0, "topology/core_cpus_list", "0,2147483647");
    write_cpu(1, "topology/core_cpus_list", "1-2147483647");
    write("system/cpu/cpu99999999999/cpu_capacity", "1024");
    write("system/cpu/cpuX/cpu_capacity", "1024");
    write("system/node/node2147483648/cpulist", "0-1");
    write_cpu(0, "topology/physical_package_id", "-1");
    write_cpu(1, "topology/physical_package_id", "2147483647");
    write_cpu(0, "cache/index0/level", "-1");
    write_cpu(0, "cache/index0/shared_cpu_list", "0");
    const machine::Topology topology = read({0, 1});
    EXPECT_EQ(topology.packages, 1U);
    EXPECT_EQ(topology.cores.back().package, 0);
    EXPECT_EQ(topology.caches.at(0).level, 1);
    ASSERT_EQ(topology.cores.size(), 2U);
    EXPECT_EQ(topology.cores[0].cpus, Cpus{0});
    EXPECT_EQ(topology.cores[1].cpus, Cpus{1});
    EXPECT_EQ(topology.kinds, std::vector<std::string>{"all"});
    EXPECT_TRUE(topology.numa_nodes.empty());
}

TEST_F(SysfsTopology, WithoutFilesEachCpuIsACore)
{
    const machine::Topology topology = read({0, 1});
    EXPECT_EQ(topology.source, "none: /sys has no processors");
    EXPECT_EQ(topology.cores.size(), 2U);
    EXPECT_EQ(topology.kinds, std::vector<std::string>{"all"});
}

} // namespace
} // namespace hashlane::test
