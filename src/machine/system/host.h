// SPDX-License-Identifier: MIT
//
// The operating system's description of itself and of this process, and the software that replaces
// it or the processor.
#pragma once

#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace hashlane::machine {

struct Host {
    std::string name;
    std::string system;      ///< and its release: "Linux 6.1.0"
    std::string executable;  ///< of this process; empty if the system does not report it
    double load_average = 0; ///< of the last minute; 0 if the system reports none
};

Host this_host();

/// Returns the folder that has Linux's proc and sys in it; on any other system one that has nothing
/// in it, so that whatever is looked for there is not known.
std::filesystem::path linux_root();

/// Returns the first word of a file; nothing if there is no file, or no such word.
template <class Value> std::optional<Value> value_in(const std::filesystem::path &file)
{
    std::ifstream stream(file);
    Value value{};
    return stream >> value ? std::optional(std::move(value)) : std::nullopt;
}

/// Returns the folders of `parent` whose name is `prefix` and a number, by that number.
std::map<int, std::filesystem::path> numbered_folders(const std::filesystem::path &parent,
                                                      std::string_view prefix);

/// Returns the name of the software that executes the program's instructions instead of the
/// processor, or answers its calls instead of the system: "QEMU", "Wine 8.0"; empty if there is
/// none. Under an emulator results are right and timings mean nothing. Under Wine the processor and
/// its cycles are real; everything that the system reports and does, above all placement, is
/// Wine's.
const std::string &emulator_name();

/// Detects QEMU: from the file that the system runs under the program's name, and from CPUID's name
/// of a hypervisor.
std::string emulator_behind(std::string_view executable, std::string_view hypervisor);

} // namespace hashlane::machine
