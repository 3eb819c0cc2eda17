// SPDX-License-Identifier: MIT
//
// SHA-256 of 64-byte nodes on AVX2: eight nodes.
//
// Contract: see kernels.h. Needs AVX2.
// Idea: the first block as in blocks_avx2.cpp; the rounds of the second add one constant each.
// Source: FIPS 180-4, 6.2.2.

#include "avx2.h"

namespace {

constexpr Constants second_constants = eight_times(second_addends.of_round);

HASHLANE_INLINE void rounds_of_second_block(EightLanes<WholeBlock> &l)
{
    l.b_c = xor2(l.s[1], l.s[2]);
    const Words *const end = second_constants.of_round + 64;
    for (const Words *k = second_constants.of_round; k != end; k += 16)
        unroll<16>([&](auto t) HASHLANE_INLINE_LAMBDA {
            finish_round<t>(l, add_memory(l.s[(7 + 64 - t) % 8], k[t]));
        });
}

} // namespace

extern "C" void hashlane_sha256_nodes_avx2_x8(std::uint8_t *digests, const std::uint8_t *nodes,
                                              std::uint64_t count) noexcept
{
    alignas(32) Ymm window[16];
    alignas(32) Ymm between[8];
    EightLanes<WholeBlock> l;
    l.w = window;
    for (; count != 0; --count, digests += lanes * digest_bytes, nodes += lanes * block_bytes) {
        load_block(l, [&](std::size_t lane)
                          HASHLANE_INLINE_LAMBDA { return nodes + lane * block_bytes; });
        unroll<8>([&](auto j) HASHLANE_INLINE_LAMBDA { l.s[j] = load_memory(addends.initial[j]); });
        rounds_of_block(l);
        unroll<8>([&](auto j) HASHLANE_INLINE_LAMBDA {
            l.s[j] = add_memory(l.s[j], addends.initial[j]);
            store_memory(between[j], l.s[j]);
        });
        rounds_of_second_block(l);
        unroll<8>([&](auto j) HASHLANE_INLINE_LAMBDA { l.s[j] = add_memory(l.s[j], between[j]); });
        store_words(digests, l.s);
    }
}
