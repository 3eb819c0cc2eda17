// SPDX-License-Identifier: MIT
#ifndef HASHLANE_SRC_SYSTEM_PRINTABLE_H
#define HASHLANE_SRC_SYSTEM_PRINTABLE_H

#include <string>
#include <string_view>

namespace hashlane {

/// What a file says, for a terminal: control characters, which could move the cursor or set
/// colours, are written as "\x1b". Takes UTF-8.
std::string printable(std::string_view text);

} // namespace hashlane

#endif
