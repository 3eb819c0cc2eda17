// SPDX-License-Identifier: MIT
//
// Words in memory whose first byte is the lowest, on machines of either order.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>

namespace hashlane {

/// Converts between a word and its bytes, the lowest first.
inline std::uint64_t from_little_endian(std::uint64_t word)
{
    return std::endian::native == std::endian::little ? word : __builtin_bswap64(word);
}

/// Loads eight bytes at any alignment.
inline std::uint64_t load_eight(const std::uint8_t *from)
{
    std::uint64_t word;
    std::memcpy(&word, from, sizeof word);
    return from_little_endian(word);
}

} // namespace hashlane
