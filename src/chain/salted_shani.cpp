// SPDX-License-Identifier: MIT
//
// Salted chains on the SHA extensions, one and two lanes.
//
// Contract: see salted_kernels.h. Needs SHA, SSSE3, SSE4.1, AVX.
// Idea: two compressions a hash, bound by the latency of SHA256RNDS2 with one lane: 28 of them in
// the first block, whose first eight rounds take the salt alone and are done once, and 32 in the
// second, whose words are constants. Two lanes in turn share the unit. Registers: abef and cdgh
// hold the working variables, first letter in the highest word, as SHA256RNDS2 wants them; a vector
// of the schedule has its lowest word first. Sources: FIPS 180-4, 6.2.2; Intel, "Intel SHA
// Extensions", July 2013.

#include "../compiler/unroll.h"
#include "salted_constants.h"
#include "salted_kernels.h"

#include <immintrin.h>

namespace {

HASHLANE_INLINE __m128i four(const std::uint32_t *table)
{
    return _mm_set_epi32(static_cast<int>(table[3]), static_cast<int>(table[2]),
                         static_cast<int>(table[1]), static_cast<int>(table[0]));
}

HASHLANE_INLINE __m128i swapped(__m128i v)
{
    return _mm_shuffle_epi8(v, _mm_set_epi8(12, 13, 14, 15, 8, 9, 10, 11, 4, 5, 6, 7, 0, 1, 2, 3));
}

HASHLANE_INLINE __m128i load_four(const std::uint8_t *bytes)
{
    return swapped(_mm_loadu_si128(reinterpret_cast<const __m128i *>(bytes)));
}

HASHLANE_INLINE void store_four(std::uint8_t *bytes, __m128i v)
{
    _mm_storeu_si128(reinterpret_cast<__m128i *>(bytes), swapped(v));
}

struct State {
    __m128i abef, cdgh;
};

// From eight words, the first in the lowest; and back.
HASHLANE_INLINE State state_of(__m128i first, __m128i second)
{
    return {_mm_shuffle_epi32(_mm_unpacklo_epi64(second, first), 0xb1),
            _mm_shuffle_epi32(_mm_unpackhi_epi64(second, first), 0xb1)};
}
HASHLANE_INLINE __m128i first_words(State s)
{
    return _mm_shuffle_epi32(_mm_unpackhi_epi64(s.abef, s.cdgh), 0xb1);
}
HASHLANE_INLINE __m128i second_words(State s)
{
    return _mm_shuffle_epi32(_mm_unpacklo_epi64(s.abef, s.cdgh), 0xb1);
}

HASHLANE_INLINE State initial_state()
{
    return state_of(four(initial_hash), four(initial_hash + 4));
}

HASHLANE_INLINE State add(State a, State b)
{
    return {_mm_add_epi32(a.abef, b.abef), _mm_add_epi32(a.cdgh, b.cdgh)};
}

// Four rounds; wk: their words plus constants.
HASHLANE_INLINE void four_rounds(State &s, __m128i wk)
{
    s.cdgh = _mm_sha256rnds2_epu32(s.cdgh, s.abef, wk);
    s.abef = _mm_sha256rnds2_epu32(s.abef, s.cdgh, _mm_shuffle_epi32(wk, 0x0e));
}

// Vector g of the schedule, words 4g … 4g+3, over vector g - 4.
template <int g> HASHLANE_INLINE __m128i schedule(__m128i (&v)[4])
{
    if constexpr (g >= 4) {
        const __m128i w4 = v[(g + 3) % 4], w8 = v[(g + 2) % 4];
        const __m128i early = _mm_add_epi32(_mm_sha256msg1_epu32(v[g % 4], v[(g + 1) % 4]),
                                            _mm_alignr_epi8(w4, w8, 4));
        v[g % 4] = _mm_sha256msg2_epu32(early, w4);
    }
    return v[g % 4];
}

struct Lane {
    __m128i salt[2];
    State after_salt; // eight rounds
    State digest;
    __m128i v[4];
    State between;

    HASHLANE_INLINE void load(const std::uint8_t *digest_at, const std::uint8_t *salt_at)
    {
        salt[0] = load_four(salt_at);
        salt[1] = load_four(salt_at + 16);
        after_salt = initial_state();
        four_rounds(after_salt, _mm_add_epi32(salt[0], four(round_constant)));
        four_rounds(after_salt, _mm_add_epi32(salt[1], four(round_constant + 4)));
        digest = state_of(load_four(digest_at), load_four(digest_at + 16));
    }
    HASHLANE_INLINE void store(std::uint8_t *digest_at) const
    {
        store_four(digest_at, first_words(digest));
        store_four(digest_at + 16, second_words(digest));
    }
};

template <int lanes> HASHLANE_INLINE void hash(Lane (&l)[lanes])
{
    unroll<lanes>([&](auto i) {
        l[i].v[0] = l[i].salt[0];
        l[i].v[1] = l[i].salt[1];
        l[i].v[2] = first_words(l[i].digest);
        l[i].v[3] = second_words(l[i].digest);
        l[i].digest = l[i].after_salt;
    });
    unroll<14>([&](auto j) {
        constexpr int g = j + 2;
        unroll<lanes>([&](auto i) {
            four_rounds(l[i].digest,
                        _mm_add_epi32(schedule<g>(l[i].v), four(round_constant + 4 * g)));
        });
    });
    unroll<lanes>([&](auto i) { l[i].digest = l[i].between = add(l[i].digest, initial_state()); });
    unroll<16>([&](auto g) {
        unroll<lanes>(
            [&](auto i) { four_rounds(l[i].digest, four(padding_block.constant + 4 * g)); });
    });
    unroll<lanes>([&](auto i) { l[i].digest = add(l[i].digest, l[i].between); });
}

template <int lanes>
HASHLANE_INLINE void advance(std::uint8_t *digests, const std::uint8_t *salts,
                             std::uint64_t iterations)
{
    Lane l[lanes];
    unroll<lanes>([&](auto i) { l[i].load(digests + i * digest_bytes, salts + i * digest_bytes); });
    for (; iterations != 0; --iterations)
        hash(l);
    unroll<lanes>([&](auto i) { l[i].store(digests + i * digest_bytes); });
}

} // namespace

extern "C" void hashlane_sha256_salted_shani_x1(std::uint8_t *digests, const std::uint8_t *salts,
                                                std::uint64_t iterations) noexcept
{
    advance<1>(digests, salts, iterations);
}

extern "C" void hashlane_sha256_salted_shani_x2(std::uint8_t *digests, const std::uint8_t *salts,
                                                std::uint64_t iterations) noexcept
{
    advance<2>(digests, salts, iterations);
}
