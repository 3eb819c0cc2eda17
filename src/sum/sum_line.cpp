// SPDX-License-Identifier: MIT
#include "sum_line.h"

#include <algorithm>

namespace hashlane {
namespace {

constexpr std::string_view to_escape = "\\\n\r";
constexpr std::string_view escapes = "\\nr";

std::string hex_text(std::span<const std::uint8_t> digest)
{
    constexpr char digits[] = "0123456789abcdef";
    std::string text;
    for (const std::uint8_t byte : digest) {
        text += digits[byte >> 4];
        text += digits[byte & 15];
    }
    return text;
}

int hex_value(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'F')
        return c - 'A' + 10;
    return -1;
}

// Nothing unless all of it is pairs of digits.
std::optional<std::vector<std::uint8_t>> parse_digest_text(std::string_view text)
{
    if (text.empty() || text.size() % 2 != 0)
        return std::nullopt;
    std::vector<std::uint8_t> bytes;
    for (std::size_t i = 0; i < text.size(); i += 2) {
        const int high = hex_value(text[i]), low = hex_value(text[i + 1]);
        if (high < 0 || low < 0)
            return std::nullopt;
        bytes.push_back(static_cast<std::uint8_t>(high << 4 | low));
    }
    return bytes;
}

std::optional<std::string> unescaped(std::string_view text)
{
    std::string path;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '\\') {
            path += text[i];
            continue;
        }
        const std::size_t which = ++i < text.size() ? escapes.find(text[i]) : std::string::npos;
        if (which == std::string::npos)
            return std::nullopt;
        path += to_escape[which];
    }
    return path;
}

std::optional<SumLine> made(std::string_view tag, std::string_view digest, std::string_view path,
                            bool is_escaped)
{
    auto bytes = parse_digest_text(digest);
    auto name = is_escaped ? unescaped(path) : std::optional<std::string>(path);
    if (!bytes || !name || name->empty())
        return std::nullopt;
    return SumLine{std::string(tag), std::move(*bytes), std::move(*name)};
}

} // namespace

std::string escaped_path(const std::string &path)
{
    if (path.find_first_of(to_escape) == std::string::npos)
        return path;
    std::string text = "\\";
    for (const char c : path) {
        const std::size_t which = to_escape.find(c);
        if (which == std::string::npos)
            text += c;
        else
            (text += '\\') += escapes[which];
    }
    return text;
}

std::string write_sum_line(std::string_view tag, std::span<const std::uint8_t> digest,
                           const std::string &path, const LineForm &form)
{
    std::string line, name = form.ends_zero ? path : escaped_path(path);
    if (name.size() != path.size()) { // the backslash is the line's first character
        line = "\\";
        name.erase(0, 1);
    }
    if (form.with_tag)
        ((line += tag) += " (" + name + ") = ") += hex_text(digest);
    else
        line += hex_text(digest) + "  " + name;
    return line + (form.ends_zero ? '\0' : '\n');
}

std::optional<SumLine> parse_sum_line(std::string_view line, bool ends_zero)
{
    if (!ends_zero && line.ends_with('\r'))
        line.remove_suffix(1);
    const bool is_escaped = !ends_zero && line.starts_with('\\');
    if (is_escaped)
        line.remove_prefix(1);

    // A space or an asterisk, for text or binary, stands before the name: it makes no difference.
    const std::size_t space = line.find(' ');
    if (space != std::string_view::npos && space + 2 <= line.size() &&
        (line[space + 1] == ' ' || line[space + 1] == '*'))
        return made("", line.substr(0, space), line.substr(space + 2), is_escaped);

    // A tag that begins with a backslash would be read without it.
    const std::size_t open = line.find(" ("), close = line.rfind(") = ");
    if (line.starts_with('\\') || open == std::string_view::npos ||
        close == std::string_view::npos || open + 2 > close)
        return std::nullopt;
    return made(line.substr(0, open), line.substr(close + 4),
                line.substr(open + 2, close - open - 2), is_escaped);
}

} // namespace hashlane
