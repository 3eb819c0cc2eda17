// SPDX-License-Identifier: MIT
#include "printable.h"

namespace hashlane {
namespace {

void append_escaped(std::string &text, unsigned char byte)
{
    constexpr std::string_view digits = "0123456789abcdef";
    text += "\\x";
    text += digits[byte >> 4];
    text += digits[byte & 15];
}

} // namespace

std::string printable(std::string_view text)
{
    // U+0080 to U+009F, as 8-bit terminals know the escape sequences: C2 80 to C2 9F.
    constexpr unsigned char before_c1 = 0xc2, last_c1 = 0x9f, del = 0x7f;
    std::string shown;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const auto byte = static_cast<unsigned char>(text[i]);
        const unsigned next = i + 1 < text.size() ? static_cast<unsigned char>(text[i + 1]) : 0;
        if (byte < ' ' || byte == del)
            append_escaped(shown, byte);
        else if (byte == before_c1 && next >= 0x80 && next <= last_c1)
            append_escaped(shown, static_cast<unsigned char>(text[++i]));
        else
            shown += text[i];
    }
    return shown;
}

} // namespace hashlane
