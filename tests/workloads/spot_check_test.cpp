// SPDX-License-Identifier: MIT
//
// The choice of stretches, and the result of repeating them.

#include "workloads/keccak_range.h"

#include "lib/core/registry.h"
#include "lib/keccak/keccak_suite.h"
#include "statistics/statistics.h"
#include "support/simulated_core.h"

#include <gtest/gtest.h>

#include <map>

namespace hashlane::test {
namespace {

using Draw = std::map<std::uint64_t, std::uint64_t>;

Draw draw_of(std::uint64_t seed, std::uint64_t groups, std::size_t count, std::uint64_t loops)
{
    const workloads::SpotCheck check(seed, groups, count, loops);
    Draw draw;
    for (std::uint64_t group = 0; group < groups; ++group)
        for (std::uint64_t loop = 0; loop <= loops; ++loop)
            if (check.holds_drawn_loop(group, loop, 1))
                draw[group] = loop;
    return draw;
}

const Kernel &reference() { return reference_kernel(Workload::keccak_chain); }

// A right stretch of two lanes.
workloads::RecordedStretch stretch_of(std::uint64_t first_key, std::uint64_t from_loop,
                                      std::uint64_t loops)
{
    auto *const advance = function_of<Workload::keccak_chain>(reference());
    workloads::RecordedStretch stretch{first_key, from_loop, loops, {}, {}};
    for (std::uint64_t lane = 0; lane < 2; ++lane) {
        std::uint64_t state[keccak_state_words];
        keccak_suite_start(state, first_key + lane);
        advance(state, from_loop);
        stretch.before.insert(stretch.before.end(), state, state + keccak_state_words);
        advance(state, loops);
        stretch.after.insert(stretch.after.end(), state, state + keccak_state_words);
    }
    return stretch;
}

TEST(SpotCheck, TheSeedAloneDecides)
{
    const Draw draw = draw_of(7, 1000, 8, 50);
    EXPECT_EQ(draw.size(), 8U);
    EXPECT_EQ(draw_of(7, 1000, 8, 50), draw);
    EXPECT_NE(draw_of(8, 1000, 8, 50), draw);
    for (const auto &[group, loop] : draw)
        EXPECT_LT(loop, 50U);
    // The same everywhere: std::mt19937_64 is the standard's to the bit.
    EXPECT_EQ(draw_of(1, 100, 2, 1000), (Draw{{28, 462}, {30, 246}}));
}

TEST(SpotCheck, OfFewGroupsAllAreDrawn)
{
    EXPECT_EQ(draw_of(3, 3, 4, 9).size(), 3U);
    EXPECT_EQ(draw_of(3, 1, 4, 0), (Draw{{0, 0}}));
}

TEST(SpotCheck, SeedsAreDrawnAnew) { EXPECT_NE(statistics::draw_seed(), statistics::draw_seed()); }

TEST(SpotCheck, AStretchHoldsTheDrawnLoopOrNot)
{
    const workloads::SpotCheck check(3, 1, 1, 1000);
    const std::uint64_t drawn = draw_of(3, 1, 1, 1000).at(0);
    ASSERT_GT(drawn, 1U);
    EXPECT_TRUE(check.holds_drawn_loop(0, drawn, 1));
    EXPECT_TRUE(check.holds_drawn_loop(0, 0, drawn + 1));
    EXPECT_FALSE(check.holds_drawn_loop(0, 0, drawn));
    EXPECT_FALSE(check.holds_drawn_loop(0, drawn + 1, 9));
    EXPECT_FALSE(check.holds_drawn_loop(1, 0, 1000)) << "another group";
}

TEST(SpotCheck, RepeatsWhatWasKept)
{
    SimulatedCore core;
    workloads::SpotCheck check(1, 2, 2, 100);
    check.keep(0, stretch_of(10, 3, 20));
    check.keep_some_lanes(1, stretch_of(20, 5, 7), 9);
    const workloads::SpotCheckResult result = check.repeat("tested", reference(), 0, core);
    EXPECT_FALSE(result.mismatch);
    EXPECT_EQ(result.stretches, 4U) << "two lanes each";
    EXPECT_EQ(result.loops, 2U * 20 + 2 * 7);
}

TEST(SpotCheck, NamesWhatIsWrong)
{
    for (std::size_t lane = 0; lane < 2; ++lane) {
        SimulatedCore core;
        workloads::SpotCheck check(1, 1, 1, 100);
        workloads::RecordedStretch wrong = stretch_of(10, 3, 20);
        wrong.after[lane * keccak_state_words + 24] ^= 1;
        check.keep(0, wrong);
        const workloads::SpotCheckResult result = check.repeat("tested", reference(), 0, core);
        ASSERT_TRUE(result.mismatch);
        EXPECT_EQ(results::describe(*result.mismatch),
                  "tested: wrong result in lane " + std::to_string(lane) +
                      " at iteration 23 (key " + std::to_string(10 + lane) + ")");
    }
}

// Even if there is no time left, the first stretch is repeated.
TEST(SpotCheck, TheFirstIsRepeatedWhole)
{
    SimulatedCore core;
    core.reading_ns = 10e9;
    workloads::SpotCheck check(1, 1, 1, 100);
    check.keep(0, stretch_of(10, 3, 20));
    check.keep_as_first(stretch_of(0, 0, 5));
    const workloads::SpotCheckResult result = check.repeat("tested", reference(), 0, core);
    EXPECT_EQ(result.stretches, 2U);
    EXPECT_EQ(result.loops, 10U);
}

} // namespace
} // namespace hashlane::test
