// SPDX-License-Identifier: MIT
//
// What the machine says of its heat, and of the clocks that it lowered for it.
#ifndef HASHLANE_SRC_MACHINE_SENSORS_H
#define HASHLANE_SRC_MACHINE_SENSORS_H

#include "../system/host.h"

#include <cstdint>
#include <filesystem>
#include <optional>

namespace hashlane {

// `root` is where Linux's files are, in tests another folder; empty where there are none.

/// The hottest of the processor's own sensors, in degrees Celsius; nothing where none is seen.
std::optional<double> processor_temperature(const std::filesystem::path &root = linux_root());

/// How often cores and packages have lowered their clock for heat since boot, each package once;
/// nothing where the processor does not count it.
std::optional<std::uint64_t> throttle_count(const std::filesystem::path &root = linux_root());

/// The same of one CPU's core and package; 0 where the processor does not count it.
std::uint64_t throttle_count_of_cpu(int cpu, const std::filesystem::path &root = linux_root());

} // namespace hashlane

#endif
