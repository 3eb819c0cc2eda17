// SPDX-License-Identifier: MIT
//
// SHA-256 on the SHA extensions: the steps that kernels are made of, the chain, and whole blocks,
// for any number of lanes.
//
// Registers: abef and cdgh hold the working variables, first letter in the highest word, as
// SHA256RNDS2 wants them; a vector of the schedule has its lowest word first, and v[g % 4] holds
// vector g, words 4g … 4g+3, over vector g-4. No 256-bit register is touched, so no upper half is
// ever dirty. The order of instructions is the source's.
//
// Sources: FIPS 180-4, 6.2.2; Intel, "Intel SHA Extensions", July 2013.
#pragma once

#include "../base/compiler.h"
#include "kernels.h"

#include <cstdint>
#include <immintrin.h>

namespace {

// ---- Steps, each one block of assembly ----
//
// What a step executes, between which steps, and where its result is, are then the same from every
// compiler: a vector stays in its register, and nothing is moved. xmm0, which SHA256RNDS2 reads
// implicitly, holds nothing between two steps. SHA instructions have legacy encodings only; all
// others are VEX-encoded, which needs no copies.

// Four words in memory, the first in the lowest: constants, or a vector of the schedule.
struct alignas(16) Words {
    std::uint32_t w[4];
};

// Aligns the code that follows to a multiple of 64 bytes.
HASHLANE_INLINE void align_code() { asm volatile(".p2align 6"); }

HASHLANE_INLINE void load_to(__m128i &v, const Words &w)
{
    asm volatile("vmovdqa %1, %0" : "=x"(v) : "m"(w));
}
HASHLANE_INLINE void store(Words &w, __m128i v)
{
    asm volatile("vmovdqa %1, %0" : "=m"(w) : "x"(v));
}
HASHLANE_INLINE void add(__m128i &v, const Words &w)
{
    asm volatile("vpaddd %1, %0, %0" : "+x"(v) : "m"(w));
}
HASHLANE_INLINE void message1(__m128i &v, __m128i w)
{
    asm volatile("sha256msg1 %1, %0" : "+x"(v) : "x"(w));
}
HASHLANE_INLINE void message1(__m128i &v, const Words &w)
{
    asm volatile("sha256msg1 %1, %0" : "+x"(v) : "m"(w));
}
HASHLANE_INLINE void message2(__m128i &v, __m128i w)
{
    asm volatile("sha256msg2 %1, %0" : "+x"(v) : "x"(w));
}
HASHLANE_INLINE void message2(__m128i &v, const Words &w)
{
    asm volatile("sha256msg2 %1, %0" : "+x"(v) : "m"(w));
}

// Adds the last three words of `low` and the first of `high`: both at once, or one and the other.
HASHLANE_INLINE void add_between(__m128i &v, __m128i high, __m128i low)
{
    asm volatile("vpalignr $4, %2, %1, %%xmm0\n\tvpaddd %%xmm0, %0, %0"
                 : "+x"(v)
                 : "x"(high), "x"(low)
                 : "xmm0");
}
HASHLANE_INLINE void add_between(__m128i &v, __m128i high, const Words &low)
{
    asm volatile("vpalignr $4, %2, %1, %%xmm0\n\tvpaddd %%xmm0, %0, %0"
                 : "+x"(v)
                 : "x"(high), "m"(low)
                 : "xmm0");
}
HASHLANE_INLINE void add_last_three(__m128i &v, __m128i low)
{
    asm volatile("vpsrldq $4, %1, %%xmm0\n\tvpaddd %%xmm0, %0, %0" : "+x"(v) : "x"(low) : "xmm0");
}
HASHLANE_INLINE void add_first(__m128i &v, __m128i high)
{
    asm volatile("vpslldq $12, %1, %%xmm0\n\tvpaddd %%xmm0, %0, %0" : "+x"(v) : "x"(high) : "xmm0");
}

// Does two rounds: the older half of the working variables becomes the newer. Their words and
// constants are the low half of xmm0: of the sum of w and k, of its high half, or of a constant.
HASHLANE_INLINE void two_rounds(__m128i &older, __m128i newer, __m128i w, const Words &k)
{
    asm volatile("vpaddd %3, %2, %%xmm0\n\tsha256rnds2 %%xmm0, %1, %0"
                 : "+x"(older)
                 : "x"(newer), "x"(w), "m"(k)
                 : "xmm0");
}
HASHLANE_INLINE void next_two_rounds(__m128i &older, __m128i newer, __m128i w, const Words &k)
{
    asm volatile("vpaddd %3, %2, %%xmm0\n\tvpshufd $14, %%xmm0, %%xmm0\n\t"
                 "sha256rnds2 %%xmm0, %1, %0"
                 : "+x"(older)
                 : "x"(newer), "x"(w), "m"(k)
                 : "xmm0");
}
HASHLANE_INLINE void two_rounds(__m128i &older, __m128i newer, const Words &wk)
{
    asm volatile("vmovdqa %2, %%xmm0\n\tsha256rnds2 %%xmm0, %1, %0"
                 : "+x"(older)
                 : "x"(newer), "m"(wk)
                 : "xmm0");
}
// Four rounds, with one addition.
HASHLANE_INLINE void four_rounds(__m128i &abef, __m128i &cdgh, __m128i w, const Words &k)
{
    asm volatile("vpaddd %3, %2, %%xmm0\n\tsha256rnds2 %%xmm0, %0, %1\n\t"
                 "vpshufd $14, %%xmm0, %%xmm0\n\tsha256rnds2 %%xmm0, %1, %0"
                 : "+x"(abef), "+x"(cdgh)
                 : "x"(w), "m"(k)
                 : "xmm0");
}
// The first two rounds of a block, whose words are a and b of the block before, without the initial
// hash: k has that too. All eight variables of that block go to two vectors, in the order of the
// schedule, and the initial hash takes their place. The words of the rounds come first, because
// all three shuffles wait for abef and the rounds wait for one of them.
HASHLANE_INLINE void first_two_rounds(__m128i &abef, __m128i &cdgh, __m128i &abcd, __m128i &efgh,
                                      const Words &initial_abef, const Words &initial_cdgh,
                                      const Words &k)
{
    asm volatile("vpshufd $0x0b, %0, %%xmm0\n\tvpaddd %6, %%xmm0, %%xmm0\n\t"
                 "vshufps $0xbb, %1, %0, %2\n\tvshufps $0x11, %1, %0, %3\n\t"
                 "vmovdqa %4, %0\n\tvmovdqa %5, %1\n\tsha256rnds2 %%xmm0, %0, %1"
                 : "+&x"(abef), "+&x"(cdgh), "=&x"(abcd), "=&x"(efgh)
                 : "m"(initial_abef), "m"(initial_cdgh), "m"(k)
                 : "xmm0");
}

// The working variables in the order of the schedule.
HASHLANE_INLINE void in_order(__m128i abef, __m128i cdgh, __m128i &abcd, __m128i &efgh)
{
    asm volatile("vshufps $0xbb, %3, %2, %0\n\tvshufps $0x11, %3, %2, %1"
                 : "=&x"(abcd), "=&x"(efgh)
                 : "x"(abef), "x"(cdgh));
}

// ---- Constants as vectors, and bytes to and from words ----

// The way to form a vector of the schedule from those before.
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

// The working variables of two vectors of a state's words, first letter in the lowest word.
HASHLANE_INLINE void to_variables(__m128i &abef, __m128i &cdgh, __m128i abcd, __m128i efgh)
{
    abef = _mm_shuffle_epi32(_mm_unpacklo_epi64(efgh, abcd), 0xb1);
    cdgh = _mm_shuffle_epi32(_mm_unpackhi_epi64(efgh, abcd), 0xb1);
}
// And these vectors of the variables.
HASHLANE_INLINE __m128i to_abcd(__m128i abef, __m128i cdgh)
{
    return _mm_shuffle_epi32(_mm_unpackhi_epi64(abef, cdgh), 0xb1);
}
HASHLANE_INLINE __m128i to_efgh(__m128i abef, __m128i cdgh)
{
    return _mm_shuffle_epi32(_mm_unpacklo_epi64(abef, cdgh), 0xb1);
}

// Does the rest of vector g after MSG1: `before` is vector g - 2, `newest` vector g - 1.
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

// ---- Whole blocks ----
//
// Lanes take turns, and a vector of the schedule is formed some groups of four rounds before its
// own.

struct BlockOrder {
    Schedule schedule;
    int ahead;    // in groups of four rounds, at least 1 and at most 3
    int turn = 1; // of a lane, in groups of four rounds
};

/// Four lanes do not fit into the registers: with longer turns fewer vectors go to the stack and
/// back.
constexpr BlockOrder order_of_four = {
    .schedule = Schedule::few_instructions, .ahead = 3, .turn = 2};

/// One lane is bound by latency, two are nearly, four are bound by the SHA unit.
template <int lanes>
constexpr BlockOrder block_order =
    lanes == 1   ? BlockOrder{.schedule = Schedule::short_path, .ahead = 2}
    : lanes == 2 ? BlockOrder{.schedule = Schedule::few_instructions, .ahead = 3}
                 : order_of_four;

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
    unroll<16 / order.turn>([&](auto turn) HASHLANE_INLINE_LAMBDA {
        unroll<lanes>([&](auto lane) HASHLANE_INLINE_LAMBDA {
            unroll<order.turn>([&](auto i) HASHLANE_INLINE_LAMBDA {
                group_of_rounds<order, turn * order.turn + i>(l[lane]);
            });
        });
    });
}
// Returns the operand of SHA256RNDS2 number t of the second block of a node or a salted chain.
template <int t>
constexpr Words second_k = {
    {second_addends.of_round[2 * t], second_addends.of_round[2 * t + 1], 0, 0}};

} // namespace
