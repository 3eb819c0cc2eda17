// SPDX-License-Identifier: MIT
//
// For systems on which no emulator is recognised.
#include "emulator.h"

namespace hashlane {

std::string emulator_name() { return ""; }

} // namespace hashlane
