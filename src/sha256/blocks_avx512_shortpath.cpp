// SPDX-License-Identifier: MIT
//
// SHA-256 of whole blocks on AVX-512 for cores with four vector pipes: sixteen or thirty-two.
//
// Contract: see blocks.h. Needs AVX512F.
// Idea: the rounds of chain_avx512_shortpath.cpp; a block of all messages is transposed into
// registers that hold one word of each. Source: FIPS 180-4, 6.2.2.

#include "avx512_transpose.h"
#include "blocks_in_place.h"

extern "C" {

void hashlane_sha256_blocks_avx512_shortpath_x16(std::uint32_t *states,
                                                 const std::uint8_t *const *blocks,
                                                 std::uint64_t count) noexcept
{
    compress_in_place<Lanes<ZmmWords, RegisterWindow, Path::shortest, WholeBlock>, 1>(
        states, blocks, count);
}

void hashlane_sha256_blocks_avx512_shortpath_x32(std::uint32_t *states,
                                                 const std::uint8_t *const *blocks,
                                                 std::uint64_t count) noexcept
{
    compress_in_place<Lanes<ZmmWords, MemoryWindow, Path::fewest_operations, WholeBlock>, 2>(
        states, blocks, count);
}

} // extern "C"
