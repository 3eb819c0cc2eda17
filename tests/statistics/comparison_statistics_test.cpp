// SPDX-License-Identifier: MIT
//
// The test of ranks against counts by hand and published values.
#include "statistics/statistics.h"

#include <gtest/gtest.h>

#include <vector>

namespace hashlane::test {
namespace {

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
