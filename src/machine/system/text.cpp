// SPDX-License-Identifier: MIT
#include "text.h"

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

std::string counted(std::size_t count, std::string_view thing, std::string_view ending)
{
    std::string text = std::to_string(count) + " " + std::string(thing);
    return count == 1 ? text : text + std::string(ending);
}

namespace {

// U+200E, U+200F, U+202A to U+202E, U+2066 to U+2069, which no reader sees: E2 80 or E2 81, and one
// more byte. Returns 0 for others.
unsigned changed_direction(std::string_view text)
{
    if (text.size() < 3 || text[0] != '\xe2' || (text[1] != '\x80' && text[1] != '\x81'))
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
    std::string shown;
    for (std::size_t i = 0; i < text.size(); ++i) {
        auto byte = static_cast<std::uint8_t>(text[i]);
        const unsigned next = i + 1 < text.size() ? static_cast<std::uint8_t>(text[i + 1]) : 0;
        const bool is_c1 = byte == before_c1 && next >= 0x80 && next <= last_c1;
        if (is_c1)
            byte = static_cast<std::uint8_t>(text[++i]);
        if (const unsigned character = changed_direction(text.substr(i))) {
            const std::uint8_t halves[] = {static_cast<std::uint8_t>(character >> 8),
                                           static_cast<std::uint8_t>(character & 0xffU)};
            shown += "\\u" + hex_text(halves);
            i += 2;
        } else if (is_c1 ||
                   ((byte < ' ' || byte == del) && kept.find(text[i]) == std::string_view::npos))
            shown += "\\x" + hex_text({&byte, 1});
        else
            shown += text[i];
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
