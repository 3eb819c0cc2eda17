// SPDX-License-Identifier: MIT
//
// SHA-256 of whole blocks on AVX-512: sixteen messages.
//
// Contract: see blocks.h. Needs AVX512F.
// Idea: the rounds of chain_avx512.cpp; a block of all messages is transposed into registers that
// hold one word of each.
// Source: FIPS 180-4, 6.2.2.

#include "avx512_transpose.h"
#include "blocks_in_place.h"

extern "C" void hashlane_sha256_blocks_avx512_x16(std::uint32_t *states,
                                                  const std::uint8_t *const *blocks,
                                                  std::uint64_t count) noexcept
{
    compress_in_place<Lanes<ZmmWords, RegisterWindow, Path::fewest_operations, WholeBlock>, 1>(
        states, blocks, count);
}
