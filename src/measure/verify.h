// SPDX-License-Identifier: MIT
//
// Whether a kernel is right, without timing it.
#ifndef HASHLANE_SRC_MEASURE_VERIFY_H
#define HASHLANE_SRC_MEASURE_VERIFY_H

#include "task.h"

namespace hashlane {

/// Runs the kernel from its benchmark's start to the known answer, and from random data through
/// odd counts of iterations against an independent kernel. Nothing when all agree.
/// Precondition: the kernel can run here.
std::optional<Mismatch> verify_kernel(const Kernel &kernel);

} // namespace hashlane

#endif
