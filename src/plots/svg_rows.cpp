// SPDX-License-Identifier: MIT
//
// Plots with a line for each row: answers, bars, dots.
#include "svg_frame.h"
#include "svg_plots.h"

#include <fmt/format.h>

#include <algorithm>

namespace hashlane {
namespace {

constexpr double answer_height = 76;
constexpr double row_height = 32, bar_top = 18, bar_height = 9;

double end_of(const BarPlot &plot)
{
    double end = 0;
    for (const BarPlot::Bar &bar : plot.bars) {
        end = std::max(end, bar.value);
        end = std::max(end, bar.bound.value_or(0));
        end = std::max(end, bar.interval ? bar.interval->high : 0);
    }
    return end;
}

void add_bar(Drawing &drawing, const Axis &axis, double y, const BarPlot::Bar &bar)
{
    add_row_texts(drawing, y + text_height - 2, bar.label, bar.text, bar.doubtful);
    const double top = y + bar_top;
    drawing.rect(bar.doubtful ? "bar hollow" : "bar", 0, top, axis.share(bar.value), bar_height);
    if (bar.bound) {
        const double bound = axis.share(*bar.bound);
        drawing.rect("bound", 0, top + 2, std::min(bound, axis.share(bar.value)), bar_height - 4);
        drawing.line("limit", bound, top - 3, bound, top + bar_height + 3);
    }
    add_interval(drawing, axis, top + bar_height / 2, bar.interval);
}

Axis axis_of(const DotPlot &plot)
{
    std::vector<double> values;
    if (plot.reference)
        values.push_back(*plot.reference);
    for (const DotPlot::Line &line : plot.lines)
        for (const DotPlot::Dot &dot : line.dots) {
            values.push_back(dot.value);
            if (dot.interval) {
                values.push_back(dot.interval->low);
                values.push_back(dot.interval->high);
            }
        }
    if (values.empty())
        return axis_from_zero(1);
    const auto [low, high] = std::ranges::minmax(values);
    constexpr double room_for_a_marker = 1.03;
    return plot.reference ? axis_around(low, high) : axis_from_zero(high * room_for_a_marker);
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
        add_marker(drawing, dot.series, axis.share(dot.value), y, dot.doubtful);
    }
}

double height_of(const DotPlot::Line &line)
{
    constexpr double least = 14, of_a_dot = 8;
    return std::max(least, of_a_dot * static_cast<double>(line.dots.size()));
}

} // namespace

Picture draw(const AnswerPlot &plot)
{
    Picture picture;
    Drawing &drawing = picture.drawing;
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
    picture.height = y;
    return picture;
}

Picture draw(const BarPlot &plot)
{
    Picture picture;
    const Axis axis = axis_from_zero(end_of(plot));
    const double bottom = row_height * static_cast<double>(plot.bars.size()) + 4;
    add_x_axis(picture.drawing, axis, 0, bottom, plot.unit);
    double y = 0;
    for (const BarPlot::Bar &bar : plot.bars) {
        add_bar(picture.drawing, axis, y, bar);
        y += row_height;
    }
    picture.height = bottom + axis_height;
    return picture;
}

Picture draw(const DotPlot &plot)
{
    Picture picture;
    Drawing &drawing = picture.drawing;
    const Axis axis = axis_of(plot);
    const double top = add_legend(drawing, plot.series);
    double bottom = top;
    for (const DotPlot::Line &line : plot.lines)
        bottom += 2 * text_height + 4 + height_of(line);
    add_x_axis(drawing, axis, top, bottom, plot.unit);
    if (plot.reference)
        drawing.line("limit", axis.share(*plot.reference), top, axis.share(*plot.reference),
                     bottom);
    double y = top;
    for (const DotPlot::Line &line : plot.lines) {
        // Below each other: names of rows and runs are long.
        drawing.text("label", 0, y + text_height - 2, Anchor::start, cut(line.label, most_columns));
        drawing.text("value", 1, y + 2 * text_height - 2, Anchor::end,
                     cut(line.text, most_columns));
        y += 2 * text_height;
        add_dots(drawing, axis, y, height_of(line), line);
        y += height_of(line) + 4;
    }
    picture.height = bottom + axis_height;
    return picture;
}

Picture draw_any(const PlotData &plot)
{
    return std::visit([](const auto &data) { return draw(data); }, plot);
}

} // namespace hashlane
