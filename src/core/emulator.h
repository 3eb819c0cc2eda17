// SPDX-License-Identifier: MIT
#ifndef HASHLANE_SRC_CORE_EMULATOR_H
#define HASHLANE_SRC_CORE_EMULATOR_H

#include <string>

namespace hashlane {

/// What stands in for the processor or the operating system that this program was built for:
/// "Wine 8.0"; empty where nothing does. Times under an emulator tell little.
std::string emulator_name();

} // namespace hashlane

#endif
