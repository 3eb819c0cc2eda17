// SPDX-License-Identifier: MIT
#include "statistics/statistics.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace hashlane::test {
namespace {

constexpr double rounding = 1e-12;

// Returns visits of a kernel: most are equal, some were disturbed and cost more.
std::vector<double> visits(std::size_t count, std::uint64_t seed)
{
    std::mt19937_64 random(seed);
    std::normal_distribution<double> undisturbed(100, 0.2);
    std::vector<double> costs(count);
    for (double &cost : costs)
        cost = undisturbed(random) + (random() % 4 == 0 ? 3 : 0);
    return costs;
}

TEST(EstimateCost, TheIntervalHoldsTheValue)
{
    for (std::uint64_t seed = 1; seed <= 50; ++seed)
        for (const std::size_t count : {2U, 3U, 7U, 40U}) {
            const std::vector<double> costs = visits(count, seed);
            const statistics::Estimate estimate = statistics::estimate_cost(costs);
            ASSERT_TRUE(estimate.interval);
            EXPECT_LE(estimate.interval->low, estimate.value * (1 + rounding));
            EXPECT_GE(estimate.interval->high, estimate.value * (1 - rounding));
            const auto [least, most] = std::ranges::minmax(costs);
            if (count >= statistics::enough_visits) {
                EXPECT_GE(estimate.interval->low, least * (1 - rounding));
            }
            EXPECT_LE(estimate.interval->high, most * (1 + rounding));
        }
}

// All of a few visits can lie above the true quartile.
TEST(EstimateCost, OfFewVisitsHoldsTheTruthAsOften)
{
    constexpr double truth = 100 - 0.6745; // the lower quartile of the normal distribution
    constexpr int trials = 500;
    for (const std::size_t count : {5U, 6U, 7U, 8U, 9U, 20U}) {
        std::mt19937_64 random(count);
        std::normal_distribution<double> normal(100, 1);
        int below = 0, above = 0;
        for (int trial = 0; trial < trials; ++trial) {
            std::vector<double> costs(count);
            std::ranges::generate(costs, [&] { return normal(random); });
            const statistics::Interval95 interval = *statistics::estimate_cost(costs).interval;
            below += truth < interval.low;
            above += truth > interval.high;
        }
        EXPECT_LE(below, trials * 8 / 100) << count;
        EXPECT_LE(above, trials * 4 / 100) << count;
    }
}

// A busy machine may slow one of two visits by any factor, but no work costs less than nothing.
TEST(EstimateCost, NoIntervalReachesZero)
{
    for (std::uint64_t seed = 1; seed <= 200; ++seed) {
        std::mt19937_64 random(seed);
        std::lognormal_distribution<double> disturbed(0, 3);
        std::vector<double> costs(2 + seed % 8);
        std::ranges::generate(costs, [&] { return 100 * (1 + disturbed(random)); });
        const statistics::Estimate estimate = statistics::estimate_cost(costs);
        EXPECT_GT(estimate.interval->low, 0) << seed;
        EXPECT_LE(estimate.interval->low, estimate.value * (1 + rounding)) << seed;
    }
}

TEST(EstimateCost, OfOneVisitHasNoInterval)
{
    const statistics::Estimate estimate = statistics::estimate_cost({7.5});
    EXPECT_DOUBLE_EQ(estimate.value, 7.5);
    EXPECT_FALSE(estimate.interval);
}

TEST(EstimateCost, EqualCostsLeaveNoDoubt)
{
    const statistics::Estimate estimate = statistics::estimate_cost(std::vector<double>(9, 42));
    EXPECT_DOUBLE_EQ(estimate.value, 42);
    ASSERT_TRUE(estimate.interval);
    EXPECT_DOUBLE_EQ(estimate.interval->low, 42);
    EXPECT_DOUBLE_EQ(estimate.interval->high, 42);
}

TEST(EstimateCost, AnotherRunIsLessCertainThanTheVisits)
{
    const statistics::Interval95 wider = statistics::of_another_run({100, 101});
    EXPECT_DOUBLE_EQ(wider.low, 100 * (1 - statistics::unseen_by_visits));
    EXPECT_DOUBLE_EQ(wider.high, 101 * (1 + statistics::unseen_by_visits));
}

TEST(EstimateCost, OneDisturbedVisitOfTenDoesNotMoveIt)
{
    std::vector<double> costs = {100.2, 100, 100.1, 100.3, 100.1, 100, 100.2, 100.1, 100.2, 100.1};
    const statistics::Estimate before = statistics::estimate_cost(costs);
    costs[4] = 250;
    const statistics::Estimate after = statistics::estimate_cost(costs);
    EXPECT_NEAR(after.value / before.value, 1, 0.001);
    EXPECT_NEAR(after.interval->low / before.interval->low, 1, 0.002);
}

TEST(EstimateCost, DoesNotDependOnTheOrder)
{
    std::vector<double> costs = visits(11, 1);
    const double value = statistics::estimate_cost(costs).value;
    std::ranges::reverse(costs);
    EXPECT_DOUBLE_EQ(statistics::estimate_cost(costs).value, value);
}

// The same file must have the same result each time.
TEST(EstimateCost, IsTheSameEachTime)
{
    const std::vector<double> costs = visits(11, 1);
    const statistics::Estimate one = statistics::estimate_cost(costs),
                               other = statistics::estimate_cost(costs);
    EXPECT_EQ(one.interval->low, other.interval->low);
    EXPECT_EQ(one.interval->high, other.interval->high);
}

TEST(EstimateCost, MoreVisitsLeaveLessDoubt)
{
    const auto width = [](std::size_t count) {
        double sum = 0;
        for (std::uint64_t seed = 1; seed <= 20; ++seed) {
            const statistics::Estimate estimate = statistics::estimate_cost(visits(count, seed));
            sum += estimate.interval->high - estimate.interval->low;
        }
        return sum;
    };
    EXPECT_LT(width(40), width(7));
}

} // namespace
} // namespace hashlane::test
