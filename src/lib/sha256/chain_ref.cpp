// SPDX-License-Identifier: MIT
//
// SHA-256 chain, reference: one lane, to be read next to the standard.
//
// Contract: see kernels.h. Needs nothing but C++.
// Idea: FIPS 180-4 in its own order and words: pad (5.1.1), parse (5.2.1), prepare the message
// schedule, compress, add (6.2.2). Nothing is folded, merged or reordered, so that every other
// kernel can be checked against it.
// Source: NIST FIPS 180-4, August 2015.

#include "reference.h"

extern "C" void hashlane_sha256_chain_ref_x1(std::uint8_t *digests,
                                             std::uint64_t iterations) noexcept
{
    for (; iterations != 0; --iterations) {
        std::uint32_t hash[8], block[16];
        for (int i = 0; i < 8; ++i) {
            hash[i] = initial_hash[i];
            block[i] = load(digests + 4 * i);
            block[i + 8] = padding[i];
        }
        compress(hash, block);
        for (int i = 0; i < 8; ++i)
            store(digests + 4 * i, hash[i]);
    }
}
