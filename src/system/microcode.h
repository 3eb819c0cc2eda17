// SPDX-License-Identifier: MIT
#ifndef HASHLANE_SRC_SYSTEM_MICROCODE_H
#define HASHLANE_SRC_SYSTEM_MICROCODE_H

#include <string>
#include <string_view>

namespace hashlane {

/// The microcode revision that the system reports of its first CPU: "0x1000065"; "unknown" where
/// it reports none. Reads a file of the system.
std::string microcode_revision();

/// The same from the text of Linux's /proc/cpuinfo, or its beginning.
std::string microcode_in(std::string_view cpuinfo);

} // namespace hashlane

#endif
