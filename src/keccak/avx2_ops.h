// SPDX-License-Identifier: MIT
//
// Ops of permutation.h on AVX2: four states.
#ifndef HASHLANE_SRC_KECCAK_AVX2_OPS_H
#define HASHLANE_SRC_KECCAK_AVX2_OPS_H

#include "../compiler/unroll.h"
#include "little_endian.h"

#include <cstdint>
#include <immintrin.h>

namespace {

HASHLANE_INLINE __m256i both_halves(__m128i v) { return _mm256_broadcastsi128_si256(v); }

struct Ymm {
    using Register = __m256i;
    static constexpr int states = 4;
    static constexpr int rounds_unrolled = 2;

    HASHLANE_INLINE static Register xor2(Register a, Register b) { return _mm256_xor_si256(a, b); }
    HASHLANE_INLINE static Register xor3(Register a, Register b, Register c)
    {
        return xor2(xor2(a, b), c);
    }
    template <int n> HASHLANE_INLINE static Register rotl(Register a)
    {
        if constexpr (n == 8)
            return _mm256_shuffle_epi8(
                a, both_halves(_mm_set_epi8(14, 13, 12, 11, 10, 9, 8, 15, 6, 5, 4, 3, 2, 1, 0, 7)));
        if constexpr (n == 56)
            return _mm256_shuffle_epi8(
                a, both_halves(_mm_set_epi8(8, 15, 14, 13, 12, 11, 10, 9, 0, 7, 6, 5, 4, 3, 2, 1)));
        return _mm256_or_si256(_mm256_slli_epi64(a, n), _mm256_srli_epi64(a, 64 - n));
    }
    HASHLANE_INLINE static Register chi(Register a, Register b, Register c)
    {
        return xor2(a, _mm256_andnot_si256(b, c));
    }
    HASHLANE_INLINE static Register broadcast(std::uint64_t word)
    {
        return _mm256_set1_epi64x(static_cast<long long>(word));
    }
    HASHLANE_INLINE static Register load(const std::uint64_t *words)
    {
        return _mm256_loadu_si256(reinterpret_cast<const __m256i *>(words));
    }
    HASHLANE_INLINE static void store(std::uint64_t *words, Register a)
    {
        _mm256_storeu_si256(reinterpret_cast<__m256i *>(words), a);
    }
    HASHLANE_INLINE static Register gather(const std::uint8_t *const *blocks, std::uint64_t offset)
    {
        return _mm256_set_epi64x(signed_word(blocks[3] + offset), signed_word(blocks[2] + offset),
                                 signed_word(blocks[1] + offset), signed_word(blocks[0] + offset));
    }
};

} // namespace

#endif
