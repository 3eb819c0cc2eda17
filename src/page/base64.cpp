// SPDX-License-Identifier: MIT
#include "base64.h"

#include <array>
#include <charconv>
#include <cstdint>

namespace hashlane {

std::string base64_of_hex(std::string_view hex)
{
    constexpr std::string_view letters =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    constexpr std::size_t digits_of_group = 6; // three bytes are four letters
    std::string text;
    for (std::size_t i = 0; i < hex.size(); i += digits_of_group) {
        const std::string_view group = hex.substr(i, digits_of_group);
        std::uint32_t bits = 0;
        std::from_chars(group.data(), group.data() + group.size(), bits, 16);
        bits <<= 4 * (digits_of_group - group.size());
        const std::size_t used = group.size() / 2 + 1;
        for (std::size_t letter = 0; letter < 4; ++letter)
            text += letter < used ? letters[(bits >> (18 - 6 * letter)) & 63U] : '=';
    }
    return text;
}

} // namespace hashlane
