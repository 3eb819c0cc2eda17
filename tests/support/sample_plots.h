// SPDX-License-Identifier: MIT
//
// One plot of each kind, with all of its optional parts.
#pragma once

#include "show/svg/plots.h"

#include <string>
#include <utility>
#include <vector>

namespace hashlane::test {

inline show::AnswerPlot sample_answers()
{
    return {{{"one chain", "134.00", "core cycles per hash", "shani.x1, 33.39 MH/s", 0.99, false},
             {"the machine", "1184.4", "MH/s", "avx512.x32", {}, true}}};
}

inline show::BarPlot sample_bars()
{
    return {"core cycles per hash",
            {{"shani.x4", "70.21 · 91 %", 70.21, 63.9, show::Range{69.5, 71}, false},
             {"shani.x1", "134.00 · 105 %", 134, 140.7, {}, false},
             {"ref.x1", "778.50", 778.5, {}, {}, true}}};
}

inline show::StripPlot sample_strips()
{
    return {{{"shani.x4",
              "70.21",
              {0, 0.001, -0.001, 0.02},
              {0.05, 0.3},
              show::Range{-0.01, 0.01},
              false,
              {}},
             {"ref.x1", "", {0.001}, {}, {}, true, {}}}};
}

inline show::StripPlot sample_strips_of_many()
{
    show::StripPlot plot;
    plot.unit = "off comparable nodes";
    plot.least = 0.05;
    show::StripPlot::Strip strip{"sha3 alone", "7.10 cycles", {}, {0.001, 0.04, -0.3},
                                 {},           false,         {}};
    for (int i = 0; i < 700; ++i)
        strip.kept.push_back(0.00001 * (i % 26 * (i % 26)));
    // The third is where the first is.
    strip.names = {{-0.3, "n01 -30.0 %"}, {0.04, "n02 +4.0 %"}, {-0.29, "n03 -29.0 %"}};
    plot.strips = {strip};
    return plot;
}

inline show::LinePlot sample_lines()
{
    show::LinePlot plot;
    plot.x_name = "lanes";
    plot.y_name = "MH/s";
    plot.series = {{"1 thread", {{0, 33.39}, {1, 52.28}, {2, 62.75}}, true, false},
                   {"2 threads", {{0, 34}, {2, 62}}, true, false},
                   {"ideal", {{0, 33.39}, {1, 66.78}}, true, true}};
    plot.x_ticks = {{0, "1"}, {1, "2"}, {2, "4"}};
    plot.marks = {{1, "0.2.0"}};
    return plot;
}

inline show::HeatPlot sample_heat()
{
    return {"MH/s", "lanes", "threads", {"x1", "x2"}, {"1", "2"}, {{33.39, 52.28}, {34.0, {}}}, 2};
}

inline show::DotPlot sample_dots()
{
    return {"change of the cost, %",
            {},
            {{"shani.x4", "-2.50 % · faster", {{0, -2.5, show::Range{-2.75, -2.25}, false}}},
             {"ref.x1", "+1.00 % · uncertain", {{1, 1, {}, true}, {0, 0.5, {}, false}}}}};
}

inline show::CorePlot sample_cores()
{
    return {"MH/s",
            {{"package 0, P-core", {{"0", "62.75", 62.75}, {"1", "60", 60}}},
             {"package 0, E-core", {{"2", "", {}}}}}};
}

inline std::vector<std::pair<std::string, show::PlotData>> sample_plots()
{
    return {{"answer", sample_answers()}, {"bars", sample_bars()},
            {"strips", sample_strips()},  {"strips-of-many", sample_strips_of_many()},
            {"lines", sample_lines()},    {"heat", sample_heat()},
            {"dots", sample_dots()},      {"cores", sample_cores()}};
}

} // namespace hashlane::test
