// SPDX-License-Identifier: MIT
#include "machine/clock/cycle_clock.h"
#include "support/simulated_core.h"
#include "support/text.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace hashlane::test {
namespace {

machine::ChosenClock clock_by(machine::CycleSource source, machine::Core &core)
{
    return machine::make_clock({false, source, 0}, core);
}

TEST(ChainProbe, ReadsTheClockThroughACoarseTimer)
{
    for (const double ghz : {0.8, 2.0, 3.333, 5.7})
        for (const double reading_ns : {5.0, 25.0, 60.0}) {
            SimulatedCore core;
            core.hz = [ghz](double) { return ghz * 1e9; };
            core.reading_ns = reading_ns;
            const machine::ClockCheck check = machine::check_clock(core);
            EXPECT_NEAR(check.hz / (ghz * 1e9), 1, 0.002) << ghz << " GHz, " << reading_ns << " ns";
            EXPECT_LT(check.probe_spread, 0.002);
        }
}

TEST(ChainProbe, ToleratesInterrupts)
{
    SimulatedCore core;
    core.interrupt_every_ns = 50e3; // far more often than any system
    EXPECT_NEAR(machine::check_clock(core).hz / 3e9, 1, 0.002);
}

// One of five readings has no influence, be it too long or too short.
TEST(ChainProbe, IsTheMeanOfReadingsThatAgree)
{
    for (const double other : {2.5e9, 3.5e9}) {
        SimulatedCore core;
        machine::ChainProbe probe(core);
        const double start = core.now_ns();
        core.hz = [&](double ns) { return ns < start + 6000 ? other : 3e9; }; // of 8 us
        EXPECT_NEAR(probe.hz() / 3e9, 1, 0.002) << other;
    }
}

// Covers a clock that rises with each probe: the median, and half of the distance between the
// quartiles.
TEST(ClockCheck, SaysHowFarTheProbesSpread)
{
    constexpr int calibration = 400, of_a_probe = 5 * 2; // the number of readings of the clock in
                                                         // each
    SimulatedCore core;
    int asked = -calibration;
    core.hz = [&](double) { return 3e9 * (1 + 0.0004 * std::max(0, asked++ / of_a_probe)); };
    const machine::ClockCheck check = machine::check_clock(core);
    EXPECT_EQ(asked, 100 * of_a_probe);
    EXPECT_NEAR(check.hz / 3e9, 1 + 0.0004 * 49.5, 0.001);
    EXPECT_NEAR(check.probe_spread, 0.0004 * 24.75 / 1.02, 0.0005);
}

// One in three of the stretches that are compared is 5 % longer.
TEST(ClockCheck, ComparesStretchesWithoutInterrupts)
{
    SimulatedCore core;
    core.has_counter = true;
    core.interrupt_every_ns = 500e3;
    EXPECT_NEAR(*machine::check_clock(core).against_counter, 0, 0.002);
}

TEST(ClockCheck, ComparesWithTheCounter)
{
    SimulatedCore core;
    EXPECT_FALSE(machine::check_clock(core).against_counter);
    core.has_counter = true;
    EXPECT_NEAR(*machine::check_clock(core).against_counter, 0, 0.002);
    // A core whose step takes 4 cycles, taken for 3, must not pass.
    class WrongLatency final : public machine::Core {
    public:
        SimulatedCore inner;
        double now_ns() override { return inner.now_ns(); }
        std::uint64_t tsc_ticks() override { return inner.tsc_ticks(); }
        void run_dependent_chain(std::uint64_t steps) override { inner.run_dependent_chain(steps); }
        std::optional<double> chain_step_cycles() override { return 3; }
        std::optional<std::uint64_t> counted_cycles() override { return inner.counted_cycles(); }
        std::string counter_problem() override { return ""; }
        std::uint64_t preemptions() override { return 0; }
        std::uint64_t throttle_events() override { return 0; }
        double thread_cpu_ns() override { return 0; }
    } wrong;
    wrong.inner.has_counter = true;
    wrong.inner.step_cycles = 4;
    EXPECT_NEAR(*machine::check_clock(wrong).against_counter, -0.25, 0.01);
}

TEST(CycleClock, EverySourceCountsKnownWork)
{
    for (const machine::CycleSource source :
         {machine::CycleSource::perf, machine::CycleSource::chain, machine::CycleSource::given}) {
        SimulatedCore core;
        core.has_counter = true;
        const machine::ChosenClock chosen = machine::make_clock({false, source, 3e9}, core);
        ASSERT_EQ(chosen.clock->source(), source);
        EXPECT_EQ(chosen.note, "");
        chosen.clock->begin();
        core.work(4e6);
        const machine::Interval interval = chosen.clock->end();
        EXPECT_NEAR(interval.cycles / 4e6, 1, 0.003) << machine::cycle_source_name(source);
        EXPECT_NEAR(interval.clock_hz / 3e9, 1, 0.003) << machine::cycle_source_name(source);
    }
}

// A counter counts other work too; the caller has the duration of the work.
TEST(CycleClock, LeavesOutWhatWasSpentAside)
{
    const machine::CycleSource sources[] = {machine::CycleSource::perf, machine::CycleSource::chain,
                                            machine::CycleSource::given};
    for (const machine::CycleSource source : sources) {
        SimulatedCore core;
        core.has_counter = true;
        const machine::ChosenClock chosen = machine::make_clock({false, source, 3e9}, core);
        chosen.clock->begin();
        core.work(3e6);
        core.work(1e6);
        const machine::Interval interval = chosen.clock->end({.undisturbed = 0.75, .aside = 0.25});
        EXPECT_NEAR(interval.cycles / 3e6, 1, 0.003) << machine::cycle_source_name(source);
        EXPECT_NEAR(interval.ns / 1e6, 1, 0.003) << machine::cycle_source_name(source);
        EXPECT_NEAR(interval.clock_hz / 3e9, 1, 0.003) << machine::cycle_source_name(source);
    }
}

// Covers work of 4 / 3 ms, a quarter of which does not count, at 3 GHz and 2.5 ticks per
// nanosecond.
TEST(CycleClock, EverySourceGivesEveryFigure)
{
    struct Expected {
        machine::CycleSource source;
        double cycles, hz;
    };
    for (const auto &[source, cycles, hz] : {Expected{machine::CycleSource::perf, 3e6, 3e9},
                                             Expected{machine::CycleSource::chain, 3e6, 3e9},
                                             Expected{machine::CycleSource::given, 3e6, 3e9},
                                             Expected{machine::CycleSource::tsc, 2.5e6, 2.5e9},
                                             Expected{machine::CycleSource::none, 1e6, 0}}) {
        SCOPED_TRACE(machine::cycle_source_name(source));
        SimulatedCore core;
        core.has_counter = source == machine::CycleSource::perf;
        core.has_tsc = source != machine::CycleSource::none;
        const auto asked = core.has_tsc ? source : machine::CycleSource::tsc;
        const machine::ChosenClock chosen = machine::make_clock({false, asked, 3e9}, core);
        ASSERT_EQ(chosen.clock->source(), source);
        for (int again = 0; again < 2; ++again) {
            chosen.clock->begin();
            core.work(4e6);
            const machine::Interval interval =
                chosen.clock->end({.undisturbed = 0.75, .aside = 0.25});
            EXPECT_NEAR(interval.ns / 1e6, 1, 0.003);
            EXPECT_NEAR(interval.cycles / cycles, 1, 0.003);
            EXPECT_NEAR(interval.clock_hz, hz, 0.003 * hz);
            EXPECT_LT(interval.drift, 0.004);
            EXPECT_TRUE(interval.counted);
        }
    }
}

TEST(CycleClock, TscCountsTicks)
{
    SimulatedCore core;
    const machine::ChosenClock chosen = clock_by(machine::CycleSource::tsc, core);
    chosen.clock->begin();
    core.work(3e6); // 1 ms at 3 GHz, 2.5 ticks a nanosecond
    EXPECT_NEAR(chosen.clock->end().cycles / 2.5e6, 1, 0.001);
    EXPECT_TRUE(contains(chosen.note, "not core cycles"));
}

TEST(CycleClock, SeesTheClockDrift)
{
    SimulatedCore core;
    const machine::ChosenClock chosen = clock_by(machine::CycleSource::chain, core);
    chosen.clock->begin();
    core.work(1e6);
    EXPECT_LT(chosen.clock->end().drift, 0.004);
    chosen.clock->begin();
    core.work(1e6);
    core.hz = [](double) { return 2.9e9; };
    EXPECT_NEAR(chosen.clock->end().drift, 0.034, 0.004);
}

TEST(CycleClock, AClockThatMovesEvenlyIsTheMeanOfItsEnds)
{
    SimulatedCore core;
    const machine::ChosenClock chosen = clock_by(machine::CycleSource::chain, core);
    chosen.clock->begin();
    const double start = core.now_ns();
    core.hz = [start](double ns) { return 3e9 * (1 - 0.04 * std::min((ns - start) / 1e6, 1.0)); };
    core.work(2.94e6); // 1 ms
    const machine::Interval interval = chosen.clock->end();
    EXPECT_NEAR(interval.cycles / 2.94e6, 1, 0.003);
    EXPECT_NEAR(interval.clock_hz / 2.94e9, 1, 0.003);
}

TEST(CycleClock, FallsBackInOrderOfTrustAndSaysWhy)
{
    SimulatedCore core;
    core.has_counter = true;
    EXPECT_EQ(machine::make_clock({}, core).clock->source(), machine::CycleSource::perf);
    core.has_counter = false;
    const machine::ChosenClock chain = machine::make_clock({}, core);
    EXPECT_EQ(chain.clock->source(), machine::CycleSource::chain);
    EXPECT_EQ(chain.note, "no hardware counter: a fake without counter");
    core.step_cycles = 0;
    const machine::ChosenClock tsc = clock_by(machine::CycleSource::perf, core);
    EXPECT_EQ(tsc.clock->source(), machine::CycleSource::tsc);
    EXPECT_TRUE(contains(tsc.note, "no calibrated chain"));
    core.has_tsc = false;
    const machine::ChosenClock none = clock_by(machine::CycleSource::tsc, core);
    EXPECT_EQ(none.clock->source(), machine::CycleSource::none);
    EXPECT_EQ(none.note, "no time-stamp counter is read on this processor: times only, no cycles");
    none.clock->begin();
    core.run_dependent_chain(3'000'000);
    EXPECT_EQ(none.clock->end().clock_hz, 0);
}

TEST(CycleClock, BelievesTwoChainsThatAgree)
{
    SimulatedCore core;
    core.check_cycles = core.really_check_cycles = 5;
    core.interrupt_every_ns = 50e3;
    const machine::ChosenClock chosen = clock_by(machine::CycleSource::chain, core);
    EXPECT_EQ(chosen.clock->source(), machine::CycleSource::chain);
    EXPECT_EQ(chosen.note, "");
}

// A core that wakes up under the first probe.
TEST(CycleClock, AsksTwiceWhenTheClockMovedBetweenTheChains)
{
    SimulatedCore core;
    core.check_cycles = core.really_check_cycles = 2;
    core.hz = [](double ns) { return ns < 1.15e6 ? 1e9 : 3e9; };
    EXPECT_EQ(clock_by(machine::CycleSource::chain, core).clock->source(),
              machine::CycleSource::chain);
}

// docs/explanation/machine.md: if they differ five times in succession.
TEST(CycleClock, AsksFiveTimes)
{
    for (const auto &[unlike, problem] : {std::pair{4, false}, std::pair{5, true}}) {
        SimulatedCore core;
        core.check_cycles = core.really_check_cycles = 2;
        // Each probe is calibrated with 400 short chains; in a try, each of the main chain's five
        // long ones reads the clock twice, and each of the other's once.
        int asked = -800;
        core.hz = [&](double) {
            const int place = asked++;
            const bool checks = place >= 0 && place % 15 >= 10;
            return checks && place / 15 < unlike ? 2e9 : 3e9;
        };
        EXPECT_EQ(machine::chain_problem(core) != "", problem) << unlike;
        EXPECT_EQ(asked, 5 * 15);
    }
}

TEST(CycleClock, ChainsThatAgreeDifferByLessThanFivePercent)
{
    for (const auto &[off, problem] : {std::pair{1.045, false}, std::pair{1.055, true},
                                       std::pair{1 / 1.045, false}, std::pair{1 / 1.06, true}}) {
        SimulatedCore core;
        core.check_cycles = 2;
        core.really_check_cycles = 2 * off;
        EXPECT_EQ(machine::chain_problem(core) != "", problem) << off;
    }
}

TEST(CycleClock, ReportsChainsThatDisagree)
{
    SimulatedCore core;
    core.check_cycles = 2;
    core.really_check_cycles = 3;
    const machine::ChosenClock chosen = clock_by(machine::CycleSource::chain, core);
    EXPECT_EQ(chosen.clock->source(), machine::CycleSource::tsc);
    EXPECT_EQ(chosen.note,
              "no calibrated chain: two chains that should agree read 3.00 GHz and 2.00 GHz; "
              "ticks of the time-stamp counter, not core cycles");
    // A stated clock is not compared with such a chain either.
    EXPECT_EQ(machine::make_clock({false, machine::CycleSource::given, 9e9}, core).note, "");
}

TEST(CycleClock, DoubtsAGivenClockThatIsWrong)
{
    SimulatedCore core;
    EXPECT_EQ(machine::make_clock({false, machine::CycleSource::given, 3e9}, core).note, "");
    for (const double almost : {0.992, 1.008})
        EXPECT_EQ(
            machine::make_clock({false, machine::CycleSource::given, almost * 3e9}, core).note, "");
    for (const double off : {0.988, 1.012})
        EXPECT_NE(machine::make_clock({false, machine::CycleSource::given, off * 3e9}, core).note,
                  "");
    const std::string note =
        machine::make_clock({false, machine::CycleSource::given, 6e9}, core).note;
    EXPECT_TRUE(contains(note, "it is 6.00 GHz, but the core ran at 3.00 GHz"));
}

TEST(ClockProblem, IsThatOfTheNamedSourceAlone)
{
    const auto problem = [](machine::ClockRequest request, bool counter, bool chain, bool tsc) {
        SimulatedCore core;
        core.has_counter = counter;
        core.step_cycles = chain ? 3 : 0;
        core.has_tsc = tsc;
        return machine::clock_problem(request, core);
    };
    using machine::CycleSource;
    EXPECT_EQ(problem({}, false, false, false), "") << "auto takes what there is";
    EXPECT_NE(problem({false, CycleSource::perf, 0}, false, true, true), "");
    EXPECT_EQ(problem({false, CycleSource::perf, 0}, true, false, false), "");
    EXPECT_NE(problem({false, CycleSource::chain, 0}, true, false, true), "");
    EXPECT_EQ(problem({false, CycleSource::chain, 0}, false, true, false), "");
    EXPECT_NE(problem({false, CycleSource::tsc, 0}, true, true, false), "");
    EXPECT_EQ(problem({false, CycleSource::tsc, 0}, false, false, true), "");
    EXPECT_EQ(problem({false, CycleSource::given, 1e9}, false, false, false), "");
}

} // namespace
} // namespace hashlane::test
