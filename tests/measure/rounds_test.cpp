// SPDX-License-Identifier: MIT
#include "measure/run_in_rounds.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

namespace hashlane::test {
namespace {

using Rows = std::vector<std::size_t>;

constexpr double no_time = 0;
constexpr double endless = 1e18;

bool never(std::size_t /*row*/) { return false; }
bool always(std::size_t /*row*/) { return true; }

Rows first(std::size_t count)
{
    Rows rows(count);
    std::iota(rows.begin(), rows.end(), std::size_t{0});
    return rows;
}

Rows sorted(Rows rows)
{
    std::ranges::sort(rows);
    return rows;
}

// The rows of the next round, when the one before is over.
Rows round_of(measure::Rounds &rounds, const measure::Rounds::IsSettled &is_settled = never,
              double elapsed = no_time)
{
    Rows rows;
    do {
        const auto next = rounds.next(elapsed, is_settled);
        if (!next)
            break;
        rows.push_back(*next);
    } while (rows.size() < rounds.rows_of_round());
    return rows;
}

std::vector<Rows> some_rounds(std::size_t rows, std::uint64_t seed)
{
    measure::Rounds rounds(rows, {.budget_ns = endless}, seed);
    std::vector<Rows> all;
    for (int round = 0; round < 5; ++round)
        all.push_back(round_of(rounds));
    return all;
}

TEST(Rounds, TheFirstIsInTheOrderGiven)
{
    for (const std::uint64_t seed : {1U, 2U, 3U})
        EXPECT_EQ(some_rounds(9, seed).front(), first(9));
}

TEST(Rounds, EachHasEveryRowOnce)
{
    for (const Rows &round : some_rounds(9, 1))
        EXPECT_EQ(sorted(round), first(9));
}

TEST(Rounds, LaterOnesAreInAnOrderOfTheirOwnByTheSeed)
{
    const std::vector<Rows> one = some_rounds(9, 1), same = some_rounds(9, 1),
                            other = some_rounds(9, 2);
    EXPECT_EQ(one, same);
    EXPECT_NE(one, other);
    for (std::size_t round = 1; round < one.size(); ++round)
        EXPECT_NE(one[round], one[round - 1]) << "round " << round + 1;
}

TEST(Rounds, AreCounted)
{
    measure::Rounds rounds(3, {.budget_ns = endless, .least_visits = 1}, 1);
    EXPECT_EQ(rounds.round(), 0U);
    rounds.next(no_time, never);
    EXPECT_EQ(rounds.round(), 1U);
    EXPECT_EQ(rounds.rows_of_round(), 3U);
    rounds.next(no_time, never);
    rounds.next(no_time, never);
    EXPECT_EQ(rounds.round(), 1U);
    const auto is_settled = [](std::size_t row) { return row == 1; };
    round_of(rounds, is_settled);
    EXPECT_EQ(rounds.round(), 2U);
    EXPECT_EQ(rounds.rows_of_round(), 2U);
}

TEST(Rounds, SkipSettledRowsAfterTheLeastVisitsAndNotBefore)
{
    measure::Rounds rounds(3, {.budget_ns = endless, .least_visits = 4, .most_visits = 6}, 1);
    const auto is_settled = [](std::size_t row) { return row == 1; };
    for (int round = 1; round <= 4; ++round)
        EXPECT_EQ(sorted(round_of(rounds, is_settled)), first(3)) << "round " << round;
    for (int round = 5; round <= 6; ++round)
        EXPECT_EQ(sorted(round_of(rounds, is_settled)), (Rows{0, 2})) << "round " << round;
    EXPECT_EQ(rounds.next(no_time, is_settled), std::nullopt);
}

TEST(Rounds, EndWhenAllAreSettled)
{
    measure::Rounds rounds(3, {.budget_ns = endless, .least_visits = 2}, 1);
    round_of(rounds, always);
    round_of(rounds, always);
    EXPECT_EQ(rounds.next(no_time, always), std::nullopt);
}

// One more visit can make a row doubtful that had seemed settled.
TEST(Rounds, AskForTheStateOfARowBeforeEach)
{
    measure::Rounds rounds(2, {.budget_ns = endless, .least_visits = 1}, 1);
    round_of(rounds);
    EXPECT_EQ(round_of(rounds, [](std::size_t row) { return row == 0; }), (Rows{1}));
    EXPECT_EQ(sorted(round_of(rounds)), first(2));
}

TEST(Rounds, VisitNoRowMoreOftenThanTheMost)
{
    measure::Rounds rounds(4, {.budget_ns = endless, .least_visits = 2, .most_visits = 5}, 1);
    std::vector<unsigned> visits(4);
    while (const auto row = rounds.next(no_time, never))
        ++visits[*row];
    EXPECT_EQ(visits, (std::vector<unsigned>{5, 5, 5, 5}));
}

TEST(Rounds, LeaveOutRowsThatWereGivenUp)
{
    measure::Rounds rounds(4, {.budget_ns = endless, .least_visits = 3, .most_visits = 3}, 1);
    round_of(rounds);
    rounds.give_up(0);
    const Rows second = round_of(rounds);
    EXPECT_EQ(sorted(second), (Rows{1, 2, 3}));
    rounds.give_up(second.back());
    EXPECT_EQ(round_of(rounds).size(), 2U);
    EXPECT_EQ(rounds.next(no_time, never), std::nullopt);
}

TEST(Rounds, EndWithTheBudgetButNotWithinTheFirst)
{
    constexpr double budget = 100;
    measure::Rounds rounds(3, {.budget_ns = budget}, 1);
    EXPECT_EQ(round_of(rounds, never, 5 * budget), first(3));
    EXPECT_EQ(rounds.next(5 * budget, never), std::nullopt);

    measure::Rounds later(3, {.budget_ns = budget}, 1);
    round_of(later);
    EXPECT_TRUE(later.next(budget - 1, never));
    EXPECT_EQ(later.next(budget, never), std::nullopt) << "within the second";
}

TEST(Rounds, AfterTheBudgetGoOnForRowsThatCannotBeCompared)
{
    constexpr double budget = 100, extra = 50;
    measure::Rounds rounds(4, {.budget_ns = budget, .extra_ns = extra}, 1);
    round_of(rounds);
    const auto is_comparable = [](std::size_t row) { return row % 2 == 0; };
    for (int round = 0; round < 3; ++round) {
        const Rows visited{*rounds.next(budget, never, is_comparable),
                           *rounds.next(budget + extra - 1, never, is_comparable)};
        EXPECT_EQ(sorted(visited), (Rows{1, 3})) << round;
    }
    EXPECT_EQ(rounds.next(budget + extra, never, is_comparable), std::nullopt);
    EXPECT_EQ(rounds.next(budget, never, always), std::nullopt);
}

// In the middle of a round, whose other rows need nothing more.
TEST(Rounds, AfterTheBudgetDoNotForgetTheRowsOfTheLastRound)
{
    measure::Rounds rounds(3, {.budget_ns = 100, .extra_ns = 50}, 1);
    round_of(rounds);
    const std::size_t visited = rounds.next(99, never).value();
    const auto is_comparable = [&](std::size_t row) { return row != visited; };
    EXPECT_EQ(rounds.next(100, never, is_comparable), visited);
}

TEST(Rounds, OfNoRowsAreOverAtOnce)
{
    measure::Rounds rounds(0, {.budget_ns = endless}, 1);
    EXPECT_EQ(rounds.next(no_time, never), std::nullopt);
}

// ---- The length of visits

constexpr double ms = 1e6;

// After `rounds` rounds in `elapsed` of 1,000 ms, for 10 rounds of visits of 40 ms.
double paced_ms(unsigned rounds, double elapsed, double last_round, double visit = 40)
{
    measure::RunPlan plan;
    plan.visit.min_time_ns = 40 * ms;
    plan.rounds = {.budget_ns = 1000 * ms, .least_visits = 10};
    return measure::paced_visit_ns(plan, visit * ms, elapsed * ms, last_round * ms, rounds) / ms;
}

TEST(VisitPace, IsThePlansIfTheMachineKeepsUp)
{
    EXPECT_DOUBLE_EQ(paced_ms(1, 100, 100), 40);
    EXPECT_DOUBLE_EQ(paced_ms(5, 250, 50), 40);
    EXPECT_DOUBLE_EQ(paced_ms(5, 250, 50, 20), 40) << "the machine has become quiet";
}

TEST(VisitPace, IsShorterIfTimeRunsOut)
{
    EXPECT_DOUBLE_EQ(paced_ms(1, 280, 160), 20) << "9 rounds in the time of 4.5";
    EXPECT_DOUBLE_EQ(paced_ms(1, 900, 900), 10) << "not below a window";
    EXPECT_DOUBLE_EQ(paced_ms(4, 1200, 300), 10) << "in the extra time";
}

TEST(VisitPace, StaysOnceThereAreEnoughVisits) { EXPECT_DOUBLE_EQ(paced_ms(10, 990, 200, 25), 25); }

} // namespace
} // namespace hashlane::test
