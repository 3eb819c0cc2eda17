// SPDX-License-Identifier: MIT
#include "text.h"

#include "../../machine/system/lists.h"
#include "../../machine/system/text.h"

#include <algorithm>

namespace hashlane::show {
namespace {

constexpr std::string_view replacement = "\uFFFD";

} // namespace

std::vector<std::string_view> characters_of(std::string_view text)
{
    std::vector<std::string_view> characters;
    while (!text.empty()) {
        const std::size_t length = machine::utf8_length(text);
        characters.push_back(length == 0 ? replacement : text.substr(0, length));
        text.remove_prefix(std::max<std::size_t>(1, length));
    }
    return characters;
}

std::string_view shown(std::string_view character)
{
    const char32_t point = machine::code_point(character);
    const bool is_control = point < 0x20 || (point >= 0x7F && point < 0xA0);
    const bool is_no_character = (point & 0xFFFE) == 0xFFFE || (point >= 0xFDD0 && point <= 0xFDEF);
    return is_control || is_no_character ? replacement : character;
}

std::size_t columns_of(std::string_view text) { return characters_of(text).size(); }

std::string fitted(std::string_view text, std::size_t columns)
{
    std::vector<std::string_view> characters = characters_of(text);
    if (characters.size() > columns && columns > 0) {
        characters.resize(columns - 1);
        characters.emplace_back("…");
    }
    characters.resize(columns, " ");
    return machine::joined(machine::each(characters, shown), "");
}

std::string at_most(std::string_view text, std::size_t columns)
{
    return fitted(text, std::min(columns_of(text), columns));
}

std::string no_command(std::string line)
{
    const std::size_t colons = line.find("::");
    const auto is_seen = [](char c) { return c > ' ' && c <= '~'; };
    if (colons != std::string::npos && std::none_of(line.data(), line.data() + colons, is_seen))
        line.replace(colons, 1, "\\x3a");
    return line;
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
            lines += no_command(line) + "\n";
            line = std::string(indent, ' ') + word;
        } else {
            line += (is_first ? "" : " ") + word;
        }
        at = end + (end < text.size() && text[end] == ' ' ? 1 : 0);
    }
    return lines + no_command(line) + "\n";
}

std::string short_name(std::string_view name)
{
    return std::string(name.substr(name.find('.') + 1));
}

} // namespace hashlane::show
