// SPDX-License-Identifier: MIT
//
// The operating system's settings that affect speed, and the machine's reports of its heat and of
// the clocks that it lowered for it.
#pragma once

#include "../system/host.h"
#include "../topology/topology.h"

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace hashlane::machine {

struct SystemState {
    std::string governor; ///< of the first CPU: "powersave"; empty if the system reports none
    std::string boost;    ///< above the base clock: "on" or "off"; empty if not visible
    std::string smt;      ///< "on", "off" or "not supported"; empty if not visible
    /// The hardware flaws that concern this processor, such as "spectre_v2", with the kernel's
    /// words on each: "Mitigation: …", "Vulnerable: …".
    std::map<std::string, std::string> flaws;
    bool flaws_are_visible = false;
};

// `root` is the folder of Linux's files, in tests another one.

/// Reads the state from Linux; all fields are empty on other systems.
SystemState read_system_state(const std::filesystem::path &root = linux_root());

/// Everything that may make two machines of one kind differ, as texts: compared between nodes of a
/// cluster, and shown. Name and value, always the same names in the same order; a value is empty if
/// the system does not show it. docs/how-to/cluster.md describes each.
using SystemSettings = std::vector<std::pair<std::string, std::string>>;

SystemSettings read_system_settings(const Topology &topology,
                                    const std::filesystem::path &root = linux_root());

/// Returns the number of cores with at least one CPU in this process's affinity mask.
std::size_t usable_cores(const Topology &topology);

/// Returns the hottest of the processor's own sensors, in degrees Celsius; nothing if none is seen.
std::optional<double> processor_temperature(const std::filesystem::path &root = linux_root());

/// Returns the number of times that cores and packages have lowered their clock for heat since
/// boot, counting each package once; nothing if the processor does not count them.
std::optional<std::uint64_t> throttle_count(const std::filesystem::path &root = linux_root());

/// Returns the same for one CPU's core and package; 0 if the processor does not count it.
std::uint64_t throttle_count_of_cpu(int cpu, const std::filesystem::path &root = linux_root());

// ---- The parts of a machine by their names and numbers, the limits of their power, and the errors
// of its memory.

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
    struct Module {
        std::string label; ///< of its slot, as the board's firmware names it: "DIMM_A3"
        std::uint64_t corrected = 0, uncorrected = 0;
    };
    std::uint64_t corrected = 0, uncorrected = 0;
    std::vector<Module> modules = {}; ///< those with errors, as far as the system names them
};

/// Returns the counts of all memory controllers; nothing if none is watched.
std::optional<MemoryErrors> memory_errors(const std::filesystem::path &root = linux_root());

} // namespace hashlane::machine
