// SPDX-License-Identifier: MIT
//
// SHA-256 of whole blocks on AVX2: eight messages.
//
// Contract: see kernels.h. Needs AVX2.
// Idea: for processors with neither SHA extensions nor AVX-512: the rounds of chain_avx2.cpp; a
// block of all messages is transposed into the window of the schedule.
// Source: FIPS 180-4, 6.2.2.

#include "avx2.h"

extern "C" void hashlane_sha256_blocks_avx2_x8(std::uint32_t *states,
                                               const std::uint8_t *const *blocks,
                                               std::uint64_t count) noexcept
{
    alignas(32) Ymm window[16];
    EightLanes<WholeBlock> l;
    l.w = window;
    auto *const state = reinterpret_cast<Ymm *>(states);
    for (std::uint64_t block = 0; block < count; ++block) {
        load_block(l, [&](std::size_t lane)
                          HASHLANE_INLINE_LAMBDA { return blocks[lane] + block * block_bytes; });
        unroll<8>([&](auto j) HASHLANE_INLINE_LAMBDA { l.s[j] = _mm256_loadu_si256(state + j); });
        rounds_of_block(l);
        unroll<8>([&](auto j) HASHLANE_INLINE_LAMBDA {
            _mm256_storeu_si256(state + j, add(l.s[j], _mm256_loadu_si256(state + j)));
        });
    }
}
