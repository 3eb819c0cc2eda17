// SPDX-License-Identifier: MIT
//
// Points over an axis: rates against lanes, the clock over a run, a history.
#include "svg_frame.h"
#include "svg_plots.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

namespace hashlane {
namespace {

constexpr double plot_height = 220, left = 0.02, right = 0.98;

struct Frame {
    double x_low = 0, x_high = 1, top = 0, bottom = 0;
    Axis y_axis;

    double x(double value) const
    {
        const double share = x_high > x_low ? (value - x_low) / (x_high - x_low) : 0.5;
        return left + (right - left) * share;
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
    frame.top = top + text_height;
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
    drawing.text("tick", 1, frame.top - 4, Anchor::end, plot.y_name);
    for (const LinePlot::Tick &tick : plot.x_ticks) {
        const double x = frame.x(tick.x);
        const Anchor anchor = x < 0.1 ? Anchor::start : x > 0.9 ? Anchor::end : Anchor::middle;
        drawing.line("grid", x, frame.bottom, x, frame.bottom + 4);
        drawing.text("tick", x, frame.bottom + text_height + 2, anchor, tick.label);
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
            add_marker(drawing, number, frame.x(point.x), frame.y(point.y), false);
}

// Thousands of points that nothing joins: one path, each a dot; those on each other are one.
void add_cloud(Drawing &drawing, const LinePlot::Series &series, const Frame &frame)
{
    constexpr double width = 1000;
    std::set<std::pair<long, long>> places;
    for (const LinePlot::Point &point : series.points)
        places.emplace(std::lround(frame.x(point.x) * width),
                       std::lround(frame.y(point.y) - frame.top));
    std::string path;
    for (const auto &[x, y] : places)
        path += "M" + std::to_string(x) + " " + std::to_string(y) + "h0";
    drawing.stretched_path("dots", 0, frame.top, 1, plot_height, path);
}

} // namespace

Picture draw(const LinePlot &plot)
{
    constexpr std::size_t most_markers = 200;
    Picture picture;
    Drawing &drawing = picture.drawing;
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
    picture.height = frame.bottom + axis_height;
    return picture;
}

} // namespace hashlane
