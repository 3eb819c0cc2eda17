// SPDX-License-Identifier: MIT
//
// The measurement behind a choice of kernels.
#ifndef HASHLANE_SRC_MEASURE_TUNER_H
#define HASHLANE_SRC_MEASURE_TUNER_H

#include "../dispatch/tuning.h"
#include "runner.h"

namespace hashlane {

/// The jobs of all kernels that this processor can run and dispatch may choose, in the manifest's
/// order.
std::vector<Job> tuning_jobs();

/// What dispatch uses on this kind of core, from the rows of tuning_jobs().
TuningSection tuning_section(CoreKind kind, const std::vector<Row> &rows);

} // namespace hashlane

#endif
