// SPDX-License-Identifier: MIT
//
// SHA-256 chain on AVX2: eight lanes.
//
// Contract: see chain.h. Needs AVX2.
// Idea: for processors with neither SHA extensions nor AVX-512. One ymm holds the same word of
// eight lanes from the first iteration to the last. AVX2 has no rotation: two shifts and an
// exclusive or; Ch and Maj take three operations each.
// Source: FIPS 180-4, 6.2.2.

#include "avx2_rounds.h"

namespace {

constexpr int lanes = 8;

// Rows to columns: word j of lane i becomes word i of register j.
HASHLANE_INLINE void transpose(Ymm (&v)[lanes])
{
    Ymm pairs[lanes];
    unroll<4>([&](auto i) HASHLANE_INLINE_LAMBDA {
        pairs[2 * i] = _mm256_unpacklo_epi32(v[2 * i], v[2 * i + 1]);
        pairs[2 * i + 1] = _mm256_unpackhi_epi32(v[2 * i], v[2 * i + 1]);
    });
    Ymm fours[lanes];
    unroll<4>([&](auto i) HASHLANE_INLINE_LAMBDA {
        constexpr int at = 4 * (i / 2) + i % 2; // lanes at … at + 1 and at + 2 … at + 3
        fours[2 * i] = _mm256_unpacklo_epi64(pairs[at], pairs[at + 2]);
        fours[2 * i + 1] = _mm256_unpackhi_epi64(pairs[at], pairs[at + 2]);
    });
    unroll<4>([&](auto i) HASHLANE_INLINE_LAMBDA {
        v[i] = _mm256_permute2x128_si256(fours[i], fours[i + 4], 0x20);
        v[i + 4] = _mm256_permute2x128_si256(fours[i], fours[i + 4], 0x31);
    });
}

HASHLANE_INLINE Ymm with_bytes_reversed(Ymm a)
{
    return _mm256_shuffle_epi8(a, _mm256_broadcastsi128_si256(_mm_set_epi8(
                                      12, 13, 14, 15, 8, 9, 10, 11, 4, 5, 6, 7, 0, 1, 2, 3)));
}

HASHLANE_INLINE void load_lanes(EightLanes &l, const std::uint8_t *digests)
{
    unroll<lanes>([&](auto i) HASHLANE_INLINE_LAMBDA {
        const auto *digest = reinterpret_cast<const Ymm *>(digests + i * digest_bytes);
        l.s[i] = with_bytes_reversed(_mm256_loadu_si256(digest));
    });
    transpose(l.s);
    unroll<8>([&](auto j) HASHLANE_INLINE_LAMBDA {
        l.s[j] = _mm256_sub_epi32(l.s[j], as_vector(addends.initial[j]));
    });
}

HASHLANE_INLINE void store_lanes(std::uint8_t *digests, EightLanes &l)
{
    unroll<8>([&](auto j) HASHLANE_INLINE_LAMBDA {
        l.s[j] = _mm256_add_epi32(l.s[j], as_vector(addends.initial[j]));
    });
    transpose(l.s);
    unroll<lanes>([&](auto i) HASHLANE_INLINE_LAMBDA {
        _mm256_storeu_si256(reinterpret_cast<Ymm *>(digests + i * digest_bytes),
                            with_bytes_reversed(l.s[i]));
    });
}

} // namespace

extern "C" void hashlane_sha256_chain_avx2_x8(std::uint8_t *digests,
                                              std::uint64_t iterations) noexcept
{
    alignas(32) Ymm window[16]; // to 16 by GCC for Windows: slower there, and no more
    EightLanes l;
    l.w = window;
    load_lanes(l, digests);
    for (; iterations != 0; --iterations)
        iterate(l);
    store_lanes(digests, l);
}
