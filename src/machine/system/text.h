// SPDX-License-Identifier: MIT
//
// Hexadecimal digits, counted things, seconds, foreign texts: formats that several rooms share.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace hashlane::machine {

constexpr std::string_view hex_digits = "0123456789abcdef";

/// Writes two digits per byte, in lower case.
std::string hex_text(std::span<const std::uint8_t> bytes);

/// Returns the bytes that pairs of digits of either case stand for; nothing unless all of the text
/// is pairs, and at least one.
std::optional<std::vector<std::uint8_t>> parse_hex(std::string_view text);

/// Returns "1 core", "2 cores"; with the ending "es", "2 passes".
std::string counted(std::size_t count, std::string_view thing, std::string_view ending = "s");

/// Makes the text of a file safe for a terminal: control characters, which could move the cursor or
/// set colours, are written as "\x1b", and those that change the direction of text, as "\u202e".
/// Characters of `kept` stay. Takes UTF-8.
std::string printable(std::string_view text, std::string_view kept = "");

/// A duration as a number of seconds.
template <class Count, class Period>
constexpr double in_seconds(std::chrono::duration<Count, Period> duration)
{
    return std::chrono::duration<double>(duration).count();
}

} // namespace hashlane::machine
