// SPDX-License-Identifier: MIT
//
// SHA-256 chain with a salt, reference: one lane, to be read next to the standard.
//
// Contract: see kernels.h. Needs nothing but C++.
// Idea: FIPS 180-4 in its own order and words: pad (5.1.1), parse (5.2.1), and for both blocks
// prepare the message schedule, compress, add (6.2.2).
// Source: NIST FIPS 180-4, August 2015.

#include "reference.h"

extern "C" void hashlane_sha256_salted_ref_x1(std::uint8_t *digests, const std::uint8_t *salts,
                                              std::uint64_t iterations) noexcept
{
    std::uint32_t salt[8];
    for (int i = 0; i < 8; ++i)
        salt[i] = load(salts + 4 * i);
    for (; iterations != 0; --iterations) {
        std::uint32_t hash[8], block[16];
        for (int i = 0; i < 8; ++i) {
            hash[i] = initial_hash[i];
            block[i] = salt[i];
            block[i + 8] = load(digests + 4 * i);
        }
        compress(hash, block);
        compress(hash, second_block);
        for (int i = 0; i < 8; ++i)
            store(digests + 4 * i, hash[i]);
    }
}
