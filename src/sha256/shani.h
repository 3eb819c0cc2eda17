// SPDX-License-Identifier: MIT
//
// The SHA-256 chain on the SHA extensions, for any number of lanes.
//
// Between iterations a lane is kept as its working variables before the initial hash is added:
// the next block adds (initial hash + K) as one constant, so that one shuffle and one addition
// lie between its first SHA256RNDS2 and the last one before. Words 8…15 are padding: their
// rounds take constants, and one of twelve MSG1 is a constant too.
// Registers: abef and cdgh hold the working variables, first letter in the highest word, as
// SHA256RNDS2 wants them; v[0…3] hold 16 words of the schedule, lowest word first.
// No 256-bit register is touched, so no upper half is ever dirty.
// Sources: FIPS 180-4, 6.2.2; Intel, "Intel SHA Extensions", July 2013.
#ifndef HASHLANE_SRC_SHA256_SHANI_H
#define HASHLANE_SRC_SHA256_SHANI_H

#include "../compiler/unroll.h"
#include "chain.h"

#include <immintrin.h>

namespace {

HASHLANE_INLINE __m128i words(std::uint32_t w3, std::uint32_t w2, std::uint32_t w1,
                              std::uint32_t w0)
{
    return _mm_set_epi32(static_cast<int>(w3), static_cast<int>(w2), static_cast<int>(w1),
                         static_cast<int>(w0));
}

HASHLANE_INLINE __m128i add(__m128i a, __m128i b) { return _mm_add_epi32(a, b); }

// Four consecutive words of a table, the first in the lowest word.
HASHLANE_INLINE __m128i four(const std::uint32_t *table)
{
    return words(table[3], table[2], table[1], table[0]);
}

HASHLANE_INLINE __m128i initial_abef()
{
    return words(initial_hash[0], initial_hash[1], initial_hash[4], initial_hash[5]);
}
HASHLANE_INLINE __m128i initial_cdgh()
{
    return words(initial_hash[2], initial_hash[3], initial_hash[6], initial_hash[7]);
}

// The order of bytes in a digest: big-endian words.
HASHLANE_INLINE __m128i swap_bytes(__m128i v)
{
    return _mm_shuffle_epi8(v, _mm_set_epi8(12, 13, 14, 15, 8, 9, 10, 11, 4, 5, 6, 7, 0, 1, 2, 3));
}

HASHLANE_INLINE __m128i load(const std::uint8_t *bytes)
{
    return swap_bytes(_mm_loadu_si128(reinterpret_cast<const __m128i *>(bytes)));
}

HASHLANE_INLINE void store(std::uint8_t *bytes, __m128i v)
{
    _mm_storeu_si128(reinterpret_cast<__m128i *>(bytes), swap_bytes(v));
}

struct Lane {
    __m128i abef, cdgh;
    __m128i v[4];
};

// a … d and e … h, lowest word first, out of abef and cdgh; and back.
HASHLANE_INLINE __m128i first_half(__m128i abef, __m128i cdgh)
{
    return _mm_shuffle_epi32(_mm_unpackhi_epi64(abef, cdgh), 0xb1);
}
HASHLANE_INLINE __m128i second_half(__m128i abef, __m128i cdgh)
{
    return _mm_shuffle_epi32(_mm_unpacklo_epi64(abef, cdgh), 0xb1);
}

HASHLANE_INLINE __m128i high_half(__m128i v) { return _mm_shuffle_epi32(v, 0x0e); }

// Two rounds, words plus constants in the low half of wk: the older half of the working variables
// becomes the newer.
HASHLANE_INLINE void two_rounds(__m128i &older, __m128i newer, __m128i wk)
{
    older = _mm_sha256rnds2_epu32(older, newer, wk);
}

// How a vector of the schedule is formed from those before.
enum class Schedule {
    short_path, ///< W[t-7] of its last word, which MSG2 does not need, is added after MSG2: only
                ///< MSG2 and one addition are on the path from vector to vector
    few_instructions, ///< two instructions less; ALIGNR, an addition and MSG2 on that path
};

// Vector g of the schedule (words 4g … 4g+3), over vector g-4.
template <Schedule order, int g> HASHLANE_INLINE void schedule(Lane &l)
{
    const __m128i w16 = l.v[g % 4];
    const __m128i w12 = l.v[(g + 1) % 4];
    const __m128i w8 = l.v[(g + 2) % 4];
    const __m128i w4 = l.v[(g + 3) % 4];
    // For g = 6 MSG1 sees nothing but padding: words 8…11 plus σ0 of words 9…12, all zeros.
    const __m128i low = g == 6 ? four(padding) : _mm_sha256msg1_epu32(w16, w12);
    if constexpr (order == Schedule::short_path) {
        const __m128i early = add(low, _mm_srli_si128(w8, 4));
        l.v[g % 4] = add(_mm_sha256msg2_epu32(early, w4), _mm_slli_si128(w4, 12));
    } else {
        l.v[g % 4] = _mm_sha256msg2_epu32(add(low, _mm_alignr_epi8(w4, w8, 4)), w4);
    }
}

// Rounds 4g … 4g+3 of every lane, g ≥ 1, each lane's schedule vector just before its rounds.
template <Schedule order, int g, int lanes> HASHLANE_INLINE void group(Lane (&l)[lanes])
{
    unroll<lanes>([&](auto i) {
        if constexpr (g >= 4)
            schedule<order, g>(l[i]);
        const __m128i wk = add(l[i].v[g % 4], four(round_constant + 4 * g));
        two_rounds(l[i].cdgh, l[i].abef, wk);
        two_rounds(l[i].abef, l[i].cdgh, high_half(wk));
    });
}

// From the working variables after one block to those after the next.
template <Schedule order, int lanes> HASHLANE_INLINE void iterate(Lane (&l)[lanes])
{
    unroll<lanes>([&](auto i) {
        const __m128i first = first_half(l[i].abef, l[i].cdgh);
        const __m128i second = second_half(l[i].abef, l[i].cdgh);
        const __m128i newest = _mm_shuffle_epi32(l[i].abef, 0x0b);
        l[i] = {initial_abef(),
                initial_cdgh(),
                {add(first, four(initial_hash)), add(second, four(initial_hash + 4)), four(padding),
                 four(padding + 4)}};
        // Rounds 0 and 1 take a and b alone, straight from abef, the last value to arrive.
        const __m128i constant = add(four(initial_hash), four(round_constant));
        two_rounds(l[i].cdgh, l[i].abef, add(newest, constant));
        two_rounds(l[i].abef, l[i].cdgh, high_half(add(first, constant)));
    });
    unroll<15>([&](auto g) { group<order, g + 1>(l); });
}

template <Schedule order, int lanes>
HASHLANE_INLINE void chain(std::uint8_t *digests, std::uint64_t iterations)
{
    Lane l[lanes];
    unroll<lanes>([&](auto i) {
        const std::uint8_t *digest = digests + i * digest_bytes;
        const __m128i first = _mm_sub_epi32(load(digest), four(initial_hash));
        const __m128i second = _mm_sub_epi32(load(digest + 16), four(initial_hash + 4));
        l[i].abef = _mm_shuffle_epi32(_mm_unpacklo_epi64(second, first), 0xb1);
        l[i].cdgh = _mm_shuffle_epi32(_mm_unpackhi_epi64(second, first), 0xb1);
    });
    for (; iterations != 0; --iterations)
        iterate<order>(l);
    unroll<lanes>([&](auto i) {
        std::uint8_t *digest = digests + i * digest_bytes;
        store(digest, add(first_half(l[i].abef, l[i].cdgh), four(initial_hash)));
        store(digest + 16, add(second_half(l[i].abef, l[i].cdgh), four(initial_hash + 4)));
    });
}

} // namespace

#endif
