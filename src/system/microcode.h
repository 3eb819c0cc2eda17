// SPDX-License-Identifier: MIT
#ifndef HASHLANE_SRC_SYSTEM_MICROCODE_H
#define HASHLANE_SRC_SYSTEM_MICROCODE_H

#include "fixed_text.h"

namespace hashlane {

using MicrocodeText = FixedText<32>;

/// The microcode revision that the system reports of its first CPU: "0x1000065"; "unknown" where
/// it reports none. Reads a file of the system.
MicrocodeText microcode_revision();

/// The same from the text of Linux's /proc/cpuinfo, or its beginning.
MicrocodeText microcode_in(std::string_view cpuinfo);

} // namespace hashlane

#endif
