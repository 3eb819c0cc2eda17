// SPDX-License-Identifier: MIT
//
// Registers that hold one word of two (xmm), four (ymm) or eight (zmm) states, to and from memory,
// with AVX512F and AVX512VL.
//
// In memory a state's, or a message's, words are consecutive; in a register they are those of all
// states. `words_together` consecutive words of all states are transposed in registers, by loads of
// that many words, of which halves are put together on the way, and two shuffles or one for each
// word. Going back, halves are taken apart by the stores.
//
// rows[s] + offset is where the words of state s are, little-endian, at any alignment. gather() and
// scatter() do the same for a single word.
#ifndef HASHLANE_SRC_KECCAK_AVX512_TRANSPOSE_H
#define HASHLANE_SRC_KECCAK_AVX512_TRANSPOSE_H

#include "../compiler/unroll.h"
#include "little_endian.h"

#include <cstdint>
#include <immintrin.h>

namespace {

HASHLANE_INLINE __m128i load_two_words(const std::uint8_t *bytes)
{
    return _mm_loadu_si128(reinterpret_cast<const __m128i *>(bytes));
}
HASHLANE_INLINE void store_two_words(std::uint8_t *bytes, __m128i words)
{
    _mm_storeu_si128(reinterpret_cast<__m128i *>(bytes), words);
}
// The low and the high word of two.
HASHLANE_INLINE void store_each_word(std::uint8_t *low, std::uint8_t *high, __m128i words)
{
    _mm_storel_epi64(reinterpret_cast<__m128i *>(low), words);
    _mm_storeh_pd(reinterpret_cast<double *>(high), _mm_castsi128_pd(words));
}

struct Xmm {
    using Register = __m128i;
    static constexpr int states = 2;
    static constexpr int words_together = 2;

    HASHLANE_INLINE static void load_words(Register (&words)[2], const std::uint8_t *const *rows,
                                           std::uint64_t offset)
    {
        const Register s0 = load_two_words(rows[0] + offset);
        const Register s1 = load_two_words(rows[1] + offset);
        words[0] = _mm_unpacklo_epi64(s0, s1);
        words[1] = _mm_unpackhi_epi64(s0, s1);
    }
    HASHLANE_INLINE static void store_words(std::uint8_t *const *rows, std::uint64_t offset,
                                            const Register *words)
    {
        store_two_words(rows[0] + offset, _mm_unpacklo_epi64(words[0], words[1]));
        store_two_words(rows[1] + offset, _mm_unpackhi_epi64(words[0], words[1]));
    }
    HASHLANE_INLINE static Register gather(const std::uint8_t *const *rows, std::uint64_t offset)
    {
        return _mm_set_epi64x(signed_word(rows[1] + offset), signed_word(rows[0] + offset));
    }
    HASHLANE_INLINE static void scatter(std::uint8_t *const *rows, std::uint64_t offset,
                                        Register word)
    {
        store_each_word(rows[0] + offset, rows[1] + offset, word);
    }

    HASHLANE_INLINE static Register xor2(Register a, Register b) { return _mm_xor_si128(a, b); }
    template <int table> HASHLANE_INLINE static Register ternary(Register a, Register b, Register c)
    {
        return _mm_ternarylogic_epi64(a, b, c, table);
    }
    template <int n> HASHLANE_INLINE static Register rotate(Register a)
    {
        return _mm_rol_epi64(a, n);
    }
    HASHLANE_INLINE static Register broadcast(std::uint64_t word)
    {
        return _mm_set1_epi64x(static_cast<long long>(word));
    }
};

struct Ymm {
    using Register = __m256i;
    static constexpr int states = 4;
    static constexpr int words_together = 2;

    HASHLANE_INLINE static Register load_halves(const std::uint8_t *low, const std::uint8_t *high)
    {
        return _mm256_inserti128_si256(_mm256_castsi128_si256(load_two_words(low)),
                                       load_two_words(high), 1);
    }
    HASHLANE_INLINE static void store_halves(std::uint8_t *low, std::uint8_t *high, Register words)
    {
        store_two_words(low, _mm256_castsi256_si128(words));
        store_two_words(high, _mm256_extracti128_si256(words, 1));
    }
    HASHLANE_INLINE static void load_words(Register (&words)[2], const std::uint8_t *const *rows,
                                           std::uint64_t offset)
    {
        const Register s02 = load_halves(rows[0] + offset, rows[2] + offset);
        const Register s13 = load_halves(rows[1] + offset, rows[3] + offset);
        words[0] = _mm256_unpacklo_epi64(s02, s13);
        words[1] = _mm256_unpackhi_epi64(s02, s13);
    }
    HASHLANE_INLINE static void store_words(std::uint8_t *const *rows, std::uint64_t offset,
                                            const Register *words)
    {
        store_halves(rows[0] + offset, rows[2] + offset, _mm256_unpacklo_epi64(words[0], words[1]));
        store_halves(rows[1] + offset, rows[3] + offset, _mm256_unpackhi_epi64(words[0], words[1]));
    }
    HASHLANE_INLINE static Register gather(const std::uint8_t *const *rows, std::uint64_t offset)
    {
        return _mm256_set_m128i(Xmm::gather(rows + 2, offset), Xmm::gather(rows, offset));
    }
    HASHLANE_INLINE static void scatter(std::uint8_t *const *rows, std::uint64_t offset,
                                        Register word)
    {
        Xmm::scatter(rows, offset, _mm256_castsi256_si128(word));
        Xmm::scatter(rows + 2, offset, _mm256_extracti128_si256(word, 1));
    }

    HASHLANE_INLINE static Register xor2(Register a, Register b) { return _mm256_xor_si256(a, b); }
    template <int table> HASHLANE_INLINE static Register ternary(Register a, Register b, Register c)
    {
        return _mm256_ternarylogic_epi64(a, b, c, table);
    }
    template <int n> HASHLANE_INLINE static Register rotate(Register a)
    {
        return _mm256_rol_epi64(a, n);
    }
    HASHLANE_INLINE static Register broadcast(std::uint64_t word)
    {
        return _mm256_set1_epi64x(static_cast<long long>(word));
    }
};

struct Zmm {
    using Register = __m512i;
    static constexpr int states = 8;
    static constexpr int words_together = 4;

    HASHLANE_INLINE static Register load_halves(const std::uint8_t *low, const std::uint8_t *high)
    {
        return _mm512_inserti64x4(
            _mm512_castsi256_si512(_mm256_loadu_si256(reinterpret_cast<const __m256i *>(low))),
            _mm256_loadu_si256(reinterpret_cast<const __m256i *>(high)), 1);
    }
    HASHLANE_INLINE static void store_halves(std::uint8_t *low, std::uint8_t *high, Register words)
    {
        _mm256_storeu_si256(reinterpret_cast<__m256i *>(low), _mm512_castsi512_si256(words));
        _mm256_storeu_si256(reinterpret_cast<__m256i *>(high), _mm512_extracti64x4_epi64(words, 1));
    }
    HASHLANE_INLINE static void load_words(Register (&words)[4], const std::uint8_t *const *rows,
                                           std::uint64_t offset)
    {
        const Register s02 = load_halves(rows[0] + offset, rows[2] + offset);
        const Register s13 = load_halves(rows[1] + offset, rows[3] + offset);
        const Register s46 = load_halves(rows[4] + offset, rows[6] + offset);
        const Register s57 = load_halves(rows[5] + offset, rows[7] + offset);
        constexpr int even_quarters = 0x88, odd_quarters = 0xdd;
        const Register low02 = _mm512_unpacklo_epi64(s02, s13);
        const Register low46 = _mm512_unpacklo_epi64(s46, s57);
        words[0] = _mm512_shuffle_i64x2(low02, low46, even_quarters);
        words[2] = _mm512_shuffle_i64x2(low02, low46, odd_quarters);
        const Register high02 = _mm512_unpackhi_epi64(s02, s13);
        const Register high46 = _mm512_unpackhi_epi64(s46, s57);
        words[1] = _mm512_shuffle_i64x2(high02, high46, even_quarters);
        words[3] = _mm512_shuffle_i64x2(high02, high46, odd_quarters);
    }
    HASHLANE_INLINE static void store_words(std::uint8_t *const *rows, std::uint64_t offset,
                                            const Register *words)
    {
        // The first or the last two quarters of two registers in turn.
        const Register first = _mm512_setr_epi64(0, 1, 8, 9, 2, 3, 10, 11);
        const Register last = _mm512_setr_epi64(4, 5, 12, 13, 6, 7, 14, 15);
        const Register even01 = _mm512_unpacklo_epi64(words[0], words[1]);
        const Register even23 = _mm512_unpacklo_epi64(words[2], words[3]);
        store_halves(rows[0] + offset, rows[2] + offset,
                     _mm512_permutex2var_epi64(even01, first, even23));
        store_halves(rows[4] + offset, rows[6] + offset,
                     _mm512_permutex2var_epi64(even01, last, even23));
        const Register odd01 = _mm512_unpackhi_epi64(words[0], words[1]);
        const Register odd23 = _mm512_unpackhi_epi64(words[2], words[3]);
        store_halves(rows[1] + offset, rows[3] + offset,
                     _mm512_permutex2var_epi64(odd01, first, odd23));
        store_halves(rows[5] + offset, rows[7] + offset,
                     _mm512_permutex2var_epi64(odd01, last, odd23));
    }
    HASHLANE_INLINE static Register gather(const std::uint8_t *const *rows, std::uint64_t offset)
    {
        return _mm512_inserti64x4(_mm512_castsi256_si512(Ymm::gather(rows, offset)),
                                  Ymm::gather(rows + 4, offset), 1);
    }
    HASHLANE_INLINE static void scatter(std::uint8_t *const *rows, std::uint64_t offset,
                                        Register word)
    {
        Ymm::scatter(rows, offset, _mm512_castsi512_si256(word));
        Ymm::scatter(rows + 4, offset, _mm512_extracti64x4_epi64(word, 1));
    }

    HASHLANE_INLINE static Register xor2(Register a, Register b) { return _mm512_xor_si512(a, b); }
    template <int table> HASHLANE_INLINE static Register ternary(Register a, Register b, Register c)
    {
        return _mm512_ternarylogic_epi64(a, b, c, table);
    }
    template <int n> HASHLANE_INLINE static Register rotate(Register a)
    {
        return _mm512_rol_epi64(a, n);
    }
    HASHLANE_INLINE static Register broadcast(std::uint64_t word)
    {
        return _mm512_set1_epi64(static_cast<long long>(word));
    }
};

} // namespace

#endif
