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

// U+200E, U+200F, U+202A to U+202E, U+2066 to U+2069, which no reader sees: E2 80 or E2 81, and one
// more byte. Returns 0 for others. Precondition: a character of three bytes begins the text.
unsigned changed_direction(std::string_view text)
{
    if (text[0] != '\xe2' || (text[1] != '\x80' && text[1] != '\x81'))
        return 0;
    const unsigned character =
        0x2000U + (text[1] == '\x81' ? 0x40 : 0) + (static_cast<std::uint8_t>(text[2]) & 0x3fU);
    const bool is_one = (character >= 0x200e && character <= 0x200f) ||
                        (character >= 0x202a && character <= 0x202e) ||
                        (character >= 0x2066 && character <= 0x2069);
    return is_one ? character : 0;
}

} // namespace

std::string printable(std::string_view text, std::string_view kept)
{
    // U+0080 to U+009F, as 8-bit terminals interpret the escape sequences: C2 80 to C2 9F.
    constexpr unsigned char before_c1 = 0xc2, last_c1 = 0x9f, del = 0x7f;
    const auto byte_text = [](char byte) {
        const auto value = static_cast<std::uint8_t>(byte);
        return "\\x" + hex_text({&value, 1});
    };
    std::string shown;
    while (!text.empty()) {
        const std::size_t length = utf8_length(text);
        const auto first = static_cast<std::uint8_t>(text[0]);
        const std::string_view character = text.substr(0, std::max<std::size_t>(1, length));
        if (const unsigned turned = length == 3 ? changed_direction(text) : 0) {
            const std::uint8_t halves[] = {static_cast<std::uint8_t>(turned >> 8),
                                           static_cast<std::uint8_t>(turned & 0xffU)};
            shown += "\\u" + hex_text(halves);
        } else if (length == 2 && first == before_c1 &&
                   static_cast<std::uint8_t>(text[1]) <= last_c1) {
            shown += byte_text(text[1]);
        } else if (length == 0 || ((first < ' ' || first == del) &&
                                   kept.find(text[0]) == std::string_view::npos)) {
            shown += byte_text(text[0]);
        } else {
            shown += character;
        }
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
