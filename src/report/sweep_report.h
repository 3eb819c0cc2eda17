// SPDX-License-Identifier: MIT
//
// The tables of a sweep, as studies of lanes and threads publish them.
#ifndef HASHLANE_SRC_REPORT_SWEEP_REPORT_H
#define HASHLANE_SRC_REPORT_SWEEP_REPORT_H

#include "../measure/sweep.h"
#include "report.h"

#include <string>
#include <vector>

namespace hashlane {

struct SweepReport {
    Workload workload = Workload::sha256_chain;
    std::vector<SweepTable> tables;
};

// For each scope: throughput for each 0.1 GHz of the clock; its uplift over the fewest lanes; a
// core's cycles for one hash or permutation; their change; and scaling against one thread, where
// there are several cores. A row for each count of lanes, a column for each count of threads.
std::string write_sweep_table(const SweepReport &sweep, const Style &style);
std::string write_sweep_markdown(const SweepReport &sweep);

/// A line for each cell, in base units, with the problem in the last field.
std::string write_sweep_csv(const SweepReport &sweep);

} // namespace hashlane

#endif
