// SPDX-License-Identifier: MIT
//
// A Form of in_place.h: two states in ARM64's vectors, over Ops of which each function is one
// instruction or few:
//   xor3(a, b, c)                a ^ b ^ c
//   xor_to(a, b)                 a ^= b
//   and_not(a, b)                a & ~b
//   copy(a), copy_to(a, b)
//   effect(before, after)        θ's on a column, from the parities beside it
//   theta_rho_to<n>(a, effect)   a word of that column, rotated left by n
//   chi(row)                     instead of and_not()
// and those of permutation.h for memory. A name with _to updates its first operand.
#ifndef HASHLANE_SRC_KECCAK_TWO_STATES_H
#define HASHLANE_SRC_KECCAK_TWO_STATES_H

#include "in_place.h"
#include "literal.h"

namespace {

template <class Ops> struct TwoStates : Ops {
    using Register = typename Ops::Register;
    using Words = Register[keccak_words];

    template <int round, int x> HASHLANE_INLINE static Register parity(const Words &a)
    {
        return Ops::xor3(Ops::xor3(a[x], a[x + 5], a[x + 10]), a[x + 15], a[x + 20]);
    }

    template <int round, int x>
    HASHLANE_INLINE static void apply(Words &a, Register before, Register after)
    {
        const Register effect = Ops::effect(before, after);
        unroll<5>([&](auto y) HASHLANE_INLINE_LAMBDA {
            constexpr int i = x + 5 * y;
            Ops::template theta_rho_to<keccak_rotation[i]>(a[i], effect);
        });
    }

    template <int round, int y> HASHLANE_INLINE static void chi(Register (&row)[5])
    {
        if constexpr (requires { Ops::chi(row); })
            Ops::chi(row);
        else
            chi_by_terms<TwoStates, round, y>(row);
    }

    template <int round, int y, int x>
    HASHLANE_INLINE static Register chi_term(const Register (&row)[5])
    {
        return Ops::and_not(row[(x + 2) % 5], row[(x + 1) % 5]);
    }

    template <int round, int y, int x>
    HASHLANE_INLINE static void add_chi_term(Register (&row)[5], Register term)
    {
        Ops::xor_to(row[x], term);
    }

    template <int round> HASHLANE_INLINE static void iota(Register &word)
    {
        Ops::xor_to(word, Ops::broadcast(literal<keccak_round_constant[round]>()));
    }

    template <int round> HASHLANE_INLINE static void begin_with(Words & /*a*/) {}

    // chain.h's, between permutations.
    HASHLANE_INLINE static void rotate(Words &a)
    {
        const Register first = Ops::copy(a[0]);
        unroll<keccak_words - 1>([&](auto i)
                                     HASHLANE_INLINE_LAMBDA { Ops::copy_to(a[i], a[i + 1]); });
        Ops::copy_to(a[keccak_words - 1], first);
    }
};

} // namespace

#endif
