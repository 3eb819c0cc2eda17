// SPDX-License-Identifier: MIT
//
// Blocks of a mix, their orders, and their times by a clock that is not a core's.

#include "machine/clock/instruction_timing.h"

#include "lib/base/compiler.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <numeric>
#include <set>

namespace hashlane::test {
namespace {

using enum machine::Instruction;

machine::InstructionMix
mix_of(std::initializer_list<std::pair<machine::Instruction, double>> counts)
{
    machine::InstructionMix mix;
    for (const auto &[instruction, count] : counts)
        mix.count[static_cast<std::size_t>(instruction)] = count;
    return mix;
}

int count_of(const machine::MixBlock &block, machine::Instruction instruction)
{
    return block[static_cast<std::size_t>(instruction)];
}

TEST(MixBlock, HasTheProportionsOfTheMix)
{
    const auto mix = mix_of({{rnds2, 32}, {msg2, 12}, {add_x, 20}});
    EXPECT_EQ(mix.total(), 64);
    const machine::MixBlock block = machine::block_of(mix);
    EXPECT_EQ(count_of(block, rnds2), 480);
    EXPECT_EQ(count_of(block, msg2), 180);
    EXPECT_EQ(count_of(block, add_x), 300);
    EXPECT_EQ(machine::block_of(mix_of({{rnds2, 128}, {msg2, 48}, {add_x, 80}})), block);
    EXPECT_EQ(machine::block_of(mix_of({{rnds2, 32 / 3.}, {msg2, 4}, {add_x, 20 / 3.}})), block);
}

// A block that were rounded up could take longer than its share of the mix.
TEST(MixBlock, LeavesFractionsOut)
{
    const machine::MixBlock block = machine::block_of(mix_of({{rnds2, 2}, {msg2, 1}, {add_r, 4}}));
    EXPECT_EQ(count_of(block, rnds2), 274); // of 274.3
    EXPECT_EQ(count_of(block, msg2), 137);
    EXPECT_EQ(count_of(block, add_r), 548); // of 548.6
    EXPECT_EQ(machine::block_of({}), machine::MixBlock{});
}

TEST(MixBlock, EveryOrderHasAllInstructions)
{
    const machine::MixBlock block = machine::block_of(mix_of({{rnds2, 2}, {msg2, 1}, {add_r, 4}}));
    const auto orders = machine::orders_of(block);
    EXPECT_EQ(orders, machine::orders_of(block));
    for (const std::vector<std::uint8_t> &order : orders) {
        machine::MixBlock counted{};
        for (const std::uint8_t instruction : order)
            ++counted[instruction];
        EXPECT_EQ(counted, block);
    }
    EXPECT_EQ(std::set(orders.begin(), orders.end()).size(), orders.size());
}

// Returns the longest row of one kind.
std::size_t longest_group(const std::vector<std::uint8_t> &order)
{
    std::size_t longest = 0;
    for (auto begin = order.begin(); begin != order.end();) {
        const auto end = std::find_if(begin, order.end(), [&](auto i) { return i != *begin; });
        longest = std::max(longest, static_cast<std::size_t>(end - begin));
        begin = end;
    }
    return longest;
}

TEST(MixBlock, KindsAreSpreadEvenlyOrInGroups)
{
    const auto orders = machine::orders_of(machine::block_of(mix_of({{rnds2, 1}, {add_r, 1}})));
    std::set<std::size_t> groups;
    for (const std::vector<std::uint8_t> &order : orders)
        groups.insert(longest_group(order));
    EXPECT_TRUE(std::ranges::includes(groups, std::set<std::size_t>{1, 2, 4, 8}));
}

// Expects for each order four times in turn 80 and 160 blocks.
class OrderClock final : public machine::CycleClock {
public:
    std::function<machine::Interval(int order, double blocks)> answer;

    machine::CycleSource source() const override { return machine::CycleSource::perf; }
    void begin() override {}
    machine::Interval end(const machine::WorkShare & /*share*/) override
    {
        const int asked = count_++;
        return answer(asked / 8, asked % 2 == 0 ? 80 : 160);
    }
    int orders_timed() const { return count_ / 8; }

private:
    int count_ = 0;
};

const machine::MixBlock additions = machine::block_of(mix_of({{add_r, 3}, {logic_r, 1}}));

#if HASHLANE_X86_64 && !defined(_WIN32)

TEST(MixTiming, TheBestOrderCounts)
{
    ASSERT_TRUE(machine::runs_generated_code());
    OrderClock clock;
    clock.answer = [](int order, double blocks) {
        return machine::Interval{.cycles = 2000 + blocks * (order == 7 ? 280 : 300 + order)};
    };
    EXPECT_EQ(machine::time_block(clock, no_features, additions), 280);
    EXPECT_EQ(clock.orders_timed(), static_cast<int>(machine::orders_of(additions).size()));
}

// The difference of the two lengths would be too small.
TEST(MixTiming, ADisturbanceOfTheShorterLengthAloneIsNotBelieved)
{
    OrderClock clock;
    clock.answer = [](int /*order*/, double blocks) {
        return machine::Interval{.cycles = blocks * 300 + (blocks == 80 ? 9000 : 0)};
    };
    EXPECT_EQ(machine::time_block(clock, no_features, additions), std::nullopt);
    int asked = 0;
    clock.answer = [&](int /*order*/, double blocks) {
        const bool disturbed = blocks == 80 && ++asked <= 4;
        return machine::Interval{.cycles = blocks * 300 + (disturbed ? 9000 : 0)};
    };
    EXPECT_EQ(machine::time_block(clock, no_features, additions), 300);
}

TEST(MixTiming, NothingIsKnownOfWhatWasNotCounted)
{
    OrderClock clock;
    clock.answer = [](int /*order*/, double blocks) {
        return machine::Interval{.cycles = blocks, .counted = false};
    };
    EXPECT_EQ(machine::time_block(clock, no_features, additions), std::nullopt);
}

// Its code ran, and came back with the registers that belong to the caller.
TEST(MixTiming, RunsAllThatTheProcessorHas)
{
    machine::InstructionMix all;
    const FeatureSet features = this_cpu().features;
    for (std::size_t i = 0; i < machine::instruction_count; ++i)
        if ((machine::instruction_features(static_cast<machine::Instruction>(i)) & ~features) == 0)
            all.count[i] = 1;
    OrderClock clock;
    clock.answer = [](int /*order*/, double blocks) {
        return machine::Interval{.cycles = 240 * blocks};
    };
    EXPECT_EQ(machine::time_block(clock, features, machine::block_of(all)), 240);
}

#endif

TEST(MixBlock, NeedsTheFeaturesOfItsInstructions)
{
    const machine::MixBlock block = machine::block_of(mix_of({{rnds2, 1}, {add_r, 1}}));
    EXPECT_TRUE(machine::has_instructions(sha, block));
    EXPECT_FALSE(machine::has_instructions(no_features, block));
    EXPECT_TRUE(machine::has_instructions(no_features, additions));
}

} // namespace
} // namespace hashlane::test
