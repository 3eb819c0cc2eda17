// SPDX-License-Identifier: MIT
#include "machine/core_kinds.h"

#include "system/cpu_list.h"

#include <gtest/gtest.h>

namespace hashlane::test {
namespace {

TEST(CoreKinds, GroupTheCpus)
{
    const auto kinds = cpus_by_kind(
        {0, 1, 8, 9, 12}, [](int cpu) { return cpu < 8 ? CoreKind::core : CoreKind::atom; });
    EXPECT_EQ(kinds, (CpusByKind{{CoreKind::core, {0, 1}}, {CoreKind::atom, {8, 9, 12}}}));
}

TEST(CoreKinds, OfThisMachineCoverEveryCpu)
{
    const std::vector<int> cpus = allowed_cpus();
    std::size_t found = 0;
    for (const auto &[kind, group] : cpus_by_kind(cpus)) {
        EXPECT_EQ(kind == CoreKind::all, !this_cpu().hybrid);
        found += group.size();
    }
    EXPECT_EQ(found, cpus.size());
}

} // namespace
} // namespace hashlane::test
