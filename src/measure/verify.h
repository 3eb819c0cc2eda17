// SPDX-License-Identifier: MIT
//
// Whether a kernel is right, without timing it.
#ifndef HASHLANE_SRC_MEASURE_VERIFY_H
#define HASHLANE_SRC_MEASURE_VERIFY_H

#include "task.h"

namespace hashlane {

/// Counts of iterations that kernels are verified with.
constexpr std::uint64_t odd_counts[] = {0, 1, 2, 3, 63, 64, 65, 1000};

/// Message lengths around every rate, in bytes, and some longer ones.
constexpr std::size_t message_lengths[] = {64,  71,  72,  73,  103, 104, 105, 135,  136,
                                           137, 143, 144, 145, 167, 168, 169, 1024, 4099};

/// Runs the kernel from its benchmark's start to the known answer, and from random data through
/// odd counts of iterations against an independent kernel. Nothing when all agree.
/// Precondition: the kernel can run here.
std::optional<Mismatch> verify_kernel(const Kernel &kernel);

} // namespace hashlane

#endif
