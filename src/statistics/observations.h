// SPDX-License-Identifier: MIT
//
// What was observed of one row of a result file, and the one figure that it comes down to.
#ifndef HASHLANE_SRC_STATISTICS_OBSERVATIONS_H
#define HASHLANE_SRC_STATISTICS_OBSERVATIONS_H

#include <cstddef>
#include <vector>

namespace hashlane {

/// The costs (cycles or nanoseconds for one hash) that one thread saw, in the order of taking.
using CostSeries = std::vector<double>;

/// For each repetition of a measurement a stream for each thread. At least one repetition, all
/// with the same number of threads, no stream empty, all costs above 0.
using Observations = std::vector<std::vector<CostSeries>>;

/// The median over a thread's repetitions; of several threads the harmonic mean, because their
/// rates add up.
double typical_cost(const Observations &observations);

/// How many costs there are.
std::size_t count(const Observations &observations);

} // namespace hashlane

#endif
