// SPDX-License-Identifier: MIT
//
// SHA-256 chain, portable: one lane in plain C++, as fast as a compiler makes it.
//
// Contract: see kernels.h. Needs nothing but C++.
// Idea: latency-bound on the e→e path of the round. The digest stays in eight words between
// iterations. All 64 rounds are unrolled by index, so that the working variables are renamed
// instead of moved, and so that the compiler sees words 8…15 of the block as the constants they
// are: it folds them with the round constants and drops the σ of zeros from the schedule.
// Source: NIST FIPS 180-4, 6.2.2.

#include "portable.h"

extern "C" void hashlane_sha256_chain_portable_x1(std::uint8_t *digests,
                                                  std::uint64_t iterations) noexcept
{
    std::uint32_t digest[8];
    for (int i = 0; i < 8; ++i)
        digest[i] = load(digests + 4 * i);
    for (; iterations != 0; --iterations) {
        std::uint32_t w[16];
        std::uint32_t s[8];
        for (int i = 0; i < 8; ++i) {
            w[i] = digest[i];
            w[i + 8] = padding[i];
            s[i] = initial_hash[i];
        }
        rounds(s, w, std::make_integer_sequence<int, 64>{});
        for (int i = 0; i < 8; ++i)
            digest[i] = initial_hash[i] + s[i];
    }
    for (int i = 0; i < 8; ++i)
        store(digests + 4 * i, digest[i]);
}
