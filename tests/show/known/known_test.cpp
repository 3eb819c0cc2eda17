// SPDX-License-Identifier: MIT
//
// The table of published results agrees with itself.
#include "show/known/published.h"

#include "lib/core/registry.h"
#include "lib/core/workload.h"
#include "support/text.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <tuple>

namespace hashlane::test {
namespace {

using Key = std::tuple<std::string_view, std::string_view, std::string_view, std::string_view,
                       unsigned, std::string_view, show::PublishedUnit, show::PublishedSource>;

TEST(Published, EveryResultIsWhole)
{
    std::set<Key> keys;
    ASSERT_GE(show::published_results().size(), 98U);
    for (const show::PublishedResult &one : show::published_results()) {
        const std::optional<Workload> workload = find_workload(one.workload);
        ASSERT_TRUE(workload) << one.workload;
        EXPECT_EQ(facts_of(*workload).per_byte, !one.message.empty());
        EXPECT_FALSE(one.machine.empty() || one.core.empty() || one.implementation.empty());
        EXPECT_GE(one.lanes, 1U);
        EXPECT_LE(one.lanes, max_lanes);
        EXPECT_EQ(one.unit == show::PublishedUnit::mega_hashes, one.ghz > 0);
        EXPECT_DOUBLE_EQ(one.figure, std::stod(std::string(one.figure_text)));
        EXPECT_GT(one.figure, 0);
        EXPECT_FALSE(show::citation(one.source).empty());
        EXPECT_TRUE(keys.insert({one.machine, one.core, one.workload, one.message, one.lanes,
                                 one.implementation, one.unit, one.source})
                        .second)
            << one.implementation << " on " << one.core << " is there twice";
    }
}

TEST(Published, UnitsBecomeCycles)
{
    show::PublishedResult one{};
    one.figure = 42.42;
    one.ghz = 6;
    one.unit = show::PublishedUnit::mega_hashes;
    EXPECT_NEAR(one.cycles(), 141.44, 0.01);
    one.figure = 0.707;
    one.unit = show::PublishedUnit::mega_hashes_at_tenth_ghz;
    EXPECT_NEAR(one.cycles(), 141.44, 0.01);
    one.unit = show::PublishedUnit::cycles;
    EXPECT_EQ(one.cycles(), 0.707);
}

TEST(Standing, TheBestOfEachCoreInOrder)
{
    const auto cores = show::best_of_cores("sha256-chain", "", show::Use::one_chain);
    ASSERT_GE(cores.size(), 5U);
    EXPECT_TRUE(std::ranges::is_sorted(cores, {}, &show::PublishedResult::cycles));
    std::set<std::string_view> names;
    for (const show::PublishedResult &core : cores) {
        EXPECT_TRUE(names.insert(core.core).second);
        EXPECT_EQ(core.lanes, 1U);
    }
    EXPECT_EQ(cores.front().core, "Gracemont E-core");
    EXPECT_NEAR(cores.front().cycles(), 102.4, 0.1);
    const auto whole = show::best_of_cores("sha256-chain", "", show::Use::one_thread);
    for (const show::PublishedResult &core : whole)
        for (const show::PublishedResult &alone : cores)
            if (core.core == alone.core) {
                EXPECT_LE(core.cycles(), alone.cycles());
            }
    EXPECT_TRUE(show::best_of_cores("sha3", "sha3-256/17", show::Use::one_chain).empty());
}

std::string rank_text(const show::PublishedResults &cores, double cycles)
{
    return show::rank_text(show::rank_of(cores, cycles));
}

TEST(Standing, RanksAreWords)
{
    const auto cores = show::best_of_cores("sha256-chain", "", show::Use::one_chain);
    const std::string all = " of " + std::to_string(cores.size() + 1) + ": ";
    EXPECT_TRUE(rank_text(cores, 50).starts_with("1st" + all + "ahead of Gracemont"));
    EXPECT_EQ(rank_text(cores, cores.front().cycles()),
              "1st" + all + "level with Gracemont E-core 102.33");
    const std::string last = rank_text(cores, 1e6);
    EXPECT_TRUE(last.starts_with(std::to_string(cores.size() + 1) + "th" + all + "behind "));
    EXPECT_FALSE(contains(last, "ahead"));
    const show::PublishedResults two(cores.begin(), cores.begin() + 2);
    EXPECT_EQ(rank_text(two, two[1].cycles()),
              "2nd of 3: behind Gracemont E-core 102.33, level with " +
                  show::cores_text({two[1]}, 1));
    EXPECT_EQ(rank_text(cores, cores[0].cycles() + 1),
              "2nd" + all + "behind Gracemont E-core 102.33");
    const show::PublishedResults one(cores.begin(), cores.begin() + 1);
    EXPECT_EQ(rank_text(one, one[0].cycles() - 1), "1st of 2: ahead of Gracemont E-core 102.33");
    EXPECT_EQ(show::cores_text(cores, 1), "Gracemont E-core 102.33");
}

TEST(Standing, ARunIsNotRankedAgainstItsOwnKindOfMachine)
{
    const auto all = show::best_of_cores("keccak-chain", "", show::Use::one_chain);
    const auto others = show::best_of_cores("keccak-chain", "", show::Use::one_chain,
                                            "AuthenticAMD family 25 model 17 stepping 1");
    EXPECT_EQ(others.size() + 1, all.size());
    for (const show::PublishedResult &core : others)
        EXPECT_NE(core.machine, "AMD EPYC 9004, KVM guest");
    // The same kind of core in another machine stays.
    const auto chains = show::best_of_cores("sha256-chain", "", show::Use::one_chain,
                                            "AuthenticAMD family 25 model 17 stepping 1");
    EXPECT_EQ(std::ranges::count(chains, "Zen 4", &show::PublishedResult::core), 1);
}

} // namespace
} // namespace hashlane::test
