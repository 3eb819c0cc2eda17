// SPDX-License-Identifier: MIT
//
// Keccak-f[1600] of one state in ARM64's general registers, without a rotation.
//
// The second operand of EOR and BIC may be rotated at no cost. So no word is rotated when ρ says
// so: a word is kept rotated right by its "lag", the constant by which it still has to be rotated
// left, and every operation takes its operands' lags into account. Those after χ follow from those
// before (below); all are compile-time constants, different in each of the 24 rounds, which are
// therefore unrolled. Only at the end the words are brought back, with one rotation each. A round
// is θ 20 + 5 + 25, χ 50, ι 1: 101 instructions instead of 130.
//
// Registers: 25 words. θ needs ten more, five parities and five effects, if done at once; here an
// effect is applied to its column as soon as the two parities that it is made of are there, and
// five registers do.
//
// Sources: FIPS 202, 3.2; H. Becker, M. Kannwischer, "Hybrid scalar/vector implementations of
// Keccak and SPHINCS+ on AArch64" (ia.cr/2022/1243), 3.2, for the idea.
#ifndef HASHLANE_SRC_KECCAK_LAZY_ROTATION_H
#define HASHLANE_SRC_KECCAK_LAZY_ROTATION_H

#include "permutation.h"

namespace {

using Words = std::uint64_t[keccak_words];

struct Lags {
    int at[keccak_words] = {};
};

constexpr int mod64(int n) { return (n % 64 + 64) % 64; }

/// Of the words that θ and ρ leave, in π's places.
constexpr Lags lags_before_chi(const Lags &lags)
{
    Lags moved;
    for (int x = 0; x < 5; ++x)
        for (int y = 0; y < 5; ++y) {
            const int from = keccak_source(x, y);
            moved.at[x + 5 * y] = mod64(lags.at[from] + keccak_rotation[from]);
        }
    return moved;
}

/// A word of χ comes out with the lag of its third operand, b[x + 2]: that one cannot be rotated.
/// Word 0 takes that of b[0] instead, which is always 0, so that ι's constants are the standard's.
constexpr Lags lags_after_chi(const Lags &moved)
{
    Lags after;
    for (int x = 0; x < 5; ++x)
        for (int y = 0; y < 5; ++y)
            after.at[x + 5 * y] = moved.at[(x + 2) % 5 + 5 * y];
    after.at[0] = moved.at[0];
    return after;
}

constexpr Lags lags_at(int round)
{
    Lags lags;
    for (int i = 0; i < round; ++i)
        lags = lags_after_chi(lags_before_chi(lags));
    return lags;
}

// a ^ (b rotated right by n), and (b rotated right by n), inverted, & a: each one instruction. GCC
// leaves half of the rotations alone, and Clang shares them between users, which costs both more.
template <int n> HASHLANE_INLINE std::uint64_t eor(std::uint64_t a, std::uint64_t b)
{
    std::uint64_t result;
    asm("eor %0, %1, %2, ror %3" : "=r"(result) : "r"(a), "r"(b), "i"(n));
    return result;
}
template <int n> HASHLANE_INLINE std::uint64_t bic(std::uint64_t a, std::uint64_t b)
{
    std::uint64_t result;
    asm("bic %0, %1, %2, ror %3" : "=r"(result) : "r"(a), "r"(b), "i"(n));
    return result;
}

// A constant from beside the code, without a register for its address. What it is formed `beside`
// keeps it in the loop: outside there are no registers to keep it in.
template <std::uint64_t value> HASHLANE_INLINE std::uint64_t literal(std::uint64_t beside)
{
    std::uint64_t result;
    asm("ldr %0, =%c2" : "=r"(result) : "r"(beside), "i"(value));
    return result;
}

/// How far a word that lags by `from` is to be rotated right to lag by `to`.
constexpr int to_lag(int from, int to) { return mod64(to - from); }

// The parity of column x, with the lag of its first word.
template <int round, int x> HASHLANE_INLINE std::uint64_t parity(const Words &a)
{
    constexpr Lags lags = lags_at(round);
    std::uint64_t p = a[x];
    unroll<4>([&](auto i) {
        constexpr int word = x + 5 * (i + 1);
        p = eor<to_lag(lags.at[word], lags.at[x])>(p, a[word]);
    });
    return p;
}

// θ on column x, from the parities beside it. Its effect takes the lag of the one before.
template <int round, int x> HASHLANE_INLINE void apply(Words &a, const std::uint64_t (&p)[5])
{
    constexpr Lags lags = lags_at(round);
    constexpr int before = (x + 4) % 5, after = (x + 1) % 5;
    const std::uint64_t effect =
        eor<to_lag(lags.at[after] + 1, lags.at[before])>(p[before], p[after]);
    unroll<5>([&](auto y) {
        constexpr int word = x + 5 * y;
        a[word] = eor<to_lag(lags.at[before], lags.at[word])>(a[word], effect);
    });
}

template <int round> HASHLANE_INLINE void theta(Words &a)
{
    std::uint64_t p[5];
    p[0] = parity<round, 0>(a);
    p[2] = parity<round, 2>(a);
    p[1] = parity<round, 1>(a);
    apply<round, 1>(a, p);
    p[3] = parity<round, 3>(a);
    apply<round, 2>(a, p);
    p[4] = parity<round, 4>(a);
    apply<round, 4>(a, p);
    apply<round, 0>(a, p);
    apply<round, 3>(a, p);
}

template <int round> HASHLANE_INLINE void chi(Words &a)
{
    constexpr Lags moved = lags_before_chi(lags_at(round));
    Words b;
    unroll<keccak_words>([&](auto i) { b[i] = a[keccak_source(i % 5, i / 5)]; });
    unroll<keccak_words>([&](auto i) {
        constexpr int row = i / 5 * 5, one = (i + 1) % 5 + row, two = (i + 2) % 5 + row;
        const std::uint64_t t = bic<to_lag(moved.at[one], moved.at[two])>(b[two], b[one]);
        if constexpr (i == 0)
            a[i] = eor<to_lag(moved.at[two], moved.at[i])>(b[i], t);
        else
            a[i] = eor<to_lag(moved.at[i], moved.at[two])>(t, b[i]);
    });
}

template <int round> HASHLANE_INLINE void iota(Words &a)
{
    a[0] = eor<0>(a[0], literal<keccak_round_constant[round]>(a[0]));
}

template <int round> HASHLANE_INLINE void lazy_round(Words &a)
{
    theta<round>(a);
    chi<round>(a);
    iota<round>(a);
}

// Not unroll<>(): GCC would not inline so large a lambda.
template <int... round>
HASHLANE_INLINE void lazy_rounds(Words &a, std::integer_sequence<int, round...> /*rounds*/)
{
    (lazy_round<round>(a), ...);
}

HASHLANE_INLINE void undo_lags(Words &a)
{
    constexpr Lags lags = lags_at(keccak_rounds);
    unroll<keccak_words>([&](auto i) {
        constexpr int lag = lags.at[i];
        a[i] = lag == 0 ? a[i] : a[i] << lag | a[i] >> (64 - lag) % 64;
    });
}

HASHLANE_INLINE void lazy_permute(Words &a)
{
    lazy_rounds(a, std::make_integer_sequence<int, keccak_rounds>{});
    undo_lags(a);
}

} // namespace

#endif
