// SPDX-License-Identifier: MIT
//
// SHA-256 chain on AVX2: eight lanes.
//
// Contract: see kernels.h. Needs AVX2.
// Idea: for processors with neither SHA extensions nor AVX-512. One ymm holds the same word of
// eight lanes from the first iteration to the last. AVX2 has no rotation: two shifts and an
// exclusive or; Ch and Maj take three operations each.
// Source: FIPS 180-4, 6.2.2.

#include "avx2.h"

namespace {

// Between iterations the initial hash is not added yet.
HASHLANE_INLINE void load_lanes(EightLanes<DigestBlock> &l, const std::uint8_t *digests)
{
    load_words(l.s, digests);
    unroll<8>([&](auto j) HASHLANE_INLINE_LAMBDA {
        l.s[j] = _mm256_sub_epi32(l.s[j], as_vector(addends.initial[j]));
    });
}

HASHLANE_INLINE void store_lanes(std::uint8_t *digests, EightLanes<DigestBlock> &l)
{
    unroll<8>([&](auto j) HASHLANE_INLINE_LAMBDA {
        l.s[j] = _mm256_add_epi32(l.s[j], as_vector(addends.initial[j]));
    });
    store_words(digests, l.s);
}

} // namespace

extern "C" void hashlane_sha256_chain_avx2_x8(std::uint8_t *digests,
                                              std::uint64_t iterations) noexcept
{
    alignas(32) Ymm window[16]; // to 16 by GCC for Windows: slower there, and no more
    EightLanes<DigestBlock> l;
    l.w = window;
    load_lanes(l, digests);
    for (; iterations != 0; --iterations)
        iterate(l);
    store_lanes(digests, l);
}
