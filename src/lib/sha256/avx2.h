// SPDX-License-Identifier: MIT
//
// SHA-256 on AVX2: a register holds the same word of eight lanes.
//
// Idea: 16 registers are enough for the eight working variables, a ^ b of the round before and what
// a round is busy with, if all else is in memory: the words of the schedule, and every constant,
// eight times. The padding and the initial hash are folded as in in_place.h.
// Source: NIST FIPS 180-4, 6.2.2.
#pragma once

#include "../base/compiler.h"
#include "kernels.h"

#include <cstdint>
#include <immintrin.h>

namespace {

// ---- Operations, each one instruction ----
//
// They are assembly, which stays in the order of the source, and words that the source leaves in
// memory are memory operands: compilers would load such words early, and spill others.

using Ymm = __m256i;

// A word of every lane in memory, as a constant or a Ymm is.
struct alignas(32) Words {
    std::uint32_t lane[8];
};

constexpr Words in_every_lane(std::uint32_t word)
{
    return {{word, word, word, word, word, word, word, word}};
}

template <class Memory> HASHLANE_INLINE Ymm as_vector(const Memory &a)
{
    static_assert(sizeof a == sizeof(Ymm));
    return _mm256_loadu_si256(reinterpret_cast<const Ymm *>(&a));
}

HASHLANE_INLINE Ymm xor2(Ymm a, Ymm b)
{
    Ymm result;
    asm volatile("vpxor %2, %1, %0" : "=x"(result) : "x"(a), "x"(b));
    return result;
}
HASHLANE_INLINE Ymm and2(Ymm a, Ymm b)
{
    Ymm result;
    asm volatile("vpand %2, %1, %0" : "=x"(result) : "x"(a), "x"(b));
    return result;
}
HASHLANE_INLINE Ymm add(Ymm a, Ymm b)
{
    Ymm result;
    asm volatile("vpaddd %2, %1, %0" : "=x"(result) : "x"(a), "x"(b));
    return result;
}
template <class Memory> HASHLANE_INLINE Ymm add_memory(Ymm a, const Memory &b)
{
    Ymm result;
    asm volatile("vpaddd %2, %1, %0" : "=x"(result) : "x"(a), "m"(b));
    return result;
}
template <int n> HASHLANE_INLINE Ymm shr(Ymm a)
{
    Ymm result;
    asm volatile("vpsrld %2, %1, %0" : "=x"(result) : "x"(a), "i"(n));
    return result;
}
template <int n> HASHLANE_INLINE Ymm shl(Ymm a)
{
    Ymm result;
    asm volatile("vpslld %2, %1, %0" : "=x"(result) : "x"(a), "i"(n));
    return result;
}
template <class Memory> HASHLANE_INLINE Ymm load_memory(const Memory &a)
{
    Ymm result;
    asm volatile("vmovdqu %1, %0" : "=x"(result) : "m"(a));
    return result;
}
HASHLANE_INLINE void store_memory(Ymm &to, Ymm a)
{
    asm volatile("vmovdqu %1, %0" : "=m"(to) : "x"(a));
}

// ---- Eight words of eight lanes, and their bytes ----

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

// ---- Rounds ----

struct Addends {
    Words round[64];    // K, with the padding, and with h where that is of the initial hash
    Words schedule[32]; // from 16 on: the padding's part, mostly zero
    Words initial[8];
    Words initial_a_b; // a ^ b
    Words first_a, first_e;
};

constexpr Addends make_addends()
{
    constexpr const std::uint32_t *h = initial_hash;
    Addends result{};
    for (int t = 0; t < 64; ++t)
        result.round[t] =
            in_every_lane(round_constant[t] + padding_word(t) + (t < 4 ? h[7 - t] : 0));
    for (int t = 16; t < 32; ++t)
        result.schedule[t] = in_every_lane(known_sum<DigestBlock>(t));
    for (int j = 0; j < 8; ++j)
        result.initial[j] = in_every_lane(h[j]);
    result.initial_a_b = in_every_lane(h[0] ^ h[1]);
    const std::uint32_t t1 = h[7] + big_sigma1(h[4]) + choose(h[4], h[5], h[6]) + round_constant[0];
    result.first_a = in_every_lane(t1 + big_sigma0(h[0]) + majority(h[0], h[1], h[2]));
    result.first_e = in_every_lane(t1 + h[3]);
    return result;
}

constexpr Addends addends = make_addends();

// Between a chain's iterations `s` is the working variables before the initial hash is added. In
// round t, variable `name` (a = 0 … h = 7) is s[(name - t) mod 8].
template <class Block_> struct EightLanes {
    using Block = Block_;
    Ymm s[8];
    Ymm b_c; // b ^ c of this round: a ^ b of the one before
    Ymm *w;  // a window of 16 words of the schedule
};

template <int n> HASHLANE_INLINE Ymm rotr(Ymm a)
{
    const Ymm low = shr<n>(a);
    return xor2(low, shl<32 - n>(a));
}

// Rotations one by one, so that few registers are in use, but added as a tree: three exclusive ors
// after the shift.
template <int n1, int n2, int n3> HASHLANE_INLINE Ymm big_sigma(Ymm a)
{
    const Ymm first = rotr<n1>(a);
    const Ymm both = xor2(first, rotr<n2>(a));
    return xor2(both, rotr<n3>(a));
}

template <int n1, int n2, int n3> HASHLANE_INLINE Ymm small_sigma(Ymm a)
{
    const Ymm first = rotr<n1>(a);
    const Ymm both = xor2(first, rotr<n2>(a));
    return xor2(both, shr<n3>(a));
}

// Word t of the schedule, t ≥ 16. Its own first term may be missing: σ0 of padding is a constant.
template <int t, class Lanes> HASHLANE_INLINE Ymm schedule(Lanes &l)
{
    using Block = typename Lanes::Block;
    const auto word = [&l](int i) HASHLANE_INLINE_LAMBDA -> Ymm & { return l.w[(t - i) % 16]; };
    Ymm sum;
    if constexpr (!Block::is_known(t - 15))
        sum = small_sigma<7, 18, 3>(load_memory(word(15)));
    else
        sum = small_sigma<17, 19, 10>(load_memory(word(2)));
    if constexpr (!Block::is_known(t - 16))
        sum = add_memory(sum, word(16));
    if constexpr (!Block::is_known(t - 7))
        sum = add_memory(sum, word(7));
    if constexpr (known_sum<Block>(t) != 0)
        sum = add_memory(sum, addends.schedule[t % 32]);
    if constexpr (!Block::is_known(t - 15) && !Block::is_known(t - 2))
        sum = add(sum, small_sigma<17, 19, 10>(load_memory(word(2))));
    store_memory(word(0), sum);
    return sum;
}

// h + K + W of round t. Some words are constants; after the initial hash h is one until the
// variables that it started as have moved through: g, f and e in rounds 1, 2 and 3.
template <int t, class Lanes> HASHLANE_INLINE Ymm sum_of_h_k_w(Lanes &l, const Words &k)
{
    using Block = typename Lanes::Block;
    const Ymm &h = l.s[(7 + 64 - t) % 8];
    if constexpr (Block::follows_initial_hash && t < 4)
        return add_memory(load_memory(l.w[t]), k);
    else if constexpr (Block::is_known(t))
        return add_memory(h, k);
    else if constexpr (t < 16)
        return add_memory(add_memory(h, k), l.w[t]);
    else {
        const Ymm word = schedule<t>(l);
        return add(add_memory(h, k), word);
    }
}

// Does the rest of round t, with the sum of h, K and W.
template <int t, class Lanes> HASHLANE_INLINE void finish_round(Lanes &l, Ymm sum)
{
    const auto at = [&l](int name)
                        HASHLANE_INLINE_LAMBDA -> Ymm & { return l.s[(name + 64 - t) % 8]; };
    const Ymm f_g = xor2(at(5), at(6));
    const Ymm f_and = and2(f_g, at(4));
    sum = add(sum, xor2(f_and, at(6)));
    sum = add(sum, big_sigma<6, 11, 25>(at(4)));
    at(3) = add(at(3), sum);
    const Ymm a_b = xor2(at(0), at(1));
    const Ymm differ = and2(a_b, l.b_c);
    l.b_c = a_b;
    sum = add(sum, xor2(differ, at(1)));
    at(7) = add(sum, big_sigma<2, 13, 22>(at(0)));
}

// Round t ≥ 1 with its constant k; in whole blocks, also round 0. From t = 32 on all that depends
// on t repeats every 16 rounds.
template <int t, class Lanes> HASHLANE_INLINE void round(Lanes &l, const Words &k)
{
    finish_round<t>(l, sum_of_h_k_w<t>(l, k));
}

// Crosses the block boundary: the digest becomes the block, the variables start again. Round 0
// starts from constants alone: the new a and e are word 0 plus one constant each.
HASHLANE_INLINE void begin(EightLanes<DigestBlock> &l)
{
    const Ymm first = add_memory(l.s[0], addends.initial[0]);
    store_memory(l.w[0], first);
    unroll<7>([&](auto j) HASHLANE_INLINE_LAMBDA {
        store_memory(l.w[j + 1], add_memory(l.s[j + 1], addends.initial[j + 1]));
    });
    l.s[3] = add_memory(first, addends.first_e);
    l.s[7] = add_memory(first, addends.first_a);
    unroll<3>([&](auto j) HASHLANE_INLINE_LAMBDA {
        l.s[j] = load_memory(addends.initial[j]);
        l.s[j + 4] = load_memory(addends.initial[j + 4]);
    });
    l.b_c = load_memory(addends.initial_a_b);
}

// Rounds `first` < 32 to the last, with all 64 constants.
template <int first, class Lanes> HASHLANE_INLINE void rounds_from(Lanes &l, const Words *constants)
{
    unroll<32 - first>([&](auto i)
                           HASHLANE_INLINE_LAMBDA { round<i + first>(l, constants[i + first]); });
    for (const Words *k = constants + 32; k != constants + 64; k += 16)
        unroll<16>([&](auto i) HASHLANE_INLINE_LAMBDA { round<i + 32>(l, k[i]); });
}

HASHLANE_INLINE void iterate(EightLanes<DigestBlock> &l)
{
    begin(l);
    rounds_from<1>(l, addends.round);
}

// ---- Digests of eight lanes, between memory and registers that hold one word of each ----

HASHLANE_INLINE void load_words(Ymm (&words)[lanes], const std::uint8_t *digests)
{
    unroll<lanes>([&](auto i) HASHLANE_INLINE_LAMBDA {
        const auto *digest = reinterpret_cast<const Ymm *>(digests + i * digest_bytes);
        words[i] = with_bytes_reversed(_mm256_loadu_si256(digest));
    });
    transpose(words);
}

HASHLANE_INLINE void store_words(std::uint8_t *digests, Ymm (&words)[lanes])
{
    transpose(words);
    unroll<lanes>([&](auto i) HASHLANE_INLINE_LAMBDA {
        _mm256_storeu_si256(reinterpret_cast<Ymm *>(digests + i * digest_bytes),
                            with_bytes_reversed(words[i]));
    });
}

// ---- Whole blocks ----

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
