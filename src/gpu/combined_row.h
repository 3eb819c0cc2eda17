// SPDX-License-Identifier: MIT
#ifndef HASHLANE_SRC_GPU_COMBINED_ROW_H
#define HASHLANE_SRC_GPU_COMBINED_ROW_H

#include "../measure/result.h"
#include "chain.h"

#include <vector>

namespace hashlane {

/// One device's row and the launches that its figures are of.
struct MeasuredDevice {
    Row row;
    std::vector<Launch> reported;
};

/// The row of all devices together, "keccak-chain.devices": the sum of their median rates over the
/// time in which all of them ran. It is as noisy as the worst of them. Of at least two.
Row sum_of(const std::vector<MeasuredDevice> &devices);

} // namespace hashlane

#endif
