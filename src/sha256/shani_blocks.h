// SPDX-License-Identifier: MIT
//
// Whole blocks on the SHA extensions, for any number of lanes, with the steps of the chain
// (shani_steps.h), whose order is the source's: lanes take turns at every four rounds, and a vector
// of the schedule is formed some groups of four rounds before its own.
// Sources: FIPS 180-4, 6.2.2; Intel, "Intel SHA Extensions", July 2013.
#ifndef HASHLANE_SRC_SHA256_SHANI_BLOCKS_H
#define HASHLANE_SRC_SHA256_SHANI_BLOCKS_H

#include "../compiler/unroll.h"
#include "blocks.h"
#include "shani_words.h"

namespace {

struct BlockOrder {
    Schedule schedule;
    int ahead; // in groups of four rounds, at least 1 and at most 3
};

struct BlockLane {
    __m128i abef, cdgh; // of the working variables
    __m128i v[4];       // vector g of the schedule is v[g % 4]
    __m128i old_abef, old_cdgh;
};

// The block's words, and its variables, from those of the state.
HASHLANE_INLINE void begin_block(BlockLane &l, const std::uint8_t *block)
{
    unroll<4>([&](auto g) HASHLANE_INLINE_LAMBDA { l.v[g] = load_four(block + 16 * g); });
    l.old_abef = l.abef;
    l.old_cdgh = l.cdgh;
}

HASHLANE_INLINE void end_block(BlockLane &l)
{
    l.abef = _mm_add_epi32(l.abef, l.old_abef);
    l.cdgh = _mm_add_epi32(l.cdgh, l.old_cdgh);
}

template <BlockOrder order, int g> HASHLANE_INLINE void group_of_rounds(BlockLane &l)
{
    four_rounds(l.abef, l.cdgh, l.v[g % 4], k<g>);
    constexpr int formed = g + order.ahead;
    if constexpr (formed >= 4 && formed < 16) {
        __m128i &v = l.v[formed % 4];
        message1(v, l.v[(formed + 1) % 4]);
        finish_vector<order.schedule>(v, l.v[(formed + 2) % 4], l.v[(formed + 3) % 4]);
    }
}

template <BlockOrder order, int lanes> HASHLANE_INLINE void compress(BlockLane (&l)[lanes])
{
    unroll<16>([&](auto g) HASHLANE_INLINE_LAMBDA {
        unroll<lanes>([&](auto lane)
                          HASHLANE_INLINE_LAMBDA { group_of_rounds<order, g>(l[lane]); });
    });
}

} // namespace

#endif
