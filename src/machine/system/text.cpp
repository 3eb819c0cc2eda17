// SPDX-License-Identifier: MIT
#include "text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>

namespace hashlane::machine {

std::string hex_text(std::span<const std::uint8_t> bytes)
{
    std::string text;
    for (const std::uint8_t byte : bytes) {
        text += hex_digits[byte >> 4];
        text += hex_digits[byte & 15];
    }
    return text;
}

std::optional<std::vector<std::uint8_t>> parse_hex(std::string_view text)
{
    if (text.empty() || text.size() % 2 != 0)
        return std::nullopt;
    std::vector<std::uint8_t> bytes;
    for (std::size_t i = 0; i < text.size(); i += 2) {
        const char *const end = text.data() + i + 2;
        if (std::from_chars(text.data() + i, end, bytes.emplace_back(), 16).ptr != end)
            return std::nullopt;
    }
    return bytes;
}

std::vector<std::string> split(std::string_view text, char separator)
{
    std::vector<std::string> parts;
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find(separator, begin), text.size());
        parts.emplace_back(text.substr(begin, end - begin));
        begin = end + 1;
    }
    return parts;
}

double leading_number(std::string_view text)
{
    double number = 0;
    std::from_chars(text.data(), text.data() + text.size(), number);
    return number;
}

std::vector<std::string> shortened(std::vector<std::string> texts, std::size_t most)
{
    if (const std::size_t all = texts.size(); all > most) {
        texts.resize(most);
        texts.push_back(fmt::format("and {} more", all - most));
    }
    return texts;
}

std::string counted(std::size_t count, std::string_view thing, std::string_view ending)
{
    std::string text = std::to_string(count) + " " + std::string(thing);
    return count == 1 ? text : text + std::string(ending);
}

namespace {

constexpr std::uint8_t first_of_two = 0xc2, first_of_three = 0xe0, first_of_four = 0xf0;
constexpr std::uint8_t after_all = 0xf5; // of U+110000 and above

// True for a second byte that makes neither a longer form of a character, nor a surrogate, nor one
// above U+10FFFF.
bool may_follow(std::uint8_t first, std::uint8_t second)
{
    const std::uint8_t least = first == first_of_three  ? 0xa0
                               : first == first_of_four ? 0x90
                                                        : 0x80;
    const std::uint8_t most = first == 0xed ? 0x9f : first == after_all - 1 ? 0x8f : 0xbf;
    return second >= least && second <= most;
}

} // namespace

std::size_t utf8_length(std::string_view text)
{
    if (text.empty())
        return 0;
    const auto first = static_cast<std::uint8_t>(text[0]);
    if (first < 0x80)
        return 1;
    if (first < first_of_two || first >= after_all)
        return 0;
    const std::size_t length = first < first_of_three ? 2 : first < first_of_four ? 3 : 4;
    if (text.size() < length || !may_follow(first, static_cast<std::uint8_t>(text[1])))
        return 0;
    const auto continues = [](char byte) {
        return (static_cast<std::uint8_t>(byte) & 0xc0) == 0x80;
    };
    return std::ranges::all_of(text.substr(2, length - 2), continues) ? length : 0;
}

namespace {

struct CharacterRange {
    char32_t first, last;
};

// Characters that no reader sees, but by which two names are different; that change the direction
// of text (U+061C, U+200E, U+200F, U+202A to U+202E, U+2066 to U+2069); or that end a line (U+2028,
// U+2029). Scripts and emoji need U+200C and U+200D.
constexpr CharacterRange hidden_characters[] = {
    {0xad, 0xad},     {0x34f, 0x34f},   {0x61c, 0x61c},   {0x115f, 0x1160},
    {0x17b4, 0x17b5}, {0x180e, 0x180e}, {0x200b, 0x200b}, {0x200e, 0x200f},
    {0x2028, 0x202e}, {0x2060, 0x2064}, {0x2066, 0x2069}, {0x3164, 0x3164},
    {0xfeff, 0xfeff}, {0xffa0, 0xffa0}, {0xfff9, 0xfffb}, {0xe0000, 0xe007f}};

bool is_hidden(char32_t point)
{
    return point >= hidden_characters[0].first &&
           std::ranges::any_of(hidden_characters, [&](const CharacterRange &range) {
               return point >= range.first && point <= range.last;
           });
}

} // namespace

char32_t code_point(std::string_view character)
{
    char32_t point = static_cast<std::uint8_t>(character[0]);
    if (character.size() > 1)
        point &= 0xffU >> (character.size() + 1);
    for (const char byte : character.substr(1))
        point = (point << 6) | (static_cast<std::uint8_t>(byte) & 0x3fU);
    return point;
}

std::string printable(std::string_view text, std::string_view kept)
{
    // 8-bit terminals take U+0080 to U+009F for escape sequences.
    constexpr char32_t del = 0x7f, last_control = 0x9f, last_of_four_digits = 0xffff;
    std::string shown;
    while (!text.empty()) {
        const std::size_t length = utf8_length(text);
        const std::string_view character = text.substr(0, std::max<std::size_t>(1, length));
        const char32_t point = code_point(character); // or the byte that is no UTF-8
        const bool is_control = (point < ' ' || (point >= del && point <= last_control)) &&
                                kept.find(text[0]) == std::string_view::npos;
        const bool is_command = text.starts_with("##["); // to the runners of GitHub and Azure
        if (length == 0 || is_control || is_command)
            shown += fmt::format("\\x{:02x}", static_cast<unsigned>(point));
        else if (!is_hidden(point))
            shown += character;
        else if (point <= last_of_four_digits)
            shown += fmt::format("\\u{:04x}", static_cast<unsigned>(point));
        else
            shown += fmt::format("\\U{:08x}", static_cast<unsigned>(point));
        text.remove_prefix(character.size());
    }
    return shown;
}

std::string plain_name(const std::string &text)
{
    std::string name;
    for (const char c : text)
        name += std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '-';
    return name;
}

std::string file_name(const std::string &path)
{
    return std::filesystem::path(path).filename().string();
}

} // namespace hashlane::machine
