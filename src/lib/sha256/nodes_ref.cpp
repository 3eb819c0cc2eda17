// SPDX-License-Identifier: MIT
//
// SHA-256 of 64-byte nodes, reference: one lane, to be read next to the standard.
//
// Contract: see kernels.h. Needs nothing but C++.
// Idea: FIPS 180-4 in its own order and words: pad (5.1.1), parse (5.2.1), and for both blocks
// prepare the message schedule, compress, add (6.2.2).
// Source: NIST FIPS 180-4, August 2015.

#include "reference.h"

extern "C" void hashlane_sha256_nodes_ref_x1(std::uint8_t *digests, const std::uint8_t *nodes,
                                             std::uint64_t count) noexcept
{
    for (; count != 0; --count, digests += digest_bytes, nodes += block_bytes) {
        std::uint32_t hash[8], block[16];
        for (int i = 0; i < 8; ++i)
            hash[i] = initial_hash[i];
        for (int t = 0; t < 16; ++t)
            block[t] = load(nodes + 4 * t);
        compress(hash, block);
        compress(hash, second_block);
        for (int i = 0; i < 8; ++i)
            store(digests + 4 * i, hash[i]);
    }
}
