// SPDX-License-Identifier: MIT
//
// One word of two (xmm), four (ymm) or eight (zmm) states in a register, with AVX512F and AVX512VL.
//
// What in_place.h needs of an instruction set: each operation is one instruction, written so that
// it can be no other, with the registers that the source names, where it stands. A name with _to
// updates its first operand. VPTERNLOG's destination is that operand: the one that is ready last,
// because on Zen 5 it is waited for two cycles and the others three. A copy costs no operation: it
// is a renaming of registers.
#ifndef HASHLANE_SRC_KECCAK_AVX512_OPS_H
#define HASHLANE_SRC_KECCAK_AVX512_OPS_H

#include "../compiler/unroll.h"
#include "avx512_transpose.h"
#include "vpternlog.h"

#include <cstdint>
#include <immintrin.h>

namespace {

#if HASHLANE_GNU_ASM

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

#else

// For Visual C++: the order and the registers are the compiler's.
template <class Width> struct Avx512 : Width {
    using Register = typename Width::Register;

    HASHLANE_INLINE static Register copy(const Register &a) { return a; }
    HASHLANE_INLINE static void copy_to(Register &a, const Register &b) { a = b; }
    HASHLANE_INLINE static void exchange(Register &a, Register &b)
    {
        const Register t = a;
        a = b;
        b = t;
    }
    HASHLANE_INLINE static void xor_to(Register &a, const Register &b) { a = Width::xor2(a, b); }
    HASHLANE_INLINE static void xor3_to(Register &a, const Register &b, const Register &c)
    {
        a = Width::template ternary<xor_of_three>(a, b, c);
    }
    HASHLANE_INLINE static void chi_to(Register &a, const Register &b, const Register &c)
    {
        a = Width::template ternary<chi_of_three>(a, b, c);
    }
    template <int n> HASHLANE_INLINE static Register rotl(const Register &a)
    {
        return Width::template rotate<n>(a);
    }
    template <int n> HASHLANE_INLINE static void rotl_to(Register &a)
    {
        a = Width::template rotate<n>(a);
    }
    HASHLANE_INLINE static void xor_constant_to(Register &a, const std::uint64_t &word)
    {
        xor_to(a, Width::broadcast(word));
    }
    HASHLANE_INLINE static void xor3_constant_to(Register &a, const Register &b,
                                                 const std::uint64_t &word)
    {
        xor3_to(a, b, Width::broadcast(word));
    }
};

#endif

} // namespace

#endif
