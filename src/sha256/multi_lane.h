// SPDX-License-Identifier: MIT
//
// The SHA-256 chain written once over vectors of words: one register holds the same word of as
// many independent lanes as it has 32-bit elements, one if it is a general register.
//
// Source: NIST FIPS 180-4, 6.2.2. Lanes stay sliced from the first iteration to the last: no
// transposition and no byte order in the loop.
//
// An instruction set is a type Ops with
//   Register                       holds one word of every lane
//   lanes                          how many that is
//   shortest_path                  spend an operation a round on a shorter way from e to e
//   add(a, b), sub(a, b), xor3(a, b, c), choose(a, b, c), majority(a, b, c)
//   rotr<n>(a), shr<n>(a)          rotate and shift each word right
//   keep(a)                        a, as a value that the compiler cannot see into: it then adds
//                                  in the order written, instead of one that is longer for e
//   broadcast(word)                the same word for every lane
//   load(words), store(words, a)   from and to `lanes` consecutive words, any alignment
// all static.
#ifndef HASHLANE_SRC_SHA256_MULTI_LANE_H
#define HASHLANE_SRC_SHA256_MULTI_LANE_H

#include "../compiler/unroll.h"
#include "chain.h"
#include "scalar.h"

namespace {

// As many lanes as one register holds. Between iterations `s` is the working variables before
// the initial hash is added. In round t, variable `name` (a = 0 … h = 7) is
// s[(name - t) mod 8]. `w` is a window of 16 words of the schedule.
template <class Ops> struct Batch {
    typename Ops::Register s[8];
    typename Ops::Register w[16];
};

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
template <class Ops, int t>
HASHLANE_INLINE typename Ops::Register sum_of_h_k_w(const Batch<Ops> &b, std::uint32_t k)
{
    const auto h = b.s[(7 + 64 - t) % 8];
    if constexpr (t < 4)
        return Ops::add(b.w[t], Ops::broadcast(k + initial_hash[7 - t]));
    else if constexpr (is_padding(t))
        return Ops::add(h, Ops::broadcast(k + padding_word(t)));
    else
        return Ops::add(h, Ops::add(b.w[t % 16], Ops::broadcast(k)));
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

// Round t ≥ 1 with its constant k. From t = 32 on all that depends on t repeats every 16 rounds.
template <class Ops, int t> HASHLANE_INLINE void round(Batch<Ops> &b, std::uint32_t k)
{
    const auto at = [&b](int name) -> typename Ops::Register & { return b.s[(name + 64 - t) % 8]; };
    if constexpr (t >= 16)
        schedule<Ops, t>(b);
    const auto h_k_w = sum_of_h_k_w<Ops, t>(b, k);
    const auto ch = Ops::choose(at(4), at(5), at(6));
    const auto sigma1 = big_sigma<Ops, 6, 11, 25>(at(4));
    auto t1 = h_k_w;
    if constexpr (Ops::shortest_path) {
        // The new e without T1 on the way to it; T1, which has time, from their difference.
        const auto d = at(3);
        at(3) = Ops::add(Ops::keep(Ops::add(Ops::keep(Ops::add(d, h_k_w)), ch)), sigma1);
        t1 = Ops::sub(Ops::keep(at(3)), d);
    } else {
        t1 = Ops::add(Ops::add(Ops::keep(h_k_w), ch), sigma1);
        at(3) = Ops::add(at(3), t1);
    }
    at(7) = Ops::add(Ops::keep(Ops::add(t1, Ops::majority(at(0), at(1), at(2)))),
                     big_sigma<Ops, 2, 13, 22>(at(0)));
}

// Crosses the block boundary: the digest becomes the block, the variables start anew.
template <class Ops> HASHLANE_INLINE void begin(Batch<Ops> &b)
{
    unroll<8>([&](auto j) {
        const auto initial = Ops::broadcast(initial_hash[j]);
        b.w[j] = Ops::add(b.s[j], initial);
        b.s[j] = initial;
    });
    first_round(b);
}

constexpr int digest_words = 8;

// From and to the lanes of a batch in memory.
template <class Ops> HASHLANE_INLINE void load_batch(Batch<Ops> &b, const std::uint8_t *digests)
{
    std::uint32_t words[Ops::lanes];
    unroll<digest_words>([&](auto j) {
        for (int lane = 0; lane < Ops::lanes; ++lane)
            words[lane] =
                load(digests + lane * static_cast<int>(digest_bytes) + 4 * j) - initial_hash[j];
        b.s[j] = Ops::load(words);
    });
}

template <class Ops> HASHLANE_INLINE void store_batch(std::uint8_t *digests, const Batch<Ops> &b)
{
    std::uint32_t words[Ops::lanes];
    unroll<digest_words>([&](auto j) {
        Ops::store(words, b.s[j]);
        for (int lane = 0; lane < Ops::lanes; ++lane)
            store(digests + lane * static_cast<int>(digest_bytes) + 4 * j,
                  words[lane] + initial_hash[j]);
    });
}

// Batches take each round in turn: while one waits for its e, another computes.
template <class Ops, int batches> HASHLANE_INLINE void iterate(Batch<Ops> (&b)[batches])
{
    const auto each = [&b](auto &&step) { unroll<batches>([&](auto i) { step(b[i]); }); };
    each([](Batch<Ops> &one) { begin(one); });
    unroll<31>([&](auto i) {
        each([i](Batch<Ops> &one) { round<Ops, i + 1>(one, round_constant[i + 1]); });
    });
    for (const std::uint32_t *k = round_constant + 32; k != round_constant + 64; k += 16)
        unroll<16>(
            [&](auto i) { each([i, k](Batch<Ops> &one) { round<Ops, i + 32>(one, k[i]); }); });
}

/// `batches` of Ops::lanes lanes each, one after the other.
template <class Ops, int batches>
HASHLANE_INLINE void chain(std::uint8_t *digests, std::uint64_t iterations)
{
    HASHLANE_ALIGNED_FRAME(sizeof(typename Ops::Register));
    constexpr int batch_bytes = Ops::lanes * static_cast<int>(digest_bytes);
    Batch<Ops> b[batches];
    unroll<batches>([&](auto i) { load_batch(b[i], digests + i * batch_bytes); });
    for (; iterations != 0; --iterations)
        iterate(b);
    unroll<batches>([&](auto i) { store_batch(digests + i * batch_bytes, b[i]); });
}

} // namespace

#endif
