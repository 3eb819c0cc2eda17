// SPDX-License-Identifier: MIT
//
// A report's rows as tables for people, whatever draws them.
#ifndef HASHLANE_SRC_REPORT_ROW_GRIDS_H
#define HASHLANE_SRC_REPORT_ROW_GRIDS_H

#include "../measure/result.h"
#include "grid.h"

#include <vector>

namespace hashlane {

/// A grid for each workload that has rows, in the order of the workloads, with those that belong in
/// a table. The best one (row_figures.h) is marked.
std::vector<Grid> make_grids(const std::vector<Row> &all, const Style &style);

} // namespace hashlane

#endif
