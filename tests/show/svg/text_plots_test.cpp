// SPDX-License-Identifier: MIT
#include "show/svg/plots.h"
#include "show/svg/text.h"
#include "support/sample_plots.h"

#include <gtest/gtest.h>

#include <sstream>

namespace hashlane::test {
namespace {

TEST(TextPlots, AHeatMapIsATableWithShades)
{
    EXPECT_EQ(show::text_heat(sample_heat(), 40), "threads         x1        x2\n"
                                                  "1           33.39▓    52.28█\n"
                                                  "2           34.00▓          \n"
                                                  "MH/s\n");
}

TEST(TextPlots, NoLineOfAHeatMapIsTooLong)
{
    for (const unsigned width : {40U, 61U, 200U}) {
        std::istringstream lines(show::text_heat(sample_heat(), width));
        std::size_t count = 0;
        for (std::string line; std::getline(lines, line); ++count)
            EXPECT_LE(show::columns_of(line), width) << line;
        ASSERT_EQ(count, 4U);
    }
}

TEST(TextPlots, BarsHaveEighths)
{
    EXPECT_EQ(show::text_bar(0, 3), "   ");
    EXPECT_EQ(show::text_bar(0.5, 3), "█▌ ");
    EXPECT_EQ(show::text_bar(1.0 / 24, 3), "▏  ");
    EXPECT_EQ(show::text_bar(2, 3), "███");
}

} // namespace
} // namespace hashlane::test
