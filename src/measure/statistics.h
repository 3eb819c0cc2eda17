// SPDX-License-Identifier: MIT
//
// What a set of repeated measurements says, and whether it can be believed.
#ifndef HASHLANE_SRC_MEASURE_STATISTICS_H
#define HASHLANE_SRC_MEASURE_STATISTICS_H

#include <string_view>
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

enum class Noise {
    clean,     ///< one mode
    contended, ///< a clean fast mode and a slower one: something shared the core part of the time
    noisy,     ///< no clean mode, or too few samples were left: do not trust the number
};

/// "clean", "contended", "noisy".
std::string_view noise_name(Noise noise);

struct Classified {
    Noise noise = Noise::clean;
    std::vector<bool> kept; ///< which values belong to the mode that is to be reported
};

/// Finds the clean mode among costs (lower is faster) of equal pieces of work.
Classified classify(const std::vector<double> &costs);

} // namespace hashlane

#endif
