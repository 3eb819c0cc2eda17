// SPDX-License-Identifier: MIT
#ifndef HASHLANE_SRC_SOAK_UNIT_H
#define HASHLANE_SRC_SOAK_UNIT_H

#include "../core/kernel.h"

#include <string>
#include <vector>

namespace hashlane {

/// The part of a core that a kernel keeps busy, by its instruction set: "sha", "vector-512",
/// "vector-256", "vector-128" or "general" (registers and arithmetic); "vector-512+general" where a
/// kernel is written for both.
std::string unit_of(const Kernel &kernel);

/// Of each workload and each unit the kernel that the manifest prefers, of those that can run here:
/// what a soak of seconds has time for.
std::vector<const Kernel *> kernels_of_each_unit();

} // namespace hashlane

#endif
