// SPDX-License-Identifier: MIT
//
// The bytes of a state of 25 words, FIPS 202, B.1: the first byte of a word is its lowest.
#ifndef HASHLANE_SRC_SHA3_STATE_BYTES_H
#define HASHLANE_SRC_SHA3_STATE_BYTES_H

#include <cstddef>
#include <cstdint>

namespace hashlane {

/// The last 1 of pad10*1, in the last byte of a block.
constexpr std::uint8_t last_padding_bit = 0x80;

inline void xor_byte(std::uint64_t *state, std::size_t at, std::uint8_t value)
{
    state[at / 8] ^= std::uint64_t{value} << (8 * (at % 8));
}

inline std::uint8_t byte_of(const std::uint64_t *state, std::size_t at)
{
    return static_cast<std::uint8_t>(state[at / 8] >> (8 * (at % 8)));
}

/// XORs `bytes` bytes into the word that byte `at` is in; they do not reach beyond it. In a
/// register: one after the other in memory, each would wait for the store of the one before.
inline void xor_part_of_word(std::uint64_t *state, std::size_t at, const std::uint8_t *message,
                             std::size_t bytes)
{
    std::uint64_t word = 0;
    for (std::size_t i = 0; i < bytes; ++i)
        word |= std::uint64_t{message[i]} << (8 * (at % 8 + i));
    state[at / 8] ^= word;
}

/// XORs `bytes` bytes into the state from byte `at` on, a word at a time where it can.
inline void xor_bytes(std::uint64_t *state, std::size_t at, const std::uint8_t *message,
                      std::size_t bytes)
{
    if (at % 8 != 0) {
        const std::size_t first = bytes < 8 - at % 8 ? bytes : 8 - at % 8;
        xor_part_of_word(state, at, message, first);
        at += first;
        message += first;
        bytes -= first;
    }
    for (; bytes >= 8; bytes -= 8, at += 8, message += 8) {
        std::uint64_t word = 0;
        for (int i = 7; i >= 0; --i)
            word = word << 8 | message[i];
        state[at / 8] ^= word;
    }
    if (bytes != 0)
        xor_part_of_word(state, at, message, bytes);
}

/// Writes `bytes` bytes of the state from byte `at` on, a word at a time where it can.
inline void copy_bytes(const std::uint64_t *state, std::size_t at, std::uint8_t *output,
                       std::size_t bytes)
{
    for (; bytes != 0 && at % 8 != 0; --bytes)
        *output++ = byte_of(state, at++);
    for (; bytes >= 8; bytes -= 8, at += 8, output += 8)
        for (int i = 0; i < 8; ++i)
            output[i] = static_cast<std::uint8_t>(state[at / 8] >> (8 * i));
    for (; bytes != 0; --bytes)
        *output++ = byte_of(state, at++);
}

} // namespace hashlane

#endif
