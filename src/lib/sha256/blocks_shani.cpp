// SPDX-License-Identifier: MIT
//
// SHA-256 of whole blocks on the SHA extensions: one, two or four messages.
//
// Contract: see kernels.h. Needs SHA, SSSE3, SSE4.1 and AVX (for three-operand forms).
// Idea: as chain_shani.cpp. One message is bound by the latency of 32 SHA256RNDS2, and the schedule
// must keep up. Two in turn are bound by the throughput of Intel's SHA unit; AMD's takes more than
// two, and four are 18 % faster than two there, though they do not fit into the registers.
// Source: see shani_words.h.

#include "shani_words.h"

namespace {

HASHLANE_INLINE __m128i load_vector(const std::uint32_t *words)
{
    return _mm_loadu_si128(reinterpret_cast<const __m128i *>(words));
}
HASHLANE_INLINE void store_vector(std::uint32_t *words, __m128i v)
{
    _mm_storeu_si128(reinterpret_cast<__m128i *>(words), v);
}

HASHLANE_INLINE void load_states(BlockLane (&l)[1], const std::uint32_t *states)
{
    to_variables(l[0].abef, l[0].cdgh, load_vector(states), load_vector(states + 4));
}
HASHLANE_INLINE void store_states(std::uint32_t *states, const BlockLane (&l)[1])
{
    store_vector(states, to_abcd(l[0].abef, l[0].cdgh));
    store_vector(states + 4, to_efgh(l[0].abef, l[0].cdgh));
}

// Words 2 and 0, or 3 and 1, of two vectors.
template <int choice> HASHLANE_INLINE __m128i choose_words(__m128i low, __m128i high)
{
    return _mm_castps_si128(_mm_shuffle_ps(_mm_castsi128_ps(low), _mm_castsi128_ps(high), choice));
}

HASHLANE_INLINE void load_states(BlockLane (&l)[2], const std::uint32_t *states)
{
    const __m128i a_b = load_vector(states), c_d = load_vector(states + 4);
    const __m128i e_f = load_vector(states + 8), g_h = load_vector(states + 12);
    l[0].abef = choose_words<0x22>(e_f, a_b);
    l[0].cdgh = choose_words<0x22>(g_h, c_d);
    l[1].abef = choose_words<0x77>(e_f, a_b);
    l[1].cdgh = choose_words<0x77>(g_h, c_d);
}
HASHLANE_INLINE void store_states(std::uint32_t *states, const BlockLane (&l)[2])
{
    constexpr int halves_swapped = 0x4e;
    store_vector(states,
                 _mm_shuffle_epi32(_mm_unpackhi_epi32(l[0].abef, l[1].abef), halves_swapped));
    store_vector(states + 4,
                 _mm_shuffle_epi32(_mm_unpackhi_epi32(l[0].cdgh, l[1].cdgh), halves_swapped));
    store_vector(states + 8,
                 _mm_shuffle_epi32(_mm_unpacklo_epi32(l[0].abef, l[1].abef), halves_swapped));
    store_vector(states + 12,
                 _mm_shuffle_epi32(_mm_unpacklo_epi32(l[0].cdgh, l[1].cdgh), halves_swapped));
}

// Four vectors of one letter each, of four lanes, and back.
HASHLANE_INLINE void transpose(__m128i (&v)[4])
{
    const __m128i a = _mm_unpacklo_epi32(v[0], v[1]), b = _mm_unpackhi_epi32(v[0], v[1]);
    const __m128i c = _mm_unpacklo_epi32(v[2], v[3]), d = _mm_unpackhi_epi32(v[2], v[3]);
    v[0] = _mm_unpacklo_epi64(a, c);
    v[1] = _mm_unpackhi_epi64(a, c);
    v[2] = _mm_unpacklo_epi64(b, d);
    v[3] = _mm_unpackhi_epi64(b, d);
}

HASHLANE_INLINE void load_states(BlockLane (&l)[4], const std::uint32_t *states)
{
    constexpr int abef[4] = {5, 4, 1, 0}, cdgh[4] = {7, 6, 3, 2};
    __m128i v[4];
    unroll<4>([&](auto i) HASHLANE_INLINE_LAMBDA { v[i] = load_vector(states + 4 * abef[i]); });
    transpose(v);
    unroll<4>([&](auto i) HASHLANE_INLINE_LAMBDA { l[i].abef = v[i]; });
    unroll<4>([&](auto i) HASHLANE_INLINE_LAMBDA { v[i] = load_vector(states + 4 * cdgh[i]); });
    transpose(v);
    unroll<4>([&](auto i) HASHLANE_INLINE_LAMBDA { l[i].cdgh = v[i]; });
}
HASHLANE_INLINE void store_states(std::uint32_t *states, const BlockLane (&l)[4])
{
    constexpr int abef[4] = {5, 4, 1, 0}, cdgh[4] = {7, 6, 3, 2};
    __m128i v[4];
    unroll<4>([&](auto i) HASHLANE_INLINE_LAMBDA { v[i] = l[i].abef; });
    transpose(v);
    unroll<4>([&](auto i) HASHLANE_INLINE_LAMBDA { store_vector(states + 4 * abef[i], v[i]); });
    unroll<4>([&](auto i) HASHLANE_INLINE_LAMBDA { v[i] = l[i].cdgh; });
    transpose(v);
    unroll<4>([&](auto i) HASHLANE_INLINE_LAMBDA { store_vector(states + 4 * cdgh[i], v[i]); });
}

template <int lanes>
HASHLANE_INLINE void compress_blocks(std::uint32_t *states, const std::uint8_t *const *blocks,
                                     std::uint64_t count)
{
    BlockLane l[lanes];
    const std::uint8_t *at[lanes];
    load_states(l, states);
    unroll<lanes>([&](auto i) HASHLANE_INLINE_LAMBDA { at[i] = blocks[i]; });
    for (; count != 0; --count) {
        unroll<lanes>([&](auto i) HASHLANE_INLINE_LAMBDA {
            begin_block(l[i], at[i]);
            at[i] += block_bytes;
        });
        compress<block_order<lanes>>(l);
        unroll<lanes>([&](auto i) HASHLANE_INLINE_LAMBDA { end_block(l[i]); });
    }
    store_states(states, l);
}

} // namespace

HASHLANE_SHA256_BLOCKS(hashlane_sha256_blocks_shani_x1, compress_blocks<1>)
HASHLANE_SHA256_BLOCKS(hashlane_sha256_blocks_shani_x2, compress_blocks<2>)
HASHLANE_SHA256_BLOCKS(hashlane_sha256_blocks_shani_x4, compress_blocks<4>)
