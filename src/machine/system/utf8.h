// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string_view>

namespace hashlane::machine {

/// Returns the number of bytes of the UTF-8 character that the text begins with; 0 if it begins
/// with none, or is empty (The Unicode Standard, table 3-7).
std::size_t utf8_length(std::string_view text);

} // namespace hashlane::machine
