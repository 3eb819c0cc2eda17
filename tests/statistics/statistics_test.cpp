// SPDX-License-Identifier: MIT
#include "statistics/statistics.h"

#include <gtest/gtest.h>

namespace hashlane::test {
namespace {

TEST(Statistics, TheLowestValueThatThreeConfirm)
{
    EXPECT_EQ(statistics::lowest_confirmed({}, 0.01), std::nullopt);
    EXPECT_EQ(statistics::lowest_confirmed({100, 100}, 0.01), std::nullopt);
    EXPECT_EQ(statistics::lowest_confirmed({100.5, 100, 101}, 0.01), 100.5);
    EXPECT_EQ(statistics::lowest_confirmed({100.5, 100, 101.1}, 0.01), std::nullopt);
    EXPECT_EQ(statistics::lowest_confirmed({130, 90, 100.5, 130, 100, 101, 130}, 0.01), 100.5);
}

TEST(Statistics, Summary)
{
    const statistics::Summary summary = statistics::summarise({5, 1, 4, 2, 3});
    EXPECT_DOUBLE_EQ(summary.median, 3);
    EXPECT_DOUBLE_EQ(summary.min, 1);
    EXPECT_DOUBLE_EQ(summary.p90, 4.6);
    EXPECT_DOUBLE_EQ(summary.mad, 1);
    EXPECT_DOUBLE_EQ(statistics::summarise({7}).median, 7);
    EXPECT_DOUBLE_EQ(statistics::quantile({1, 2}, 0.5), 1.5);
}

} // namespace
} // namespace hashlane::test
