// SPDX-License-Identifier: MIT
#include "utf8.h"

#include <algorithm>
#include <cstdint>

namespace hashlane::machine {
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

} // namespace hashlane::machine
