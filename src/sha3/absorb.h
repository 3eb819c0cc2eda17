// SPDX-License-Identifier: MIT
//
// Absorbing whole blocks over any Keccak permutation, and the contract of the sha3 kernels.
//
// Contract of  void hashlane_sha3_absorb_<isa>_x<L>(uint64_t *states,
//                  const uint8_t *const *blocks, uint64_t rate_bytes, uint64_t count,
//                  unsigned rounds)
//   states      L × 25 words, state after state; updated in place; aligned as uint64_t.
//   blocks      L pointers, each to count × rate_bytes bytes of that state's message; any
//               alignment; not read when rate_bytes is 0.
//   rate_bytes  a multiple of 8 from 0 to 192.
//   count       how many blocks: each is XORed into the first rate_bytes of its state, words
//               little-endian, and the state is permuted by Keccak-p[1600, rounds].
//               With rate_bytes 0 the state is permuted `count` times.
//   rounds      24, or 12: the last 12 of the 24.
// Source: FIPS 202, section 4 (sponge), 3.3 (rounds) and B.1 (byte order).
#ifndef HASHLANE_SRC_SHA3_ABSORB_H
#define HASHLANE_SRC_SHA3_ABSORB_H

#include "../keccak/little_endian.h"
#include "../keccak/memory_state.h"

#include <cstdint>

namespace {

/// Ops as in permutation.h, for Ops::states messages at once.
template <class Ops>
HASHLANE_INLINE void absorb(std::uint64_t *states, const std::uint8_t *const *blocks,
                            std::uint64_t rate_bytes, std::uint64_t count, unsigned rounds)
{
    HASHLANE_ALIGNED_FRAME(sizeof(typename Ops::Register));
    typename Ops::Register a[keccak_words];
    load_states<Ops>(a, states);
    for (std::uint64_t block = 0; block < count; ++block) {
        // Not a loop over the words: it would be made one of vectors, whose loads then wait for
        // the permutation's stores of single words.
        unroll<keccak_words - 1>([&](auto i) {
            if (8 * i < rate_bytes)
                a[i] = Ops::xor2(a[i], Ops::gather(blocks, block * rate_bytes + 8 * i));
        });
        keccak_permute<Ops>(a, static_cast<int>(rounds));
    }
    store_states<Ops>(states, a);
}

} // namespace

#endif
