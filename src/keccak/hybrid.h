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

#include "chain.h"
#include "lazy_rotation.h"

namespace {

template <class Ops> struct HybridStates {
    typename Ops::Register vector[keccak_words];
    Words words;
};

template <class Ops, int round> HASHLANE_INLINE void hybrid_round(HybridStates<Ops> &s)
{
    theta_rho_by_columns<Ops>(s.vector);
    theta<round>(s.words);
    const std::uint64_t constant = literal<keccak_round_constant[round]>(s.words[0]);
    pi_chi_iota<Ops>(s.vector, constant);
    chi<round>(s.words);
    s.words[0] = eor<0>(s.words[0], constant);
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
    load_states<Ops>(s.vector, states);
    unroll<keccak_words>([&](auto i) { s.words[i] = third[i]; });
    for (; loops != 0; --loops) {
        hybrid_rounds(s, std::make_integer_sequence<int, keccak_rounds>{});
        undo_lags(s.words);
        rotate_state(s.vector);
        rotate_state(s.words);
    }
    store_states<Ops>(states, s.vector);
    unroll<keccak_words>([&](auto i) { third[i] = s.words[i]; });
}

} // namespace

#endif
