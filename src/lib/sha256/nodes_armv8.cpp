// SPDX-License-Identifier: MIT
//
// SHA-256 of 64-byte nodes on the SHA2 instructions of ARMv8: one or two nodes.
//
// Contract: see kernels.h. Needs FEAT_SHA256.
// Idea: the first block as in blocks_armv8.cpp, from constants; the rounds of the second take
// constants alone.
// Source: see armv8.h.

#include "armv8.h"

namespace {

template <int lanes>
HASHLANE_INLINE void hash_nodes(std::uint8_t *digests, const std::uint8_t *nodes,
                                std::uint64_t count)
{
    for (; count != 0; --count, digests += lanes * digest_bytes, nodes += lanes * block_bytes) {
        BlockLane l[lanes];
        unroll<lanes>([&](auto i) {
            l[i].abcd = vld1q_u32(initial_hash);
            l[i].efgh = vld1q_u32(initial_hash + 4);
            begin_block(l[i], nodes + i * block_bytes);
        });
        compress(l);
        unroll<lanes>([&](auto i) {
            end_block(l[i]);
            l[i].old_abcd = l[i].abcd;
            l[i].old_efgh = l[i].efgh;
        });
        unroll<16>([&](auto g) {
            const uint32x4_t k_w = vld1q_u32(second_addends.of_round + 4 * g);
            unroll<lanes>([&](auto i) { four_rounds(l[i].abcd, l[i].efgh, k_w); });
        });
        unroll<lanes>([&](auto i) {
            end_block(l[i]);
            store_big_endian(digests + i * digest_bytes, l[i].abcd);
            store_big_endian(digests + i * digest_bytes + 16, l[i].efgh);
        });
    }
}

} // namespace

HASHLANE_SHA256_NODES(hashlane_sha256_nodes_armv8_x1, hash_nodes<1>)
HASHLANE_SHA256_NODES(hashlane_sha256_nodes_armv8_x2, hash_nodes<2>)
