// SPDX-License-Identifier: MIT
//
// SHA-256 of whole blocks, portable: one lane in plain C++.
//
// Contract: see kernels.h. Needs nothing but C++.
// Idea: portable.h.
// Source: NIST FIPS 180-4, 6.2.2.

#include "portable.h"

extern "C" void hashlane_sha256_blocks_portable_x1(std::uint32_t *states,
                                                   const std::uint8_t *const *blocks,
                                                   std::uint64_t count) noexcept
{
    const std::uint8_t *block = blocks[0];
    std::uint32_t state[8];
    for (int i = 0; i < 8; ++i)
        state[i] = states[i];
    for (; count != 0; --count, block += block_bytes) {
        std::uint32_t w[16];
        for (int i = 0; i < 16; ++i)
            w[i] = load(block + 4 * i);
        compress(state, w);
    }
    for (int i = 0; i < 8; ++i)
        states[i] = state[i];
}
