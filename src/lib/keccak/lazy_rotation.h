// SPDX-License-Identifier: MIT
//
// Keccak-f[1600] of one state in ARM64's general registers, without a rotation.
//
// The second operand of EOR and BIC may be rotated at no cost. So no word is rotated when ρ says
// so: a word is kept rotated right by its "lag", the constant by which it still has to be rotated
// left, and every operation takes its operands' lags into account. All are compile-time constants,
// different in each of the 24 rounds. Only at the end the words are brought back, with one rotation
// each. A round is θ 20 + 5 + 25, χ 50, ι 1: 101 instructions instead of 130.
//
// Sources: FIPS 202, 3.2; H. Becker, M. Kannwischer, "Hybrid scalar/vector implementations of
// Keccak and SPHINCS+ on AArch64" (ia.cr/2022/1243), 3.2, for the idea.
#pragma once

#include "in_place.h"
#include "two_states.h"

#include <arm_neon.h>

namespace {

using Words = std::uint64_t[keccak_words];

struct Lags {
    int at[keccak_words] = {};
};

constexpr int mod64(int n) { return (n % 64 + 64) % 64; }

/// ρ adds to a word's lag, and π takes it along.
constexpr Lags lags_at(int round)
{
    Lags lags;
    for (int i = 0; i < round; ++i) {
        const Lags before = lags;
        for (int x = 0; x < 5; ++x)
            for (int y = 0; y < 5; ++y) {
                const int from = keccak_source(x, y);
                lags.at[x + 5 * y] = mod64(before.at[from] + keccak_rotation[from]);
            }
    }
    return lags;
}

/// Returns the right rotation of a word that lags by `from`, so that it lags by `to`.
constexpr int to_lag(int from, int to) { return mod64(to - from); }

// Each is one instruction. GCC leaves half of the rotations alone, and Clang shares them between
// users, which costs both more.
template <int n> HASHLANE_INLINE std::uint64_t eor(std::uint64_t a, std::uint64_t b)
{
    std::uint64_t result;
    asm("eor %0, %1, %2, ror %3" : "=r"(result) : "r"(a), "r"(b), "i"(n));
    return result;
}
template <int n> HASHLANE_INLINE void eor_to(std::uint64_t &a, std::uint64_t b)
{
    asm("eor %0, %0, %1, ror %2" : "+r"(a) : "r"(b), "i"(n));
}
template <int n> HASHLANE_INLINE std::uint64_t bic(std::uint64_t a, std::uint64_t b)
{
    std::uint64_t result;
    asm("bic %0, %1, %2, ror %3" : "=r"(result) : "r"(a), "r"(b), "i"(n));
    return result;
}
// Puts b, rotated, in the register of `a`.
template <int n> HASHLANE_INLINE void ror_to(std::uint64_t &a, std::uint64_t b)
{
    asm("ror %0, %1, %2" : "+r"(a) : "r"(b), "i"(n));
}

struct LazyRotation {
    using Register = std::uint64_t;
    static constexpr int states = 1;

    HASHLANE_INLINE static Register load(const std::uint64_t *words) { return *words; }
    HASHLANE_INLINE static void store(std::uint64_t *words, Register a) { *words = a; }

    // With the lag of the column's first word.
    template <int round, int x> HASHLANE_INLINE static Register parity(const Words &a)
    {
        constexpr Lags lags = lags_at(round);
        Register p = eor<to_lag(lags.at[x + 5], lags.at[x])>(a[x], a[x + 5]);
        unroll<3>([&](auto i) HASHLANE_INLINE_LAMBDA {
            constexpr int word = x + 5 * (i + 2);
            eor_to<to_lag(lags.at[word], lags.at[x])>(p, a[word]);
        });
        return p;
    }

    // The effect has the lag of `before`.
    template <int round, int x>
    HASHLANE_INLINE static void apply(Words &a, Register before, Register after)
    {
        constexpr Lags lags = lags_at(round);
        constexpr int lag = lags.at[(x + 4) % 5];
        const Register effect = eor<to_lag(lags.at[(x + 1) % 5] + 1, lag)>(before, after);
        unroll<5>([&](auto y) HASHLANE_INLINE_LAMBDA {
            constexpr int word = x + 5 * y;
            eor_to<to_lag(lag, lags.at[word])>(a[word], effect);
        });
    }

    template <int round, int y> HASHLANE_INLINE static void chi(Register (&row)[5])
    {
        chi_by_terms<LazyRotation, round, y>(row);
    }

    // With the lag of b[x + 2].
    template <int round, int y, int x>
    HASHLANE_INLINE static Register chi_term(const Register (&row)[5])
    {
        constexpr Lags lags = lags_at(round + 1);
        constexpr int one = (x + 1) % 5, two = (x + 2) % 5;
        return bic<to_lag(lags.at[one + 5 * y], lags.at[two + 5 * y])>(row[two], row[one]);
    }

    template <int round, int y, int x>
    HASHLANE_INLINE static void add_chi_term(Register (&row)[5], Register term)
    {
        constexpr Lags lags = lags_at(round + 1);
        eor_to<to_lag(lags.at[(x + 2) % 5 + 5 * y], lags.at[x + 5 * y])>(row[x], term);
    }

    // Word 0 never lags: π leaves it where it is, and ρ does not rotate it.
    template <int round> HASHLANE_INLINE static void iota(Register &word)
    {
        eor_to<0>(word, literal<keccak_round_constant[round]>());
    }

    HASHLANE_INLINE static void exchange(Register &a, Register &b)
    {
        Register t;
        asm("mov %2, %0\n\tmov %0, %1\n\tmov %1, %2" : "+r"(a), "+r"(b), "=&r"(t));
    }
    template <int round> HASHLANE_INLINE static void begin_with(Words &a)
    {
        constexpr Lags lags = lags_at(round);
        unroll<keccak_words - 1>([&](auto i) HASHLANE_INLINE_LAMBDA {
            constexpr int word = i + 1;
            ror_to<to_lag(0, lags.at[word])>(a[word], a[word]);
        });
    }

    HASHLANE_INLINE static void undo_lags(Words &a)
    {
        constexpr Lags lags = lags_at(keccak_rounds);
        unroll<keccak_words - 1>([&](auto i) HASHLANE_INLINE_LAMBDA {
            constexpr int word = i + 1;
            ror_to<to_lag(lags.at[word], 0)>(a[word], a[word]);
        });
    }

    HASHLANE_INLINE static void undo_lags_and_rotate(Words &a)
    {
        constexpr Lags lags = lags_at(keccak_rounds);
        Register first;
        asm("mov %0, %1" : "=r"(first) : "r"(a[0]));
        unroll<keccak_words - 1>([&](auto i) HASHLANE_INLINE_LAMBDA {
            ror_to<to_lag(lags.at[i + 1], 0)>(a[i], a[i + 1]);
        });
        asm("mov %0, %1" : "+r"(a[keccak_words - 1]) : "r"(first));
    }
};

// ---- Three states on ARM64: two in vectors, the third in general registers ----
//
// Either kind of register and pipe has work of its own; the two permutations share only the front
// end. They go half a round in turn, so that each is within the other's window of instructions
// (ia.cr/2022/1243, 4).

template <class Ops> struct HybridStates {
    State<TwoStates<Ops>> vectors;
    State<LazyRotation> words;
};

template <class Ops, int round> HASHLANE_INLINE void hybrid_round(HybridStates<Ops> &s)
{
    theta_in_place<TwoStates<Ops>, round>(s.vectors);
    theta_in_place<LazyRotation, round>(s.words);
    pi_chi_iota_in_place<TwoStates<Ops>, round>(s.vectors);
    pi_chi_iota_in_place<LazyRotation, round>(s.words);
}

template <class Ops, int... round>
HASHLANE_INLINE void hybrid_rounds(HybridStates<Ops> &s,
                                   std::integer_sequence<int, round...> /*rounds*/)
{
    (hybrid_round<Ops, round>(s), ...);
}

template <class Ops> HASHLANE_INLINE void hybrid_chain(std::uint64_t *states, std::uint64_t loops)
{
    HybridStates<Ops> s;
    std::uint64_t *const third = states + Ops::states * keccak_words;
    load_in_place<TwoStates<Ops>>(s.vectors, states);
    load_in_place<LazyRotation>(s.words, third);
    // In the one vector that is left: there is no general register.
    uint64x2_t left = vdupq_n_u64(loops);
    while (vgetq_lane_u64(left, 0) != 0) {
        hybrid_rounds<Ops>(s, std::make_integer_sequence<int, keccak_rounds>{});
        LazyRotation::undo_lags_and_rotate(s.words);
        rotate_in_place<TwoStates<Ops>>(s.vectors);
        left = vsubq_u64(left, vdupq_n_u64(1));
    }
    store_in_place<TwoStates<Ops>>(states, s.vectors);
    store_in_place<LazyRotation>(third, s.words);
}

} // namespace
