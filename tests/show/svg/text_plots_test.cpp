// SPDX-License-Identifier: MIT
#include "show/svg/plots.h"
#include "show/svg/text.h"
#include "support/golden.h"
#include "support/sample_plots.h"

#include <sstream>

namespace hashlane::test {
namespace {

TEST(TextPlots, EveryKind)
{
    for (const unsigned width : {60U, 100U}) {
        std::string text;
        for (const auto &[name, plot] : sample_plots())
            text += name + "\n" + show::text_plot(plot, width) + "\n";
        expect_golden("text_" + std::to_string(width) + ".txt", text, "show/svg");
    }
}

TEST(TextPlots, NoLineIsTooLong)
{
    for (const unsigned width : {40U, 61U, 80U, 200U})
        for (const auto &[name, plot] : sample_plots()) {
            std::istringstream lines(show::text_plot(plot, width));
            for (std::string line; std::getline(lines, line);)
                EXPECT_LE(show::columns_of(line), width) << name << "\n" << line;
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
