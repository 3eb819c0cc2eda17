// SPDX-License-Identifier: MIT
#include "lib/base/compiler.h"
#include "machine/clock/instruction_timing.h"
#include "machine/system/cpus.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

namespace hashlane::test {
namespace {

bool nothing_is_known(const machine::InstructionTimes &times)
{
    return std::ranges::none_of(times, [](const auto &time) { return time.has_value(); });
}

TEST(InstructionTiming, TheTableSaysWhatEachIs)
{
    EXPECT_EQ(machine::instruction_name(machine::Instruction::rnds2), "SHA256RNDS2");
    EXPECT_EQ(machine::instruction_features(machine::Instruction::rnds2), sha);
    EXPECT_EQ(machine::instruction_name(machine::Instruction::rotate_to_r), "RORX r64");
    EXPECT_EQ(machine::instruction_features(machine::Instruction::rotate_to_r), bmi2);
}

#if HASHLANE_X86_64

std::size_t index(machine::Instruction instruction)
{
    return static_cast<std::size_t>(instruction);
}

// A clock that expects a fixed order of readings: for each instruction ten times in turn 160 and
// 320 blocks of 240 dependent ones, then as many of independent ones; all of that again in each of
// five passes.
class ScriptedClock final : public machine::CycleClock {
public:
    struct Asked {
        int number;   ///< of this instruction, kind and length
        bool twice;   ///< 320 blocks
        bool latency; ///< dependent ones
    };
    std::function<machine::Interval(const Asked &)> answer;

    machine::CycleSource source() const override { return machine::CycleSource::perf; }
    void begin() override {}
    machine::Interval end(const machine::WorkShare & /*share*/) override
    {
        const Asked asked{count_ / 20 * 5 + count_ % 10 / 2, count_ % 2 == 1, count_ % 20 < 10};
        ++count_;
        return answer(asked);
    }
    int times_asked() const { return count_; }

private:
    int count_ = 0;
};

constexpr double reading_cycles = 300;

// Returns the cycles of a core that needs four for each dependent instruction, and half a cycle
// otherwise.
double true_cycles(const ScriptedClock::Asked &asked)
{
    return reading_cycles + (asked.twice ? 2 : 1) * 160 * 240 * (asked.latency ? 4 : 0.5);
}

// The instructions on the registers of every x86-64 processor, and no others: LEA, XOR and ROR.
constexpr int general_instructions = 3;

machine::InstructionTimes
times_by(std::function<machine::Interval(const ScriptedClock::Asked &)> answer)
{
    ScriptedClock clock;
    clock.answer = std::move(answer);
    return machine::time_instructions(clock, no_features);
}

void expect_true_times(const machine::InstructionTimes &times)
{
    EXPECT_EQ(std::ranges::count_if(times, [](const auto &time) { return time.has_value(); }),
              general_instructions);
    for (const auto &time : times) {
        if (!time)
            continue;
        EXPECT_EQ(time->latency, 4);
        EXPECT_EQ(time->reciprocal, 0.5);
    }
}

TEST(InstructionTiming, ReadingTheClockCostsNothing)
{
    ScriptedClock clock;
    clock.answer = [](const auto &asked) {
        return machine::Interval{.cycles = true_cycles(asked)};
    };
    const machine::InstructionTimes times = machine::time_instructions(clock, no_features);
    expect_true_times(times);
    EXPECT_EQ(clock.times_asked(), 5 * 20 * general_instructions);
    EXPECT_TRUE(times[index(machine::Instruction::add_r)]);
    EXPECT_TRUE(times[index(machine::Instruction::logic_r)]);
    EXPECT_TRUE(times[index(machine::Instruction::rotate_r)]);
}

// Three tries in the last pass are quiet, of each length others.
TEST(InstructionTiming, ThreeQuietTriesAreEnough)
{
    const int last_pass = 4 * general_instructions * 5;
    expect_true_times(times_by([&](const auto &asked) {
        const int place = asked.number % 5;
        const bool quiet = asked.number >= last_pass && (asked.twice ? place <= 2 : place >= 2);
        return machine::Interval{.cycles = true_cycles(asked) + (quiet ? 0 : 5000 + asked.number)};
    }));
}

TEST(InstructionTiming, WhatWasNotCountedIsNotTaken)
{
    expect_true_times(times_by([](const auto &asked) {
        const bool counted = asked.number % 5 == 2;
        return machine::Interval{.cycles = counted ? true_cycles(asked) : 1, .counted = counted};
    }));
}

// A clock that was misread shows too few cycles, and does it once.
TEST(InstructionTiming, OneQuickTryIsNotBelieved)
{
    expect_true_times(times_by([](const auto &asked) {
        return machine::Interval{.cycles = true_cycles(asked) * (asked.number % 40 == 3 ? 0.8 : 1)};
    }));
}

// A clock that moved reads low as often as high.
TEST(InstructionTiming, WhatAMovingClockCountedIsNotTaken)
{
    expect_true_times(times_by([](const auto &asked) {
        const bool steady = asked.number % 5 == 2;
        return machine::Interval{.cycles = steady ? true_cycles(asked) : 1,
                                 .drift = steady ? 0.004 : 0.006};
    }));
}

TEST(InstructionTiming, LatenciesAreWholeCycles)
{
    const auto latency_of = [](double cycles) {
        return times_by([&](const auto &asked) {
                   return machine::Interval{.cycles = (asked.twice ? 2 : 1) * 160 * 240 * cycles};
               })[index(machine::Instruction::add_r)]
            ->latency;
    };
    EXPECT_EQ(latency_of(3.96), 4);
    EXPECT_EQ(latency_of(4.04), 4);
    EXPECT_EQ(latency_of(4.5), 4); // by two paths in turn
    EXPECT_EQ(latency_of(0.25), 0.25) << "four are folded into one";
}

TEST(InstructionTiming, WithoutOneLengthOrOneKindThereIsNoTime)
{
    for (const auto &missing :
         {std::function([](const ScriptedClock::Asked &asked) { return asked.twice; }),
          std::function([](const ScriptedClock::Asked &asked) { return !asked.twice; }),
          std::function([](const ScriptedClock::Asked &asked) { return asked.latency; }),
          std::function([](const ScriptedClock::Asked &asked) { return !asked.latency; }),
          std::function([](const ScriptedClock::Asked &) { return true; })})
        EXPECT_TRUE(nothing_is_known(times_by([&](const auto &asked) {
            return machine::Interval{.cycles = true_cycles(asked), .counted = !missing(asked)};
        })));
}

TEST(InstructionTiming, RunsWhatTheProcessorHasAndNothingElse)
{
    ScriptedClock clock;
    clock.answer = [](const auto &asked) {
        return machine::Interval{.cycles = true_cycles(asked)};
    };
    const FeatureSet features = this_cpu().features;
    const machine::InstructionTimes times = machine::time_instructions(clock, features);
    for (std::size_t i = 0; i < machine::instruction_count; ++i) {
        const FeatureSet needs =
            machine::instruction_features(static_cast<machine::Instruction>(i));
        EXPECT_EQ(times[i].has_value(), (needs & ~features) == 0)
            << machine::instruction_name(static_cast<machine::Instruction>(i));
    }
}

#endif

// This tests that a step of LEA has a time, not which.
TEST(InstructionTiming, NeedsAClockThatCountsCoreCycles)
{
    const int cpu = machine::allowed_cpus().front();
    EXPECT_TRUE(nothing_is_known(
        machine::time_instructions_on(cpu, {false, machine::CycleSource::tsc, 0})));
#if HASHLANE_X86_64
    machine::InstructionTimes times;
    for (int tries = 0; tries < 10 && !times[index(machine::Instruction::add_r)]; ++tries)
        times = machine::time_instructions_on(cpu, {false, machine::CycleSource::given, 3e9});
    ASSERT_TRUE(times[index(machine::Instruction::add_r)]);
    EXPECT_GT(times[index(machine::Instruction::add_r)]->latency, 0);
#endif
}

} // namespace
} // namespace hashlane::test
