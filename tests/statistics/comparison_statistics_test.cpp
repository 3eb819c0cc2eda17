// SPDX-License-Identifier: MIT
//
// The statistics against distributions whose truth is known, and against published values.
#include "statistics/statistics.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

namespace hashlane::test {
namespace {

// Costs whose logarithms are an AR(1) process: each keeps `memory` of the one before.
statistics::CostSeries correlated_costs(std::mt19937_64 &random, std::size_t size, double median,
                                        double memory)
{
    std::normal_distribution<double> normal;
    statistics::CostSeries costs;
    double state = normal(random) / std::sqrt(1 - memory * memory);
    for (std::size_t i = 0; i < size; ++i) {
        costs.push_back(median * std::exp(0.005 * state));
        state = memory * state + normal(random);
    }
    return costs;
}

// Returns how many of 100 intervals hold the true ratio.
template <class Make> int covered(double truth, const Make &make)
{
    std::mt19937_64 random(1);
    int count = 0;
    for (int trial = 0; trial < 100; ++trial) {
        const statistics::Observations base = make(random, 70.0);
        const statistics::Interval95 interval =
            statistics::bootstrap_ratio(base, make(random, 70.0 * truth));
        count += interval.low <= truth && truth <= interval.high ? 1 : 0;
    }
    return count;
}

TEST(Bootstrap, CoversTheTruthOfIndependentSamples)
{
    EXPECT_GE(covered(1.02,
                      [](std::mt19937_64 &random, double median) {
                          return statistics::Observations{
                              {correlated_costs(random, 200, median, 0)}};
                      }),
              90);
}

TEST(Bootstrap, CoversTheTruthOfAutocorrelatedSamples)
{
    EXPECT_GE(covered(0.97,
                      [](std::mt19937_64 &random, double median) {
                          return statistics::Observations{
                              {correlated_costs(random, 400, median, 0.8)}};
                      }),
              90);
}

TEST(Bootstrap, CoversTheTruthWhenRepetitionsDiffer)
{
    EXPECT_GE(covered(1.01,
                      [](std::mt19937_64 &random, double median) {
                          std::normal_distribution<double> normal;
                          statistics::Observations observations;
                          for (int repetition = 0; repetition < 12; ++repetition) {
                              const double level = median * std::exp(0.01 * normal(random));
                              observations.push_back({correlated_costs(random, 50, level, 0.5)});
                          }
                          return observations;
                      }),
              90);
}

TEST(Bootstrap, CoversTheTruthOfThreadsThatDiffer)
{
    EXPECT_GE(covered(1.05,
                      [](std::mt19937_64 &random, double median) {
                          return statistics::Observations{
                              {correlated_costs(random, 200, median, 0.5),
                               correlated_costs(random, 200, median * 1.5, 0.5)}};
                      }),
              90);
}

TEST(Bootstrap, IsDeterministicAndAPointForConstants)
{
    std::mt19937_64 random(3);
    const statistics::Observations a = {{correlated_costs(random, 300, 70, 0.5)}};
    const statistics::Observations b = {{correlated_costs(random, 200, 71, 0.5)}};
    EXPECT_EQ(statistics::bootstrap_ratio(a, b).low, statistics::bootstrap_ratio(a, b).low);
    EXPECT_EQ(statistics::bootstrap_ratio(a, b).high, statistics::bootstrap_ratio(a, b).high);
    EXPECT_LT(statistics::bootstrap_ratio(a, b).low, statistics::bootstrap_ratio(a, b).high);
    const statistics::Interval95 point =
        statistics::bootstrap_ratio({{statistics::CostSeries(9, 50)}}, {{{55}}, {{55}}});
    EXPECT_DOUBLE_EQ(point.low, 1.1);
    EXPECT_DOUBLE_EQ(point.high, 1.1);
    const statistics::Interval95 swapped = statistics::bootstrap_ratio(
        {{statistics::CostSeries(9, 10), statistics::CostSeries(9, 30)}},
        {{statistics::CostSeries(9, 30), statistics::CostSeries(9, 10)}});
    EXPECT_DOUBLE_EQ(swapped.low, 1) << "the threads together";
    EXPECT_DOUBLE_EQ(swapped.high, 1);
}

TEST(TypicalCost, PoolsRepetitionsAndAddsThreadRates)
{
    EXPECT_DOUBLE_EQ(statistics::typical_cost({{{1, 2, 9}}, {{3, 4, 5}}}), 3.5);
    EXPECT_DOUBLE_EQ(statistics::typical_cost({{{10, 10}, {30}}}), 15) << "2 / (1/10 + 1/30)";
    EXPECT_EQ(statistics::count({{{10, 10}, {30}}, {{1}, {2}}}), 5U);
}

TEST(BlockLength, GrowsWithCorrelation)
{
    std::mt19937_64 random(5);
    const std::size_t none = statistics::block_length(correlated_costs(random, 1000, 70, 0));
    const std::size_t some = statistics::block_length(correlated_costs(random, 1000, 70, 0.6));
    const std::size_t much = statistics::block_length(correlated_costs(random, 1000, 70, 0.95));
    EXPECT_LE(none, 5U);
    EXPECT_GT(some, none);
    EXPECT_GT(much, some);
    EXPECT_LE(much, 333U);
    EXPECT_EQ(statistics::block_length({70}), 1U);
    EXPECT_EQ(statistics::block_length({70, 71}), 1U);
    EXPECT_EQ(statistics::block_length(statistics::CostSeries(100, 70)), 1U)
        << "a clock that shows no difference";
}

TEST(BlockLength, MediansOfBlocks)
{
    EXPECT_EQ(statistics::block_medians({{{1, 2, 3, 7, 8, 9, 100}}, {{4, 6}}}, 3),
              (std::vector<double>{2, 8, 5}));
}

// Counted by hand: of the C(n, k) ways to deal out the ranks, those at least as extreme.
TEST(MannWhitney, ExactForSmallSamples)
{
    EXPECT_DOUBLE_EQ(statistics::mann_whitney_p({1, 2, 3}, {4, 5, 6}), 2.0 / 20);
    EXPECT_DOUBLE_EQ(statistics::mann_whitney_p({1, 2, 4}, {3, 5, 6}), 4.0 / 20);
    EXPECT_DOUBLE_EQ(statistics::mann_whitney_p({4, 5, 6}, {1, 2, 3}), 2.0 / 20);
    EXPECT_DOUBLE_EQ(statistics::mann_whitney_p({1, 2, 3, 4, 5}, {6, 7, 8, 9, 10}), 2.0 / 252);
    EXPECT_DOUBLE_EQ(statistics::mann_whitney_p({1}, {2}), 1);
    EXPECT_DOUBLE_EQ(statistics::mann_whitney_p({7, 7}, {7, 7, 7}), 1);
    // Ranks 1, 2.5 | 2.5, 4: one of the six pairs has a smaller sum, one more the same.
    EXPECT_DOUBLE_EQ(statistics::mann_whitney_p({1, 2}, {2, 3}), 4.0 / 6);
}

// Hollander and Wolfe, Nonparametric Statistical Methods (1973), p. 69: the permeability of
// membranes, one-sided p = 0.1272.
TEST(MannWhitney, PublishedExactExample)
{
    const std::vector<double> term = {0.80, 0.83, 1.89, 1.04, 1.45, 1.38, 1.91, 1.64, 0.73, 1.46};
    const std::vector<double> early = {1.15, 0.88, 0.90, 0.74, 1.21};
    EXPECT_NEAR(statistics::mann_whitney_p(term, early), 2 * 0.1272, 0.0001);
}

// R's manual of wilcox.test: ozone in New York, May against August 1973, with ties: p = 0.0001208.
TEST(MannWhitney, PublishedExampleWithTies)
{
    const std::vector<double> may = {41, 36, 12, 18, 28, 23, 19, 8, 7,  16, 11, 14,  18,
                                     14, 34, 6,  30, 11, 1,  11, 4, 32, 23, 45, 115, 37};
    const std::vector<double> august = {39, 9,  16, 78, 35, 66, 122, 89,  110, 44, 28,  65, 22,
                                        59, 23, 31, 44, 21, 9,  45,  168, 73,  76, 118, 84, 85};
    EXPECT_NEAR(statistics::mann_whitney_p(may, august), 0.0001208, 0.0000001);
    EXPECT_NEAR(statistics::mann_whitney_p(august, may), 0.0001208, 0.0000001);
    EXPECT_DOUBLE_EQ(
        statistics::mann_whitney_p(std::vector<double>(30, 7), std::vector<double>(30, 7)), 1);
}

} // namespace
} // namespace hashlane::test
