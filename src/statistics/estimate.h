// SPDX-License-Identifier: MIT
//
// One figure from the visits of a measurement, some of which were disturbed in a way that left no
// trace, and how far it can be trusted. docs/methodology.md has the reasons.
#ifndef HASHLANE_SRC_STATISTICS_ESTIMATE_H
#define HASHLANE_SRC_STATISTICS_ESTIMATE_H

#include <optional>
#include <random>
#include <vector>

namespace hashlane {

struct Interval95 {
    double low = 0, high = 0;
};

struct Estimate {
    double value = 0;
    std::optional<Interval95> interval; ///< nothing for fewer than two costs
};

/// The typical cost where disturbances only add: the lower quartile, with the 95 % interval of a
/// bootstrap over visits. Of at least one cost. The same costs give the same interval.
Estimate estimate_cost(const std::vector<double> &costs);

/// The value alone.
double typical_visit(std::vector<double> costs);

/// As many of the costs, drawn with replacement.
std::vector<double> draw_visits(const std::vector<double> &costs, std::mt19937_64 &random);

/// The mean of the middle half of at least one value: hardly moved by what is far out, as the
/// median is, but where a cost has two states it lies between them instead of on one by chance.
double middle_mean(std::vector<double> values);

} // namespace hashlane

#endif
