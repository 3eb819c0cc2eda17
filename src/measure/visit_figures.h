// SPDX-License-Identifier: MIT
//
// What each visit of a row says by itself.
#ifndef HASHLANE_SRC_MEASURE_VISIT_FIGURES_H
#define HASHLANE_SRC_MEASURE_VISIT_FIGURES_H

#include "row.h"
#include "sampler.h"

#include <vector>

namespace hashlane {

/// How often a row was visited.
unsigned count_visits(const std::vector<const Samples *> &threads);

/// Of all threads together, in order; a visit that kept nothing has no figures.
std::vector<VisitFigures> visit_figures(const std::vector<const Samples *> &threads,
                                        unsigned lanes);

} // namespace hashlane

#endif
