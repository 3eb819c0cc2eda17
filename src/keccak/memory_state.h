// SPDX-License-Identifier: MIT
//
// From states in memory, state after state, to registers that hold one word of every state, and
// back. Ops as in permutation.h.
#ifndef HASHLANE_SRC_KECCAK_MEMORY_STATE_H
#define HASHLANE_SRC_KECCAK_MEMORY_STATE_H

#include "permutation.h"

namespace {

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

#endif
