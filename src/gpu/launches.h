// SPDX-License-Identifier: MIT
#ifndef HASHLANE_SRC_GPU_LAUNCHES_H
#define HASHLANE_SRC_GPU_LAUNCHES_H

#include "../measure/result.h"
#include "chain.h"

#include <vector>

namespace hashlane {

/// What every row of this workload on this device says, before anything is measured. A device
/// tells no core clock: its rows have no cycles.
Row make_device_row(const Device &device, Workload workload, std::size_t lanes);

/// Fills the row's rate, noise and samples from its launches. Those that took less than half as
/// long as the longest are left out: sizing the launches, and the rest of a range.
void summarise_launches(Row &row, const std::vector<Launch> &launches);

} // namespace hashlane

#endif
