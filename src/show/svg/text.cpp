// SPDX-License-Identifier: MIT
#include "text.h"

#include "../../machine/system/text.h"

#include <algorithm>

namespace hashlane::show {
namespace {

constexpr char32_t replacement = U'\uFFFD';
constexpr char32_t last_point = 0x10FFFF;

bool is_surrogate(char32_t point) { return point >= 0xD800 && point <= 0xDFFF; }

// Precondition: the bytes are a character.
char32_t decoded(std::string_view bytes)
{
    char32_t point = static_cast<unsigned char>(bytes[0]);
    if (bytes.size() > 1)
        point &= 0xFFU >> (bytes.size() + 1);
    for (const char byte : bytes.substr(1))
        point = (point << 6) | (static_cast<unsigned char>(byte) & 0x3FU);
    return point;
}

} // namespace

std::u32string code_points(std::string_view text)
{
    std::u32string points;
    points.reserve(text.size());
    while (!text.empty()) {
        const std::size_t length = machine::utf8_length(text);
        points += length == 0 ? replacement : decoded(text.substr(0, length));
        text.remove_prefix(std::max<std::size_t>(1, length));
    }
    return points;
}

void append_utf8(std::string &text, char32_t point)
{
    constexpr char32_t marks[] = {0, 0xC0, 0xE0, 0xF0}; // of the first byte
    const unsigned further = point < 0x80 ? 0 : point < 0x800 ? 1 : point < 0x10000 ? 2 : 3;
    text += static_cast<char>(marks[further] | (point >> (6 * further)));
    for (unsigned left = further; left-- > 0;)
        text += static_cast<char>(0x80 | ((point >> (6 * left)) & 0x3F));
}

bool is_xml_character(char32_t point)
{
    if (point == U'\t' || point == U'\n')
        return true;
    const bool is_control = point < 0x20 || (point >= 0x7F && point < 0xA0);
    const bool is_no_character = (point & 0xFFFE) == 0xFFFE || (point >= 0xFDD0 && point <= 0xFDEF);
    return !is_control && !is_no_character && !is_surrogate(point) && point <= last_point;
}

std::size_t columns_of(std::string_view text) { return code_points(text).size(); }

std::string fitted(std::string_view text, std::size_t columns)
{
    std::u32string points = code_points(text);
    if (points.size() > columns && columns > 0) {
        points.resize(columns - 1);
        points += U'…';
    }
    points.resize(columns, U' ');
    std::string result;
    for (const char32_t point : points)
        append_utf8(result, is_xml_character(point) && point >= U' ' ? point : replacement);
    return result;
}

std::string at_most(std::string_view text, std::size_t columns)
{
    return fitted(text, std::min(columns_of(text), columns));
}

std::string wrap(const std::string &text, std::size_t width, const std::string &left,
                 std::size_t indent)
{
    std::string lines, line = left;
    for (std::size_t at = 0; at < text.size();) {
        std::size_t end = std::min(text.find(' ', at), text.size());
        // A list without spaces, such as folded names, is broken after a comma.
        if (const std::size_t room = width - std::min<std::size_t>(indent, width); end - at > room)
            if (const std::size_t comma = text.rfind(',', at + room - 1);
                comma != std::string::npos && comma > at)
                end = comma + 1;
        const std::string word = text.substr(at, end - at);
        const bool is_first = line == left;
        if (!is_first && columns_of(line) + 1 + columns_of(word) > width) {
            lines += line + "\n";
            line = std::string(indent, ' ') + word;
        } else {
            line += (is_first ? "" : " ") + word;
        }
        at = end + (end < text.size() && text[end] == ' ' ? 1 : 0);
    }
    return lines + line + "\n";
}

std::string short_name(std::string_view name)
{
    return std::string(name.substr(name.find('.') + 1));
}

} // namespace hashlane::show
