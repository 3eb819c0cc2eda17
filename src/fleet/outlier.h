// SPDX-License-Identifier: MIT
//
// What is usual among things that should be alike, where some may be far out. docs/fleet.md has the
// rule in words.
#ifndef HASHLANE_SRC_FLEET_OUTLIER_H
#define HASHLANE_SRC_FLEET_OUTLIER_H

#include <vector>

namespace hashlane {

/// As many have to be alike before one of them is called different.
constexpr std::size_t least_alike = 8;

struct Usual {
    double center = 0; ///< the median
    double scale = 0;  ///< 1.4826 times the median absolute deviation: the standard deviation of
                       ///< normal values
};

/// Of at least one value. The scale is at least `floor` of the center: what is measured is not
/// steadier than that, however alike a few values happen to be.
Usual usual_of(const std::vector<double> &values, double floor);

/// How many scales `value` is away from the center, as Iglewicz and Hoaglin's modified z-score (How
/// to Detect and Handle Outliers, 1993, where 3.5 is an outlier; a fleet asks thousands of
/// questions at once, so here it is most_usual_z).
double modified_z(double value, const Usual &usual);
constexpr double most_usual_z = 4;

/// Whether it is both: farther from the center than `limit` of it, which is what matters in
/// practice, and than chance explains.
bool is_above(double value, const Usual &usual, double limit);
bool is_below(double value, const Usual &usual, double limit);

} // namespace hashlane

#endif
