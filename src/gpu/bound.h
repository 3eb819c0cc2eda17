// SPDX-License-Identifier: MIT
//
// The fewest cycles of a device's clock that a unit can take on all its multiprocessors together,
// from the operations that the kernels' form of the algorithm needs and the pipes that take them.
// docs/gpu.md counts both, and says where this errs.
#ifndef HASHLANE_SRC_GPU_BOUND_H
#define HASHLANE_SRC_GPU_BOUND_H

#include "../core/kernel.h"
#include "device.h"

#include <optional>

namespace hashlane {

/// Device cycles per hash or permutation, below 1 on a device of many multiprocessors. Nothing for
/// an architecture whose rates are not known, or if the interface reports none.
std::optional<double> device_bound_cycles_per_unit(const DeviceFacts &facts, Workload workload);

} // namespace hashlane

#endif
