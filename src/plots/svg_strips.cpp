// SPDX-License-Identifier: MIT
//
// Every sample of every row, on one axis of per cent off the row's figure.
#include "svg_frame.h"
#include "svg_plots.h"

#include "../statistics/statistics.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

namespace hashlane {
namespace {

constexpr double row_height = 44, strip_top = 18, kept_height = 14, left_out_height = 6;
constexpr int columns = 400, kept_levels = 6;
constexpr double width = 1000; // of a stretched path

// A few samples far out would press all others into one point: they are put on the edge.
Axis axis_of(const StripPlot &plot)
{
    constexpr double out_of_the_way = 0.005, least = 0.005;
    std::vector<double> all;
    for (const StripPlot::Strip &strip : plot.strips) {
        std::ranges::copy(strip.kept, std::back_inserter(all));
        std::ranges::copy(strip.left_out, std::back_inserter(all));
    }
    if (all.empty())
        return axis_around(-1, 1);
    const double low = quantile(all, out_of_the_way), high = quantile(all, 1 - out_of_the_way);
    return axis_around(100 * std::min(low, -least), 100 * std::max(high, least));
}

int column_of(const Axis &axis, double share)
{
    return static_cast<int>(std::lround(axis.share(share * 100) * columns));
}

// Samples in the order of taking, from the top down and again from the top; those that would lie on
// each other are drawn once.
std::string dots(const Axis &axis, const std::vector<double> &samples)
{
    std::set<std::pair<int, int>> places;
    for (std::size_t i = 0; i < samples.size(); ++i)
        places.emplace(static_cast<int>(i % kept_levels), column_of(axis, samples[i]));
    std::string path;
    for (const auto &[level, column] : places)
        path += fmt::format("M{} {}h0", svg_number(column * width / columns),
                            svg_number((level + 0.5) * kept_height / kept_levels));
    return path;
}

std::string strokes(const Axis &axis, const std::vector<double> &samples)
{
    std::set<int> places;
    for (const double sample : samples)
        places.insert(column_of(axis, sample));
    std::string path;
    for (const int column : places)
        path += fmt::format("M{} 0v{}", svg_number(column * width / columns),
                            svg_number(left_out_height));
    return path;
}

std::optional<Range> in_percent(const std::optional<Range> &interval)
{
    if (!interval)
        return {};
    return Range{interval->low * 100, interval->high * 100};
}

void add_strip(Drawing &drawing, const Axis &axis, double y, const StripPlot::Strip &strip)
{
    add_row_texts(drawing, y + text_height - 2, strip.label, strip.text, strip.doubtful);
    const double top = y + strip_top;
    const double middle = axis.share(0);
    drawing.line("limit", middle, top - 2, middle, top + kept_height + left_out_height);
    if (!strip.kept.empty())
        drawing.stretched_path("dots", 0, top, 1, kept_height, dots(axis, strip.kept));
    if (!strip.left_out.empty())
        drawing.stretched_path("strokes", 0, top + kept_height + 1, 1, left_out_height,
                               strokes(axis, strip.left_out));
    add_interval(drawing, axis, top + kept_height / 2, in_percent(strip.interval));
}

} // namespace

Picture draw(const StripPlot &plot)
{
    Picture picture;
    const Axis axis = axis_of(plot);
    const double bottom = row_height * static_cast<double>(plot.strips.size()) + 4;
    add_x_axis(picture.drawing, axis, 0, bottom, "% off the row's figure");
    double y = 0;
    for (const StripPlot::Strip &strip : plot.strips) {
        add_strip(picture.drawing, axis, y, strip);
        y += row_height;
    }
    picture.height = bottom + axis_height;
    return picture;
}

} // namespace hashlane
