// SPDX-License-Identifier: MIT
//
// Whole blocks on the SHA2 instructions of ARMv8, for any number of lanes. SHA256H and SHA256H2 do
// four rounds together; lanes take turns at every four rounds.
// Sources: FIPS 180-4, 6.2.2; Arm Architecture Reference Manual (DDI 0487), C7.2, SHA256H.
#ifndef HASHLANE_SRC_SHA256_ARMV8_BLOCKS_H
#define HASHLANE_SRC_SHA256_ARMV8_BLOCKS_H

#include "../compiler/unroll.h"
#include "armv8_words.h"
#include "blocks.h"

namespace {

struct BlockLane {
    uint32x4_t abcd, efgh; // working variables, first letter in the lowest word
    uint32x4_t v[4];       // vector g of the schedule is v[g % 4]
    uint32x4_t old_abcd, old_efgh;
};

HASHLANE_INLINE void begin_block(BlockLane &l, const std::uint8_t *block)
{
    unroll<4>([&](auto g) { l.v[g] = load_big_endian(block + 16 * g); });
    l.old_abcd = l.abcd;
    l.old_efgh = l.efgh;
}

HASHLANE_INLINE void end_block(BlockLane &l)
{
    l.abcd = vaddq_u32(l.abcd, l.old_abcd);
    l.efgh = vaddq_u32(l.efgh, l.old_efgh);
}

HASHLANE_INLINE void four_rounds(BlockLane &l, uint32x4_t wk)
{
    uint32x4_t copy = l.abcd;
    HASHLANE_KEEP("w", copy); // else the copy goes through SHA256H, and the next pair waits for it
    l.abcd = vsha256hq_u32(l.abcd, l.efgh, wk);
    l.efgh = vsha256h2q_u32(l.efgh, copy, wk);
}

// Four rounds, then the vector of the schedule that takes the place of theirs.
template <int lanes> HASHLANE_INLINE void compress(BlockLane (&l)[lanes])
{
    unroll<16>([&](auto g) {
        const uint32x4_t k = vld1q_u32(round_constant + 4 * g);
        unroll<lanes>([&](auto i) { four_rounds(l[i], vaddq_u32(l[i].v[g % 4], k)); });
        if constexpr (g < 12)
            unroll<lanes>([&](auto i) {
                uint32x4_t(&v)[4] = l[i].v;
                v[g % 4] = vsha256su1q_u32(vsha256su0q_u32(v[g % 4], v[(g + 1) % 4]),
                                           v[(g + 2) % 4], v[(g + 3) % 4]);
            });
    });
}

} // namespace

#endif
