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

#include <cstdint>

namespace {

inline std::uint64_t load_little_endian(const std::uint8_t *bytes)
{
    std::uint64_t word = 0;
    for (int i = 7; i >= 0; --i)
        word = word << 8 | bytes[i];
    return word;
}

/// One state; `permute` is called with it.
template <class Permute>
inline void absorb(std::uint64_t *state, const std::uint8_t *const *blocks,
                   std::uint64_t rate_bytes, std::uint64_t count, Permute permute)
{
    const std::uint8_t *block = rate_bytes == 0 ? nullptr : blocks[0];
    for (; count != 0; --count) {
        for (std::uint64_t i = 0; i < rate_bytes / 8; ++i)
            state[i] ^= load_little_endian(block + 8 * i);
        if (rate_bytes != 0)
            block += rate_bytes;
        permute(state);
    }
}

} // namespace

#endif
