// SPDX-License-Identifier: MIT
#ifndef HASHLANE_SRC_STATISTICS_MANN_WHITNEY_H
#define HASHLANE_SRC_STATISTICS_MANN_WHITNEY_H

#include <vector>

namespace hashlane {

/// The two-sided p-value of the Mann-Whitney U test (Wilcoxon's rank-sum test): how likely such
/// ranks are if `a` and `b`, at least one independent value each, come from one distribution.
/// Exact, with ties, while neither has over 20 values; else the normal approximation with
/// corrections for ties and continuity.
double mann_whitney_p(const std::vector<double> &a, const std::vector<double> &b);

} // namespace hashlane

#endif
