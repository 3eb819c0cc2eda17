// SPDX-License-Identifier: MIT
//
// For systems that do not report a microcode revision.
#include "microcode.h"

namespace hashlane {

MicrocodeText microcode_revision() { return "unknown"; }

} // namespace hashlane
