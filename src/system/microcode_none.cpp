// SPDX-License-Identifier: MIT
//
// For systems that do not report a microcode revision.
#include "microcode.h"

namespace hashlane {

std::string microcode_revision() { return "unknown"; }

} // namespace hashlane
