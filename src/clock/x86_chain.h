// SPDX-License-Identifier: MIT
//
// The dependency chain that measures an x86-64 core's clock, and the latency of its steps.
#ifndef HASHLANE_SRC_CLOCK_X86_CHAIN_H
#define HASHLANE_SRC_CLOCK_X86_CHAIN_H

#include "../core/cpu_features.h"

#include <cstdint>
#include <optional>

namespace hashlane {

/// Core cycles of IMUL r64, r64, from one result to the next; nothing where they are not known.
std::optional<double> imul_latency(const CpuInfo &cpu);

/// Squares 3, modulo 2^64, `steps` times, a multiple of eight, each time from the result before.
/// Returns it; 0 on other architectures, which do nothing.
std::uint64_t run_imul_chain(std::uint64_t steps);

/// Runs about so many XORs, eight of which do not wait for each other; nothing on other
/// architectures.
void run_independent_xors(std::uint64_t operations);

} // namespace hashlane

#endif
