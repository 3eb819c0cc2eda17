// SPDX-License-Identifier: MIT
//
// The kernels that were built in, and the choice among them.
#ifndef HASHLANE_SRC_CORE_REGISTRY_H
#define HASHLANE_SRC_CORE_REGISTRY_H

#include "kernel.h"

#include <span>

namespace hashlane {

/// Every line of the manifest in its order, whether or not this processor can run it.
std::span<const Kernel> all_kernels();

/// Whether a processor with these features can run the kernel.
bool is_runnable(const Kernel &kernel, FeatureSet features);

/// What it lacks: "needs AVX512F"; "needs x86-64" when this program was built for another
/// architecture. Empty when it can.
std::string why_not_runnable(const Kernel &kernel, FeatureSet features);

/// The preferred kernel for advancing `lanes` ≥ 1 independent lanes: the first of the manifest
/// that these features can run and that `lanes` can fill; or, if one that stands before it takes
/// all of them at once, the one of those with the fewest lanes. Never null: every workload has a
/// kernel with one lane that runs anywhere.
const Kernel *best_kernel(Workload workload, FeatureSet features, std::size_t lanes = max_lanes);

/// A kernel of the same workload to check `kernel` against: one that shares no code with it.
const Kernel &independent_kernel(const Kernel &kernel);

} // namespace hashlane

#endif
