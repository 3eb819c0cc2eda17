// SPDX-License-Identifier: MIT
#include "plots.h"

#include "../../statistics/statistics.h"
#include "text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace hashlane::show {
namespace {

constexpr double most_steps = 5; // more labels would touch on a narrow screen
constexpr double tolerance = 1e-9;

double nice_step(double length)
{
    const double least = length / most_steps;
    const double power = std::pow(10, std::floor(std::log10(least)));
    for (const double factor : {1.0, 2.0, 5.0})
        if (factor * power >= least * (1 - tolerance))
            return factor * power;
    return 10 * power;
}

void add_ticks(Axis &axis)
{
    const double first = std::ceil(axis.low / axis.step - tolerance);
    const double last = std::floor(axis.high / axis.step + tolerance);
    for (int i = 0; first + i <= last; ++i)
        axis.ticks.push_back((first + i) * axis.step);
}

} // namespace

double HeatPlot::highest() const
{
    double high = 0;
    for (const auto &row : values)
        for (const auto &value : row)
            high = std::max(high, value.value_or(0));
    return high;
}

double Axis::share(double value) const
{
    return std::clamp((value - low) / (high - low), 0.0, 1.0);
}

std::size_t Axis::part(double value, std::size_t count) const
{
    return std::min(count - 1, static_cast<std::size_t>(share(value) * static_cast<double>(count)));
}

std::string Axis::label(double tick) const
{
    const int digits = std::max(0, static_cast<int>(std::ceil(-std::log10(step) - tolerance)));
    const double shown = std::abs(tick) < step * tolerance ? 0 : tick; // no "-0"
    return fmt::format("{:.{}f}", shown, digits);
}

Axis axis_from_zero(double high)
{
    Axis axis;
    axis.high = high > 0 && std::isfinite(high) ? high : 1;
    axis.step = nice_step(axis.high);
    add_ticks(axis);
    return axis;
}

Axis axis_around(double low, double high)
{
    Axis axis;
    if (!(high - low > std::abs(high) * tolerance)) {
        const double margin = high == 0 ? 1 : std::abs(high) * 0.01;
        low -= margin;
        high += margin;
    }
    axis.step = nice_step(high - low);
    axis.low = std::floor(low / axis.step + tolerance) * axis.step;
    axis.high = std::ceil(high / axis.step - tolerance) * axis.step;
    add_ticks(axis);
    return axis;
}

namespace {

constexpr std::size_t least_width = 40, most_label = 28;
constexpr double eighths = 8;

std::string right_aligned(const std::string &text, std::size_t columns)
{
    const std::size_t length = columns_of(text);
    return length >= columns ? fitted(text, columns) : std::string(columns - length, ' ') + text;
}

// The widths of label, drawing and text, side by side.
struct Columns {
    std::size_t label = 0, drawing = 0, text = 0;
};

template <class Lines> Columns columns_for(const Lines &lines, std::size_t width)
{
    Columns columns;
    for (const auto &line : lines) {
        columns.label = std::max(columns.label, columns_of(line.label));
        columns.text = std::max(columns.text, columns_of(line.text));
    }
    columns.label = std::min(columns.label, std::min(most_label, width / 3));
    columns.text = std::min(columns.text, width / 3);
    columns.drawing = width - columns.label - columns.text - 2;
    return columns;
}

std::string side_by_side(const Columns &columns, const std::string &label,
                         const std::string &drawing, const std::string &text)
{
    return fitted(label, columns.label) + " " + drawing + " " + right_aligned(text, columns.text) +
           "\n";
}

// Full blocks up to the bound, pale ones from there to the value.
std::string text_bar_to_bound(const BarPlot::Bar &one, double end, std::size_t columns)
{
    const auto place = [&](double value) {
        return static_cast<std::size_t>(
            std::lround(std::clamp(value / end, 0.0, 1.0) * static_cast<double>(columns)));
    };
    const std::size_t value = std::max<std::size_t>(place(one.value), 1);
    const std::size_t bound = one.bound ? std::min(place(*one.bound), value) : value;
    std::string text;
    for (std::size_t i = 0; i < columns; ++i)
        text += i < bound ? "█" : i < value ? "░" : " ";
    return text;
}

std::string draw_text(const BarPlot &plot, std::size_t width)
{
    double end = 0;
    for (const BarPlot::Bar &one : plot.bars)
        end = std::max(end, one.value);
    std::vector<BarPlot::Bar> bars = plot.bars;
    for (BarPlot::Bar &one : bars)
        one.text += one.doubtful ? "!" : " ";
    const Columns columns = columns_for(bars, width);
    std::string text;
    for (const BarPlot::Bar &one : bars)
        text += side_by_side(columns, one.label,
                             text_bar_to_bound(one, end > 0 ? end : 1, columns.drawing), one.text);
    return text + fmt::format("{}{}\n", std::string(columns.label + 1, ' '), plot.unit);
}

std::string draw_text(const AnswerPlot &plot, std::size_t width)
{
    std::string text;
    for (const AnswerPlot::Answer &answer : plot.answers) {
        text += fitted(fmt::format("{}: {} {}{}", answer.question, answer.figure, answer.unit,
                                   answer.doubtful ? "!" : ""),
                       width) +
                "\n";
        if (answer.share_of_bound)
            text += "  " + text_bar(*answer.share_of_bound, width / 2) +
                    fmt::format("▏{:.0f} % of the bound\n", *answer.share_of_bound * 100);
        text += fitted("  " + answer.detail, width) + "\n";
    }
    return text;
}

// Draws the number of samples in each column, in eight heights.
std::string histogram(const std::vector<double> &values, const Axis &axis, std::size_t columns)
{
    constexpr const char *heights[] = {" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
    std::vector<std::size_t> counts(columns);
    for (const double value : values)
        ++counts[axis.part(value * 100, columns)];
    const std::size_t most = std::max<std::size_t>(std::ranges::max(counts), 1);
    std::string text;
    for (const std::size_t count : counts)
        text += heights[(count * 8 + most - 1) / most];
    return text;
}

// Begins where the drawing does, or farther left if it would be too long.
std::string below_drawing(const std::string &text, const Columns &columns, std::size_t width)
{
    const std::size_t length = std::min(columns_of(text), width);
    return std::string(std::min(columns.label + 1, width - length), ' ') + fitted(text, length) +
           "\n";
}

std::string joined_names(const StripPlot::Strip &strip)
{
    std::vector<std::string> texts;
    std::ranges::transform(strip.names, std::back_inserter(texts), &StripPlot::Name::text);
    return fmt::format("{}", fmt::join(texts, ", "));
}

std::string draw_text(const StripPlot &plot, std::size_t width)
{
    std::vector<double> all;
    for (const StripPlot::Strip &strip : plot.strips)
        std::ranges::copy(strip.kept, std::back_inserter(all));
    if (all.empty())
        return "";
    constexpr double out_of_the_way = 0.01;
    const Axis axis =
        axis_around(100 * std::min(statistics::quantile(all, out_of_the_way), -plot.least),
                    100 * std::max(statistics::quantile(all, 1 - out_of_the_way), plot.least));
    const Columns columns = columns_for(plot.strips, width);
    std::string text;
    for (const StripPlot::Strip &strip : plot.strips) {
        text += side_by_side(columns, strip.label, histogram(strip.kept, axis, columns.drawing),
                             strip.text);
        if (!strip.names.empty())
            text += below_drawing(joined_names(strip), columns, width);
    }
    return text + below_drawing(fmt::format("{} % to {} % {}", axis.label(axis.low),
                                            axis.label(axis.high), plot.unit),
                                columns, width);
}

std::string tick_label(const LinePlot &plot, double x)
{
    const auto tick = std::ranges::find(plot.x_ticks, x, &LinePlot::Tick::x);
    return tick == plot.x_ticks.end() ? fmt::format("{:.4g}", x) : tick->label;
}

// The lowest of many points in each part would say little: each series is a line of bars.
std::string draw_text(const LinePlot &plot, std::size_t width)
{
    constexpr std::size_t most_points = 24;
    std::string text;
    for (const LinePlot::Series &series : plot.series) {
        if (series.ideal || series.points.size() > most_points)
            continue;
        BarPlot bars{plot.y_name, {}};
        for (const LinePlot::Point &point : series.points)
            bars.bars.push_back({plot.x_name + " " + tick_label(plot, point.x),
                                 fmt::format("{:.4g}", point.y), point.y});
        text += series.label + "\n" + draw_text(bars, width);
    }
    return text;
}

std::string draw_text(const HeatPlot &plot, std::size_t width)
{
    constexpr const char *shades[] = {" ", "░", "▒", "▓", "█"};
    const double high = plot.highest();
    std::size_t label = 8, column_label = 0;
    for (const std::string &row : plot.rows)
        label = std::max(label, std::min(columns_of(row) + 1, width / 2));
    for (const std::string &column : plot.columns)
        column_label = std::max(column_label, columns_of(column) + 2);
    const std::size_t room = (width - label) / std::max<std::size_t>(plot.columns.size(), 1);
    const std::size_t cell =
        std::clamp<std::size_t>(room, 2, std::max<std::size_t>(10, column_label));
    std::string text = fitted(plot.row_name, label);
    for (const std::string &column : plot.columns)
        text += right_aligned(column, cell);
    text += '\n';
    for (std::size_t row = 0; row < plot.rows.size(); ++row) {
        text += fitted(plot.rows[row], label);
        for (const auto &value : plot.values[row]) {
            const double share = value && high > 0 ? *value / high : 0;
            text += value ? right_aligned(fmt::format("{:.{}f}{}", *value, plot.digits,
                                                      shades[std::lround(share * 4)]),
                                          cell)
                          : std::string(cell, ' ');
        }
        text += '\n';
    }
    return text + plot.unit + "\n";
}

std::string text_dots(const DotPlot::Line &line, const Axis &axis, std::size_t columns,
                      const std::optional<double> &reference)
{
    std::vector<const char *> places(columns, " ");
    const auto place = [&](double value) { return axis.part(value, columns); };
    if (reference)
        places[place(*reference)] = "│";
    for (const DotPlot::Dot &dot : line.dots)
        if (dot.interval)
            for (std::size_t i = place(dot.interval->low); i <= place(dot.interval->high); ++i)
                places[i] = "─";
    for (const DotPlot::Dot &dot : line.dots)
        places[place(dot.value)] = dot.doubtful ? "○" : "●";
    std::string text;
    for (const char *one : places)
        text += one;
    return text;
}

std::string draw_text(const DotPlot &plot, std::size_t width)
{
    std::vector<double> values;
    for (const DotPlot::Line &line : plot.lines)
        for (const DotPlot::Dot &dot : line.dots)
            values.push_back(dot.value);
    if (values.empty())
        return "";
    const double high = std::ranges::max(values);
    const Axis axis = plot.reference
                          ? axis_around(std::min(std::ranges::min(values), *plot.reference),
                                        std::max(high, *plot.reference))
                          : axis_from_zero(high);
    const Columns columns = columns_for(plot.lines, width);
    std::string text;
    for (const DotPlot::Line &line : plot.lines)
        text += side_by_side(columns, line.label,
                             text_dots(line, axis, columns.drawing, plot.reference), line.text);
    return text + fmt::format("{}{}, {} to {}\n", std::string(columns.label + 1, ' '), plot.unit,
                              axis.label(axis.low), axis.label(axis.high));
}

std::string draw_text(const CorePlot &plot, std::size_t width)
{
    std::string text;
    for (const CorePlot::Group &group : plot.groups) {
        BarPlot bars{plot.unit, {}};
        for (const CorePlot::Core &core : group.cores)
            if (core.value)
                bars.bars.push_back({"core " + core.label, core.text, *core.value});
        if (!bars.bars.empty())
            text += group.label + "\n" + draw_text(bars, width);
    }
    return text;
}

} // namespace

std::string text_bar(double share, std::size_t columns)
{
    constexpr const char *parts[] = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
    const auto filled = static_cast<std::size_t>(
        std::lround(std::clamp(share, 0.0, 1.0) * static_cast<double>(columns) * eighths));
    std::string text;
    for (std::size_t i = 0; i < filled / 8; ++i)
        text += "█";
    text += parts[filled % 8];
    return text + std::string(columns - (filled + 7) / 8, ' ');
}

std::string text_plot(const PlotData &plot, std::size_t width)
{
    const std::string drawn = std::visit(
        [&](const auto &data) { return draw_text(data, std::max(width, least_width)); }, plot);
    std::string text; // without spaces at the ends of lines
    for (const char c : drawn) {
        if (c == '\n')
            text.erase(text.find_last_not_of(' ') + 1);
        text += c;
    }
    return text;
}

} // namespace hashlane::show
