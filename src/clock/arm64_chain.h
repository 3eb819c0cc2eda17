// SPDX-License-Identifier: MIT
//
// The dependency chains that measure an ARM64 core's clock, and the latency of a step of each.
#ifndef HASHLANE_SRC_CLOCK_ARM64_CHAIN_H
#define HASHLANE_SRC_CLOCK_ARM64_CHAIN_H

#include "../core/cpu_features.h"

#include <cstdint>
#include <optional>

namespace hashlane {

/// Core cycles from one result to the next that needs it.
struct Arm64Latencies {
    double mul;  ///< MUL Wd, Wn, Wm
    double fadd; ///< FADD Dd, Dn, Dm: another unit, another latency
};

/// Of this core; nothing where they are not known.
std::optional<Arm64Latencies> arm64_latencies(const CpuInfo &cpu);

/// Run `steps` dependent instructions, a multiple of eight; nothing on other architectures.
void run_mul_chain(std::uint64_t steps);
void run_fadd_chain(std::uint64_t steps);

/// Runs about so many EORs, eight of which do not wait for each other.
void run_independent_eors(std::uint64_t operations);

} // namespace hashlane

#endif
