// SPDX-License-Identifier: MIT
//
// Threads whose CPU is taken away while they measure: by a change of the process's CPU set, by
// someone who binds them elsewhere, or because the CPU goes offline.
#ifndef HASHLANE_SRC_MEASURE_MOVED_SAMPLES_H
#define HASHLANE_SRC_MEASURE_MOVED_SAMPLES_H

#include "sampler.h"

#include <set>

namespace hashlane {

struct Row;

/// Writes SampleVerdict::moved into the samples that ended on another CPU than `cpu`, which the
/// thread is bound to. Returns whether there are any.
bool mark_moved(Samples &samples, int cpu);

/// Says in a finished row which of its CPUs were taken away; nothing if none was. What was computed
/// elsewhere cannot be left out of the rate of a range of keys: that is not trusted then.
void tell_taken_cpus(Row &row, const std::set<int> &taken);

} // namespace hashlane

#endif
