// SPDX-License-Identifier: MIT
//
// Two Forms of in_place.h that leave θ to the rows, for 32 registers and three-input logic, over
// Ops as in avx512_ops.h.
//
// Registers: 25 words, two copies for χ, and five for what θ leaves to be applied. For a column
// that is its two parities or, in one register, their sum, the effect.
//   FewestOperations   90 a round: a word takes both parities in one operation. Two columns are
//                      left to the rows, three are done at once. For cores with two or three
//                      vector pipes, where the number of operations is what counts.
//   ShortPath          94 a round: five form the effects, but ι is none: the next round's θ has an
//                      input free for its constant wherever it takes word 0. All columns are left
//                      to the rows, two of which are then ready when χ takes one. For cores with
//                      four pipes, where what a round waits for counts as well.
#pragma once

#include "in_place.h"

namespace {

struct RotatedConstants {
    std::uint64_t at[keccak_rounds];
};
constexpr RotatedConstants rotated_round_constants()
{
    RotatedConstants rotated{};
    for (int i = 0; i < keccak_rounds; ++i)
        rotated.at[i] = keccak_round_constant[i] << 1 | keccak_round_constant[i] >> 63;
    return rotated;
}
alignas(64) constexpr RotatedConstants keccak_round_constant_rotated = rotated_round_constants();

template <class Ops> struct ByRows : Ops {
    using Register = typename Ops::Register;
    using Words = Register[keccak_words];

    template <int x> HASHLANE_INLINE static Register parity(const Words &a)
    {
        Register p = Ops::copy(a[x]);
        Ops::xor3_to(p, a[x + 5], a[x + 10]);
        Ops::xor3_to(p, a[x + 15], a[x + 20]);
        return p;
    }

    template <int i> HASHLANE_INLINE static void rho(Words &a)
    {
        if constexpr (keccak_rotation[i] != 0)
            Ops::template rotl_to<keccak_rotation[i]>(a[i]);
    }

    template <int round, int y> HASHLANE_INLINE static void chi(Register (&row)[5])
    {
        const Register row0 = Ops::copy(row[0]);
        const Register row1 = Ops::copy(row[1]);
        Ops::chi_to(row[0], row[1], row[2]);
        Ops::chi_to(row[1], row[2], row[3]);
        Ops::chi_to(row[2], row[3], row[4]);
        Ops::chi_to(row[3], row[4], row0);
        Ops::chi_to(row[4], row0, row1);
    }
};

template <class Ops> struct FewestOperations : ByRows<Ops> {
    using Base = ByRows<Ops>;
    using Register = typename Ops::Register;
    using Words = typename Base::Words;

    static constexpr int rows_ahead = 1;

    struct Effects {
        Register before2, after2, before4, after4;
    };

    // θ on column x, from its parities.
    template <int x>
    HASHLANE_INLINE static void apply(Words &a, const Register &before, const Register &after)
    {
        unroll<5>([&](auto y)
                      HASHLANE_INLINE_LAMBDA { Ops::xor3_to(a[x + 5 * y], before, after); });
    }

    template <int round> HASHLANE_INLINE static Effects theta(Words &a)
    {
        Register p4 = Base::template parity<4>(a);
        const Register p1 = Base::template parity<1>(a);
        Register p0 = Base::template parity<0>(a);
        apply<0>(a, p4, Ops::template rotl<1>(p1));
        const Register p2 = Base::template parity<2>(a);
        apply<1>(a, p0, Ops::template rotl<1>(p2));
        const Register p3 = Base::template parity<3>(a);
        Ops::template rotl_to<1>(p4);
        apply<3>(a, p2, p4);
        Ops::template rotl_to<1>(p0);
        return {p1, Ops::template rotl<1>(p3), p3, p0};
    }

    template <int round, int y>
    HASHLANE_INLINE static void theta_rho(Words &a, const Effects &effects)
    {
        unroll<5>([&](auto x) HASHLANE_INLINE_LAMBDA {
            constexpr int i = keccak_source(x, y);
            if constexpr (i % 5 == 2)
                Ops::xor3_to(a[i], effects.before2, effects.after2);
            if constexpr (i % 5 == 4)
                Ops::xor3_to(a[i], effects.before4, effects.after4);
        });
        unroll<5>([&](auto x)
                      HASHLANE_INLINE_LAMBDA { Base::template rho<keccak_source(x, y)>(a); });
    }

    template <int round> HASHLANE_INLINE static void iota(Register &word)
    {
        Ops::xor_constant_to(word, keccak_round_constant[round]);
    }

    template <int round> HASHLANE_INLINE static void begin_with(Words & /*a*/) {}
};

template <class Ops> struct ShortPath : ByRows<Ops> {
    using Base = ByRows<Ops>;
    using Register = typename Ops::Register;
    using Words = typename Base::Words;

    static constexpr int rows_ahead = 2;

    struct Effects {
        Register on[5];
    };

    // a ^= b, and the constant of the round before, which word 0 lacks.
    template <int round>
    HASHLANE_INLINE static void xor_with_iota_to(Register &a, const Register &b,
                                                 const std::uint64_t *constants)
    {
        if constexpr (round == 0)
            Ops::xor_to(a, b);
        else
            Ops::xor3_constant_to(a, b, constants[round - 1]);
    }

    template <int round> HASHLANE_INLINE static Effects theta(Words &a)
    {
        Register p4 = Base::template parity<4>(a);
        Register p1 = Base::template parity<1>(a);
        Register p0 = Base::template parity<0>(a);
        const Register p3 = Base::template parity<3>(a);
        const Register p2 = Base::template parity<2>(a);
        Register on0 = Ops::template rotl<1>(p1);
        Ops::xor_to(on0, p4);
        Ops::xor_to(p1, Ops::template rotl<1>(p3));
        Register on1 = Ops::template rotl<1>(p2);
        xor_with_iota_to<round>(on1, p0, keccak_round_constant);
        Ops::template rotl_to<1>(p0);
        xor_with_iota_to<round>(p0, p3, keccak_round_constant_rotated.at);
        Ops::template rotl_to<1>(p4);
        Ops::xor_to(p4, p2);
        return {{on0, on1, p1, p4, p0}};
    }

    template <int round, int y>
    HASHLANE_INLINE static void theta_rho(Words &a, const Effects &effects)
    {
        unroll<5>([&](auto x) HASHLANE_INLINE_LAMBDA {
            constexpr int i = keccak_source(x, y);
            if constexpr (i == 0)
                xor_with_iota_to<round>(a[i], effects.on[0], keccak_round_constant);
            else
                Ops::xor_to(a[i], effects.on[i % 5]);
            Base::template rho<i>(a);
        });
    }

    template <int round> HASHLANE_INLINE static void iota(Register &word)
    {
        if constexpr (round == keccak_rounds - 1)
            Ops::xor_constant_to(word, keccak_round_constant[round]);
    }

    // This round's θ adds the constant of the round before.
    template <int round> HASHLANE_INLINE static void begin_with(Words &a)
    {
        Ops::xor_constant_to(a[0], keccak_round_constant[round - 1]);
    }
};

} // namespace
