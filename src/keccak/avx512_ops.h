// SPDX-License-Identifier: MIT
//
// Ops of permutation.h on AVX512F and AVX512VL: two (xmm), four (ymm) or eight (zmm) states.
//
// Wide<Xmm>, … suit cores with four vector pipes, where a round waits for θ longer than for a pipe.
#ifndef HASHLANE_SRC_KECCAK_AVX512_OPS_H
#define HASHLANE_SRC_KECCAK_AVX512_OPS_H

#include "../compiler/unroll.h"
#include "little_endian.h"
#include "vpternlog.h"

#include <cstdint>
#include <immintrin.h>

namespace {

struct Xmm {
    using Register = __m128i;
    static constexpr int states = 2;
    static constexpr int rounds_unrolled = 1;
    static constexpr bool effect_first = false;

    HASHLANE_INLINE static Register xor2(Register a, Register b) { return _mm_xor_si128(a, b); }
    HASHLANE_INLINE static Register xor3(Register a, Register b, Register c)
    {
        return _mm_ternarylogic_epi64(a, b, c, xor_of_three);
    }
    template <int n> HASHLANE_INLINE static Register rotl(Register a)
    {
        return _mm_rol_epi64(a, n);
    }
    HASHLANE_INLINE static Register chi(Register a, Register b, Register c)
    {
        return _mm_ternarylogic_epi64(a, b, c, chi_of_three);
    }
    HASHLANE_INLINE static Register broadcast(std::uint64_t word)
    {
        return _mm_set1_epi64x(static_cast<long long>(word));
    }
    HASHLANE_INLINE static Register load(const std::uint64_t *words)
    {
        return _mm_loadu_epi64(words);
    }
    HASHLANE_INLINE static void store(std::uint64_t *words, Register a)
    {
        _mm_storeu_epi64(words, a);
    }
    HASHLANE_INLINE static Register gather(const std::uint8_t *const *blocks, std::uint64_t offset)
    {
        return _mm_set_epi64x(signed_word(blocks[1] + offset), signed_word(blocks[0] + offset));
    }
};

struct Ymm {
    using Register = __m256i;
    static constexpr int states = 4;
    static constexpr int rounds_unrolled = 1;
    static constexpr bool effect_first = false;

    HASHLANE_INLINE static Register xor2(Register a, Register b) { return _mm256_xor_si256(a, b); }
    HASHLANE_INLINE static Register xor3(Register a, Register b, Register c)
    {
        return _mm256_ternarylogic_epi64(a, b, c, xor_of_three);
    }
    template <int n> HASHLANE_INLINE static Register rotl(Register a)
    {
        return _mm256_rol_epi64(a, n);
    }
    HASHLANE_INLINE static Register chi(Register a, Register b, Register c)
    {
        return _mm256_ternarylogic_epi64(a, b, c, chi_of_three);
    }
    HASHLANE_INLINE static Register broadcast(std::uint64_t word)
    {
        return _mm256_set1_epi64x(static_cast<long long>(word));
    }
    HASHLANE_INLINE static Register load(const std::uint64_t *words)
    {
        return _mm256_loadu_epi64(words);
    }
    HASHLANE_INLINE static void store(std::uint64_t *words, Register a)
    {
        _mm256_storeu_epi64(words, a);
    }
    HASHLANE_INLINE static Register gather(const std::uint8_t *const *blocks, std::uint64_t offset)
    {
        return _mm256_set_epi64x(signed_word(blocks[3] + offset), signed_word(blocks[2] + offset),
                                 signed_word(blocks[1] + offset), signed_word(blocks[0] + offset));
    }
};

struct Zmm {
    using Register = __m512i;
    static constexpr int states = 8;
    static constexpr int rounds_unrolled = 1;
    static constexpr bool effect_first = false;

    HASHLANE_INLINE static Register xor2(Register a, Register b) { return _mm512_xor_si512(a, b); }
    HASHLANE_INLINE static Register xor3(Register a, Register b, Register c)
    {
        return ::xor3(a, b, c);
    }
    template <int n> HASHLANE_INLINE static Register rotl(Register a)
    {
        return _mm512_rol_epi64(a, n);
    }
    HASHLANE_INLINE static Register chi(Register a, Register b, Register c)
    {
        return ::chi(a, b, c);
    }
    HASHLANE_INLINE static Register broadcast(std::uint64_t word)
    {
        return _mm512_set1_epi64(static_cast<long long>(word));
    }
    HASHLANE_INLINE static Register load(const std::uint64_t *words)
    {
        return _mm512_loadu_epi64(words);
    }
    HASHLANE_INLINE static void store(std::uint64_t *words, Register a)
    {
        _mm512_storeu_epi64(words, a);
    }
    HASHLANE_INLINE static Register gather(const std::uint8_t *const *blocks, std::uint64_t offset)
    {
        return _mm512_set_epi64(signed_word(blocks[7] + offset), signed_word(blocks[6] + offset),
                                signed_word(blocks[5] + offset), signed_word(blocks[4] + offset),
                                signed_word(blocks[3] + offset), signed_word(blocks[2] + offset),
                                signed_word(blocks[1] + offset), signed_word(blocks[0] + offset));
    }
};

template <class Ops> struct Wide : Ops {
    static constexpr int rounds_unrolled = 4;
    static constexpr bool effect_first = true;
};

} // namespace

#endif
