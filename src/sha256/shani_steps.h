// SPDX-License-Identifier: MIT
//
// The steps of the SHA-256 chain on the SHA extensions (shani.h), each one block of assembly. What
// it executes, between which steps, and where its result is, are then the same from every compiler:
// a vector stays in its register, and nothing is moved. xmm0, which SHA256RNDS2 reads implicitly,
// holds nothing between two steps. SHA instructions have legacy encodings only; all others are
// VEX-encoded, which needs no copies.
//
// Compilers without GNU's assembly (compiler.h) take the same steps as intrinsics, in an order of
// their own.
#ifndef HASHLANE_SRC_SHA256_SHANI_STEPS_H
#define HASHLANE_SRC_SHA256_SHANI_STEPS_H

#include "../compiler/compiler.h"

#include <cstdint>
#include <immintrin.h>

namespace {

// Four words in memory, the first in the lowest: constants, or a vector of the schedule.
struct alignas(16) Words {
    std::uint32_t w[4];
};

#if HASHLANE_GNU_ASM

// What follows begins at a multiple of 64 bytes.
HASHLANE_INLINE void align_code() { asm volatile(".p2align 6"); }

HASHLANE_INLINE void load_to(__m128i &v, const Words &w)
{
    asm volatile("vmovdqa %1, %0" : "=x"(v) : "m"(w));
}
HASHLANE_INLINE void store(Words &w, __m128i v)
{
    asm volatile("vmovdqa %1, %0" : "=m"(w) : "x"(v));
}
HASHLANE_INLINE void add(__m128i &v, const Words &w)
{
    asm volatile("vpaddd %1, %0, %0" : "+x"(v) : "m"(w));
}
HASHLANE_INLINE void message1(__m128i &v, __m128i w)
{
    asm volatile("sha256msg1 %1, %0" : "+x"(v) : "x"(w));
}
HASHLANE_INLINE void message1(__m128i &v, const Words &w)
{
    asm volatile("sha256msg1 %1, %0" : "+x"(v) : "m"(w));
}
HASHLANE_INLINE void message2(__m128i &v, __m128i w)
{
    asm volatile("sha256msg2 %1, %0" : "+x"(v) : "x"(w));
}
HASHLANE_INLINE void message2(__m128i &v, const Words &w)
{
    asm volatile("sha256msg2 %1, %0" : "+x"(v) : "m"(w));
}

// Adds the last three words of `low` and the first of `high`: both at once, or one and the other.
HASHLANE_INLINE void add_between(__m128i &v, __m128i high, __m128i low)
{
    asm volatile("vpalignr $4, %2, %1, %%xmm0\n\tvpaddd %%xmm0, %0, %0"
                 : "+x"(v)
                 : "x"(high), "x"(low)
                 : "xmm0");
}
HASHLANE_INLINE void add_between(__m128i &v, __m128i high, const Words &low)
{
    asm volatile("vpalignr $4, %2, %1, %%xmm0\n\tvpaddd %%xmm0, %0, %0"
                 : "+x"(v)
                 : "x"(high), "m"(low)
                 : "xmm0");
}
HASHLANE_INLINE void add_last_three(__m128i &v, __m128i low)
{
    asm volatile("vpsrldq $4, %1, %%xmm0\n\tvpaddd %%xmm0, %0, %0" : "+x"(v) : "x"(low) : "xmm0");
}
HASHLANE_INLINE void add_first(__m128i &v, __m128i high)
{
    asm volatile("vpslldq $12, %1, %%xmm0\n\tvpaddd %%xmm0, %0, %0" : "+x"(v) : "x"(high) : "xmm0");
}

// Two rounds: the older half of the working variables becomes the newer. Their words and constants
// are the low half of xmm0: of the sum of w and k, of its high half, or of a constant.
HASHLANE_INLINE void two_rounds(__m128i &older, __m128i newer, __m128i w, const Words &k)
{
    asm volatile("vpaddd %3, %2, %%xmm0\n\tsha256rnds2 %%xmm0, %1, %0"
                 : "+x"(older)
                 : "x"(newer), "x"(w), "m"(k)
                 : "xmm0");
}
HASHLANE_INLINE void next_two_rounds(__m128i &older, __m128i newer, __m128i w, const Words &k)
{
    asm volatile("vpaddd %3, %2, %%xmm0\n\tvpshufd $14, %%xmm0, %%xmm0\n\t"
                 "sha256rnds2 %%xmm0, %1, %0"
                 : "+x"(older)
                 : "x"(newer), "x"(w), "m"(k)
                 : "xmm0");
}
HASHLANE_INLINE void two_rounds(__m128i &older, __m128i newer, const Words &wk)
{
    asm volatile("vmovdqa %2, %%xmm0\n\tsha256rnds2 %%xmm0, %1, %0"
                 : "+x"(older)
                 : "x"(newer), "m"(wk)
                 : "xmm0");
}
// Four rounds, with one addition.
HASHLANE_INLINE void four_rounds(__m128i &abef, __m128i &cdgh, __m128i w, const Words &k)
{
    asm volatile("vpaddd %3, %2, %%xmm0\n\tsha256rnds2 %%xmm0, %0, %1\n\t"
                 "vpshufd $14, %%xmm0, %%xmm0\n\tsha256rnds2 %%xmm0, %1, %0"
                 : "+x"(abef), "+x"(cdgh)
                 : "x"(w), "m"(k)
                 : "xmm0");
}
// The first two rounds of a block, whose words are a and b of the block before, without the initial
// hash: k has that too. All eight variables of that block go to two vectors, in the order of the
// schedule, and the initial hash takes their place. The words of the rounds come first, because
// all three shuffles wait for abef and the rounds wait for one of them.
HASHLANE_INLINE void first_two_rounds(__m128i &abef, __m128i &cdgh, __m128i &abcd, __m128i &efgh,
                                      const Words &initial_abef, const Words &initial_cdgh,
                                      const Words &k)
{
    asm volatile("vpshufd $0x0b, %0, %%xmm0\n\tvpaddd %6, %%xmm0, %%xmm0\n\t"
                 "vshufps $0xbb, %1, %0, %2\n\tvshufps $0x11, %1, %0, %3\n\t"
                 "vmovdqa %4, %0\n\tvmovdqa %5, %1\n\tsha256rnds2 %%xmm0, %0, %1"
                 : "+&x"(abef), "+&x"(cdgh), "=&x"(abcd), "=&x"(efgh)
                 : "m"(initial_abef), "m"(initial_cdgh), "m"(k)
                 : "xmm0");
}

// The working variables in the order of the schedule.
HASHLANE_INLINE void in_order(__m128i abef, __m128i cdgh, __m128i &abcd, __m128i &efgh)
{
    asm volatile("vshufps $0xbb, %3, %2, %0\n\tvshufps $0x11, %3, %2, %1"
                 : "=&x"(abcd), "=&x"(efgh)
                 : "x"(abef), "x"(cdgh));
}

#else // the same, one compiler's order or another's

HASHLANE_INLINE __m128i value(const Words &w)
{
    return _mm_load_si128(reinterpret_cast<const __m128i *>(&w));
}
HASHLANE_INLINE __m128i value(__m128i v) { return v; }

HASHLANE_INLINE void align_code() {}
HASHLANE_INLINE void load_to(__m128i &v, const Words &w) { v = value(w); }
HASHLANE_INLINE void store(Words &w, __m128i v)
{
    _mm_store_si128(reinterpret_cast<__m128i *>(&w), v);
}
HASHLANE_INLINE void add(__m128i &v, const Words &w) { v = _mm_add_epi32(v, value(w)); }
template <int choice> HASHLANE_INLINE __m128i choose(__m128i a, __m128i b)
{
    return _mm_castps_si128(_mm_shuffle_ps(_mm_castsi128_ps(a), _mm_castsi128_ps(b), choice));
}

template <class Operand> HASHLANE_INLINE void message1(__m128i &v, const Operand &w)
{
    v = _mm_sha256msg1_epu32(v, value(w));
}
template <class Operand> HASHLANE_INLINE void message2(__m128i &v, const Operand &w)
{
    v = _mm_sha256msg2_epu32(v, value(w));
}
template <class Operand>
HASHLANE_INLINE void add_between(__m128i &v, __m128i high, const Operand &low)
{
    v = _mm_add_epi32(v, _mm_alignr_epi8(high, value(low), 4));
}
HASHLANE_INLINE void add_last_three(__m128i &v, __m128i low)
{
    v = _mm_add_epi32(v, _mm_srli_si128(low, 4));
}
HASHLANE_INLINE void add_first(__m128i &v, __m128i high)
{
    v = _mm_add_epi32(v, _mm_slli_si128(high, 12));
}

HASHLANE_INLINE void two_rounds(__m128i &older, __m128i newer, const Words &wk)
{
    older = _mm_sha256rnds2_epu32(older, newer, value(wk));
}
HASHLANE_INLINE void two_rounds(__m128i &older, __m128i newer, __m128i w, const Words &k)
{
    older = _mm_sha256rnds2_epu32(older, newer, _mm_add_epi32(w, value(k)));
}
HASHLANE_INLINE void next_two_rounds(__m128i &older, __m128i newer, __m128i w, const Words &k)
{
    const __m128i wk = _mm_add_epi32(w, value(k));
    older = _mm_sha256rnds2_epu32(older, newer, _mm_shuffle_epi32(wk, 14));
}
HASHLANE_INLINE void four_rounds(__m128i &abef, __m128i &cdgh, __m128i w, const Words &k)
{
    two_rounds(cdgh, abef, w, k);
    next_two_rounds(abef, cdgh, w, k);
}
HASHLANE_INLINE void first_two_rounds(__m128i &abef, __m128i &cdgh, __m128i &abcd, __m128i &efgh,
                                      const Words &initial_abef, const Words &initial_cdgh,
                                      const Words &k)
{
    const __m128i w = _mm_shuffle_epi32(abef, 0x0b);
    abcd = choose<0xbb>(abef, cdgh);
    efgh = choose<0x11>(abef, cdgh);
    abef = value(initial_abef);
    cdgh = value(initial_cdgh);
    two_rounds(cdgh, abef, w, k);
}
HASHLANE_INLINE void in_order(__m128i abef, __m128i cdgh, __m128i &abcd, __m128i &efgh)
{
    abcd = choose<0xbb>(abef, cdgh);
    efgh = choose<0x11>(abef, cdgh);
}

#endif

} // namespace

#endif
