// SPDX-License-Identifier: MIT
//
// Texts for people: characters and columns.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace hashlane::show {

/// Returns the characters of a text; each byte that is no part of valid UTF-8 is U+FFFD.
std::vector<std::string_view> characters_of(std::string_view text);

/// Returns U+FFFD for a control character, and for what is none and XML 1.0 and HTML do not allow
/// in a document; others as they are.
std::string_view shown(std::string_view character);

/// Counts the characters: the columns of a terminal that they take, in the scripts used here.
std::size_t columns_of(std::string_view text);

/// Makes a text `columns` wide: cuts a longer one, with "…" at its end, or appends spaces.
std::string fitted(std::string_view text, std::size_t columns);

/// Cuts a text that is longer than `columns`, with "…" at its end. Control characters
/// are replaced.
std::string at_most(std::string_view text, std::size_t columns = std::string_view::npos);

/// Writes "::" as "\x3a:" where nothing but blanks stands before it: GitHub's runner takes a line
/// of its log that begins so for a command, and a name from a file may begin one.
std::string no_command(std::string line);

/// Breaks at spaces so that no line is wider than `width`, unless by a single word. `left` begins
/// the first line, `indent` spaces the others; spaces that begin the text are left out.
std::string wrap(const std::string &text, std::size_t width, const std::string &left = "",
                 std::size_t indent = 2);

/// Cuts the workload off a name: "sha256-chain.shani.x4" becomes "shani.x4".
std::string short_name(std::string_view name);

} // namespace hashlane::show
