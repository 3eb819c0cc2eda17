// SPDX-License-Identifier: MIT
//
// SHA-256 over vectors of words, for instruction sets with 32 of them: one register holds the same
// word of as many lanes as it has 32-bit elements. The order and the registers of its operations
// are fixed. The chain is here; whole blocks are in blocks_in_place.h.
//
// Sums grow in place: T1 is formed where h was and becomes a, d becomes e, and word t of the
// schedule is formed where word t - 16 was. After 16 rounds everything is back where it began, and
// nothing is moved but one operand of Ch and one of Maj. A word of the schedule is formed two
// rounds before its own, so that there is always work that waits for nothing.
//
// An instruction set is a type Ops with
//   Register                               holds one word of every lane
//   lanes                                  how many that is
//   load(words), store(words, a)           from and to `lanes` consecutive words, any alignment
//   add(a, b), sub(a, b)
//   add_constant(a, word)                  a + word in every lane; the word is in memory
//   add_small_sigma<n1, n2, n3>(sum, x)    sum + σ(x)
//   add_sigma1_and_choice(sum, e, f, g)    sum + Ch(e, f, g) + Σ1(e)
//   add_sigma0_and_majority(sum, a, b, c)  sum + Maj(a, b, c) + Σ0(a)
//   broadcast(word)                        the word, which is in memory, in every lane
//   read<i>(words), write<i>(words, a), add_in_memory<i>(a, words)
//                                          for a window in memory: word i, and a + word i
// all static, executed in the order of the source.
//
// Source: NIST FIPS 180-4, 6.2.2.
#ifndef HASHLANE_SRC_SHA256_IN_PLACE_H
#define HASHLANE_SRC_SHA256_IN_PLACE_H

#include "../compiler/unroll.h"
#include "chain.h"
#include "known_words.h"
#include "scalar.h"
#include "schedule_window.h"

namespace {

constexpr int digest_words = 8;

/// Operands of memory must be in memory.
template <std::uint32_t word> constexpr std::uint32_t in_memory = word;

/// T1 ends in d's register and e in h's: e then waits for one addition less, because T1, which has
/// time, is the difference of e and d. That is one operation more.
enum class Path { fewest_operations, shortest };

/// As many lanes as a register holds. Between a chain's iterations `s` is the working variables
/// before the initial hash is added.
template <class Ops_, template <class> class Window, Path path_, class Block_ = DigestBlock>
struct Lanes {
    using Ops = Ops_;
    using Block = Block_;
    static constexpr Path path = path_;

    typename Ops::Register s[8];
    Window<Ops> w;

    /// Where variable `name` (a = 0 … h = 7) is in round t.
    template <int t> HASHLANE_INLINE typename Ops::Register &at(int name)
    {
        return path == Path::shortest ? s[(name + 64 - t) % 4 + name / 4 * 4]
                                      : s[(name + 64 - t) % 8];
    }
};

/// Word t ≥ 16 of the schedule, over word t - 16. What comes from known words is one constant.
template <int t, class Lanes> HASHLANE_INLINE void extend(Lanes &l)
{
    using Ops = typename Lanes::Ops;
    using Block = typename Lanes::Block;
    constexpr std::uint32_t constant = known_sum<Block>(t);
    auto &w = l.w;
    if constexpr (t == 16)
        w.template fetch<0>();
    auto &sum = w.template recent<t>();
    if constexpr (Block::is_known(t - 16))
        sum = w.template copy<t - 7>();
    if constexpr (constant != 0)
        sum = Ops::add_constant(sum, in_memory<constant>);
    if constexpr (!Block::is_known(t - 7) && !Block::is_known(t - 16))
        sum = w.template add<t - 7>(sum);
    if constexpr (!Block::is_known(t - 2))
        sum = Ops::template add_small_sigma<17, 19, 10>(sum, w.template recent<t - 2>());
    if constexpr (Block::has_small_sigma0(t))
        w.template fetch<t - 15>();
    else if constexpr (!Block::is_known(t - 15))
        sum = Ops::template add_small_sigma<7, 18, 3>(sum, w.template fetch<t - 15>());
    w.template finish<t>();
}

// h + K + W of round t, in h. Some words are constants; after the initial hash h is one until the
// variables that it started as have moved through: g, f and e in rounds 1, 2 and 3.
template <int t, class Lanes>
HASHLANE_INLINE void add_k_and_w(Lanes &l, typename Lanes::Ops::Register &h, const std::uint32_t &k)
{
    using Ops = typename Lanes::Ops;
    using Block = typename Lanes::Block;
    if constexpr (Block::follows_initial_hash && t < 4)
        h = Ops::broadcast(in_memory<round_constant[t] + initial_hash[7 - t]>);
    else if constexpr (Block::is_known(t))
        h = Ops::add_constant(h, in_memory<round_constant[t] + Block::word(t)>);
    else
        h = Ops::add_constant(h, k);
    if constexpr (!Block::is_known(t))
        h = l.w.template add_in_round<t>(h);
}

/// What is left of round t once K and W are added to h.
template <int t, class Lanes> HASHLANE_INLINE void finish_round(Lanes &l)
{
    using Ops = typename Lanes::Ops;
    auto &a = l.template at<t>(0), &d = l.template at<t>(3), &h = l.template at<t>(7);
    if constexpr (Lanes::path == Path::shortest)
        h = Ops::add(h, d);
    h = Ops::add_sigma1_and_choice(h, l.template at<t>(4), l.template at<t>(5),
                                   l.template at<t>(6));
    if constexpr (Lanes::path == Path::shortest)
        d = Ops::sub(h, d);
    else
        d = Ops::add(d, h);
    auto &new_a = l.template at<t + 1>(0);
    new_a = Ops::add_sigma0_and_majority(new_a, a, l.template at<t>(1), l.template at<t>(2));
}

/// Round t ≥ 1 with its constant k; in whole blocks, also round 0. From t = 32 on all that depends
/// on t repeats every 16 rounds, and from t = 30 on so does what is done for round t + 2.
template <int t, class Lanes> HASHLANE_INLINE void round(Lanes &l, const std::uint32_t &k)
{
    constexpr int next_word = t + 2;
    if constexpr (next_word >= 16 && next_word < 64)
        extend<next_word>(l);
    add_k_and_w<t>(l, l.template at<t>(7), k);
    finish_round<t>(l);
}

/// Crosses the block boundary: the digest becomes the block, the variables start anew. Round 0
/// starts from constants alone: the new a and e are word 0 plus one constant each.
template <class Lanes> HASHLANE_INLINE void begin(Lanes &l)
{
    using Ops = typename Lanes::Ops;
    constexpr const std::uint32_t *h = initial_hash;
    constexpr std::uint32_t t1 =
        h[7] + big_sigma1(h[4]) + choose(h[4], h[5], h[6]) + round_constant[0];
    constexpr std::uint32_t t2 = big_sigma0(h[0]) + majority(h[0], h[1], h[2]);
    unroll<digest_words>([&](auto j) HASHLANE_INLINE_LAMBDA {
        auto &variable = l.template at<0>(j);
        variable = Ops::add_constant(variable, initial_hash[j]);
        l.w.template begin<j>(variable);
    });
    const auto first = l.template at<0>(0);
    const auto e = Ops::add_constant(first, in_memory<t1 + h[3]>);
    const auto a = Ops::add_constant(first, in_memory<t1 + t2>);
    unroll<digest_words>([&](auto j) HASHLANE_INLINE_LAMBDA {
        if constexpr (j != 3 && j != 7)
            l.template at<0>(j) = Ops::broadcast(initial_hash[j]);
    });
    l.template at<1>(0) = a;
    l.template at<1>(4) = e;
}

/// `count` rounds from round `first`, whose constant is *k. Batches take each in turn: while one
/// waits for its e, another computes.
template <int first, int count, class Lanes, int batches>
HASHLANE_INLINE void rounds(Lanes (&l)[batches], const std::uint32_t *k)
{
    unroll<count>([&](auto i) HASHLANE_INLINE_LAMBDA {
        unroll<batches>([&](auto batch)
                            HASHLANE_INLINE_LAMBDA { round<first + i>(l[batch], k[i]); });
    });
}

/// From round `first` < 30 to the last.
template <int first, class Lanes, int batches> HASHLANE_INLINE void rounds_from(Lanes (&l)[batches])
{
    rounds<first, 30 - first>(l, round_constant + first);
    for (const std::uint32_t *k = round_constant + 30; k != round_constant + 62; k += 16)
        rounds<30, 16>(l, k);
    rounds<62, 2>(l, round_constant + 62);
}

template <class Lanes, int batches> HASHLANE_INLINE void iterate_in_place(Lanes (&l)[batches])
{
    unroll<batches>([&](auto batch) HASHLANE_INLINE_LAMBDA { begin(l[batch]); });
    rounds_from<1>(l);
}

// Between digests in memory and the working variables before the initial hash is added.
template <class Ops>
HASHLANE_INLINE void load_lanes(typename Ops::Register (&s)[digest_words],
                                const std::uint8_t *digests)
{
    std::uint32_t words[Ops::lanes];
    unroll<digest_words>([&](auto j) HASHLANE_INLINE_LAMBDA {
        for (std::size_t lane = 0; lane < Ops::lanes; ++lane)
            words[lane] = load(digests + lane * digest_bytes + 4 * j) - initial_hash[j];
        s[j] = Ops::load(words);
    });
}

template <class Ops>
HASHLANE_INLINE void store_lanes(std::uint8_t *digests,
                                 const typename Ops::Register (&s)[digest_words])
{
    std::uint32_t words[Ops::lanes];
    unroll<digest_words>([&](auto j) HASHLANE_INLINE_LAMBDA {
        Ops::store(words, s[j]);
        for (std::size_t lane = 0; lane < Ops::lanes; ++lane)
            store(digests + lane * digest_bytes + 4 * j, words[lane] + initial_hash[j]);
    });
}

/// `batches` of Ops::lanes lanes each, one after the other.
template <class Lanes, int batches>
HASHLANE_INLINE void chain_in_place(std::uint8_t *digests, std::uint64_t iterations)
{
    using Ops = typename Lanes::Ops;
    constexpr int batch_bytes = Ops::lanes * static_cast<int>(digest_bytes);
    Lanes l[batches];
    WindowMemory<decltype(l[0].w), batches> memory;
    unroll<batches>([&](auto i) HASHLANE_INLINE_LAMBDA {
        load_lanes<Ops>(l[i].s, digests + i * batch_bytes);
        l[i].w.use(memory.words() + i);
    });
    for (; iterations != 0; --iterations)
        iterate_in_place(l);
    unroll<batches>([&](auto i) HASHLANE_INLINE_LAMBDA {
        store_lanes<Ops>(digests + i * batch_bytes, l[i].s);
    });
}

} // namespace

#endif
