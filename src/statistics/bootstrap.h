// SPDX-License-Identifier: MIT
//
// How far a ratio of two typical costs can be trusted. docs/compare.md explains it in words.
#ifndef HASHLANE_SRC_STATISTICS_BOOTSTRAP_H
#define HASHLANE_SRC_STATISTICS_BOOTSTRAP_H

#include "observations.h"

namespace hashlane {

struct RatioInterval {
    double low = 0;
    double high = 0;
};

/// The 95 % percentile interval of typical_cost(changed) / typical_cost(base) by a hierarchical
/// bootstrap: repetitions are drawn with replacement, then blocks of consecutive samples from
/// each. The same observations give the same interval.
RatioInterval bootstrap_ratio(const Observations &base, const Observations &changed);

} // namespace hashlane

#endif
