// SPDX-License-Identifier: MIT
//
// The kinds of plots as plain data, drawn as SVG from these data alone. For a terminal there are
// bars in tables and the shaded table of a heat map.
#pragma once

#include "../../statistics/statistics.h"
#include "svg.h"

#include <cstddef>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace hashlane::show {

/// From low to high, both included.
using Range = statistics::Interval95;

/// A few large values, each with the share of its bound.
struct AnswerPlot {
    struct Answer {
        std::string question; ///< "one SHA-256 chain"
        std::string figure;   ///< "134.00"
        std::string unit;     ///< "core cycles per hash"
        std::string detail;   ///< "shani.x1, 33.39 MH/s"
        std::optional<double> share_of_bound = {};
        bool doubtful = false;
    };
    std::vector<Answer> answers;
};

/// A bar from 0 for each row; the part up to the bound is darker.
struct BarPlot {
    struct Bar {
        std::string label = {};
        std::string text = {}; ///< the value as it is written: "134.00, 100 %"
        double value = 0;
        std::optional<double> bound = {};
        std::optional<Range> interval = {};
        bool doubtful = false;
        std::string group = {}; ///< written above the first bar of a group
    };
    std::string unit;
    std::vector<Bar> bars = {};
    std::optional<double> limit = {}; ///< the axis ends there; longer bars have a gap
};

/// Each sample of each row by its distance from the row's value: 0.01 for 1 % above.
struct StripPlot {
    struct Name {
        double value = 0;
        std::string text;
    };
    struct Strip {
        std::string label;
        std::string text;
        std::vector<double> kept = {};
        std::vector<double> left_out = {};
        std::optional<Range> interval = {};
        bool doubtful = false;
        std::vector<Name> names = {}; ///< written below, the first ones before others
    };
    std::vector<Strip> strips;
    std::string unit = "off the row's value"; ///< "% off the row's value"
    double least = 0.005;                     ///< the axis ends so far from 0, or farther
};

/// Points over an axis, joined or not.
struct LinePlot {
    struct Point {
        double x = 0, y = 0;
    };
    struct Series {
        std::string label;
        std::vector<Point> points = {};
        bool joined = true;
        bool ideal = false; ///< perfect scaling: dashed, without markers
    };
    struct Tick {
        double x = 0;
        std::string label;
    };
    std::string x_name, y_name;
    std::vector<Series> series = {};
    std::vector<Tick> x_ticks = {};
    std::vector<Tick> marks = {}; ///< vertical lines, each with a label
    bool from_zero = true;
};

/// A table by numbers of lanes and of threads, whose cells are shaded by their values.
struct HeatPlot {
    std::string unit, column_name, row_name;
    std::vector<std::string> columns = {}, rows = {};
    std::vector<std::vector<std::optional<double>>> values = {}; ///< one vector per row
    int digits = 2;

    double highest() const; ///< at least 0
};

/// Several values with intervals on each line, left and right of 0, one marker for each series.
struct DotPlot {
    struct Dot {
        std::size_t series = 0;
        double value = 0;
        std::optional<Range> interval = {};
        bool doubtful = false;
    };
    struct Line {
        std::string label;
        std::string text;
        std::vector<Dot> dots = {};
    };
    std::string unit;
    std::vector<std::string> series = {};
    std::vector<Line> lines = {};
};

/// Cores in groups, shaded by their values.
struct CorePlot {
    struct Core {
        std::string label;
        std::string text; ///< the value as it is written; or empty
        std::optional<double> value = {};
    };
    struct Group {
        std::string label;
        std::vector<Core> cores = {};
    };
    std::string unit;
    std::vector<Group> groups = {};
};

using PlotData =
    std::variant<AnswerPlot, BarPlot, StripPlot, LinePlot, HeatPlot, DotPlot, CorePlot>;

/// Places values on a plot, and chooses the ticks: 1, 2 or 5 times a power of ten apart.
struct Axis {
    double low = 0, high = 1;
    double step = 1;
    std::vector<double> ticks;

    /// Returns 0 at low, 1 at high; a value beyond is put on the edge.
    double share(double value) const;

    /// Writes the tick as short as its step allows.
    std::string label(double tick) const;
};

/// Begins at 0 and ends at `high`, or at 1 if that is not above 0.
Axis axis_from_zero(double high);

/// Begins and ends with a tick outside of [low, high].
Axis axis_around(double low, double high);

/// Draws as SVG.
Drawing draw_any(const PlotData &plot);

/// Draws a table for a terminal, a block after each value shaded by it; at least 40 columns wide.
std::string text_heat(const HeatPlot &plot, std::size_t width);

/// Draws a bar of `share` (0 to 1) of `columns` columns, to an eighth of a column; fills the rest
/// with spaces.
std::string text_bar(double share, std::size_t columns);

} // namespace hashlane::show
