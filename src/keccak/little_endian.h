// SPDX-License-Identifier: MIT
//
// Words of a message: FIPS 202, B.1, puts the first byte lowest.
#ifndef HASHLANE_SRC_KECCAK_LITTLE_ENDIAN_H
#define HASHLANE_SRC_KECCAK_LITTLE_ENDIAN_H

#include "../compiler/compiler.h"

#include <cstdint>

namespace {

// Written out, because both compilers make one load of it, but not of a loop.
HASHLANE_INLINE std::uint64_t load_little_endian(const std::uint8_t *b)
{
    return std::uint64_t{b[0]} | std::uint64_t{b[1]} << 8 | std::uint64_t{b[2]} << 16 |
           std::uint64_t{b[3]} << 24 | std::uint64_t{b[4]} << 32 | std::uint64_t{b[5]} << 40 |
           std::uint64_t{b[6]} << 48 | std::uint64_t{b[7]} << 56;
}

inline long long signed_word(const std::uint8_t *bytes)
{
    return static_cast<long long>(load_little_endian(bytes));
}

} // namespace

#endif
