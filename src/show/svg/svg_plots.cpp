// SPDX-License-Identifier: MIT
//
// Plots as SVG: what several kinds of plots have in common, then a part for each kind of data.
#include "../../statistics/statistics.h"
#include "plots.h"
#include "text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

namespace hashlane::show {
namespace {

constexpr double text_height = 14;
constexpr double axis_height = 38; // below a plot: labels of the ticks, and the unit

// The most letters that fit on the narrowest screen; the table beneath a plot has the whole text.
constexpr std::size_t most_columns = 46;

constexpr double interval_end = 3;

// Returns the anchor of a label that the edge of the plot must not cut off.
Anchor anchor_at(double x, double edge)
{
    return x < edge ? Anchor::start : x > 1 - edge ? Anchor::end : Anchor::middle;
}

// Draws vertical lines from `top` to `bottom` at the ticks, their labels and the unit below.
void add_x_axis(Drawing &drawing, const Axis &axis, double top, double bottom,
                const std::string &unit)
{
    for (const double tick : axis.ticks) {
        const double x = axis.share(tick);
        drawing.line("grid", x, top, x, bottom);
        drawing.text("tick", x, bottom + text_height, anchor_at(x, 0.06), axis.label(tick));
    }
    drawing.text("tick", 0.5, bottom + 2 * text_height + 2, Anchor::middle, unit);
}

// Writes a line of a plot of rows, above what is drawn: the label, and the text behind it.
void add_row_texts(Drawing &drawing, double y, const std::string &label, const std::string &text,
                   bool doubtful)
{
    constexpr std::size_t least = 12;
    const std::size_t taken = std::min(most_columns - least, columns_of(text) + 2);
    drawing.text(doubtful ? "doubt" : "label", 0, y, at_most(label, most_columns - taken), text);
}

// Draws a thin line from low to high with ends; nothing without an interval.
void add_interval(Drawing &drawing, const Axis &axis, double y,
                  const std::optional<Range> &interval)
{
    if (!interval)
        return;
    const double low = axis.share(interval->low), high = axis.share(interval->high);
    drawing.line("range", low, y, high, y);
    drawing.line("range", low, y - interval_end, low, y + interval_end);
    drawing.line("range", high, y - interval_end, high, y + interval_end);
}

// Draws a line for each series: its marker, its name. Returns the height that they take.
double add_legend(Drawing &drawing, const std::vector<std::string> &series)
{
    constexpr double line_height = 18, marker_x = 0.015, text_x = 0.035;
    double y = 0;
    for (std::size_t i = 0; i < series.size(); ++i) {
        drawing.marker(i, marker_x, y + line_height / 2, false);
        drawing.text("label", text_x, y + line_height / 2 + 4, Anchor::start, series[i]);
        y += line_height;
    }
    return y;
}

// Plots with a line for each row: answers, bars, dots.

constexpr double answer_height = 76;
constexpr double bar_row_height = 32, bar_top = 18, bar_height = 9;

Axis axis_of(const DotPlot &plot)
{
    std::vector<double> values = {0};
    for (const DotPlot::Line &line : plot.lines)
        for (const DotPlot::Dot &dot : line.dots) {
            values.push_back(dot.value);
            if (dot.interval) {
                values.push_back(dot.interval->low);
                values.push_back(dot.interval->high);
            }
        }
    const auto [low, high] = std::ranges::minmax(values);
    return axis_around(low, high);
}

// Markers on one value would hide each other: each series has its own height.
void add_dots(Drawing &drawing, const Axis &axis, double top, double height,
              const DotPlot::Line &line)
{
    const double step = height / static_cast<double>(line.dots.size() + 1);
    double y = top;
    for (const DotPlot::Dot &dot : line.dots) {
        y += step;
        add_interval(drawing, axis, y, dot.interval);
        drawing.marker(dot.series, axis.share(dot.value), y, dot.doubtful);
    }
}

double height_of(const DotPlot::Line &line)
{
    constexpr double least = 14, of_a_dot = 8;
    return std::max(least, of_a_dot * static_cast<double>(line.dots.size()));
}

// The texts of a line are above its markers, and farther from those of the line before.
constexpr double line_gap = 14;

// Returns the height of one line of text if a narrow screen has room for both; names of rows and
// runs are long.
double texts_height(const DotPlot::Line &line)
{
    constexpr std::size_t narrow = 44;
    return line.label.size() + line.text.size() < narrow ? text_height : 2 * text_height;
}

Drawing draw(const AnswerPlot &plot)
{
    Drawing drawing;
    double y = 0;
    for (const AnswerPlot::Answer &answer : plot.answers) {
        drawing.text("label", 0, y + 14, Anchor::start, answer.question);
        drawing.text(answer.doubtful ? "big doubt" : "big", 0, y + 44, Anchor::start,
                     answer.figure);
        drawing.text("label", 1, y + 30, Anchor::end, answer.unit);
        drawing.text("tick", 1, y + 46, Anchor::end, answer.detail);
        if (answer.share_of_bound) {
            drawing.rect("bar", 0, y + 54, 1, 8);
            drawing.rect("bound", 0, y + 54, std::min(*answer.share_of_bound, 1.0), 8);
            drawing.text("tick", 1, y + 14, Anchor::end,
                         fmt::format("{:.0f} % of the bound", *answer.share_of_bound * 100));
        }
        y += answer_height;
    }
    drawing.height = y;
    return drawing;
}

void add_bar(Drawing &drawing, const Axis &axis, double top, const BarPlot::Bar &bar)
{
    const double width = axis.share(bar.value);
    drawing.rect(bar.doubtful ? "bar hollow" : "bar", 0, top, width, bar_height);
    if (bar.value > axis.high) {
        constexpr double gap_begins = 0.96, gap_width = 0.008;
        drawing.rect("paper", gap_begins, top - 2, gap_width, bar_height + 4);
        return;
    }
    if (bar.bound) {
        const double bound = axis.share(*bar.bound);
        drawing.rect("bound", 0, top + 2, std::min(bound, width), bar_height - 4);
        drawing.line("limit", bound, top - 3, bound, top + bar_height + 3);
    }
    add_interval(drawing, axis, top + bar_height / 2, bar.interval);
}

Axis axis_of(const BarPlot &plot)
{
    double end = 0;
    for (const BarPlot::Bar &bar : plot.bars)
        end = std::max(
            {end, bar.value, bar.bound.value_or(0), bar.interval ? bar.interval->high : 0});
    return axis_from_zero(std::min(end, plot.limit.value_or(end)));
}

Drawing draw(const BarPlot &plot)
{
    constexpr double group_height = 22;
    const Axis axis = axis_of(plot);
    Drawing bars;
    double y = 0;
    std::string_view group;
    for (const BarPlot::Bar &bar : plot.bars) {
        if (bar.group != group) {
            bars.text("group", 0, y + text_height, Anchor::start, bar.group);
            y += group_height;
        }
        group = bar.group;
        add_row_texts(bars, y + text_height - 2, bar.label, bar.text, bar.doubtful);
        add_bar(bars, axis, y + bar_top, bar);
        y += bar_row_height;
    }
    Drawing drawing;
    add_x_axis(drawing, axis, 0, y + 4, plot.unit); // behind the bars
    drawing.add(bars);
    drawing.height = y + 4 + axis_height;
    return drawing;
}

Drawing draw(const DotPlot &plot)
{
    Drawing drawing;
    const Axis axis = axis_of(plot);
    constexpr double legend_gap = 8;
    const double top = add_legend(drawing, plot.series) + (plot.series.empty() ? 0 : legend_gap);
    double bottom = top;
    for (const DotPlot::Line &line : plot.lines)
        bottom += texts_height(line) + height_of(line) + line_gap;
    add_x_axis(drawing, axis, top, bottom, plot.unit);
    drawing.line("limit", axis.share(0), top, axis.share(0), bottom);
    double y = top;
    for (const DotPlot::Line &line : plot.lines) {
        drawing.text("label", 0, y + text_height - 2, Anchor::start,
                     at_most(line.label, most_columns));
        y += texts_height(line);
        drawing.text("value", 1, y - 2, Anchor::end, at_most(line.text, most_columns));
        add_dots(drawing, axis, y, height_of(line), line);
        y += height_of(line) + line_gap;
    }
    drawing.height = bottom + axis_height;
    return drawing;
}

// Every sample of every row, on one axis of per cent off the row's value.

constexpr double strip_height = 44, strip_top = 18, kept_height = 14, left_out_height = 6;
constexpr int strip_columns = 400, kept_levels = 6;
constexpr double path_width = 1000; // of a stretched path
// More dots would hide their number: the heights of bins show it.
constexpr std::size_t most_dots = 500, bins = 200;

// A few samples far out would press all others into one point: they are put on the edge.
Axis axis_of(const StripPlot &plot)
{
    constexpr double out_of_the_way = 0.005;
    std::vector<double> all;
    for (const StripPlot::Strip &strip : plot.strips) {
        std::ranges::copy(strip.kept, std::back_inserter(all));
        std::ranges::copy(strip.left_out, std::back_inserter(all));
    }
    if (all.empty())
        return axis_around(-1, 1);
    const double low = statistics::quantile(all, out_of_the_way),
                 high = statistics::quantile(all, 1 - out_of_the_way);
    return axis_around(100 * std::min(low, -plot.least), 100 * std::max(high, plot.least));
}

int column_of(const Axis &axis, double share)
{
    return static_cast<int>(std::lround(axis.share(share * 100) * strip_columns));
}

// Draws samples in the order of taking, from the top down and again from the top; samples that
// would lie on each other are drawn once.
std::string dots_path(const Axis &axis, const std::vector<double> &samples)
{
    std::set<std::pair<int, int>> places;
    for (std::size_t i = 0; i < samples.size(); ++i)
        places.emplace(static_cast<int>(i % kept_levels), column_of(axis, samples[i]));
    std::string path;
    for (const auto &[level, column] : places)
        path += fmt::format("M{} {}h0", svg_number(column * path_width / strip_columns),
                            svg_number((level + 0.5) * kept_height / kept_levels));
    return path;
}

// Draws the number of samples in each part of the axis; the tallest bar has the most, and none is
// lower than a pixel.
std::string bars_path(const Axis &axis, const std::vector<double> &samples)
{
    std::vector<std::size_t> counts(bins);
    for (const double sample : samples)
        ++counts[std::min(bins - 1, static_cast<std::size_t>(axis.share(sample * 100) * bins))];
    const auto most = static_cast<double>(std::ranges::max(counts));
    double last = kept_height;
    std::string path = "M0 " + svg_number(kept_height);
    for (std::size_t i = 0; i < bins; ++i) {
        const double height = kept_height * static_cast<double>(counts[i]) / most;
        const double top = kept_height - (counts[i] == 0 ? 0 : std::max(1.0, height));
        if (top != last)
            path += fmt::format("H{}V{}", svg_number(static_cast<double>(i) * path_width / bins),
                                svg_number(top));
        last = top;
    }
    return path + fmt::format("H{}V{}z", svg_number(path_width), svg_number(kept_height));
}

std::string strokes_path(const Axis &axis, const std::vector<double> &samples)
{
    std::set<int> places;
    for (const double sample : samples)
        places.insert(column_of(axis, sample));
    std::string path;
    for (const int column : places)
        path += fmt::format("M{} 0v{}", svg_number(column * path_width / strip_columns),
                            svg_number(left_out_height));
    return path;
}

// Writes each name from its value towards the middle, as wide as it is on the narrowest screen;
// names that would lie on one before them are left out.
void add_names(Drawing &drawing, const Axis &axis, double y,
               const std::vector<StripPlot::Name> &names)
{
    constexpr std::size_t longest = 30;
    constexpr double apart = 0.03;
    std::vector<Range> taken;
    for (const StripPlot::Name &name : names) {
        const std::string text = at_most(name.text, longest);
        const double length = static_cast<double>(columns_of(text)) / most_columns;
        const double at = axis.share(name.value * 100);
        const bool from_here = at < 0.5;
        const Range place = from_here ? Range{at, at + length} : Range{at - length, at};
        if (std::ranges::any_of(taken, [&](const Range &other) {
                return place.low < other.high + apart && other.low < place.high + apart;
            }))
            continue;
        taken.push_back(place);
        drawing.text("tick", at, y, from_here ? Anchor::start : Anchor::end, text);
    }
}

double height_of(const StripPlot::Strip &strip)
{
    return strip_height + (strip.names.empty() ? 0 : text_height);
}

void add_strip(Drawing &drawing, const Axis &axis, double y, const StripPlot::Strip &strip)
{
    add_row_texts(drawing, y + text_height - 2, strip.label, strip.text, strip.doubtful);
    const double top = y + strip_top;
    const double middle = axis.share(0);
    drawing.line("limit", middle, top - 2, middle, top + kept_height + left_out_height);
    if (strip.kept.size() > most_dots)
        drawing.stretched_path("bound", 0, top, 1, kept_height, bars_path(axis, strip.kept));
    else if (!strip.kept.empty())
        drawing.stretched_path("dots", 0, top, 1, kept_height, dots_path(axis, strip.kept));
    if (!strip.left_out.empty())
        drawing.stretched_path("strokes", 0, top + kept_height + 1, 1, left_out_height,
                               strokes_path(axis, strip.left_out));
    if (const auto &interval = strip.interval)
        add_interval(drawing, axis, top + kept_height / 2,
                     Range{interval->low * 100, interval->high * 100});
    add_names(drawing, axis, top + kept_height + left_out_height + text_height - 2, strip.names);
}

Drawing draw(const StripPlot &plot)
{
    Drawing drawing;
    const Axis axis = axis_of(plot);
    double bottom = 4;
    for (const StripPlot::Strip &strip : plot.strips)
        bottom += height_of(strip);
    add_x_axis(drawing, axis, 0, bottom, "% " + plot.unit);
    double y = 0;
    for (const StripPlot::Strip &strip : plot.strips) {
        add_strip(drawing, axis, y, strip);
        y += height_of(strip);
    }
    drawing.height = bottom + axis_height;
    return drawing;
}

// Points over an axis: rates against lanes, the clock over a run, a history.

constexpr double plot_height = 220, plot_left = 0.07, plot_right = 0.98;
constexpr double unit_gap = 8; // a point on the upper edge is below the unit

struct Frame {
    double x_low = 0, x_high = 1, top = 0, bottom = 0;
    Axis y_axis;

    double x(double value) const
    {
        const double share = x_high > x_low ? (value - x_low) / (x_high - x_low) : 0.5;
        return plot_left + (plot_right - plot_left) * share;
    }
    double y(double value) const { return bottom - (bottom - top) * y_axis.share(value); }
};

Frame frame_of(const LinePlot &plot, double top)
{
    std::vector<double> xs, ys;
    for (const LinePlot::Series &series : plot.series)
        for (const LinePlot::Point &point : series.points) {
            xs.push_back(point.x);
            ys.push_back(point.y);
        }
    for (const LinePlot::Tick &tick : plot.x_ticks)
        xs.push_back(tick.x);
    Frame frame;
    frame.top = top + text_height + unit_gap;
    frame.bottom = frame.top + plot_height;
    if (!xs.empty())
        frame.x_low = std::ranges::min(xs), frame.x_high = std::ranges::max(xs);
    const double high = ys.empty() ? 1 : std::ranges::max(ys);
    frame.y_axis = plot.from_zero || ys.empty() ? axis_from_zero(high)
                                                : axis_around(std::ranges::min(ys), high);
    return frame;
}

void add_axes(Drawing &drawing, const LinePlot &plot, const Frame &frame)
{
    for (const double tick : frame.y_axis.ticks) {
        drawing.line("grid", 0, frame.y(tick), 1, frame.y(tick));
        drawing.text("tick", 0, frame.y(tick) - 3, Anchor::start, frame.y_axis.label(tick));
    }
    drawing.text("tick", 1, frame.top - unit_gap, Anchor::end, plot.y_name);
    for (const LinePlot::Tick &tick : plot.x_ticks) {
        const double x = frame.x(tick.x);
        drawing.line("grid", x, frame.bottom, x, frame.bottom + 4);
        drawing.text("tick", x, frame.bottom + text_height + 2, anchor_at(x, 0.1), tick.label);
    }
    drawing.text("tick", 0.5, frame.bottom + 2 * text_height + 2, Anchor::middle, plot.x_name);
}

// Labels of neighbours are at different heights.
void add_marks(Drawing &drawing, const LinePlot &plot, const Frame &frame)
{
    constexpr std::size_t heights = 4;
    for (std::size_t i = 0; i < plot.marks.size(); ++i) {
        const double x = frame.x(plot.marks[i].x);
        const double y = frame.top + text_height * static_cast<double>(1 + i % heights);
        drawing.line("mark", x, frame.top, x, frame.bottom);
        drawing.text("tick", x, y, x > 0.6 ? Anchor::end : Anchor::start, plot.marks[i].label);
    }
}

void add_series(Drawing &drawing, const LinePlot::Series &series, std::size_t number,
                const Frame &frame)
{
    const std::vector<LinePlot::Point> &points = series.points;
    const char *const css = series.ideal ? "ideal" : "join";
    for (std::size_t i = 1; (series.joined || series.ideal) && i < points.size(); ++i)
        drawing.line(css, frame.x(points[i - 1].x), frame.y(points[i - 1].y), frame.x(points[i].x),
                     frame.y(points[i].y));
    for (const LinePlot::Point &point : points)
        if (!series.ideal)
            drawing.marker(number, frame.x(point.x), frame.y(point.y), false);
}

// Draws thousands of points that nothing joins as one path, each a dot; those on each other are
// one.
void add_cloud(Drawing &drawing, const LinePlot::Series &series, const Frame &frame)
{
    std::set<std::pair<long, long>> places;
    for (const LinePlot::Point &point : series.points)
        places.emplace(std::lround(frame.x(point.x) * path_width),
                       std::lround(frame.y(point.y) - frame.top));
    std::string path;
    for (const auto &[x, y] : places)
        path += "M" + std::to_string(x) + " " + std::to_string(y) + "h0";
    drawing.stretched_path("dots", 0, frame.top, 1, plot_height, path);
}

Drawing draw(const LinePlot &plot)
{
    constexpr std::size_t most_markers = 200;
    Drawing drawing;
    std::vector<std::string> names;
    for (const LinePlot::Series &series : plot.series)
        if (!series.ideal)
            names.push_back(series.label);
    if (names.size() == 1)
        names.clear();
    const Frame frame = frame_of(plot, add_legend(drawing, names));
    add_axes(drawing, plot, frame);
    add_marks(drawing, plot, frame);
    std::size_t number = 0;
    for (const LinePlot::Series &series : plot.series)
        if (!series.joined && !series.ideal && series.points.size() > most_markers)
            add_cloud(drawing, series, frame);
        else
            add_series(drawing, series, series.ideal ? 0 : number++, frame);
    drawing.height = frame.bottom + axis_height;
    return drawing;
}

// Plots made of cells that are shaded by their values: heat maps, maps of cores.

constexpr double cell_height = 34, cell_gap = 0.004;
constexpr std::size_t most_in_a_line = 8; // on a narrow screen more would touch
constexpr std::size_t in_a_line_of_many = 16;

// Draws a cell with the shade of its value's share of the highest. Returns the class of its texts.
const char *add_cell(Drawing &drawing, double x, double y, double width,
                     const std::optional<double> &value, double high)
{
    constexpr const char *shades[] = {"h1", "h2", "h3", "h4", "h5", "h6"};
    constexpr double count = std::size(shades);
    const double share = value && high > 0 ? *value / high : 0;
    const auto step = static_cast<std::size_t>(std::clamp(share * count, 0.0, count - 1));
    drawing.rect(value ? shades[step] : "none", x + cell_gap / 2, y + 1, width - cell_gap,
                 cell_height - 2);
    return share > 0.5 ? "in-dark" : "in-light";
}

Drawing draw(const HeatPlot &plot)
{
    Drawing drawing;
    constexpr double row_label_width = 0.16;
    const double width =
        (1 - row_label_width) / static_cast<double>(std::max<std::size_t>(plot.columns.size(), 1));
    drawing.text("tick", 1, text_height, Anchor::end, plot.column_name + ", in " + plot.unit);
    drawing.text("tick", 0, 2 * text_height + 4, Anchor::start, plot.row_name);
    for (std::size_t i = 0; i < plot.columns.size(); ++i)
        drawing.text("label", row_label_width + width * (static_cast<double>(i) + 0.5),
                     2 * text_height + 4, Anchor::middle, plot.columns[i]);
    double y = 2 * text_height + 10;
    const double high = plot.highest();
    for (std::size_t row = 0; row < plot.rows.size(); ++row) {
        drawing.text("label", 0, y + cell_height / 2 + 4, Anchor::start, plot.rows[row]);
        for (std::size_t i = 0; i < plot.values[row].size(); ++i)
            if (const auto &value = plot.values[row][i]) {
                const double x = row_label_width + width * static_cast<double>(i);
                const char *css = add_cell(drawing, x, y, width, value, high);
                drawing.text(css, x + width / 2, y + cell_height / 2 + 4, Anchor::middle,
                             fmt::format("{:.{}f}", *value, plot.digits));
            }
        y += cell_height;
    }
    drawing.height = y + 4;
    return drawing;
}

Drawing draw(const CorePlot &plot)
{
    Drawing drawing;
    double high = 0, y = 0;
    for (const CorePlot::Group &group : plot.groups)
        for (const CorePlot::Core &core : group.cores)
            high = std::max(high, core.value.value_or(0));
    for (const CorePlot::Group &group : plot.groups) {
        drawing.text("label", 0, y + text_height, Anchor::start, group.label);
        y += text_height + 6;
        const std::size_t in_a_line =
            group.cores.size() > 4 * most_in_a_line ? in_a_line_of_many : most_in_a_line;
        const double width = 1 / static_cast<double>(in_a_line);
        for (std::size_t i = 0; i < group.cores.size(); ++i) {
            const CorePlot::Core &core = group.cores[i];
            const double x = width * static_cast<double>(i % in_a_line);
            const std::size_t line = i / in_a_line;
            const double top = y + cell_height * static_cast<double>(line);
            const char *css = add_cell(drawing, x, top, width, core.value, high);
            drawing.text(css, x + width / 2, top + 14, Anchor::middle, core.label);
            if (!core.text.empty())
                drawing.text(css, x + width / 2, top + 27, Anchor::middle, core.text);
        }
        y += cell_height * std::ceil(static_cast<double>(group.cores.size()) * width) + 8;
    }
    drawing.text("tick", 1, y + text_height, Anchor::end, plot.unit);
    drawing.height = y + text_height + 6;
    return drawing;
}

} // namespace

Drawing draw_any(const PlotData &plot)
{
    return std::visit([](const auto &data) { return draw(data); }, plot);
}

} // namespace hashlane::show
