// SPDX-License-Identifier: MIT
//
// Keccak-f[1600] of one state beside a vector kernel, on x86-64 with BMI: words in memory, general
// registers for what a row or a parity needs.
//
// 25 words do not fit into 15 registers, and a load costs nothing as part of an exclusive or. A
// round reads each word twice, for its parity and for its row, writes it once, and needs twelve
// registers. It is cut into pieces that a kernel issues between its own operations. Each
// instruction is assembly, which stays where the source has it.
//
// Source: FIPS 202, 3.2.
#ifndef HASHLANE_SRC_KECCAK_WORDS_IN_MEMORY_H
#define HASHLANE_SRC_KECCAK_WORDS_IN_MEMORY_H

#include "permutation.h"

namespace {

#if HASHLANE_GNU_ASM

HASHLANE_INLINE std::uint64_t load_word(const std::uint64_t &word)
{
    std::uint64_t result;
    asm volatile("movq %1, %0" : "=r"(result) : "m"(word));
    return result;
}
HASHLANE_INLINE void store_word(std::uint64_t &word, std::uint64_t a)
{
    asm volatile("movq %1, %0" : "=m"(word) : "r"(a));
}
HASHLANE_INLINE std::uint64_t copy_word(std::uint64_t a)
{
    std::uint64_t result;
    asm volatile("movq %1, %0" : "=r"(result) : "r"(a));
    return result;
}
HASHLANE_INLINE void xor_word_to(std::uint64_t &a, std::uint64_t b)
{
    asm volatile("xorq %1, %0" : "+r"(a) : "r"(b) : "cc");
}
HASHLANE_INLINE void xor_loaded_to(std::uint64_t &a, const std::uint64_t &word)
{
    asm volatile("xorq %1, %0" : "+r"(a) : "m"(word) : "cc");
}
template <int n> HASHLANE_INLINE std::uint64_t rotl_word(std::uint64_t a)
{
    std::uint64_t result;
    asm volatile("rorxq %2, %1, %0" : "=r"(result) : "r"(a), "i"(64 - n));
    return result;
}
template <int n> HASHLANE_INLINE void rotl_word_to(std::uint64_t &a)
{
    asm volatile("rorxq %1, %0, %0" : "+r"(a) : "i"(64 - n));
}
// ~a & b
HASHLANE_INLINE std::uint64_t and_not_word(std::uint64_t a, std::uint64_t b)
{
    std::uint64_t result;
    asm volatile("andnq %2, %1, %0" : "=r"(result) : "r"(a), "r"(b) : "cc");
    return result;
}

#else

HASHLANE_INLINE std::uint64_t load_word(const std::uint64_t &word) { return word; }
HASHLANE_INLINE void store_word(std::uint64_t &word, std::uint64_t a) { word = a; }
HASHLANE_INLINE std::uint64_t copy_word(std::uint64_t a) { return a; }
HASHLANE_INLINE void xor_word_to(std::uint64_t &a, std::uint64_t b) { a ^= b; }
HASHLANE_INLINE void xor_loaded_to(std::uint64_t &a, const std::uint64_t &word) { a ^= word; }
template <int n> HASHLANE_INLINE std::uint64_t rotl_word(std::uint64_t a)
{
    return a << n | a >> (64 - n);
}
template <int n> HASHLANE_INLINE void rotl_word_to(std::uint64_t &a) { a = rotl_word<n>(a); }
HASHLANE_INLINE std::uint64_t and_not_word(std::uint64_t a, std::uint64_t b) { return ~a & b; }

#endif

template <int x>
HASHLANE_INLINE void word_parity(std::uint64_t (&parity)[5], const std::uint64_t *state)
{
    parity[x] = load_word(state[x]);
    unroll<4>([&](auto y)
                  HASHLANE_INLINE_LAMBDA { xor_loaded_to(parity[x], state[x + 5 * (y + 1)]); });
}

HASHLANE_INLINE void word_effects(std::uint64_t (&effect)[5], const std::uint64_t (&parity)[5])
{
    unroll<5>([&](auto x) HASHLANE_INLINE_LAMBDA {
        effect[x] = rotl_word<1>(parity[(x + 1) % 5]);
        xor_word_to(effect[x], parity[(x + 4) % 5]);
    });
}

/// From θ's effects to ι; `constant` for row 0 alone.
template <int y>
HASHLANE_INLINE void word_row(std::uint64_t *next, const std::uint64_t *state,
                              const std::uint64_t (&effect)[5], const std::uint64_t &constant)
{
    std::uint64_t row[5];
    unroll<5>([&](auto x) HASHLANE_INLINE_LAMBDA {
        constexpr int i = keccak_source(x, y);
        row[x] = copy_word(effect[i % 5]);
        xor_loaded_to(row[x], state[i]);
        if constexpr (keccak_rotation[i] != 0)
            rotl_word_to<keccak_rotation[i]>(row[x]);
    });
    unroll<5>([&](auto x) HASHLANE_INLINE_LAMBDA {
        std::uint64_t word = and_not_word(row[(x + 1) % 5], row[(x + 2) % 5]);
        xor_word_to(word, row[x]);
        if constexpr (x + 5 * y == 0)
            xor_loaded_to(word, constant);
        store_word(next[x + 5 * y], word);
    });
}

} // namespace

#endif
