// SPDX-License-Identifier: MIT
//
// Whole blocks on AVX2, with the rounds of avx2_rounds.h: eight lanes.
// Source: NIST FIPS 180-4, 6.2.2.
#ifndef HASHLANE_SRC_SHA256_AVX2_BLOCKS_H
#define HASHLANE_SRC_SHA256_AVX2_BLOCKS_H

#include "avx2_rounds.h"
#include "avx2_transpose.h"
#include "blocks.h"

namespace {

struct Constants {
    Words of_round[64];
};

constexpr Constants eight_times(const std::uint32_t (&words)[64])
{
    Constants constants{};
    for (int t = 0; t < 64; ++t)
        constants.of_round[t] = in_every_lane(words[t]);
    return constants;
}

constexpr Constants round_constants = eight_times(round_constant);

/// Words 0…15 of each lane, whose 64 bytes are at rows(lane), to the window.
template <class Rows> HASHLANE_INLINE void load_block(EightLanes<WholeBlock> &l, const Rows &rows)
{
    unroll<2>([&](auto half) HASHLANE_INLINE_LAMBDA {
        Ymm words[lanes];
        unroll<lanes>([&](auto i) HASHLANE_INLINE_LAMBDA {
            const auto *row = reinterpret_cast<const Ymm *>(rows(std::size_t{i}) + 32 * half);
            words[i] = with_bytes_reversed(_mm256_loadu_si256(row));
        });
        transpose(words);
        unroll<lanes>([&](auto j)
                          HASHLANE_INLINE_LAMBDA { store_memory(l.w[8 * half + j], words[j]); });
    });
}

/// The variables of the block are in l.s.
HASHLANE_INLINE void rounds_of_block(EightLanes<WholeBlock> &l)
{
    l.b_c = xor2(l.s[1], l.s[2]);
    rounds_from<0>(l, round_constants.of_round);
}

} // namespace

#endif
