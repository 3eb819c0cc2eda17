// SPDX-License-Identifier: MIT
//
// Absorbing whole blocks over any Keccak permutation, and the contract of the sha3 kernels.
//
// Contract of  void hashlane_sha3_absorb_<isa>_x<L>(uint64_t *states,
//                  const uint8_t *const *blocks, uint64_t rate_bytes, uint64_t count)
//   states      L × 25 words, state after state; updated in place; aligned as uint64_t.
//   blocks      L pointers, each to count × rate_bytes bytes of that state's message; any
//               alignment; not read when rate_bytes is 0.
//   rate_bytes  a multiple of 8 from 0 to 192.
//   count       how many blocks: each is XORed into the first rate_bytes of its state, words
//               little-endian, and the state is permuted by Keccak-f[1600].
//               With rate_bytes 0 the state is permuted `count` times.
// Source: FIPS 202, section 4 (sponge) and B.1 (byte order).
#ifndef HASHLANE_SRC_SHA3_ABSORB_H
#define HASHLANE_SRC_SHA3_ABSORB_H

#include "../keccak/memory_state.h"

#include <cstdint>

namespace {

// Written out, because both compilers make one load of it, but not of a loop.
inline std::uint64_t load_little_endian(const std::uint8_t *b)
{
    return std::uint64_t{b[0]} | std::uint64_t{b[1]} << 8 | std::uint64_t{b[2]} << 16 |
           std::uint64_t{b[3]} << 24 | std::uint64_t{b[4]} << 32 | std::uint64_t{b[5]} << 40 |
           std::uint64_t{b[6]} << 48 | std::uint64_t{b[7]} << 56;
}

/// One state; Ops as in permutation.h, with Ops::states = 1.
template <class Ops>
HASHLANE_INLINE void absorb(std::uint64_t *state, const std::uint8_t *const *blocks,
                            std::uint64_t rate_bytes, std::uint64_t count)
{
    static_assert(Ops::states == 1);
    const std::uint8_t *block = rate_bytes == 0 ? nullptr : blocks[0];
    typename Ops::Register a[keccak_words];
    load_states<Ops>(a, state);
    for (; count != 0; --count) {
        if (block != nullptr) {
            // Not a loop over the words: it would be made one of vectors, whose loads then wait
            // for the permutation's stores of single words.
            unroll<keccak_words - 1>([&](auto i) {
                if (8 * i < rate_bytes) {
                    const std::uint64_t word = load_little_endian(block + 8 * i);
                    a[i] = Ops::xor2(a[i], Ops::load(&word));
                }
            });
            block += rate_bytes;
        }
        keccak_permute<Ops>(a);
    }
    store_states<Ops>(state, a);
}

} // namespace

#endif
