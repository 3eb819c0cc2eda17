// SPDX-License-Identifier: MIT
//
// Whole blocks and nodes over vectors of words, with the rounds of in_place.h.
//
// Ops as there, and
//   load_words(w, rows)      words 0…15 of each lane's 64 bytes, which are at rows(lane)
//   store_words(rows, s)     words 0…7 of each lane to its 32 bytes at rows(lane)
//
// Source: NIST FIPS 180-4, 6.2.2.
#ifndef HASHLANE_SRC_SHA256_BLOCKS_IN_PLACE_H
#define HASHLANE_SRC_SHA256_BLOCKS_IN_PLACE_H

#include "in_place.h"
#include "nodes.h"

namespace {

template <class Lanes, class Rows> HASHLANE_INLINE void load_block(Lanes &l, const Rows &rows)
{
    typename Lanes::Ops::Register words[16];
    Lanes::Ops::load_words(words, rows);
    unroll<16>([&](auto j) HASHLANE_INLINE_LAMBDA { l.w.template begin<j>(words[j]); });
}

/// The words of states (blocks.h) of these lanes, which are some of `lanes`.
template <class Lanes>
HASHLANE_INLINE void load_state(Lanes &l, const std::uint32_t *states, std::size_t lanes)
{
    unroll<digest_words>([&](auto j) HASHLANE_INLINE_LAMBDA {
        l.template at<0>(j) = Lanes::Ops::load(states + j * lanes);
    });
}

/// Adds the state before the block, which is in memory, and stores the sum there.
template <class Lanes>
HASHLANE_INLINE void add_to_state(Lanes &l, std::uint32_t *states, std::size_t lanes)
{
    using Ops = typename Lanes::Ops;
    unroll<digest_words>([&](auto j) HASHLANE_INLINE_LAMBDA {
        auto &variable = l.template at<0>(j);
        variable = Ops::add(variable, Ops::load(states + j * lanes));
        Ops::store(states + j * lanes, variable);
    });
}

/// Contract: blocks.h.
template <class Lanes, int batches>
HASHLANE_INLINE void compress_in_place(std::uint32_t *states, const std::uint8_t *const *blocks,
                                       std::uint64_t count)
{
    constexpr std::size_t of_batch = Lanes::Ops::lanes;
    Lanes l[batches];
    WindowMemory<decltype(l[0].w), batches> memory;
    unroll<batches>([&](auto i) HASHLANE_INLINE_LAMBDA {
        l[i].w.use(memory.words() + i);
        load_state(l[i], states + i * of_batch, batches * of_batch);
    });
    for (std::uint64_t block = 0; block < count; ++block) {
        unroll<batches>([&](auto i) HASHLANE_INLINE_LAMBDA {
            load_block(l[i], [&](std::size_t lane) HASHLANE_INLINE_LAMBDA {
                return blocks[i * of_batch + lane] + block * block_bytes;
            });
        });
        rounds_from<0>(l);
        unroll<batches>([&](auto i) HASHLANE_INLINE_LAMBDA {
            add_to_state(l[i], states + i * of_batch, batches * of_batch);
        });
    }
}

/// The second block of a node: no schedule.
template <class Lanes, int batches> HASHLANE_INLINE void rounds_of_second_block(Lanes (&l)[batches])
{
    using Ops = typename Lanes::Ops;
    const std::uint32_t *const end = second_addends.of_round + 64;
    for (const std::uint32_t *k_w = second_addends.of_round; k_w != end; k_w += 16)
        unroll<16>([&](auto t) HASHLANE_INLINE_LAMBDA {
            unroll<batches>([&](auto batch) HASHLANE_INLINE_LAMBDA {
                auto &h = l[batch].template at<t>(7);
                h = Ops::add_constant(h, k_w[t]);
                finish_round<t>(l[batch]);
            });
        });
}

/// Contract: nodes.h.
template <class Lanes, int batches>
HASHLANE_INLINE void hash_nodes_in_place(std::uint8_t *digests, const std::uint8_t *nodes,
                                         std::uint64_t count)
{
    using Ops = typename Lanes::Ops;
    constexpr std::size_t of_batch = Ops::lanes;
    Lanes l[batches];
    WindowMemory<decltype(l[0].w), batches> memory;
    std::uint32_t between[batches][digest_words * of_batch];
    unroll<batches>([&](auto i) HASHLANE_INLINE_LAMBDA { l[i].w.use(memory.words() + i); });
    for (; count != 0; --count) {
        unroll<batches>([&](auto i) HASHLANE_INLINE_LAMBDA {
            load_block(l[i], [&](std::size_t lane) HASHLANE_INLINE_LAMBDA {
                return nodes + (i * of_batch + lane) * block_bytes;
            });
            unroll<digest_words>([&](auto j) HASHLANE_INLINE_LAMBDA {
                l[i].template at<0>(j) = Ops::broadcast(initial_hash[j]);
            });
        });
        rounds_from<0>(l);
        unroll<batches>([&](auto i) HASHLANE_INLINE_LAMBDA {
            unroll<digest_words>([&](auto j) HASHLANE_INLINE_LAMBDA {
                auto &variable = l[i].template at<0>(j);
                variable = Ops::add_constant(variable, initial_hash[j]);
                Ops::store(between[i] + j * of_batch, variable);
            });
        });
        rounds_of_second_block(l);
        unroll<batches>([&](auto i) HASHLANE_INLINE_LAMBDA {
            typename Ops::Register sum[digest_words];
            unroll<digest_words>([&](auto j) HASHLANE_INLINE_LAMBDA {
                sum[j] = Ops::add(l[i].template at<0>(j), Ops::load(between[i] + j * of_batch));
            });
            Ops::store_words(
                [&](std::size_t lane) HASHLANE_INLINE_LAMBDA {
                    return digests + (i * of_batch + lane) * digest_bytes;
                },
                sum);
        });
        digests += batches * of_batch * digest_bytes;
        nodes += batches * of_batch * block_bytes;
    }
}

} // namespace

#endif
