// SPDX-License-Identifier: MIT
//
// Ops of in_place.h on AVX512F: sixteen lanes in a zmm register.
//
// Assembly, because with intrinsics compilers choose the order and the sums of an addition. Each
// step is volatile: compilers keep such statements in the order of the source. No result is tied to
// an operand's register, and Σ, Ch and Maj are one statement with what they are added to: otherwise
// GCC 12 adds moves. One move is needed for Ch and one for Maj, because VPTERNLOG overwrites an
// operand; it is given the one that is ready last, which some cores forward sooner than the others.
#ifndef HASHLANE_SRC_SHA256_AVX512_OPS_H
#define HASHLANE_SRC_SHA256_AVX512_OPS_H

#include "../compiler/compiler.h"

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

#if HASHLANE_GNU_ASM
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
#else
    HASHLANE_INLINE static Register add(Register a, Register b) { return _mm512_add_epi32(a, b); }
    template <int i>
    HASHLANE_INLINE static Register add_in_memory(Register a, const Register (&words)[16])
    {
        return add(a, read<i>(words));
    }
    HASHLANE_INLINE static Register add_constant(Register a, std::uint32_t word)
    {
        return add(a, broadcast(word));
    }
    HASHLANE_INLINE static Register sub(Register a, Register b) { return _mm512_sub_epi32(a, b); }
    template <int n1, int n2, int n3>
    HASHLANE_INLINE static Register add_small_sigma(Register sum, Register x)
    {
        return add(sum, _mm512_ternarylogic_epi32(_mm512_ror_epi32(x, n1), _mm512_ror_epi32(x, n2),
                                                  _mm512_srli_epi32(x, n3), xor_of_three));
    }
    template <int n1, int n2, int n3, int function>
    HASHLANE_INLINE static Register add_sigma_and_function(Register sum, Register x, Register y,
                                                           Register z)
    {
        const Register sigma =
            _mm512_ternarylogic_epi32(_mm512_ror_epi32(x, n1), _mm512_ror_epi32(x, n2),
                                      _mm512_ror_epi32(x, n3), xor_of_three);
        return add(add(sum, _mm512_ternarylogic_epi32(x, y, z, function)), sigma);
    }
    HASHLANE_INLINE static Register broadcast(std::uint32_t word)
    {
        return _mm512_set1_epi32(static_cast<int>(word));
    }
    template <int i> HASHLANE_INLINE static Register read(const Register (&words)[16])
    {
        return _mm512_loadu_si512(words + i);
    }
    template <int i> HASHLANE_INLINE static void write(Register (&words)[16], Register a)
    {
        _mm512_storeu_si512(words + i, a);
    }
#endif

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

} // namespace

#endif
