// SPDX-License-Identifier: MIT
//
// Texts for people: characters and columns.
#pragma once

#include "../../machine/system/text.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace hashlane::show {

/// Returns the characters of a text; each byte that is no part of valid UTF-8 is U+FFFD.
std::u32string code_points(std::string_view text);

void append_utf8(std::string &text, char32_t point);

/// True if XML 1.0 and HTML allow it in a document (and it is no control character, which they
/// discourage, except tab and line feed).
bool is_xml_character(char32_t point);

/// Counts the characters: the columns of a terminal that they take, in the scripts used here.
std::size_t columns_of(std::string_view text);

/// Makes a text `columns` wide: cuts a longer one, with "…" at its end, or appends spaces.
std::string fitted(std::string_view text, std::size_t columns);

/// Cuts a text that is longer than `columns`, with "…" at its end. Control characters
/// are replaced.
std::string at_most(std::string_view text, std::size_t columns = std::string_view::npos);

/// Breaks at spaces so that no line is wider than `width`, unless by a single word. `left` begins
/// the first line, `indent` spaces the others; spaces that begin the text are left out.
std::string wrap(const std::string &text, std::size_t width, const std::string &left = "",
                 std::size_t indent = 2);

/// Cuts the workload off a name: "sha256-chain.shani.x4" becomes "shani.x4".
std::string short_name(std::string_view name);

} // namespace hashlane::show
