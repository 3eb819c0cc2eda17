// SPDX-License-Identifier: MIT
//
// How far a row's figure can be believed that several visits agree on, or do not.
// docs/methodology.md explains each decision.
#ifndef HASHLANE_SRC_MEASURE_JUDGE_VISITS_H
#define HASHLANE_SRC_MEASURE_JUDGE_VISITS_H

#include "../statistics/estimate.h"
#include "judge.h"

#include <optional>
#include <vector>

namespace hashlane {

/// Visits that must agree before a figure is believed.
constexpr std::size_t least_visits = 4;

/// What became of a row's visits, all threads together.
struct VisitsSeen {
    std::vector<double> costs;         ///< cycles per unit of each visit that kept samples
    std::size_t visits = 0;            ///< those that kept none included
    bool contended_throughout = false; ///< the costs are those of contended samples
    double contended_share = 0, preempted_share = 0; ///< of all samples
    std::optional<Interval95> interval;
};

/// Of a row that was contended as long as it was measured.
Judgement contention_throughout();

Judgement judge_visits(const VisitsSeen &seen, const SamplingEnvironment &environment);

} // namespace hashlane

#endif
