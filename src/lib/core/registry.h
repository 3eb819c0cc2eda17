// SPDX-License-Identifier: MIT
//
// The kernels that were built in.
#pragma once

#include "kernel.h"

#include <span>

namespace hashlane {

/// Returns every line of the manifest in its order, whether or not this processor can run it.
std::span<const Kernel> all_kernels();

/// The kernel with this id, "sha256-chain.shani.x4"; null if none has it.
const Kernel *find_kernel(std::string_view id);

/// No fewer than the manifest has: room for a list of them.
constexpr std::size_t most_kernels = 256;

/// True if a processor with these features can run the kernel.
bool is_runnable(const Kernel &kernel, FeatureSet features);

/// Returns the missing features: "needs AVX512F"; "needs x86-64" if this program was built for
/// another architecture. Empty if it can run.
FixedText<256> why_not_runnable(const Kernel &kernel, FeatureSet features);

/// True if it is made for such cores (variants.def). It may also run on others.
bool suits(const Kernel &kernel, FeatureSet features);

/// A kernel of the same workload to check `kernel` against: one that shares no code with it.
const Kernel &independent_kernel(const Kernel &kernel);

/// The workload's kernel to the letter of its standard: runs anywhere, one lane.
const Kernel &reference_kernel(Workload workload);

} // namespace hashlane
