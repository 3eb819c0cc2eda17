// SPDX-License-Identifier: MIT
//
// Hexadecimal digits, counted things, seconds, foreign texts: formats that several rooms share.
#pragma once

#include <charconv>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

namespace hashlane::machine {

constexpr std::string_view hex_digits = "0123456789abcdef";

/// Writes two digits per byte, in lower case.
std::string hex_text(std::span<const std::uint8_t> bytes);

/// Returns the bytes that pairs of digits of either case stand for; nothing unless all of the text
/// is pairs, and at least one.
std::optional<std::vector<std::uint8_t>> parse_hex(std::string_view text);

/// Reads all of the text as a number, as std::from_chars() reads it, of another base than ten if
/// one is given; nothing for another text.
template <class Number, class... Base>
std::optional<Number> parse_number(std::string_view text, Base... base)
{
    Number number{};
    const char *const begin = std::to_address(text.begin()), *const end = begin + text.size();
    const auto [at, error] = std::from_chars(begin, end, number, base...);
    return error == std::errc{} && at == end ? std::optional(number) : std::nullopt;
}

/// Reads "3" as {3, 3} and "0-3" as {0, 3}, each number by `read`; nothing where that reads
/// nothing.
template <class Read> auto parse_range(std::string_view text, const Read &read)
{
    const std::size_t dash = text.find('-');
    const auto first = read(text.substr(0, dash));
    const auto last = dash == std::string_view::npos ? first : read(text.substr(dash + 1));
    return first && last ? std::optional(std::pair(*first, *last)) : std::nullopt;
}

/// Returns the parts of a text between separators: "a", "" and "b" of "a,,b". Of "" one empty part.
std::vector<std::string> split(std::string_view text, char separator);

/// Reads the number that the text begins with, with a decimal point in any locale: a driver may
/// have set one with a comma. Returns 0 for another text.
double leading_number(std::string_view text);

/// Returns the first `most` of the texts, and "and 3 more" if there are more.
std::vector<std::string> shortened(std::vector<std::string> texts, std::size_t most);

/// Returns "1 core", "2 cores"; with the ending "es", "2 passes".
std::string counted(std::size_t count, std::string_view thing, std::string_view ending = "s");

/// Returns the number of bytes of the UTF-8 character that the text begins with; 0 if it begins
/// with none, or is empty (The Unicode Standard, table 3-7).
std::size_t utf8_length(std::string_view text);

/// Returns the number of a UTF-8 character, all of whose bytes are given.
char32_t code_point(std::string_view character);

/// Makes the text of a file safe for a terminal: control characters, which could move the cursor or
/// set colours, are written as "\x1b", and those that change the direction of text, end a line or
/// are not seen, as "\u202e" and "\U000e0001". Characters of `kept` stay. Bytes that are no UTF-8
/// are written as "\xff", and "##[", with which a line of a log gives commands, as "\x23#[".
std::string printable(std::string_view text, std::string_view kept = "");

/// Keeps letters and digits and makes hyphens of the rest: a name for a file, an id of HTML.
std::string plain_name(const std::string &text);

/// Returns the last part of a path.
std::string file_name(const std::string &path);

/// A duration as a number of seconds.
template <class Count, class Period>
constexpr double in_seconds(std::chrono::duration<Count, Period> duration)
{
    return std::chrono::duration<double>(duration).count();
}

/// A number of seconds as a duration of the steady clock.
constexpr std::chrono::steady_clock::duration steady_duration(double seconds)
{
    return std::chrono::duration_cast<std::chrono::steady_clock::duration>(
        std::chrono::duration<double>(seconds));
}

/// Returns the nanoseconds between two counts of a clock, which are subtracted as they are: a
/// double of nanoseconds since a boot two years ago has steps of 16.
constexpr double ns_between(std::int64_t epoch, std::int64_t now, double ns_per_count = 1)
{
    return static_cast<double>(now - epoch) * ns_per_count;
}

/// Returns the steady clock's nanoseconds since this function was first called in this process.
inline double steady_ns()
{
    const auto read = [] {
        return std::chrono::nanoseconds(std::chrono::steady_clock::now().time_since_epoch())
            .count();
    };
    static const std::int64_t epoch = read();
    return ns_between(epoch, read());
}

} // namespace hashlane::machine
