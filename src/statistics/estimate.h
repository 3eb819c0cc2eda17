// SPDX-License-Identifier: MIT
//
// One figure from visits, some of which were disturbed in a way that left no trace.
#ifndef HASHLANE_SRC_STATISTICS_ESTIMATE_H
#define HASHLANE_SRC_STATISTICS_ESTIMATE_H

#include <optional>
#include <vector>

namespace hashlane {

struct Interval95 {
    double low = 0, high = 0;
};

struct Estimate {
    double value = 0;
    std::optional<Interval95> interval; ///< nothing for fewer than two costs
};

/// The typical cost where disturbances only add: the lower quartile. Of at least one cost.
Estimate estimate_cost(const std::vector<double> &costs);

} // namespace hashlane

#endif
