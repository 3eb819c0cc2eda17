// SPDX-License-Identifier: MIT
//
// Ops of permutation.h on AVX2: four states.
#pragma once

#include "../base/compiler.h"
#include "permutation.h"

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

// ---- States to and from registers ----
//
// What permutation.h does, with four rows of four words at a time, transposed in registers. Word by
// word, a load of 32 bytes would wait for four stores of 8.

// Rows to columns: word j of row i becomes word i of row j.
HASHLANE_INLINE void transpose(__m256i (&rows)[4])
{
    const __m256i even01 = _mm256_unpacklo_epi64(rows[0], rows[1]);
    const __m256i odd01 = _mm256_unpackhi_epi64(rows[0], rows[1]);
    const __m256i even23 = _mm256_unpacklo_epi64(rows[2], rows[3]);
    const __m256i odd23 = _mm256_unpackhi_epi64(rows[2], rows[3]);
    rows[0] = _mm256_permute2x128_si256(even01, even23, 0x20);
    rows[1] = _mm256_permute2x128_si256(odd01, odd23, 0x20);
    rows[2] = _mm256_permute2x128_si256(even01, even23, 0x31);
    rows[3] = _mm256_permute2x128_si256(odd01, odd23, 0x31);
}

template <>
HASHLANE_INLINE void load_states<Ymm>(__m256i (&a)[keccak_words], const std::uint64_t *states)
{
    unroll<keccak_words / 4>([&](auto group) HASHLANE_INLINE_LAMBDA {
        __m256i rows[4];
        unroll<4>([&](auto s) HASHLANE_INLINE_LAMBDA {
            rows[s] = Ymm::load(states + s * keccak_words + 4 * group);
        });
        transpose(rows);
        unroll<4>([&](auto i) HASHLANE_INLINE_LAMBDA { a[4 * group + i] = rows[i]; });
    });
    const auto last = [states](int s) {
        return static_cast<long long>(states[s * keccak_words + keccak_words - 1]);
    };
    a[keccak_words - 1] = _mm256_set_epi64x(last(3), last(2), last(1), last(0));
}

template <>
HASHLANE_INLINE void store_states<Ymm>(std::uint64_t *states, const __m256i (&a)[keccak_words])
{
    unroll<keccak_words / 4>([&](auto group) HASHLANE_INLINE_LAMBDA {
        __m256i rows[4] = {a[4 * group], a[4 * group + 1], a[4 * group + 2], a[4 * group + 3]};
        transpose(rows);
        unroll<4>([&](auto s) HASHLANE_INLINE_LAMBDA {
            Ymm::store(states + s * keccak_words + 4 * group, rows[s]);
        });
    });
    std::uint64_t last[4];
    Ymm::store(last, a[keccak_words - 1]);
    for (int s = 0; s < 4; ++s)
        states[s * keccak_words + keccak_words - 1] = last[s];
}

} // namespace
