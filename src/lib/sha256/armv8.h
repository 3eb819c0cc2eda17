// SPDX-License-Identifier: MIT
//
// SHA-256 on the SHA2 instructions of ARMv8: four words in a NEON register, and whole blocks of any
// number of lanes.
// Sources: FIPS 180-4, 6.2.2; Arm Architecture Reference Manual (DDI 0487), C7.2, SHA256H.
#pragma once

#include "../base/compiler.h"
#include "kernels.h"

#include <arm_neon.h>
#include <cstdint>

namespace {

HASHLANE_INLINE uint32x4_t add(uint32x4_t a, uint32x4_t b) { return vaddq_u32(a, b); }

HASHLANE_INLINE uint32x4_t load_big_endian(const std::uint8_t *bytes)
{
    return vreinterpretq_u32_u8(vrev32q_u8(vld1q_u8(bytes)));
}
HASHLANE_INLINE void store_big_endian(std::uint8_t *bytes, uint32x4_t v)
{
    vst1q_u8(bytes, vrev32q_u8(vreinterpretq_u8_u32(v)));
}

/// Loads four consecutive words of a table.
HASHLANE_INLINE uint32x4_t four(const std::uint32_t *table) { return vld1q_u32(table); }

// SHA256H and SHA256H2 do four rounds together.
HASHLANE_INLINE void four_rounds(uint32x4_t &abcd, uint32x4_t &efgh, uint32x4_t wk)
{
    uint32x4_t copy = abcd;
    HASHLANE_KEEP("w", copy); // else the copy goes through SHA256H, and the next pair waits for it
    abcd = vsha256hq_u32(abcd, efgh, wk);
    efgh = vsha256h2q_u32(efgh, copy, wk);
}

// ---- Whole blocks: lanes take turns at every four rounds ----

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

// Four rounds, then the vector of the schedule that takes the place of theirs.
template <int lanes> HASHLANE_INLINE void compress(BlockLane (&l)[lanes])
{
    unroll<16>([&](auto g) {
        const uint32x4_t k = vld1q_u32(round_constant + 4 * g);
        unroll<lanes>(
            [&](auto i) { four_rounds(l[i].abcd, l[i].efgh, vaddq_u32(l[i].v[g % 4], k)); });
        if constexpr (g < 12)
            unroll<lanes>([&](auto i) {
                uint32x4_t(&v)[4] = l[i].v;
                v[g % 4] = vsha256su1q_u32(vsha256su0q_u32(v[g % 4], v[(g + 1) % 4]),
                                           v[(g + 2) % 4], v[(g + 3) % 4]);
            });
    });
}

} // namespace
