// SPDX-License-Identifier: MIT
//
// Hardware counters that stop.

#include "machine/clock/cycle_clock.h"
#include "machine/clock/this_core.h"
#include "support/simulated_core.h"

#include <gtest/gtest.h>

namespace hashlane::test {
namespace {

TEST(CounterReading, APauseIsSeen)
{
    const machine::CounterReading before{1000, 5'000'000, 5'000'000};
    EXPECT_TRUE(machine::counted_throughout(before, {9000, 7'000'000, 7'000'000}));
    EXPECT_TRUE(machine::counted_throughout(before, {9000, 7'000'000, 6'998'001}));
    EXPECT_FALSE(machine::counted_throughout(before, {9000, 7'000'000, 6'997'999}));
    EXPECT_FALSE(machine::counted_throughout(before, {1000, 7'000'000, 5'000'000}));
    // A pause that is over is another interval's.
    const machine::CounterReading later{9000, 7'000'000, 6'000'000};
    EXPECT_TRUE(machine::counted_throughout(later, {12000, 8'000'000, 7'000'000}));
}

class DyingCounter : public testing::TestWithParam<bool> {
protected:
    DyingCounter()
    {
        core.has_counter = true;
        core.dead_counter_stands_still = GetParam();
    }
    void kill_it_now() { core.counter_dies_at_ns = 0; }
    SimulatedCore core;
};

TEST_P(DyingCounter, AnIntervalSaysThatItWasNotCounted)
{
    const machine::ChosenClock chosen = machine::make_clock({}, core);
    ASSERT_EQ(chosen.clock->source(), machine::CycleSource::perf);
    chosen.clock->begin();
    core.work(3e6);
    EXPECT_TRUE(chosen.clock->end().counted);
    for (int when = 0; when < 2; ++when) {
        chosen.clock->begin();
        kill_it_now();
        core.work(3e6);
        const machine::Interval interval = chosen.clock->end();
        // A counter that stands still has counted the value from before.
        EXPECT_FALSE(interval.counted) << when;
        EXPECT_EQ(interval.cycles, 0) << when;
        EXPECT_NEAR(interval.ns, 1e6, 1e3) << when;
    }
}

TEST_P(DyingCounter, IsNotChosen)
{
    kill_it_now();
    const machine::ChosenClock chosen = machine::make_clock({}, core);
    EXPECT_EQ(chosen.clock->source(), machine::CycleSource::chain);
    EXPECT_EQ(chosen.note, "no hardware counter: it does not count");
}

TEST_P(DyingCounter, DoesNotPassForAComparison)
{
    kill_it_now();
    EXPECT_FALSE(machine::check_clock(core).against_counter);
}

// Within a stretch that is counted at its beginning, or between two.
TEST_P(DyingCounter, IsComparedWithUntilItDies)
{
    machine::check_clock(core);
    const double end_ns = core.now_ns();
    for (int i = 1; i < 40; ++i) {
        SimulatedCore dying;
        dying.has_counter = true;
        dying.dead_counter_stands_still = GetParam();
        dying.counter_dies_at_ns = end_ns - i * 50e3;
        EXPECT_NEAR(machine::check_clock(dying).against_counter.value_or(1), 0, 0.002) << i;
    }
}

INSTANTIATE_TEST_SUITE_P(Counter, DyingCounter, testing::Bool(),
                         [](const testing::TestParamInfo<bool> &stands_still) {
                             return stands_still.param ? "StandsStill" : "CannotBeRead";
                         });

} // namespace
} // namespace hashlane::test
