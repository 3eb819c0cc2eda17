// SPDX-License-Identifier: MIT
//
// Eight words of eight lanes in ymm registers, and their bytes.
#ifndef HASHLANE_SRC_SHA256_AVX2_TRANSPOSE_H
#define HASHLANE_SRC_SHA256_AVX2_TRANSPOSE_H

#include "../compiler/unroll.h"
#include "avx2_ops.h"

namespace {

constexpr int lanes = 8;

// Rows to columns: word j of lane i becomes word i of register j.
HASHLANE_INLINE void transpose(Ymm (&v)[lanes])
{
    Ymm pairs[lanes];
    unroll<4>([&](auto i) HASHLANE_INLINE_LAMBDA {
        pairs[2 * i] = _mm256_unpacklo_epi32(v[2 * i], v[2 * i + 1]);
        pairs[2 * i + 1] = _mm256_unpackhi_epi32(v[2 * i], v[2 * i + 1]);
    });
    Ymm fours[lanes];
    unroll<4>([&](auto i) HASHLANE_INLINE_LAMBDA {
        constexpr int at = 4 * (i / 2) + i % 2; // lanes at … at + 1 and at + 2 … at + 3
        fours[2 * i] = _mm256_unpacklo_epi64(pairs[at], pairs[at + 2]);
        fours[2 * i + 1] = _mm256_unpackhi_epi64(pairs[at], pairs[at + 2]);
    });
    unroll<4>([&](auto i) HASHLANE_INLINE_LAMBDA {
        v[i] = _mm256_permute2x128_si256(fours[i], fours[i + 4], 0x20);
        v[i + 4] = _mm256_permute2x128_si256(fours[i], fours[i + 4], 0x31);
    });
}

HASHLANE_INLINE Ymm with_bytes_reversed(Ymm a)
{
    return _mm256_shuffle_epi8(a, _mm256_broadcastsi128_si256(_mm_set_epi8(
                                      12, 13, 14, 15, 8, 9, 10, 11, 4, 5, 6, 7, 0, 1, 2, 3)));
}

} // namespace

#endif
