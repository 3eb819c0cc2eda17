// SPDX-License-Identifier: MIT
#ifndef HASHLANE_SRC_PLOTS_UTF8_H
#define HASHLANE_SRC_PLOTS_UTF8_H

#include <cstddef>
#include <string>
#include <string_view>

namespace hashlane {

/// The characters of a text; each byte that is no part of valid UTF-8 is U+FFFD.
std::u32string code_points(std::string_view text);

void append_utf8(std::string &text, char32_t point);

/// Whether XML 1.0 and HTML allow it in a document (and it is no control character, which they
/// discourage, but for tab and line feed).
bool is_xml_character(char32_t point);

/// How many characters it has: the columns it takes in a terminal, for the scripts used here.
std::size_t columns_of(std::string_view text);

/// The text, cut to so many columns with "…" at its end where it is longer, or filled with spaces.
std::string fitted(std::string_view text, std::size_t columns);

} // namespace hashlane

#endif
