// SPDX-License-Identifier: MIT
//
// Operations on whole zmm registers that stay in the order in which they are written, with AVX512F.
//
// Each is volatile assembly: where one chain of operations is all there is to do, the order decides
// which of two that are ready goes first, and compilers have orders of their own. An index comes
// just before its permutation, which cannot take it from memory. Without GNU assembly they are
// intrinsics, in the compiler's order.
#ifndef HASHLANE_SRC_KECCAK_ZMM_STEPS_H
#define HASHLANE_SRC_KECCAK_ZMM_STEPS_H

#include "diagonal.h"
#include "vpternlog.h"

#include <immintrin.h>

namespace {

#if HASHLANE_GNU_ASM

HASHLANE_INLINE __m512i permute_step(__m512i a, const Elements &index)
{
    __m512i result;
    asm volatile("vmovdqa64 %1, %0\n\tvpermq %2, %0, %0" : "=&v"(result) : "m"(index), "v"(a));
    return result;
}
/// Index 0 to 7 takes an element of a, 8 to 15 of b.
HASHLANE_INLINE __m512i permute_step(__m512i a, __m512i b, const Elements &index)
{
    __m512i result;
    asm volatile("vmovdqa64 %1, %0\n\tvpermi2q %3, %2, %0"
                 : "=&v"(result)
                 : "m"(index), "v"(a), "v"(b));
    return result;
}
HASHLANE_INLINE void xor3_step(__m512i &a, __m512i b, __m512i c)
{
    asm volatile("vpternlogq %3, %2, %1, %0" : "+v"(a) : "v"(b), "v"(c), "i"(xor_of_three));
}
HASHLANE_INLINE __m512i chi_step(__m512i a, __m512i b, __m512i c)
{
    asm volatile("vpternlogq %3, %2, %1, %0" : "+v"(a) : "v"(b), "v"(c), "i"(chi_of_three));
    return a;
}
HASHLANE_INLINE __m512i xor_step(__m512i a, const Elements &b)
{
    __m512i result;
    asm volatile("vpxorq %2, %1, %0" : "=v"(result) : "v"(a), "m"(b));
    return result;
}
HASHLANE_INLINE void xor_step(__m512i &a, __m512i b)
{
    asm volatile("vpxorq %1, %0, %0" : "+v"(a) : "v"(b));
}
HASHLANE_INLINE __m512i rotate_step(__m512i a)
{
    __m512i result;
    asm volatile("vprolq $1, %1, %0" : "=v"(result) : "v"(a));
    return result;
}
HASHLANE_INLINE void rotate_step(__m512i &a, const Elements &by)
{
    asm volatile("vprolvq %1, %0, %0" : "+v"(a) : "m"(by));
}
HASHLANE_INLINE __m512i blend_step(__mmask8 from_b, __m512i a, __m512i b)
{
    __m512i result;
    asm volatile("vpblendmq %2, %1, %0%{%3%}" : "=v"(result) : "v"(a), "v"(b), "Yk"(from_b));
    return result;
}

#else

HASHLANE_INLINE __m512i permute_step(__m512i a, const Elements &index) { return permute(a, index); }
HASHLANE_INLINE __m512i permute_step(__m512i a, __m512i b, const Elements &index)
{
    return _mm512_permutex2var_epi64(a, load_elements(index), b);
}
HASHLANE_INLINE void xor3_step(__m512i &a, __m512i b, __m512i c) { a = xor3(a, b, c); }
HASHLANE_INLINE __m512i chi_step(__m512i a, __m512i b, __m512i c) { return chi(a, b, c); }
HASHLANE_INLINE __m512i xor_step(__m512i a, const Elements &b)
{
    return _mm512_xor_si512(a, load_elements(b));
}
HASHLANE_INLINE void xor_step(__m512i &a, __m512i b) { a = _mm512_xor_si512(a, b); }
HASHLANE_INLINE __m512i rotate_step(__m512i a) { return _mm512_rol_epi64(a, 1); }
HASHLANE_INLINE void rotate_step(__m512i &a, const Elements &by)
{
    a = _mm512_rolv_epi64(a, load_elements(by));
}
HASHLANE_INLINE __m512i blend_step(__mmask8 from_b, __m512i a, __m512i b)
{
    return _mm512_mask_blend_epi64(from_b, a, b);
}

#endif

} // namespace

#endif
