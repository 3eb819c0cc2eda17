// SPDX-License-Identifier: MIT
//
// What each kind of plot shows, as plain data. svg_plots.h draws it as SVG, text_plots.h with
// Unicode's blocks. Neither looks anywhere else: a plot's figures are these.
#ifndef HASHLANE_SRC_PLOTS_PLOT_DATA_H
#define HASHLANE_SRC_PLOTS_PLOT_DATA_H

#include <cstddef>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace hashlane {

/// From low to high, both included.
struct Range {
    double low = 0, high = 0;
};

/// A few large figures, each with the share of its bound.
struct AnswerPlot {
    struct Answer {
        std::string question; ///< "one SHA-256 chain"
        std::string figure;   ///< "134.00"
        std::string unit;     ///< "core cycles per hash"
        std::string detail;   ///< "shani.x1, 33.39 MH/s"
        std::optional<double> share_of_bound;
        bool doubtful = false;
    };
    std::vector<Answer> answers;
};

/// A bar from 0 for each row; the part up to the bound is darker.
struct BarPlot {
    struct Bar {
        std::string label;
        std::string text; ///< the value as it is written: "134.00, 100 %"
        double value = 0;
        std::optional<double> bound;
        std::optional<Range> interval;
        bool doubtful = false;
    };
    std::string unit;
    std::vector<Bar> bars;
};

/// Each sample of each row, as far from the row's figure as it was: 0.01 for 1 % above.
struct StripPlot {
    struct Name {
        double value = 0;
        std::string text;
    };
    struct Strip {
        std::string label;
        std::string text;
        std::vector<double> kept;
        std::vector<double> left_out;
        std::optional<Range> interval;
        bool doubtful = false;
        std::vector<Name> names; ///< written below, the first ones before others
    };
    std::vector<Strip> strips;
    std::string unit = "off the row's figure"; ///< "% off the row's figure"
    double least = 0.005;                      ///< the axis ends so far from 0, or farther
};

/// Points over an axis, joined or not.
struct LinePlot {
    struct Point {
        double x = 0, y = 0;
    };
    struct Series {
        std::string label;
        std::vector<Point> points;
        bool joined = true;
        bool ideal = false; ///< what could be hoped for: dashed, without markers
    };
    struct Tick {
        double x = 0;
        std::string label;
    };
    std::string x_name, y_name;
    std::vector<Series> series;
    std::vector<Tick> x_ticks;
    std::vector<Tick> marks; ///< vertical lines, each with a label
    bool from_zero = true;
};

/// A table whose cells are shaded by their values.
struct HeatPlot {
    std::string unit, column_name, row_name;
    std::vector<std::string> columns, rows;
    std::vector<std::vector<std::optional<double>>> values; ///< one vector a row
    int digits = 2;
};

/// Several values with intervals on each line, one marker for each series.
struct DotPlot {
    struct Dot {
        std::size_t series = 0;
        double value = 0;
        std::optional<Range> interval;
        bool doubtful = false;
    };
    struct Line {
        std::string label;
        std::string text;
        std::vector<Dot> dots;
    };
    std::string unit;
    std::vector<std::string> series;
    std::vector<Line> lines;
    std::optional<double> reference; ///< a line across: 1 for ratios
};

/// Cores in groups, shaded by what each reached.
struct CorePlot {
    struct Core {
        std::string label;
        std::string text; ///< the value as it is written; empty where there is none
        std::optional<double> value;
    };
    struct Group {
        std::string label;
        std::vector<Core> cores;
    };
    std::string unit;
    std::vector<Group> groups;
};

using PlotData =
    std::variant<AnswerPlot, BarPlot, StripPlot, LinePlot, HeatPlot, DotPlot, CorePlot>;

} // namespace hashlane

#endif
