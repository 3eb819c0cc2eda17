// SPDX-License-Identifier: MIT
//
// How far the ratio of two measurements can be trusted that were each made in visits. What varies
// between visits is drawn, not what varies between the samples of one, which are alike.
// docs/compare.md explains it in words.
#ifndef HASHLANE_SRC_STATISTICS_VISIT_RATIO_H
#define HASHLANE_SRC_STATISTICS_VISIT_RATIO_H

#include "bootstrap.h"

#include <vector>

namespace hashlane {

/// The costs of a measurement's visits in the order of taking, for each run of the program. At
/// least one run, none empty.
using VisitCosts = std::vector<std::vector<double>>;

/// Half of what two runs of one program differ by, 19 times in 20 (docs/methodology.md): intervals
/// are widened by it where the runs at hand are too few to show it.
constexpr double allowed_between_runs = 0.003;

/// The median over the runs of what each says.
double visit_cost(const VisitCosts &runs);

/// The 95 % interval of visit_cost(changed) / visit_cost(base): runs are drawn with replacement,
/// then visits of each. With few runs it is widened by what differs from run to run, which they
/// cannot show.
RatioInterval bootstrap_visit_ratio(const VisitCosts &base, const VisitCosts &changed);

/// Whether the earlier and the later visits of each side, taken alone, say the same as all of them:
/// beyond 1 + `threshold`, or below 1 - `threshold`.
bool halves_confirm(const VisitCosts &base, const VisitCosts &changed, double threshold);

} // namespace hashlane

#endif
