// SPDX-License-Identifier: MIT
//
// What all kernels on the SHA extensions share: constants as vectors, and bytes to and from words.
// Registers: abef and cdgh hold the working variables, first letter in the highest word, as
// SHA256RNDS2 wants them; a vector of the schedule has its lowest word first.
// Sources: FIPS 180-4, 6.2.2; Intel, "Intel SHA Extensions", July 2013.
#ifndef HASHLANE_SRC_SHA256_SHANI_WORDS_H
#define HASHLANE_SRC_SHA256_SHANI_WORDS_H

#include "chain.h"
#include "shani_steps.h"

namespace {

// How a vector of the schedule is formed from those before.
enum class Schedule {
    short_path, ///< W[t-7] of its last word, which MSG2 does not need, is added after MSG2: only
                ///< MSG2 and one addition are on the path from vector to vector
    few_instructions, ///< two instructions less; ALIGNR, an addition and MSG2 on that path
};

constexpr Words at(const std::uint32_t *table)
{
    return {{table[0], table[1], table[2], table[3]}};
}
constexpr Words sum(Words a, Words b)
{
    return {{a.w[0] + b.w[0], a.w[1] + b.w[1], a.w[2] + b.w[2], a.w[3] + b.w[3]}};
}
template <int g> constexpr Words k = at(round_constant + 4 * g);
template <int half> constexpr Words hash = at(initial_hash + 4 * half);
constexpr Words initial_abef = {
    {initial_hash[5], initial_hash[4], initial_hash[1], initial_hash[0]}};
constexpr Words initial_cdgh = {
    {initial_hash[7], initial_hash[6], initial_hash[3], initial_hash[2]}};

// Bytes are in the order of a message or digest: big-endian words.
HASHLANE_INLINE __m128i swap_bytes(__m128i v)
{
    return _mm_shuffle_epi8(v, _mm_set_epi8(12, 13, 14, 15, 8, 9, 10, 11, 4, 5, 6, 7, 0, 1, 2, 3));
}
HASHLANE_INLINE __m128i load_four(const std::uint8_t *bytes)
{
    return swap_bytes(_mm_loadu_si128(reinterpret_cast<const __m128i *>(bytes)));
}
HASHLANE_INLINE void store_four(std::uint8_t *bytes, __m128i v)
{
    _mm_storeu_si128(reinterpret_cast<__m128i *>(bytes), swap_bytes(v));
}

// What is missing of vector g after MSG1: `before` is vector g - 2, `newest` vector g - 1.
template <Schedule schedule, class Before>
HASHLANE_INLINE void finish_vector(__m128i &v, const Before &before, __m128i newest)
{
    if constexpr (schedule == Schedule::short_path) {
        add_last_three(v, before);
        message2(v, newest);
        add_first(v, newest);
    } else {
        add_between(v, newest, before);
        message2(v, newest);
    }
}

} // namespace

#endif
