// SPDX-License-Identifier: MIT
//
// From the samples of a row's threads to its figures.
#ifndef HASHLANE_SRC_MEASURE_SUMMARY_H
#define HASHLANE_SRC_MEASURE_SUMMARY_H

#include "judge.h"
#include "result.h"

#include <vector>

namespace hashlane {

/// One thread's part of a row.
struct ThreadSamples {
    Samples samples;
    SamplingEnvironment environment;
    double cpu_share = 1; ///< processor time over wall time, where threads share a CPU
};

/// Fills the row's cycles, clock, rates, noise, counts and raw samples from its threads, one for
/// each of row.cpus, each judged by itself. Rates are of the time in which all of them ran.
void summarise_threads(Row &row, std::vector<ThreadSamples> threads);

} // namespace hashlane

#endif
