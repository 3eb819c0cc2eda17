// SPDX-License-Identifier: MIT
#include "noise_plot.h"

#include <fmt/color.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <span>

namespace hashlane {
namespace {

struct Step {
    const char *block;
    double from; // the slowdown
    fmt::terminal_color color;
};

// Each doubles the one before: a host's ticks and a stopped core have to fit on one scale.
constexpr Step steps[] = {
    {"▁", 0, fmt::terminal_color::green},     {"▂", 0.02, fmt::terminal_color::green},
    {"▃", 0.04, fmt::terminal_color::yellow}, {"▄", 0.08, fmt::terminal_color::yellow},
    {"▅", 0.16, fmt::terminal_color::yellow}, {"▆", 0.32, fmt::terminal_color::red},
    {"▇", 0.64, fmt::terminal_color::red},    {"█", 1.28, fmt::terminal_color::red},
};

constexpr std::size_t most_columns = 100, least_columns = 10;
constexpr std::size_t columns_with_middle = 30;

const Step &step_of(double slowdown)
{
    return *std::prev(std::ranges::upper_bound(steps, slowdown, {}, &Step::from));
}

// "10 s", "1.5 s"
std::string mark(double seconds) { return fmt::format("{:g} s", std::round(seconds * 10) / 10); }

} // namespace

std::size_t noise_plot_columns(std::size_t free_columns)
{
    return std::clamp(free_columns / 10 * 10, least_columns, most_columns);
}

std::string noise_plot(const NoiseReport &noise, std::size_t columns, bool color)
{
    std::string plot;
    for (const double slowdown : slowdown_over_time(noise, columns))
        plot += color ? fmt::format(fmt::fg(step_of(slowdown).color), "{}", step_of(slowdown).block)
                      : step_of(slowdown).block;
    return plot;
}

std::string time_axis(double seconds, std::size_t columns)
{
    const std::string middle = columns < columns_with_middle ? "" : mark(seconds / 2);
    const std::string end = mark(seconds);
    return fmt::format("{:<{}}{:<{}}{}", mark(0), columns / 2, middle,
                       columns - columns / 2 - end.size(), end);
}

std::string noise_plot_legend()
{
    std::string legend = fmt::format("{} below {:g} %", steps[0].block, steps[1].from * 100);
    for (const Step &step : std::span(steps).subspan(1))
        legend += fmt::format(", {} {:g}", step.block, step.from * 100);
    return legend + " % or more";
}

} // namespace hashlane
