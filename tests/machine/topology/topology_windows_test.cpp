// SPDX-License-Identifier: MIT
//
// Topologies from records as GetLogicalProcessorInformationEx writes them.

#include "machine/topology/topology.h"

#include <gtest/gtest.h>

#include <cstring>
#include <windows.h>

namespace hashlane::test {
namespace {

using Record = SYSTEM_LOGICAL_PROCESSOR_INFORMATION_EX;

class Records {
public:
    Records &core(KAFFINITY mask, BYTE efficiency_class, WORD group = 0)
    {
        Record record{};
        record.Relationship = RelationProcessorCore;
        record.Processor.GroupCount = 1;
        record.Processor.GroupMask[0] = {mask, group, {}};
        // EfficiencyClass follows the flags.
        std::memcpy(reinterpret_cast<BYTE *>(&record.Processor) + 1, &efficiency_class, 1);
        return add(record);
    }
    Records &package(KAFFINITY mask, WORD group = 0)
    {
        Record record{};
        record.Relationship = RelationProcessorPackage;
        record.Processor.GroupCount = 1;
        record.Processor.GroupMask[0] = {mask, group, {}};
        return add(record);
    }
    Records &cache(BYTE level, PROCESSOR_CACHE_TYPE type, DWORD bytes, KAFFINITY mask)
    {
        Record record{};
        record.Relationship = RelationCache;
        record.Cache.Level = level;
        record.Cache.Type = type;
        record.Cache.CacheSize = bytes;
        record.Cache.GroupMask = {mask, 0, {}};
        return add(record);
    }
    machine::Topology topology(std::vector<int> allowed) const
    {
        return machine::topology_in(bytes_, std::move(allowed));
    }

private:
    Records &add(Record record)
    {
        record.Size = sizeof record;
        const auto *const begin = reinterpret_cast<const std::byte *>(&record);
        bytes_.insert(bytes_.end(), begin, begin + sizeof record);
        return *this;
    }
    std::vector<std::byte> bytes_;
};

using Cpus = std::vector<int>;

// Two P-cores with two siblings each, then four E-cores, as on Intel's hybrid processors.
TEST(WindowsTopology, HybridWithSiblings)
{
    const machine::Topology topology = Records()
                                           .core(0x03, 1)
                                           .core(0x0c, 1)
                                           .core(0x10, 0)
                                           .core(0x20, 0)
                                           .core(0x40, 0)
                                           .core(0x80, 0)
                                           .package(0xff)
                                           .topology({0, 1, 2, 3, 4, 5, 6, 7});
    EXPECT_EQ(topology.kinds, (std::vector<std::string>{"P-core", "E-core"}));
    ASSERT_EQ(topology.cores.size(), 6U);
    EXPECT_EQ(topology.cores[1].cpus, (Cpus{2, 3}));
    EXPECT_EQ(machine::cpus_of_kind(topology, 0), (Cpus{0, 1, 2, 3}));
    EXPECT_EQ(machine::cpus_of_kind(topology, 1), (Cpus{4, 5, 6, 7}));
    EXPECT_EQ(topology.packages, 1U);
}

TEST(WindowsTopology, OneClassIsOneKind)
{
    const machine::Topology topology = Records().core(1, 0).core(2, 0).topology({0, 1});
    EXPECT_EQ(topology.kinds, std::vector<std::string>{"all"});
    EXPECT_EQ(topology.cores.size(), 2U);
}

// The second group's CPUs go on from 64.
TEST(WindowsTopology, GroupsAndPackages)
{
    const machine::Topology topology =
        Records().core(3, 0).core(3, 0, 1).package(3).package(3, 1).topology({0, 1, 64, 65});
    ASSERT_EQ(topology.cores.size(), 2U);
    EXPECT_EQ(topology.cores[1].cpus, (Cpus{64, 65}));
    EXPECT_EQ(topology.cores[0].package, 0);
    EXPECT_EQ(topology.cores[1].package, 1);
    EXPECT_EQ(topology.packages, 2U);
}

TEST(WindowsTopology, CachesBySmallestLevel)
{
    const machine::Topology topology = Records()
                                           .core(1, 0)
                                           .cache(2, CacheUnified, 1 << 20, 1)
                                           .cache(1, CacheData, 48 << 10, 1)
                                           .topology({0});
    ASSERT_EQ(topology.caches.size(), 2U);
    EXPECT_EQ(topology.caches[0].type, "Data");
    EXPECT_EQ(topology.caches[0].bytes, 48U << 10);
    EXPECT_EQ(topology.caches[1].level, 2);
}

} // namespace
} // namespace hashlane::test
