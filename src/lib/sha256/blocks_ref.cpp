// SPDX-License-Identifier: MIT
//
// SHA-256 of whole blocks, reference: one lane, to be read next to the standard.
//
// Contract: see kernels.h. Needs nothing but C++.
// Idea: FIPS 180-4 in its own order and words: parse (5.2.1), prepare the message schedule,
// compress, add (6.2.2).
// Source: NIST FIPS 180-4, August 2015.

#include "reference.h"

extern "C" void hashlane_sha256_blocks_ref_x1(std::uint32_t *states,
                                              const std::uint8_t *const *blocks,
                                              std::uint64_t count) noexcept
{
    for (std::uint64_t block = 0; block < count; ++block) {
        std::uint32_t words[16];
        for (int t = 0; t < 16; ++t)
            words[t] = load(blocks[0] + block * block_bytes + 4 * t);
        compress(states, words);
    }
}
