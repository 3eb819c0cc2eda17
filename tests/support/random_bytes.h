// SPDX-License-Identifier: MIT
//
// Bytes of messages, the same in every run.
#pragma once

#include <algorithm>
#include <cstdint>
#include <random>
#include <vector>

namespace hashlane::test {

using Bytes = std::vector<std::uint8_t>;

inline Bytes random_bytes(std::size_t count, std::uint64_t seed)
{
    std::mt19937_64 random(seed);
    Bytes bytes(count);
    std::ranges::generate(bytes, [&] { return static_cast<std::uint8_t>(random()); });
    return bytes;
}

/// Byte i is i mod 251: RFC 9861, 5.
inline Bytes pattern(std::size_t count)
{
    Bytes bytes(count);
    for (std::size_t i = 0; i < count; ++i)
        bytes[i] = static_cast<std::uint8_t>(i % 251);
    return bytes;
}

/// Pieces that are `bytes` long together, of 0 to `most` bytes each.
template <class Use>
void in_pieces(std::size_t bytes, std::size_t most, std::uint64_t seed, const Use &use)
{
    std::mt19937_64 random(seed);
    for (std::size_t at = 0; at < bytes;) {
        const std::size_t piece =
            std::min(static_cast<std::size_t>(random() % (most + 1)), bytes - at);
        use(at, piece);
        at += piece;
    }
}

} // namespace hashlane::test
