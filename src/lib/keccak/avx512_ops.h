// SPDX-License-Identifier: MIT
//
// One word of one or two (xmm), four (ymm) or eight (zmm) states in a register, with AVX512F and
// AVX512VL: to and from memory, three-input logic, and what in_place.h needs of an instruction set.
#pragma once

#include "../base/compiler.h"
#include "permutation.h"

#include <cstdint>
#include <immintrin.h>

namespace {

// ---- Words to and from memory ----
//
// In memory a state's, or a message's, words are consecutive; in a register they are those of all
// states. `words_together` consecutive words of all states are transposed in registers, by loads of
// that many words, of which halves are put together on the way, and two shuffles or one for each
// word. Going back, halves are taken apart by the stores.
//
// rows[s] + offset is where the words of state s are, little-endian, at any alignment. gather() and
// scatter() do the same for a single word.

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

/// One state, in the lower half of each xmm.
struct LowHalf {
    using Register = __m128i;
    static constexpr int states = 1;

    HASHLANE_INLINE static Register load(const std::uint64_t *words)
    {
        return _mm_loadl_epi64(reinterpret_cast<const __m128i *>(words));
    }
    HASHLANE_INLINE static void store(std::uint64_t *words, Register word)
    {
        _mm_storel_epi64(reinterpret_cast<__m128i *>(words), word);
    }
    HASHLANE_INLINE static Register gather(const std::uint8_t *const *rows, std::uint64_t offset)
    {
        return _mm_loadl_epi64(reinterpret_cast<const __m128i *>(rows[0] + offset));
    }
};

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
};

// ---- VPTERNLOG on whole zmm registers ----
//
// The first operand becomes the destination. On Zen 5 that one is waited for two cycles, the others
// three: it should be the one that is ready last.

// Truth tables: bit 4a + 2b + c is the result for those three bits.
constexpr int xor_of_three = 0x96;
constexpr int chi_of_three = 0xd2; // a ^ (~b & c)

HASHLANE_INLINE __m512i xor3(__m512i a, __m512i b, __m512i c)
{
    return _mm512_ternarylogic_epi64(a, b, c, xor_of_three);
}
HASHLANE_INLINE __m512i chi(__m512i a, __m512i b, __m512i c)
{
    return _mm512_ternarylogic_epi64(a, b, c, chi_of_three);
}

// ---- Operations of a Form ----
//
// Each operation is one instruction, written so that
// it can be no other, with the registers that the source names, where it stands. A name with _to
// updates its first operand. VPTERNLOG's destination is that operand: the one that is ready last,
// because on Zen 5 it is waited for two cycles and the others three. A copy costs no operation: it
// is a renaming of registers.

template <class Width> struct Avx512 : Width {
    using Register = typename Width::Register;

    HASHLANE_INLINE static Register copy(const Register &a)
    {
        Register result;
        asm volatile("vmovdqa64 %1, %0" : "=v"(result) : "v"(a));
        return result;
    }
    HASHLANE_INLINE static void copy_to(Register &a, const Register &b)
    {
        asm volatile("vmovdqa64 %1, %0" : "+v"(a) : "v"(b));
    }
    HASHLANE_INLINE static void exchange(Register &a, Register &b)
    {
        Register t;
        asm volatile("vmovdqa64 %0, %2\n\tvmovdqa64 %1, %0\n\tvmovdqa64 %2, %1"
                     : "+v"(a), "+v"(b), "=&v"(t));
    }
    HASHLANE_INLINE static void xor_to(Register &a, const Register &b)
    {
        asm volatile("vpxorq %1, %0, %0" : "+v"(a) : "v"(b));
    }
    HASHLANE_INLINE static void xor3_to(Register &a, const Register &b, const Register &c)
    {
        asm volatile("vpternlogq %3, %2, %1, %0" : "+v"(a) : "v"(b), "v"(c), "i"(xor_of_three));
    }
    HASHLANE_INLINE static void chi_to(Register &a, const Register &b, const Register &c)
    {
        asm volatile("vpternlogq %3, %2, %1, %0" : "+v"(a) : "v"(b), "v"(c), "i"(chi_of_three));
    }
    template <int n> HASHLANE_INLINE static Register rotl(const Register &a)
    {
        Register result;
        asm volatile("vprolq %2, %1, %0" : "=v"(result) : "v"(a), "i"(n));
        return result;
    }
    template <int n> HASHLANE_INLINE static void rotl_to(Register &a)
    {
        asm volatile("vprolq %1, %0, %0" : "+v"(a) : "i"(n));
    }
    // With the same word for every state, from memory.
    HASHLANE_INLINE static void xor_constant_to(Register &a, const std::uint64_t &word)
    {
        asm volatile("vpxorq %1%{1to%c2%}, %0, %0" : "+v"(a) : "m"(word), "i"(Width::states));
    }
    HASHLANE_INLINE static void xor3_constant_to(Register &a, const Register &b,
                                                 const std::uint64_t &word)
    {
        asm volatile("vpternlogq %4, %2%{1to%c3%}, %1, %0"
                     : "+v"(a)
                     : "v"(b), "m"(word), "i"(Width::states), "i"(xor_of_three));
    }
};

} // namespace
