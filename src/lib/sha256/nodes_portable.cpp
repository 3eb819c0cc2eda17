// SPDX-License-Identifier: MIT
//
// SHA-256 of 64-byte nodes, portable: one lane in plain C++.
//
// Contract: see kernels.h. Needs nothing but C++.
// Idea: portable.h; the rounds of the second block take constants alone.
// Source: NIST FIPS 180-4, 6.2.2.

#include "portable.h"

extern "C" void hashlane_sha256_nodes_portable_x1(std::uint8_t *digests, const std::uint8_t *nodes,
                                                  std::uint64_t count) noexcept
{
    for (; count != 0; --count, digests += digest_bytes, nodes += block_bytes) {
        std::uint32_t state[8], w[16], s[8];
        for (int i = 0; i < 8; ++i)
            state[i] = initial_hash[i];
        for (int i = 0; i < 16; ++i)
            w[i] = load(nodes + 4 * i);
        compress(state, w);
        for (int i = 0; i < 8; ++i)
            s[i] = state[i];
        rounds_of_second_block(s, std::make_integer_sequence<int, 64>{});
        for (int i = 0; i < 8; ++i)
            store(digests + 4 * i, state[i] + s[i]);
    }
}
