// SPDX-License-Identifier: MIT
#include "axis.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace hashlane {
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

} // namespace hashlane
