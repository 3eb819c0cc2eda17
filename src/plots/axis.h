// SPDX-License-Identifier: MIT
#ifndef HASHLANE_SRC_PLOTS_AXIS_H
#define HASHLANE_SRC_PLOTS_AXIS_H

#include <string>
#include <vector>

namespace hashlane {

/// Where values lie on a plot, and which of them are written beside it: 1, 2 or 5 times a power of
/// ten apart.
struct Axis {
    double low = 0, high = 1;
    double step = 1;
    std::vector<double> ticks;

    /// 0 at low, 1 at high; what lies beyond is put on the edge.
    double share(double value) const;
    /// The tick as short as its step allows.
    std::string label(double tick) const;
};

/// Begins at 0 and ends at `high`, or at 1 where that is not above 0.
Axis axis_from_zero(double high);

/// Begins and ends with a tick outside of [low, high].
Axis axis_around(double low, double high);

} // namespace hashlane

#endif
