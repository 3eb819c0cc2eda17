// SPDX-License-Identifier: MIT
//
// Keccak-f[1600] written once, over a "vector of lanes": one register holds the same word of as
// many independent states as it has 64-bit elements.
//
// Source: NIST FIPS 202, August 2015, sections 3.2 and 3.3. Word x + 5y of the state is the
// standard's lane (x, y).
//
// An instruction set is a type Ops with
//   Register                     holds one word of every state
//   states                       how many states that is
//   rounds_unrolled              rounds in the body of the loop over rounds; divides 12
//   xor2(a, b), xor3(a, b, c)    exclusive or; `a` is the operand that is ready last
//   rotl<n>(a)                   rotate each word left by n, 0 < n < 64
//   chi(a, b, c)                 a ^ (~b & c)
//   broadcast(word)              the same word for every state
//   load(words), store(words, a) from and to `states` consecutive words, any alignment
//   gather(blocks, offset)       the little-endian word at blocks[state] + offset of each state
// all static. The state is an array indexed by constants alone, so that it lives in registers as
// far as there are enough. If there are just enough, see in_place.h.
#pragma once

#include "../base/compiler.h"

#include <cstdint>

namespace {

constexpr int keccak_words = 25;
constexpr int keccak_rounds = 24;

// FIPS 202, 3.2.5 (ι).
alignas(64) constexpr std::uint64_t keccak_round_constant[keccak_rounds] = {
    0x0000000000000001, 0x0000000000008082, 0x800000000000808a, 0x8000000080008000,
    0x000000000000808b, 0x0000000080000001, 0x8000000080008081, 0x8000000000008009,
    0x000000000000008a, 0x0000000000000088, 0x0000000080008009, 0x000000008000000a,
    0x000000008000808b, 0x800000000000008b, 0x8000000000008089, 0x8000000000008003,
    0x8000000000008002, 0x8000000000000080, 0x000000000000800a, 0x800000008000000a,
    0x8000000080008081, 0x8000000000008080, 0x0000000080000001, 0x8000000080008008};

// FIPS 202, 3.2.2 (ρ), modulo 64, for word x + 5y.
constexpr int keccak_rotation[keccak_words] = {0,  1,  62, 28, 27, 36, 44, 6,  55, 20, 3,  10, 43,
                                               25, 39, 41, 45, 15, 21, 8,  18, 2,  61, 56, 14};

// Returns the word of the old state that lands on word x + 5y (FIPS 202, 3.2.3, π).
constexpr int keccak_source(int x, int y) { return (x + 3 * y) % 5 + 5 * x; }

// FIPS 202, B.1, puts the first byte lowest. Written out, because both compilers make one load of
// it, but not of a loop.
HASHLANE_INLINE std::uint64_t load_little_endian(const std::uint8_t *b)
{
    return std::uint64_t{b[0]} | std::uint64_t{b[1]} << 8 | std::uint64_t{b[2]} << 16 |
           std::uint64_t{b[3]} << 24 | std::uint64_t{b[4]} << 32 | std::uint64_t{b[5]} << 40 |
           std::uint64_t{b[6]} << 48 | std::uint64_t{b[7]} << 56;
}

HASHLANE_INLINE long long signed_word(const std::uint8_t *bytes)
{
    return static_cast<long long>(load_little_endian(bytes));
}

// One round. θ's effect is applied to a word on its way through ρ and π into the row that χ
// takes it from, so that each word is touched once between the column parities and χ.
template <class Ops>
HASHLANE_INLINE void keccak_round(typename Ops::Register (&a)[keccak_words], std::uint64_t constant)
{
    using Register = typename Ops::Register;
    Register parity[5];
    Register rotated[5];
    Register effect[5]; // on the words of a column
    unroll<5>([&](auto x) {
        parity[x] = Ops::xor3(Ops::xor3(a[x], a[x + 5], a[x + 10]), a[x + 15], a[x + 20]);
    });
    unroll<5>([&](auto x) {
        rotated[x] = Ops::template rotl<1>(parity[(x + 1) % 5]);
        effect[x] = Ops::xor2(rotated[x], parity[(x + 4) % 5]);
    });

    Register next[keccak_words];
    unroll<5>([&](auto y) {
        Register row[5];
        unroll<5>([&](auto x) {
            constexpr int from = keccak_source(x, y);
            row[x] = Ops::xor2(effect[from % 5], a[from]);
            if constexpr (keccak_rotation[from] != 0)
                row[x] = Ops::template rotl<keccak_rotation[from]>(row[x]);
        });
        unroll<5>([&](auto x) {
            next[x + 5 * y] = Ops::chi(row[x], row[(x + 1) % 5], row[(x + 2) % 5]);
        });
    });
    next[0] = Ops::xor2(next[0], Ops::broadcast(constant));
    unroll<keccak_words>([&](auto i) { a[i] = next[i]; });
}

/// The last `rounds` rounds; a multiple of Ops::rounds_unrolled.
template <class Ops>
HASHLANE_INLINE void keccak_permute(typename Ops::Register (&a)[keccak_words],
                                    int rounds = keccak_rounds)
{
    for (int i = keccak_rounds - rounds; i < keccak_rounds; i += Ops::rounds_unrolled)
        unroll<Ops::rounds_unrolled>(
            [&](auto j) { keccak_round<Ops>(a, keccak_round_constant[i + j]); });
}

// ---- Ops for one state in general registers ----

struct WordOps {
    using Register = std::uint64_t;
    static constexpr int states = 1;
    static constexpr int rounds_unrolled = 4;

    HASHLANE_INLINE static Register xor2(Register a, Register b) { return a ^ b; }
    HASHLANE_INLINE static Register xor3(Register a, Register b, Register c) { return a ^ b ^ c; }
    template <int n> HASHLANE_INLINE static Register rotl(Register a)
    {
        return a << n | a >> (64 - n);
    }
    HASHLANE_INLINE static Register chi(Register a, Register b, Register c) { return a ^ (~b & c); }
    HASHLANE_INLINE static Register broadcast(std::uint64_t word) { return word; }
    HASHLANE_INLINE static Register load(const std::uint64_t *words) { return *words; }
    HASHLANE_INLINE static void store(std::uint64_t *words, Register a) { *words = a; }
    HASHLANE_INLINE static Register gather(const std::uint8_t *const *blocks, std::uint64_t offset)
    {
        return load_little_endian(blocks[0] + offset);
    }
};

// ---- States in memory ----
//
// From states in memory, state after state, to registers that hold one word of every state, and
// back.

template <class Ops>
HASHLANE_INLINE void load_states(typename Ops::Register (&a)[keccak_words],
                                 const std::uint64_t *states)
{
    unroll<keccak_words>([&](auto i) {
        std::uint64_t words[Ops::states];
        for (int s = 0; s < Ops::states; ++s)
            words[s] = states[s * keccak_words + i];
        a[i] = Ops::load(words);
    });
}

template <class Ops>
HASHLANE_INLINE void store_states(std::uint64_t *states,
                                  const typename Ops::Register (&a)[keccak_words])
{
    unroll<keccak_words>([&](auto i) {
        std::uint64_t words[Ops::states];
        Ops::store(words, a[i]);
        for (int s = 0; s < Ops::states; ++s)
            states[s * keccak_words + i] = words[s];
    });
}

} // namespace
