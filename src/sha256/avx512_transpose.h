// SPDX-License-Identifier: MIT
//
// Words of sixteen lanes to and from memory, with AVX512F: in memory a lane's words lie beside each
// other, big-endian; a register holds the same word of all lanes. Eight words of sixteen lanes are
// transposed at a time: halves of rows are put together on the way from memory, or taken apart on
// the way there, and two exchanges within quarters and one of quarters do the rest.
#ifndef HASHLANE_SRC_SHA256_AVX512_TRANSPOSE_H
#define HASHLANE_SRC_SHA256_AVX512_TRANSPOSE_H

#include "../compiler/unroll.h"
#include "avx512_ops.h"

#include <cstddef>

namespace {

struct ZmmWords : Zmm {
    HASHLANE_INLINE static Register bytes_reversed(Register a)
    {
        constexpr int where_mask_else = 0xca;
        return _mm512_ternarylogic_epi32(_mm512_set1_epi32(0x00ff00ff), _mm512_rol_epi32(a, 8),
                                         _mm512_ror_epi32(a, 8), where_mask_else);
    }

    // Word j of four rows, which are the quarters of rows[0…3], in each quarter of columns[j].
    HASHLANE_INLINE static void transpose_quarters(Register *columns, const Register *rows)
    {
        const Register low01 = _mm512_unpacklo_epi32(rows[0], rows[1]);
        const Register low23 = _mm512_unpacklo_epi32(rows[2], rows[3]);
        const Register high01 = _mm512_unpackhi_epi32(rows[0], rows[1]);
        const Register high23 = _mm512_unpackhi_epi32(rows[2], rows[3]);
        columns[0] = _mm512_unpacklo_epi64(low01, low23);
        columns[1] = _mm512_unpackhi_epi64(low01, low23);
        columns[2] = _mm512_unpacklo_epi64(high01, high23);
        columns[3] = _mm512_unpackhi_epi64(high01, high23);
    }

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

    template <class Rows>
    HASHLANE_INLINE static void load_words(Register (&w)[16], const Rows &rows)
    {
        unroll<2>([&](auto half) HASHLANE_INLINE_LAMBDA {
            Register columns[2][4];
            unroll<2>([&](auto eight) HASHLANE_INLINE_LAMBDA {
                Register pairs[4];
                unroll<4>([&](auto i) HASHLANE_INLINE_LAMBDA {
                    constexpr std::size_t lane = 8 * eight + i;
                    pairs[i] = load_halves(rows(lane) + 32 * half, rows(lane + 4) + 32 * half);
                });
                transpose_quarters(columns[eight], pairs);
            });
            constexpr int even_quarters = 0x88, odd_quarters = 0xdd;
            unroll<4>([&](auto j) HASHLANE_INLINE_LAMBDA {
                w[8 * half + j] = bytes_reversed(
                    _mm512_shuffle_i64x2(columns[0][j], columns[1][j], even_quarters));
                w[8 * half + 4 + j] = bytes_reversed(
                    _mm512_shuffle_i64x2(columns[0][j], columns[1][j], odd_quarters));
            });
        });
    }

    template <class Rows>
    HASHLANE_INLINE static void store_words(const Rows &rows, const Register (&s)[8])
    {
        // The first or the last two quarters of two registers in turn.
        const Register first = _mm512_setr_epi64(0, 1, 8, 9, 2, 3, 10, 11);
        const Register last = _mm512_setr_epi64(4, 5, 12, 13, 6, 7, 14, 15);
        Register words[8];
        unroll<8>([&](auto j) HASHLANE_INLINE_LAMBDA { words[j] = bytes_reversed(s[j]); });
        Register low[4], high[4];
        transpose_quarters(low, words);
        transpose_quarters(high, words + 4);
        unroll<4>([&](auto i) HASHLANE_INLINE_LAMBDA {
            store_halves(rows(i), rows(i + 4), _mm512_permutex2var_epi64(low[i], first, high[i]));
            store_halves(rows(i + 8), rows(i + 12),
                         _mm512_permutex2var_epi64(low[i], last, high[i]));
        });
    }
};

} // namespace

#endif
