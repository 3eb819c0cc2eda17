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
    Samples samples; ///< of all visits, in order
    SamplingEnvironment environment;
    double cpu_ns = 0,
           wall_ns = 0; ///< of all visits: threads that share a CPU get part of the time
};

std::vector<const Samples *> samples_of(const std::vector<ThreadSamples> &threads);

/// Adds what a thread saw in one more visit of the row.
void append_visit(ThreadSamples &thread, ThreadSamples visit, unsigned index);

/// Fills the row's cycles, clock, rates, noise, counts and raw samples from its threads, one for
/// each of row.cpus, each judged by itself. Rates are of the time in which all of them ran.
/// Contention is judged where it is known what a burst costs undisturbed.
void summarise_threads(Row &row, std::vector<ThreadSamples> threads,
                       std::optional<double> undisturbed_burst_cycles = {});

} // namespace hashlane

#endif
