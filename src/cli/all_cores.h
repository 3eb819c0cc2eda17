// SPDX-License-Identifier: MIT
//
// What a run measures on all cores at once, after its rows on one.
#ifndef HASHLANE_SRC_CLI_ALL_CORES_H
#define HASHLANE_SRC_CLI_ALL_CORES_H

#include "job_runner.h"
#include "settings.h"

#include <optional>
#include <vector>

namespace hashlane {

/// One CPU of every core. Nothing if there is but one core, or if kernels or CPUs were chosen: the
/// user then knows what to measure, and on what.
std::optional<Placement> all_cores_of_a_run(const MeasureSettings &measure);

/// The best kernel of each workload, as far as it has been measured, and as often as --repetitions
/// says. Their scope is "all cores", as in a sweep.
std::vector<WantedRow> best_on_all_cores(const std::vector<Job> &jobs,
                                         const std::vector<Row> &measured,
                                         const Placement &all_cores, unsigned repetitions);

} // namespace hashlane

#endif
