// SPDX-License-Identifier: MIT
//
// The parts of a machine by their names and numbers, the limits of their power, and the errors of
// its memory, as Linux shows them.
#ifndef HASHLANE_SRC_MACHINE_SENSORS_HARDWARE_H
#define HASHLANE_SRC_MACHINE_SENSORS_HARDWARE_H

#include "../system/host.h"

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>

namespace hashlane::machine {

// `root` is the folder of Linux's files, in tests another one; empty on systems without them.

/// The entry of read_hardware() that lists what this user may not read, and why.
constexpr const char *unreadable_hardware = "unreadable";

/// Returns the names and numbers of board, system and processors, those that the system shows; and
/// which it shows to root only: {"unreadable", "board_serial, cpu_ppin: readable by root only"}.
/// docs/reference/node-file.md describes each.
std::map<std::string, std::string> read_hardware(const std::filesystem::path &root = linux_root());

/// Returns "VENDOR VERSION, DATE" of the firmware; empty if the system does not show it.
std::string firmware(const std::filesystem::path &root = linux_root());

/// Returns the limits of the power of each package: "package-0: long_term 225 W, short_term 270 W";
/// empty if the system shows none.
std::string power_limits(const std::filesystem::path &root = linux_root());

/// Errors of all memory modules since boot.
struct MemoryErrors {
    std::uint64_t corrected = 0, uncorrected = 0;
};

/// Returns the counts of all memory controllers; nothing if none is watched.
std::optional<MemoryErrors> memory_errors(const std::filesystem::path &root = linux_root());

} // namespace hashlane::machine

#endif
