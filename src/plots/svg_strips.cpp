// SPDX-License-Identifier: MIT
//
// Every sample of every row, on one axis of per cent off the row's figure.
#include "svg_frame.h"
#include "svg_plots.h"
#include "utf8.h"

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
// More dots would hide how many there are: the heights of bins say it.
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
    const double low = quantile(all, out_of_the_way), high = quantile(all, 1 - out_of_the_way);
    return axis_around(100 * std::min(low, -plot.least), 100 * std::max(high, plot.least));
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

// How many samples lie in each part of the axis; the tallest bar has the most, and none is lower
// than a pixel.
std::string bars(const Axis &axis, const std::vector<double> &samples)
{
    std::vector<std::size_t> counts(bins);
    for (const double sample : samples)
        ++counts[std::min(bins - 1, static_cast<std::size_t>(axis.share(sample * 100) *
                                                             static_cast<double>(bins)))];
    const auto most = static_cast<double>(std::ranges::max(counts));
    double last = kept_height;
    std::string path = "M0 " + svg_number(kept_height);
    for (std::size_t i = 0; i < bins; ++i) {
        const double height = kept_height * static_cast<double>(counts[i]) / most;
        const double top = kept_height - (counts[i] == 0 ? 0 : std::max(1.0, height));
        if (top != last)
            path += fmt::format("H{}V{}", svg_number(static_cast<double>(i) * width / bins),
                                svg_number(top));
        last = top;
    }
    return path + fmt::format("H{}V{}z", svg_number(width), svg_number(kept_height));
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

// From its value towards the middle, as wide as it is on the narrowest screen; those that would lie
// on one before them are left out.
void add_names(Drawing &drawing, const Axis &axis, double y,
               const std::vector<StripPlot::Name> &names)
{
    constexpr std::size_t longest = 30;
    constexpr double gap = 0.03;
    std::vector<Range> taken;
    for (const StripPlot::Name &name : names) {
        const std::string text = cut(name.text, longest);
        const double length = static_cast<double>(columns_of(text)) / most_columns;
        const double at = axis.share(name.value * 100);
        const bool from_here = at < 0.5;
        const Range place = from_here ? Range{at, at + length} : Range{at - length, at};
        if (std::ranges::any_of(taken, [&](const Range &other) {
                return place.low < other.high + gap && other.low < place.high + gap;
            }))
            continue;
        taken.push_back(place);
        drawing.text("tick", at, y, from_here ? Anchor::start : Anchor::end, text);
    }
}

double height_of(const StripPlot::Strip &strip)
{
    return row_height + (strip.names.empty() ? 0 : text_height);
}

void add_strip(Drawing &drawing, const Axis &axis, double y, const StripPlot::Strip &strip)
{
    add_row_texts(drawing, y + text_height - 2, strip.label, strip.text, strip.doubtful);
    const double top = y + strip_top;
    const double middle = axis.share(0);
    drawing.line("limit", middle, top - 2, middle, top + kept_height + left_out_height);
    if (strip.kept.size() > most_dots)
        drawing.stretched_path("bound", 0, top, 1, kept_height, bars(axis, strip.kept));
    else if (!strip.kept.empty())
        drawing.stretched_path("dots", 0, top, 1, kept_height, dots(axis, strip.kept));
    if (!strip.left_out.empty())
        drawing.stretched_path("strokes", 0, top + kept_height + 1, 1, left_out_height,
                               strokes(axis, strip.left_out));
    add_interval(drawing, axis, top + kept_height / 2, in_percent(strip.interval));
    add_names(drawing, axis, top + kept_height + left_out_height + text_height - 2, strip.names);
}

} // namespace

Picture draw(const StripPlot &plot)
{
    Picture picture;
    const Axis axis = axis_of(plot);
    double bottom = 4;
    for (const StripPlot::Strip &strip : plot.strips)
        bottom += height_of(strip);
    add_x_axis(picture.drawing, axis, 0, bottom, "% " + plot.unit);
    double y = 0;
    for (const StripPlot::Strip &strip : plot.strips) {
        add_strip(picture.drawing, axis, y, strip);
        y += height_of(strip);
    }
    picture.height = bottom + axis_height;
    return picture;
}

} // namespace hashlane
