// SPDX-License-Identifier: MIT
//
// What a set of repeated measurements says.
#ifndef HASHLANE_SRC_STATISTICS_STATISTICS_H
#define HASHLANE_SRC_STATISTICS_STATISTICS_H

#include <vector>

namespace hashlane {

struct Summary {
    double median = 0;
    double min = 0;
    double p90 = 0;
    double mad = 0; ///< median absolute deviation from the median
};

/// Of at least one value.
Summary summarise(std::vector<double> values);

/// The value below which `share` of the values lie, by linear interpolation. Of at least one.
double quantile(std::vector<double> values, double share);

/// quantile(values, 0.5), without sorting them.
double median(std::vector<double> values);

/// Without the slowest tenth, which interrupts may have hit. Of at least one duration.
double mean_of_fastest(std::vector<double> durations);

} // namespace hashlane

#endif
