// SPDX-License-Identifier: MIT
#include "show/svg/plots.h"
#include "show/svg/svg.h"
#include "show/svg/text.h"
#include "support/golden.h"
#include "support/sample_plots.h"
#include "support/text.h"

#include <algorithm>
#include <regex>

namespace hashlane::test {
namespace {

TEST(Axis, StepsAreNiceAndFew)
{
    for (double high = 0.0003; high < 1e9; high *= 1.37) {
        const show::Axis axis = show::axis_from_zero(high);
        EXPECT_EQ(axis.low, 0);
        EXPECT_GE(axis.ticks.size(), 2U) << high;
        EXPECT_LE(axis.ticks.size(), 7U) << high;
        EXPECT_LE(axis.ticks.back(), high * 1.000001);
        EXPECT_DOUBLE_EQ(axis.share(high), 1);
    }
}

TEST(Axis, HoldsItsValues)
{
    for (const auto &[low, high] : {std::pair(-2.7, 3.1), {133.9, 134.2}, {5.0, 5.0}, {0.0, 0.0}}) {
        const show::Axis axis = show::axis_around(low, high);
        EXPECT_LE(axis.low, low);
        EXPECT_GE(axis.high, high);
        EXPECT_LT(axis.low, axis.high);
        EXPECT_LE(axis.ticks.size(), 8U);
    }
    EXPECT_EQ(show::axis_around(133.9, 134.2).label(134), "134.0");
    EXPECT_EQ(show::axis_around(-1, 1).label(-0.0), "0.0");
    EXPECT_EQ(show::axis_from_zero(0).share(-5), 0) << "beyond is on the edge";
}

TEST(Svg, NumbersAreShort)
{
    EXPECT_EQ(show::svg_number(12), "12");
    EXPECT_EQ(show::svg_number(12.5), "12.5");
    EXPECT_EQ(show::svg_number(100), "100");
    EXPECT_EQ(show::svg_number(0.126), "0.13");
    EXPECT_EQ(show::svg_number(-0.001), "0");
}

TEST(Svg, TextStaysText)
{
    EXPECT_EQ(show::escaped("<script>'\"&"), "&lt;script&gt;&#39;&quot;&amp;");
    EXPECT_EQ(show::escaped("×é…"), "×é…");
    EXPECT_EQ(show::escaped(std::string_view("a\0b\x1b\x7f", 5)), "a\uFFFDb\uFFFD\uFFFD");
    EXPECT_EQ(show::escaped("\xff\xc0\xaf\xed\xa0\x80|\xf4\x90\x80\x80|\xe2\x82"),
              "\uFFFD\uFFFD\uFFFD\uFFFD\uFFFD\uFFFD|\uFFFD\uFFFD\uFFFD\uFFFD|\uFFFD\uFFFD")
        << "no UTF-8";
    EXPECT_EQ(show::escaped("\uFFFE\u0085"), "\uFFFD\uFFFD") << "no characters of HTML";
}

TEST(Utf8, TextIsCutAndFilled)
{
    EXPECT_EQ(show::fitted("×2", 4), "×2  ");
    EXPECT_EQ(show::fitted("abcdef", 4), "abc…");
    EXPECT_EQ(show::fitted("abcd", 4), "abcd");
    EXPECT_EQ(show::columns_of("×2…"), 3U);
}

TEST(Svg, EveryKindOfPlot)
{
    for (const auto &[name, plot] : sample_plots())
        expect_golden(name + ".svg",
                      show::standalone_svg(show::draw_any(plot), "A <title>", "What it shows"),
                      "show/svg");
}

// A page allows no style in attributes, and a file must look the same in both colour schemes.
TEST(Svg, ColoursAreClasses)
{
    for (const auto &[name, plot] : sample_plots()) {
        const std::string svg =
            show::inline_svg(show::draw_any(plot), name, "title", "description");
        for (const char *attribute : {" style=", " fill=", " stroke=", "href", "http"})
            EXPECT_FALSE(contains(svg, attribute)) << name;
        EXPECT_TRUE(contains(svg, "<title id=\"" + name + "-t\">title</title>"));
    }
}

TEST(Svg, NothingIsDrawnOutside)
{
    show::BarPlot plot = sample_bars();
    plot.bars[0].value = 0;
    plot.bars[1].interval = show::Range{0, 1e9};
    const std::string svg = show::draw_any(plot).elements();
    const std::regex share("(?:x|x1|x2|width)=\"(-?[0-9.]+)%\"");
    for (std::sregex_iterator match(svg.begin(), svg.end(), share), end; match != end; ++match) {
        EXPECT_GE(std::stod((*match)[1]), 0);
        EXPECT_LE(std::stod((*match)[1]), 100);
    }
}

TEST(Svg, ABarBeyondTheLimitHasAGap)
{
    show::BarPlot plot = sample_bars();
    EXPECT_FALSE(contains(show::draw_any(plot).elements(), "class=\"paper\""));
    plot.limit = 200;
    const std::string svg = show::draw_any(plot).elements();
    EXPECT_TRUE(contains(svg, "class=\"paper\""));
    EXPECT_TRUE(contains(svg, ">200</text>")) << "the axis ends there";
    EXPECT_FALSE(contains(svg, ">400</text>"));
}

TEST(Svg, ThousandsOfSamplesAreAFewKilobytes)
{
    show::StripPlot plot;
    plot.strips.push_back({"row", "70", {}, {}, {}, false, {}});
    for (std::size_t i = 0; i < 100000; ++i)
        plot.strips[0].kept.push_back(static_cast<double>(i % 997) / 997 * 0.02);
    EXPECT_LT(show::draw_any(plot).elements().size(), 40000U);
}

TEST(Svg, NamesOnEachOtherAreLeftOut)
{
    const std::string svg = show::draw_any(sample_strips_of_many()).elements();
    EXPECT_TRUE(contains(svg, "n01 -30.0 %"));
    EXPECT_TRUE(contains(svg, "n02 +4.0 %"));
    EXPECT_FALSE(contains(svg, "n03"));
}

TEST(Svg, EmptyPlotsAreDrawn)
{
    for (const show::PlotData &plot :
         {show::PlotData(show::AnswerPlot()), show::PlotData(show::BarPlot()),
          show::PlotData(show::StripPlot()), show::PlotData(show::LinePlot()),
          show::PlotData(show::HeatPlot()), show::PlotData(show::DotPlot()),
          show::PlotData(show::CorePlot())})
        EXPECT_FALSE(contains(show::draw_any(plot).elements(), "nan"));
}

} // namespace
} // namespace hashlane::test
