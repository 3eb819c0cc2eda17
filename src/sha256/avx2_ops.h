// SPDX-License-Identifier: MIT
//
// AVX2's operations on the words of eight lanes, for avx2_rounds.h: each is one instruction.
//
// Where there is inline assembly they stay in the order of the source, and what the source leaves
// in memory is a memory operand: compilers would load such words early, and spill others.
#ifndef HASHLANE_SRC_SHA256_AVX2_OPS_H
#define HASHLANE_SRC_SHA256_AVX2_OPS_H

#include "../compiler/compiler.h"

#include <cstdint>
#include <immintrin.h>

namespace {

using Ymm = __m256i;

// A word of every lane in memory, as a constant or a Ymm is.
struct alignas(32) Words {
    std::uint32_t lane[8];
};

constexpr Words in_every_lane(std::uint32_t word)
{
    return {{word, word, word, word, word, word, word, word}};
}

template <class Memory> HASHLANE_INLINE Ymm as_vector(const Memory &a)
{
    static_assert(sizeof a == sizeof(Ymm));
    return _mm256_loadu_si256(reinterpret_cast<const Ymm *>(&a));
}

#if HASHLANE_GNU_ASM

HASHLANE_INLINE Ymm xor2(Ymm a, Ymm b)
{
    Ymm result;
    asm volatile("vpxor %2, %1, %0" : "=x"(result) : "x"(a), "x"(b));
    return result;
}
HASHLANE_INLINE Ymm and2(Ymm a, Ymm b)
{
    Ymm result;
    asm volatile("vpand %2, %1, %0" : "=x"(result) : "x"(a), "x"(b));
    return result;
}
HASHLANE_INLINE Ymm add(Ymm a, Ymm b)
{
    Ymm result;
    asm volatile("vpaddd %2, %1, %0" : "=x"(result) : "x"(a), "x"(b));
    return result;
}
template <class Memory> HASHLANE_INLINE Ymm add_memory(Ymm a, const Memory &b)
{
    Ymm result;
    asm volatile("vpaddd %2, %1, %0" : "=x"(result) : "x"(a), "m"(b));
    return result;
}
template <int n> HASHLANE_INLINE Ymm shr(Ymm a)
{
    Ymm result;
    asm volatile("vpsrld %2, %1, %0" : "=x"(result) : "x"(a), "i"(n));
    return result;
}
template <int n> HASHLANE_INLINE Ymm shl(Ymm a)
{
    Ymm result;
    asm volatile("vpslld %2, %1, %0" : "=x"(result) : "x"(a), "i"(n));
    return result;
}
template <class Memory> HASHLANE_INLINE Ymm load_memory(const Memory &a)
{
    Ymm result;
    asm volatile("vmovdqu %1, %0" : "=x"(result) : "m"(a));
    return result;
}
HASHLANE_INLINE void store_memory(Ymm &to, Ymm a)
{
    asm volatile("vmovdqu %1, %0" : "=m"(to) : "x"(a));
}

#else

HASHLANE_INLINE Ymm xor2(Ymm a, Ymm b) { return _mm256_xor_si256(a, b); }
HASHLANE_INLINE Ymm and2(Ymm a, Ymm b) { return _mm256_and_si256(a, b); }
HASHLANE_INLINE Ymm add(Ymm a, Ymm b) { return _mm256_add_epi32(a, b); }
template <class Memory> HASHLANE_INLINE Ymm add_memory(Ymm a, const Memory &b)
{
    return _mm256_add_epi32(a, as_vector(b));
}
template <int n> HASHLANE_INLINE Ymm shr(Ymm a) { return _mm256_srli_epi32(a, n); }
template <int n> HASHLANE_INLINE Ymm shl(Ymm a) { return _mm256_slli_epi32(a, n); }
template <class Memory> HASHLANE_INLINE Ymm load_memory(const Memory &a) { return as_vector(a); }
HASHLANE_INLINE void store_memory(Ymm &to, Ymm a) { _mm256_storeu_si256(&to, a); }

#endif

} // namespace

#endif
