// SPDX-License-Identifier: MIT
//
// Ops of in_place.h on AVX512F and AVX512BW: sixteen lanes in a zmm register.
//
// Assembly, because with intrinsics compilers choose the order and the sums of an addition. Each
// step is volatile: compilers keep such statements in the order of the source. No result is tied to
// an operand's register, and Σ, Ch and Maj are one statement with what they are added to: otherwise
// GCC 12 adds moves. One move is needed for Ch and one for Maj, because VPTERNLOG overwrites an
// operand; it is given the one that is ready last, which some cores forward sooner than the others.
#pragma once

#include "../base/compiler.h"

#include <cstddef>
#include <cstdint>
#include <immintrin.h>

namespace {

// Truth tables for VPTERNLOG: bit 4a + 2b + c is the result for those three bits.
constexpr int xor_of_three = 0x96;
constexpr int choice_of_three = 0xca;
constexpr int majority_of_three = 0xe8;

struct Zmm {
    using Register = __m512i;
    static constexpr int lanes = 16;

    HASHLANE_INLINE static Register load(const std::uint32_t *words)
    {
        return _mm512_loadu_si512(words);
    }
    HASHLANE_INLINE static void store(std::uint32_t *words, Register a)
    {
        _mm512_storeu_si512(words, a);
    }

    HASHLANE_INLINE static Register add(Register a, Register b)
    {
        Register sum;
        asm volatile("vpaddd %2, %1, %0" : "=v"(sum) : "v"(a), "v"(b));
        return sum;
    }
    // A word of a window is given as array and place, or GCC keeps a pointer to each word.
    template <int i>
    HASHLANE_INLINE static Register add_in_memory(Register a, const Register (&words)[16])
    {
        Register sum;
        asm volatile("vpaddd %c3(%2), %1, %0"
                     : "=v"(sum)
                     : "v"(a), "r"(&words), "i"(i * sizeof(Register)), "m"(words));
        return sum;
    }
    HASHLANE_INLINE static Register add_constant(Register a, const std::uint32_t &word)
    {
        Register sum;
        asm volatile("vpaddd %2%{1to16%}, %1, %0" : "=v"(sum) : "v"(a), "m"(word));
        return sum;
    }
    HASHLANE_INLINE static Register sub(Register a, Register b)
    {
        Register difference;
        asm volatile("vpsubd %2, %1, %0" : "=v"(difference) : "v"(a), "v"(b));
        return difference;
    }
    template <int n1, int n2, int n3>
    HASHLANE_INLINE static Register add_small_sigma(Register sum, Register x)
    {
        Register result, first, second, third;
        asm volatile("vprord %[n1], %[x], %[first]\n\t"
                     "vprord %[n2], %[x], %[second]\n\t"
                     "vpsrld %[n3], %[x], %[third]\n\t"
                     "vpternlogd %[exclusive], %[first], %[second], %[third]\n\t"
                     "vpaddd %[third], %[sum], %[result]"
                     : [result] "=v"(result), [first] "=&v"(first), [second] "=&v"(second),
                       [third] "=&v"(third)
                     : [sum] "v"(sum), [x] "v"(x), [n1] "i"(n1), [n2] "i"(n2), [n3] "i"(n3),
                       [exclusive] "i"(xor_of_three));
        return result;
    }
    template <int n1, int n2, int n3, int function>
    HASHLANE_INLINE static Register add_sigma_and_function(Register sum, Register x, Register y,
                                                           Register z)
    {
        Register result, first, second, third;
        asm volatile(
            "vprord %[n1], %[x], %[first]\n\t"
            "vprord %[n2], %[x], %[second]\n\t"
            "vprord %[n3], %[x], %[third]\n\t"
            "vpternlogd %[exclusive], %[first], %[second], %[third]\n\t"
            "vmovdqa64 %[x], %[first]\n\t"
            "vpternlogd %[function], %[z], %[y], %[first]\n\t"
            "vpaddd %[sum], %[first], %[first]\n\t"
            "vpaddd %[third], %[first], %[result]"
            : [result] "=v"(result), [first] "=&v"(first), [second] "=&v"(second),
              [third] "=&v"(third)
            : [sum] "v"(sum), [x] "v"(x), [y] "v"(y), [z] "v"(z), [n1] "i"(n1), [n2] "i"(n2),
              [n3] "i"(n3), [exclusive] "i"(xor_of_three), [function] "i"(function));
        return result;
    }
    HASHLANE_INLINE static Register broadcast(const std::uint32_t &word)
    {
        Register result;
        asm volatile("vpbroadcastd %1, %0" : "=v"(result) : "m"(word));
        return result;
    }
    // Any alignment: GCC on Windows aligns no variable for them (cmake/isa.cmake).
    template <int i> HASHLANE_INLINE static Register read(const Register (&words)[16])
    {
        Register result;
        asm volatile("vmovdqu64 %c2(%1), %0"
                     : "=v"(result)
                     : "r"(&words), "i"(i * sizeof(Register)), "m"(words));
        return result;
    }
    template <int i> HASHLANE_INLINE static void write(Register (&words)[16], Register a)
    {
        asm volatile("vmovdqu64 %1, %c3(%2)"
                     : "+m"(words)
                     : "v"(a), "r"(&words), "i"(i * sizeof(Register)));
    }

    HASHLANE_INLINE static Register add_sigma1_and_choice(Register sum, Register e, Register f,
                                                          Register g)
    {
        return add_sigma_and_function<6, 11, 25, choice_of_three>(sum, e, f, g);
    }
    HASHLANE_INLINE static Register add_sigma0_and_majority(Register sum, Register a, Register b,
                                                            Register c)
    {
        return add_sigma_and_function<2, 13, 22, majority_of_three>(sum, a, b, c);
    }
};

// ---- Words to and from memory ----
//
// In memory a lane's words are adjacent, big-endian; a register holds the same word of all lanes.
// Eight words of sixteen lanes are transposed at a time: halves of rows are put together on the way
// from memory, or taken apart on the way there, and two exchanges within quarters and one of
// quarters do the rest.

struct ZmmWords : Zmm {
    HASHLANE_INLINE static Register bytes_reversed(Register a)
    {
        const __m128i order = _mm_set_epi8(12, 13, 14, 15, 8, 9, 10, 11, 4, 5, 6, 7, 0, 1, 2, 3);
        return _mm512_shuffle_epi8(a, _mm512_broadcast_i32x4(order));
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
    HASHLANE_INLINE static void load_eight_words(Register *w, const Rows &rows)
    {
        Register columns[2][4];
        unroll<2>([&](auto eight) HASHLANE_INLINE_LAMBDA {
            Register pairs[4];
            unroll<4>([&](auto i) HASHLANE_INLINE_LAMBDA {
                constexpr std::size_t lane = 8 * eight + i;
                pairs[i] = load_halves(rows(lane), rows(lane + 4));
            });
            transpose_quarters(columns[eight], pairs);
        });
        constexpr int even_quarters = 0x88, odd_quarters = 0xdd;
        unroll<4>([&](auto j) HASHLANE_INLINE_LAMBDA {
            w[j] =
                bytes_reversed(_mm512_shuffle_i64x2(columns[0][j], columns[1][j], even_quarters));
            w[4 + j] =
                bytes_reversed(_mm512_shuffle_i64x2(columns[0][j], columns[1][j], odd_quarters));
        });
    }

    template <class Rows>
    HASHLANE_INLINE static void load_words(Register (&w)[16], const Rows &rows)
    {
        load_eight_words(w, rows);
        load_eight_words(w + 8,
                         [&](std::size_t lane) HASHLANE_INLINE_LAMBDA { return rows(lane) + 32; });
    }

    // Put together in a register, as a load of what several stores wrote would wait for them. The
    // length ends the last block.
    HASHLANE_INLINE static void write_end(std::uint8_t *to, const std::uint8_t *rest,
                                          std::size_t bytes, std::uint64_t bits,
                                          std::uint64_t blocks)
    {
        constexpr unsigned length_words = 1U << 7;
        const auto length = static_cast<long long>(__builtin_bswap64(bits));
        const __mmask64 end = std::uint64_t{1} << bytes;
        Register words = _mm512_maskz_loadu_epi8(end - 1, rest);
        words = _mm512_mask_mov_epi8(words, end, _mm512_set1_epi8(-0x80));
        if (blocks == 1)
            words = _mm512_mask_set1_epi64(words, length_words, length);
        else
            _mm512_storeu_si512(to + 64, _mm512_maskz_set1_epi64(length_words, length));
        _mm512_storeu_si512(to, words);
    }

    // A store that the compiler keeps.
    HASHLANE_INLINE static void wipe(std::uint8_t *row)
    {
        asm volatile("vmovdqu64 %1, (%0)" : : "r"(row), "v"(_mm512_setzero_si512()) : "memory");
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
