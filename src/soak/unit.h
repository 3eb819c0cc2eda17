// SPDX-License-Identifier: MIT
#ifndef HASHLANE_SRC_SOAK_UNIT_H
#define HASHLANE_SRC_SOAK_UNIT_H

#include "../core/kernel.h"

#include <string>

namespace hashlane {

/// The part of a core that a kernel keeps busy, by its instruction set: "sha", "vector-512",
/// "vector-256", "vector-128" or "general" (registers and arithmetic); "vector-512+general" where a
/// kernel is written for both.
std::string unit_of(const Kernel &kernel);

} // namespace hashlane

#endif
