// SPDX-License-Identifier: MIT
#include "outlier.h"

#include "../statistics/statistics.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace hashlane {

Usual usual_of(const std::vector<double> &values, double floor)
{
    constexpr double normal = 1.4826;
    Usual usual{median(values), 0};
    std::vector<double> deviations;
    for (const double value : values)
        deviations.push_back(std::abs(value - usual.center));
    usual.scale = std::max(normal * median(std::move(deviations)), floor * std::abs(usual.center));
    return usual;
}

double modified_z(double value, const Usual &usual) { return (value - usual.center) / usual.scale; }

bool is_above(double value, const Usual &usual, double limit)
{
    return value > usual.center * (1 + limit) && modified_z(value, usual) > most_usual_z;
}

bool is_below(double value, const Usual &usual, double limit)
{
    return value < usual.center * (1 - limit) && modified_z(value, usual) < -most_usual_z;
}

} // namespace hashlane
