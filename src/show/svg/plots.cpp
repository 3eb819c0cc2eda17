// SPDX-License-Identifier: MIT
#include "plots.h"

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

std::string text_heat(const HeatPlot &plot, std::size_t wanted_width)
{
    constexpr std::size_t least_width = 40, label = 8, most_in_a_cell = 10;
    constexpr const char *shades[] = {"", "░", "▒", "▓", "█"};
    const std::size_t columns = std::max<std::size_t>(plot.columns.size(), 1);
    const std::size_t room = (std::max(wanted_width, least_width) - label) / columns;
    const std::size_t cell = std::clamp<std::size_t>(room, 2, most_in_a_cell);
    const double high = plot.highest();
    std::string text = fitted(plot.row_name, label);
    const auto add_cell = [&](const std::string &content) {
        text += fmt::format("{:>{}}", at_most(content, cell), cell);
    };
    for (const std::string &column : plot.columns)
        add_cell(column);
    for (std::size_t row = 0; row < plot.rows.size(); ++row) {
        text += "\n" + fitted(plot.rows[row], label);
        for (const auto &value : plot.values[row]) {
            const double share = value && high > 0 ? *value / high : 0;
            add_cell(value ? fmt::format("{:.{}f}{:1}", *value, plot.digits,
                                         shades[std::lround(share * 4)])
                           : "");
        }
    }
    return text + "\n" + plot.unit + "\n";
}

std::string text_bar(double share, std::size_t columns)
{
    constexpr const char *parts[] = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
    const auto filled = static_cast<std::size_t>(std::lround(
        std::clamp(share, 0.0, 1.0) * static_cast<double>(columns) * 8)); // eighths of a column
    std::string text;
    for (std::size_t i = 0; i < filled / 8; ++i)
        text += "█";
    text += parts[filled % 8];
    return text + std::string(columns - (filled + 7) / 8, ' ');
}

} // namespace hashlane::show
