// SPDX-License-Identifier: MIT
//
// The size of the arrays, and that a figure comes out: how large it is depends on the machine.
#include "cluster/node/measure_node.h"

#include "machine/system/cpus.h"
#include "support/topologies.h"

#include <gtest/gtest.h>

namespace hashlane::test {
namespace {

constexpr std::uint64_t mebi = 1 << 20;

TEST(MemoryBandwidth, NeedsArraysThatNoCacheHolds)
{
    machine::Topology topology = two_packages(); // two caches of 32 MiB
    EXPECT_EQ(cluster::bandwidth_bytes(topology), 4 * 64 * mebi);
    topology.caches.back().bytes = 288 * mebi;
    EXPECT_EQ(cluster::bandwidth_bytes(topology), 4 * 320 * mebi);
    topology.caches.back().bytes = 736 * mebi;
    EXPECT_EQ(cluster::bandwidth_bytes(topology), 3072 * mebi) << "as two EPYC 9654 have";
    EXPECT_EQ(cluster::bandwidth_bytes(machine::flat_topology({0}, "")), 64 * mebi);
}

TEST(MemoryBandwidth, LeavesMostOfTheMemoryToOthers)
{
    machine::Topology topology = two_packages();
    topology.numa_nodes = {{0, 1536 * mebi, {0}}};
    EXPECT_EQ(cluster::bandwidth_bytes(topology), 192 * mebi);
    topology.numa_nodes = {{0, 512 * mebi, {0}}};
    EXPECT_EQ(cluster::bandwidth_bytes(topology), std::nullopt) << "the caches would hold it";
}

TEST(MemoryBandwidth, IsThatOfAllCores)
{
    const auto now = std::chrono::steady_clock::now();
    const std::atomic<bool> go = false, stop = true;
    const std::vector<int> cpus = machine::allowed_cpus();
    const auto bandwidth = cluster::memory_bandwidth(cpus, mebi, now, go);
    ASSERT_TRUE(bandwidth);
    EXPECT_GT(*bandwidth, 1e6) << "one pass at least, though the time is over";
    EXPECT_EQ(cluster::memory_bandwidth(cpus, mebi, now, stop), std::nullopt);
}

} // namespace
} // namespace hashlane::test
