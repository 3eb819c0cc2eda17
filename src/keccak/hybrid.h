// SPDX-License-Identifier: MIT
//
// Keccak-f[1600] of three states on ARM64: two in vectors, the third in general registers.
//
// Either kind of register and pipe has work of its own; the two permutations share only the front
// end. They go half a round in turn, so that each is within the other's window of instructions.
//
// Source: H. Becker, M. Kannwischer, ia.cr/2022/1243, 4.
#ifndef HASHLANE_SRC_KECCAK_HYBRID_H
#define HASHLANE_SRC_KECCAK_HYBRID_H

#include "lazy_rotation.h"
#include "two_states.h"

#include <arm_neon.h>

namespace {

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
        TwoStates<Ops>::rotate(s.vectors);
        left = vsubq_u64(left, vdupq_n_u64(1));
    }
    store_in_place<TwoStates<Ops>>(states, s.vectors);
    store_in_place<LazyRotation>(third, s.words);
}

} // namespace

#endif
