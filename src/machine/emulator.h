// SPDX-License-Identifier: MIT
//
// Whether the program's instructions are run by a processor, and its calls answered by the system
// that it is built for. Under an emulator results are right and timings mean nothing.
#ifndef HASHLANE_SRC_MACHINE_EMULATOR_H
#define HASHLANE_SRC_MACHINE_EMULATOR_H

#include <string>
#include <string_view>

namespace hashlane {

/// What replaces the processor or the system: "QEMU", "Wine 8.0"; empty if nothing does.
const std::string &emulator_name();

/// QEMU from what there is to see: the file that the system runs under the program's name, and
/// what CPUID says of a hypervisor.
std::string emulator_behind(std::string_view executable, std::string_view hypervisor);

} // namespace hashlane

#endif
