// SPDX-License-Identifier: MIT
//
// SHA-256 of whole blocks on the SHA2 instructions of ARMv8: one or two messages.
//
// Contract: see kernels.h. Needs FEAT_SHA256.
// Idea: one message is bound by the latency of 16 pairs of SHA256H and SHA256H2; two in turn by the
// throughput of their pipe.
// Source: see armv8.h.

#include "armv8.h"

namespace {

HASHLANE_INLINE void load_states(BlockLane (&l)[1], const std::uint32_t *states)
{
    l[0].abcd = vld1q_u32(states);
    l[0].efgh = vld1q_u32(states + 4);
}
HASHLANE_INLINE void store_states(std::uint32_t *states, const BlockLane (&l)[1])
{
    vst1q_u32(states, l[0].abcd);
    vst1q_u32(states + 4, l[0].efgh);
}

// The words of two lanes alternate, as LD2 and ST2 read and write them.
HASHLANE_INLINE void load_states(BlockLane (&l)[2], const std::uint32_t *states)
{
    const uint32x4x2_t abcd = vld2q_u32(states), efgh = vld2q_u32(states + 8);
    l[0].abcd = abcd.val[0];
    l[1].abcd = abcd.val[1];
    l[0].efgh = efgh.val[0];
    l[1].efgh = efgh.val[1];
}
HASHLANE_INLINE void store_states(std::uint32_t *states, const BlockLane (&l)[2])
{
    const uint32x4x2_t abcd = {{l[0].abcd, l[1].abcd}}, efgh = {{l[0].efgh, l[1].efgh}};
    vst2q_u32(states, abcd); // a macro of Clang's, which takes no list
    vst2q_u32(states + 8, efgh);
}

template <int lanes>
HASHLANE_INLINE void compress_blocks(std::uint32_t *states, const std::uint8_t *const *blocks,
                                     std::uint64_t count)
{
    BlockLane l[lanes];
    load_states(l, states);
    for (std::uint64_t block = 0; block < count; ++block) {
        unroll<lanes>([&](auto i) { begin_block(l[i], blocks[i] + block * block_bytes); });
        compress(l);
        unroll<lanes>([&](auto i) { end_block(l[i]); });
    }
    store_states(states, l);
}

} // namespace

HASHLANE_SHA256_BLOCKS(hashlane_sha256_blocks_armv8_x1, compress_blocks<1>)
HASHLANE_SHA256_BLOCKS(hashlane_sha256_blocks_armv8_x2, compress_blocks<2>)
