// SPDX-License-Identifier: MIT
//
// The SHA-256 chain written once over vectors of words: one register holds the same word of as
// many independent lanes as it has 32-bit elements.
//
// Source: NIST FIPS 180-4, 6.2.2. Lanes stay sliced from the first iteration to the last: no
// transposition and no byte order in the loop.
//
// An instruction set is a type Ops with
//   Register                       holds one word of every lane
//   lanes                          how many that is
//   add(a, b), xor3(a, b, c), choose(a, b, c), majority(a, b, c)
//   rotr<n>(a), shr<n>(a)          rotate and shift each word right
//   broadcast(word)                the same word for every lane
//   load(words), store(words, a)   from and to `lanes` consecutive words, any alignment
// all static.
#ifndef HASHLANE_SRC_SHA256_SLICED_H
#define HASHLANE_SRC_SHA256_SLICED_H

#include "../core/lanes.h"
#include "chain.h"
#include "scalar.h"

namespace {

// As many lanes as one register holds. Between iterations `s` is the working variables before
// the initial hash is added; variable `name` (a = 0 … h = 7) stands, in round t, at
// s[(name - t) mod 8]. `w` is a window of 16 words of the schedule.
template <class Ops> struct Batch {
    typename Ops::Register s[8];
    typename Ops::Register w[16];
};

constexpr bool is_padding(int t) { return t >= 8 && t < 16; }
constexpr std::uint32_t padding_word(int t) { return is_padding(t) ? padding[t - 8] : 0; }

template <class Ops, int n1, int n2, int n3>
HASHLANE_INLINE typename Ops::Register big_sigma(typename Ops::Register a)
{
    return Ops::xor3(Ops::template rotr<n1>(a), Ops::template rotr<n2>(a),
                     Ops::template rotr<n3>(a));
}

template <class Ops, int n1, int n2, int n3>
HASHLANE_INLINE typename Ops::Register small_sigma(typename Ops::Register a)
{
    return Ops::xor3(Ops::template rotr<n1>(a), Ops::template rotr<n2>(a),
                     Ops::template shr<n3>(a));
}

// Word t of the schedule, t ≥ 16. What comes from padding is one constant, mostly zero.
template <class Ops, int t> HASHLANE_INLINE void schedule(Batch<Ops> &b)
{
    constexpr std::uint32_t constant = padding_word(t - 16) + small_sigma0(padding_word(t - 15)) +
                                       padding_word(t - 7) + small_sigma1(padding_word(t - 2));
    auto sum = Ops::broadcast(constant);
    if constexpr (!is_padding(t - 16))
        sum = Ops::add(sum, b.w[(t - 16) % 16]);
    if constexpr (!is_padding(t - 15))
        sum = Ops::add(sum, small_sigma<Ops, 7, 18, 3>(b.w[(t - 15) % 16]));
    if constexpr (!is_padding(t - 7))
        sum = Ops::add(sum, b.w[(t - 7) % 16]);
    if constexpr (!is_padding(t - 2))
        sum = Ops::add(sum, small_sigma<Ops, 17, 19, 10>(b.w[(t - 2) % 16]));
    b.w[t % 16] = sum;
}

// h + K + W of round t ≥ 1. Words 8…15 are constants; h is one until the variables that it
// started as have moved through: g, f and e of the initial hash in rounds 1, 2 and 3.
template <class Ops, int t> HASHLANE_INLINE typename Ops::Register h_k_w(const Batch<Ops> &b)
{
    const auto h = b.s[(7 + 64 - t) % 8];
    if constexpr (t < 4)
        return Ops::add(b.w[t], Ops::broadcast(round_constant[t] + initial_hash[7 - t]));
    else if constexpr (is_padding(t))
        return Ops::add(h, Ops::broadcast(round_constant[t] + padding_word(t)));
    else
        return Ops::add(h, Ops::add(b.w[t % 16], Ops::broadcast(round_constant[t])));
}

// Round 0 starts from constants alone: the new a and e are word 0 plus one constant each.
template <class Ops> HASHLANE_INLINE void first_round(Batch<Ops> &b)
{
    constexpr const std::uint32_t *h = initial_hash;
    constexpr std::uint32_t t1 =
        h[7] + big_sigma1(h[4]) + choose(h[4], h[5], h[6]) + round_constant[0];
    constexpr std::uint32_t t2 = big_sigma0(h[0]) + majority(h[0], h[1], h[2]);
    b.s[3] = Ops::add(b.w[0], Ops::broadcast(t1 + h[3]));
    b.s[7] = Ops::add(b.w[0], Ops::broadcast(t1 + t2));
}

// The new e is (d + h + K + W + Ch) + Σ1, not d + T1: one addition more in all, one less on the
// path from e to e, which is what one batch waits for.
template <class Ops, int t> HASHLANE_INLINE void round(Batch<Ops> &b)
{
    const auto at = [&b](int name) -> typename Ops::Register & { return b.s[(name + 64 - t) % 8]; };
    if constexpr (t >= 16)
        schedule<Ops, t>(b);
    const auto early = Ops::add(h_k_w<Ops, t>(b), Ops::choose(at(4), at(5), at(6)));
    const auto sigma1 = big_sigma<Ops, 6, 11, 25>(at(4));
    at(3) = Ops::add(Ops::add(at(3), early), sigma1);
    const auto t1 = Ops::add(early, sigma1);
    at(7) = Ops::add(Ops::add(t1, Ops::majority(at(0), at(1), at(2))),
                     big_sigma<Ops, 2, 13, 22>(at(0)));
}

// Batches take each round in turn: while one waits for its e, another computes.
template <class Ops, int batches> HASHLANE_INLINE void iterate(Batch<Ops> (&b)[batches])
{
    unroll<batches>([&](auto i) {
        unroll<8>([&](auto j) {
            const auto initial = Ops::broadcast(initial_hash[j]);
            b[i].w[j] = Ops::add(b[i].s[j], initial);
            b[i].s[j] = initial;
        });
        first_round(b[i]);
    });
    unroll<63>([&](auto t) { unroll<batches>([&](auto i) { round<Ops, t + 1>(b[i]); }); });
}

template <class Ops, int batches>
HASHLANE_INLINE void chain(std::uint8_t *digests, std::uint64_t iterations)
{
    const auto bytes_of = [digests](int batch, int lane, int word) {
        return digests + (batch * Ops::lanes + lane) * static_cast<int>(digest_bytes) + 4 * word;
    };
    Batch<Ops> b[batches];
    std::uint32_t words[Ops::lanes];
    unroll<batches>([&](auto i) {
        unroll<8>([&](auto j) {
            for (int lane = 0; lane < Ops::lanes; ++lane)
                words[lane] = load(bytes_of(i, lane, j)) - initial_hash[j];
            b[i].s[j] = Ops::load(words);
        });
    });
    for (; iterations != 0; --iterations)
        iterate(b);
    unroll<batches>([&](auto i) {
        unroll<8>([&](auto j) {
            Ops::store(words, b[i].s[j]);
            for (int lane = 0; lane < Ops::lanes; ++lane)
                store(bytes_of(i, lane, j), words[lane] + initial_hash[j]);
        });
    });
}

} // namespace

#endif
