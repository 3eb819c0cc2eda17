// SPDX-License-Identifier: MIT
//
// The keccak-chain over any instruction set, and the contract of its kernels.
//
// Contract of  void hashlane_keccak_chain_<isa>_x<L>(uint64_t *states, uint64_t loops)
//   states  L × 25 words, state after state, word x + 5y of a state being FIPS 202's lane (x, y);
//           updated in place; aligned as uint64_t.
//   loops   how often each state goes through one loop; 0 leaves the buffer as it is.
//   One loop is Keccak-f[1600], then a rotation of the state by one word:
//   st[i] ← st[i+1], st[24] ← old st[0].
#pragma once

#include "permutation.h"

namespace {

template <class Register> HASHLANE_INLINE void rotate_state(Register (&a)[keccak_words])
{
    const Register first = a[0];
    unroll<keccak_words - 1>([&](auto i) { a[i] = a[i + 1]; });
    a[keccak_words - 1] = first;
}

template <class Ops> HASHLANE_INLINE void chain(std::uint64_t *states, std::uint64_t loops)
{
    HASHLANE_ALIGNED_FRAME(sizeof(typename Ops::Register));
    typename Ops::Register a[keccak_words];
    load_states<Ops>(a, states);
    for (; loops != 0; --loops) {
        keccak_permute<Ops>(a);
        rotate_state(a);
    }
    store_states<Ops>(states, a);
}

} // namespace

/// Such a kernel, which passes its arguments on to a function.
#define HASHLANE_KECCAK_CHAIN(symbol, ...)                                                         \
    extern "C" void symbol(std::uint64_t *states, std::uint64_t loops) noexcept                    \
    {                                                                                              \
        __VA_ARGS__(states, loops);                                                                \
    }
