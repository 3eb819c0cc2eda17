// SPDX-License-Identifier: MIT
//
// SHA-256 over vectors of words, for instruction sets with 32 of them: one register holds the same
// word of as many lanes as it has 32-bit elements. The order and the registers of its operations
// are fixed.
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
//   load_words(w, rows)                    words 0…15 of each lane's 64 bytes, which are at
//                                          rows(lane); for whole blocks and nodes
//   load_eight_words(w, rows)              words 0…7 of each lane's 32 bytes
//   store_words(rows, s)                   words 0…7 of each lane to its 32 bytes at rows(lane)
// all static, executed in the order of the source.
//
// Source: NIST FIPS 180-4, 6.2.2.
#pragma once

#include "../base/compiler.h"
#include "../core/forms.h"
#include "kernels.h"

#include <cstddef>
#include <cstdint>

namespace {

// ---- Windows ----
//
// Where the 16 words of the schedule are kept that are still needed. A Window has
//   begin<t>(word)      takes word t of the block
//   fetch<t>()          an old word, in a register
//   recent<t>()         the register that word t is formed in. It holds word t - 16, which was
//                       fetched a word before, then word t until word t + 4 is begun
//   finish<t>()         word t is complete
//   copy<t>()           word t in a register of its own
//   add<t>(a)           a plus word t
//   add_in_round<t>(a)  the same, in round t
//   in_memory, use(memory)

/// All in registers.
template <class Ops> struct RegisterWindow {
    using Register = typename Ops::Register;
    using Words = Register[16];
    static constexpr bool in_memory = false;

    template <int t> HASHLANE_INLINE void begin(Register word) { w[t] = word; }
    template <int t> HASHLANE_INLINE Register &fetch() { return w[t % 16]; }
    template <int t> HASHLANE_INLINE Register &recent() { return w[t % 16]; }
    template <int t> HASHLANE_INLINE void finish() {}
    template <int t> HASHLANE_INLINE Register copy() { return w[t % 16]; }
    template <int t> HASHLANE_INLINE Register add(Register a) { return Ops::add(a, w[t % 16]); }
    template <int t> HASHLANE_INLINE Register add_in_round(Register a) { return add<t>(a); }
    HASHLANE_INLINE void use(Words * /*memory*/) {}

    Register w[16];
};

/// The window in memory, for processors without 16 registers for it; four words are in registers. A
/// word is then read from memory twice in its life, for σ0 and as word t - 7, and not once for each
/// of its five uses.
template <class Ops> struct MemoryWindow {
    using Register = typename Ops::Register;
    using Words = Register[16];
    static constexpr bool in_memory = true;

    template <int t> HASHLANE_INLINE void begin(Register word)
    {
        Ops::template write<t>(*w, word);
        // Words 16 and 17 take them from there.
        if constexpr (t == 14 || t == 15)
            in_register[t % 4] = word;
    }
    template <int t> HASHLANE_INLINE Register &fetch()
    {
        return in_register[t % 4] = Ops::template read<t % 16>(*w);
    }
    template <int t> HASHLANE_INLINE Register &recent() { return in_register[t % 4]; }
    template <int t> HASHLANE_INLINE void finish() { Ops::template write<t % 16>(*w, recent<t>()); }
    template <int t> HASHLANE_INLINE Register copy() { return Ops::template read<t % 16>(*w); }
    template <int t> HASHLANE_INLINE Register add(Register a)
    {
        return Ops::template add_in_memory<t % 16>(a, *w);
    }
    template <int t> HASHLANE_INLINE Register add_in_round(Register a)
    {
        if constexpr (t < 16)
            return add<t>(a);
        else
            return Ops::add(a, recent<t>());
    }
    HASHLANE_INLINE void use(Words *memory) { w = memory; }

    Register in_register[4];
    Words *w = nullptr;
};

/// Memory of windows, on a cache line's boundary, which GCC on Windows does not give a variable.
template <class Window, int count> class WindowMemory {
public:
    HASHLANE_INLINE typename Window::Words *words()
    {
        const auto address = reinterpret_cast<std::uintptr_t>(bytes_);
        const auto to_boundary = alignment - 1 - (address + alignment - 1) % alignment;
        return reinterpret_cast<typename Window::Words *>(bytes_ + to_boundary);
    }

private:
    static constexpr std::uintptr_t alignment = sizeof(typename Window::Register);
    unsigned char
        bytes_[Window::in_memory ? count * sizeof(typename Window::Words) + alignment : 1];
};

// ---- Rounds ----

/// From round 30 on, and round 14 if no word of the block is known, each does the same as the one
/// 16 rounds later, until words end.
template <class Block>
constexpr int first_repeated_round = Block::is_known(15) || Block::has_small_sigma0(16) ? 30 : 14;

constexpr int digest_words = 8;

/// Operands of memory must be in memory.
template <std::uint32_t word> constexpr std::uint32_t in_memory = word;

/// T1 ends in d's register and e in h's: e then waits for one addition less, because T1, which has
/// time, is the difference of e and d. That is one operation more.
enum class Path { fewest_operations, shortest };

/// The state of as many lanes as a register holds. Between a chain's iterations `s` is the working
/// variables before the initial hash is added.
template <class Ops_, template <class> class Window, Path path_, class Block_ = DigestBlock>
struct Lanes {
    using Ops = Ops_;
    using Block = Block_;
    static constexpr Path path = path_;
    template <class Other> using With = Lanes<Ops_, Window, path_, Other>;

    typename Ops::Register s[8];
    Window<Ops> w;

    /// Returns the register of variable `name` (a = 0 … h = 7) in round t.
    template <int t> HASHLANE_INLINE typename Ops::Register &at(int name)
    {
        return path == Path::shortest ? s[(name + 64 - t) % 4 + name / 4 * 4]
                                      : s[(name + 64 - t) % 8];
    }
};

/// Computes word t ≥ 16 of the schedule, in place of word t - 16. The sum of known words is one
/// constant.
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

/// Does the rest of round t once K and W are added to h.
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

/// Does round t ≥ 1 with its constant k; in whole blocks, also round 0. From t = 32 on everything
/// that depends on t repeats every 16 rounds, and from t = 30 on so does the work for round t + 2.
template <int t, class Lanes> HASHLANE_INLINE void round(Lanes &l, const std::uint32_t &k)
{
    constexpr int next_word = t + 2;
    if constexpr (next_word >= 16 && next_word < 64)
        extend<next_word>(l);
    add_k_and_w<t>(l, l.template at<t>(7), k);
    finish_round<t>(l);
}

/// Crosses the block boundary: the digest becomes the block, the variables start again. Round 0
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

/// From round `first` to the last. The code of a kernel that goes through two blocks must stay
/// small, or the processor decodes it again each time: the loop begins as soon as rounds repeat.
template <int first, class Lanes, int batches> HASHLANE_INLINE void rounds_from(Lanes (&l)[batches])
{
    constexpr int loop = first_repeated_round<typename Lanes::Block>;
    rounds<first, loop - first>(l, round_constant + first);
    if constexpr (loop == 14)
        unroll<batches>([&](auto batch) HASHLANE_INLINE_LAMBDA { l[batch].w.template fetch<0>(); });
    for (const std::uint32_t *k = round_constant + loop; k != round_constant + 62; k += 16)
        rounds<30, 16>(l, k);
    rounds<62, 2>(l, round_constant + 62);
}

template <class Lanes, int batches> HASHLANE_INLINE void iterate_in_place(Lanes (&l)[batches])
{
    unroll<batches>([&](auto batch) HASHLANE_INLINE_LAMBDA { begin(l[batch]); });
    rounds_from<1>(l);
}

/// Words as they are, of digests or salts.
template <class Ops>
HASHLANE_INLINE void load_whole_words(typename Ops::Register (&words)[digest_words],
                                      const std::uint8_t *bytes)
{
    Ops::load_eight_words(words, [&](std::size_t lane) HASHLANE_INLINE_LAMBDA {
        return bytes + lane * digest_bytes;
    });
}

// Between digests in memory and the working variables before the initial hash is added.
template <class Ops>
HASHLANE_INLINE void load_lanes(typename Ops::Register (&s)[digest_words],
                                const std::uint8_t *digests)
{
    load_whole_words<Ops>(s, digests);
    unroll<digest_words>([&](auto j) HASHLANE_INLINE_LAMBDA {
        s[j] = Ops::sub(s[j], Ops::broadcast(initial_hash[j]));
    });
}

template <class Ops>
HASHLANE_INLINE void store_lanes(std::uint8_t *digests,
                                 const typename Ops::Register (&s)[digest_words])
{
    typename Ops::Register words[digest_words];
    unroll<digest_words>([&](auto j) HASHLANE_INLINE_LAMBDA {
        words[j] = Ops::add_constant(s[j], initial_hash[j]);
    });
    Ops::store_words([&](std::size_t lane)
                         HASHLANE_INLINE_LAMBDA { return digests + lane * digest_bytes; },
                     words);
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

// ---- Whole blocks, and nodes ----

template <class Lanes, class Rows> HASHLANE_INLINE void load_block(Lanes &l, const Rows &rows)
{
    typename Lanes::Ops::Register words[16];
    Lanes::Ops::load_words(words, rows);
    unroll<16>([&](auto j) HASHLANE_INLINE_LAMBDA { l.w.template begin<j>(words[j]); });
}

/// The words of states (kernels.h) of these lanes, which are some of `lanes`.
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

/// The block of each lane that lies `offset` bytes after blocks[lane].
template <class Lanes, int batches>
HASHLANE_INLINE void compress_block(Lanes (&l)[batches], std::uint32_t *states,
                                    const std::uint8_t *const *blocks, std::uint64_t offset)
{
    constexpr std::size_t of_batch = Lanes::Ops::lanes;
    unroll<batches>([&](auto i) HASHLANE_INLINE_LAMBDA {
        load_block(l[i], [&](std::size_t lane) HASHLANE_INLINE_LAMBDA {
            return blocks[i * of_batch + lane] + offset;
        });
    });
    rounds_from<0>(l);
    unroll<batches>([&](auto i) HASHLANE_INLINE_LAMBDA {
        add_to_state(l[i], states + i * of_batch, batches * of_batch);
    });
}

template <class Lanes, int batches>
HASHLANE_INLINE void compress_blocks(Lanes (&l)[batches], std::uint32_t *states,
                                     const std::uint8_t *const *blocks, std::uint64_t count)
{
    for (std::uint64_t block = 0; block < count; ++block)
        compress_block(l, states, blocks, block * block_bytes);
}

/// Contract: see kernels.h.
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
    compress_blocks(l, states, blocks, count);
}

/// Contract: see src/lib/core/forms.h.
template <class Lanes, int batches>
HASHLANE_INLINE void compress_digests_in_place(std::uint8_t *digests,
                                               const std::uint8_t *const *blocks,
                                               std::uint64_t count)
{
    using Ops = typename Lanes::Ops;
    constexpr std::size_t of_batch = Ops::lanes;
    Lanes l[batches];
    WindowMemory<decltype(l[0].w), batches> memory;
    alignas(64) std::uint32_t states[batches * of_batch * digest_words];
    unroll<batches>([&](auto i) HASHLANE_INLINE_LAMBDA {
        l[i].w.use(memory.words() + i);
        load_whole_words<Ops>(l[i].s, digests + i * of_batch * digest_bytes);
        unroll<digest_words>([&](auto j) HASHLANE_INLINE_LAMBDA {
            Ops::store(states + (j * batches + i) * of_batch, l[i].s[j]);
        });
    });
    compress_blocks(l, states, blocks, count);
    unroll<batches>([&](auto i) HASHLANE_INLINE_LAMBDA {
        Ops::store_words(
            [&](std::size_t lane)
                HASHLANE_INLINE_LAMBDA { return digests + (i * of_batch + lane) * digest_bytes; },
            l[i].s);
    });
}

/// Contract: see src/lib/core/forms.h. Ops has write_end(to, rest, bytes, bits, blocks): the rest
/// of a message and its padding in one or two blocks of memory.
template <class Lanes, int batches>
HASHLANE_INLINE void hash_padded_in_place(const hashlane::PaddedMessages &list)
{
    using Ops = typename Lanes::Ops;
    constexpr std::size_t of_batch = Ops::lanes, of_group = batches * of_batch;
    Lanes l[batches];
    WindowMemory<decltype(l[0].w), batches> memory;
    alignas(64) std::uint32_t states[of_group * digest_words];
    alignas(64) std::uint8_t ends[of_group][2 * block_bytes];
    const std::uint8_t *at_end[of_group];
    for (std::size_t lane = 0; lane < of_group; ++lane)
        at_end[lane] = ends[lane];
    unroll<batches>([&](auto i) HASHLANE_INLINE_LAMBDA { l[i].w.use(memory.words() + i); });
    const std::uint64_t whole_bytes = list.whole_blocks * block_bytes;
    for (std::size_t group = 0; group < list.groups; ++group) {
        const std::size_t first = group * of_group;
        for (std::size_t lane = 0; lane < of_group; ++lane) {
            const std::size_t bytes = list.bytes[(first + lane) * list.bytes_stride];
            Ops::write_end(ends[lane], list.messages[first + lane] + whole_bytes,
                           bytes - whole_bytes, 8 * (list.bytes_before + bytes), list.end_blocks);
        }
        unroll<batches>([&](auto i) HASHLANE_INLINE_LAMBDA {
            unroll<digest_words>([&](auto j) HASHLANE_INLINE_LAMBDA {
                l[i].s[j] = Ops::broadcast(list.state[j]);
                Ops::store(states + (j * batches + i) * of_batch, l[i].s[j]);
            });
        });
        // One loop: the code of two may not fit into the cache of decoded instructions.
        for (std::uint64_t block = 0; block < list.whole_blocks + list.end_blocks; ++block) {
            const bool is_end = block >= list.whole_blocks;
            compress_block(l, states, is_end ? at_end : list.messages + first,
                           (is_end ? block - list.whole_blocks : block) * block_bytes);
        }
        unroll<batches>([&](auto i) HASHLANE_INLINE_LAMBDA {
            Ops::store_words(
                [&](std::size_t lane) HASHLANE_INLINE_LAMBDA {
                    return list.digests + (first + i * of_batch + lane) * digest_bytes;
                },
                l[i].s);
        });
    }
    for (std::size_t lane = 0; lane < of_group; ++lane)
        Ops::wipe(ends[lane]);
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

/// Each digest, in the registers of `l`, by its own.
template <class Lanes, int batches> HASHLANE_INLINE void hash_digests_in_place(Lanes (&l)[batches])
{
    using Ops = typename Lanes::Ops;
    typename Lanes::template With<DigestBlock> d[batches];
    unroll<batches>([&](auto i) HASHLANE_INLINE_LAMBDA {
        d[i].w = l[i].w;
        unroll<digest_words>([&](auto j) HASHLANE_INLINE_LAMBDA {
            d[i].s[j] = Ops::sub(l[i].s[j], Ops::broadcast(initial_hash[j]));
        });
    });
    iterate_in_place(d);
    unroll<batches>([&](auto i) HASHLANE_INLINE_LAMBDA {
        unroll<digest_words>([&](auto j) HASHLANE_INLINE_LAMBDA {
            l[i].s[j] = Ops::add_constant(d[i].s[j], initial_hash[j]);
        });
    });
}

enum class NodeHash { once, twice };

/// Contract: see kernels.h, and src/lib/core/forms.h for `twice`, which goes on in registers with
/// an iteration of the chain.
template <class Lanes, int batches, NodeHash hash = NodeHash::once>
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
            unroll<digest_words>([&](auto j) HASHLANE_INLINE_LAMBDA {
                auto &variable = l[i].template at<0>(j);
                variable = Ops::add(variable, Ops::load(between[i] + j * of_batch));
            });
        });
        if constexpr (hash == NodeHash::twice)
            hash_digests_in_place(l);
        unroll<batches>([&](auto i) HASHLANE_INLINE_LAMBDA {
            Ops::store_words(
                [&](std::size_t lane) HASHLANE_INLINE_LAMBDA {
                    return digests + (i * of_batch + lane) * digest_bytes;
                },
                l[i].s);
        });
        digests += batches * of_batch * digest_bytes;
        nodes += batches * of_batch * block_bytes;
    }
}

// ---- The chain with a salt ----
//
// The first block's window holds, where word i of the salt would be, word i + σ0(word i + 1): so
// much of word i + 16 is the same in every iteration. It and the working variables after the salt's
// eight rounds are read from memory, whose ports are idle.

/// The words that are the same in every iteration: eight words of the window, then eight working
/// variables.
template <class Ops> using SaltWords = typename MemoryWindow<Ops>::Words;

/// The window of the first block.
struct SaltedBlock : WholeBlock {
    static constexpr bool has_small_sigma0(int t) { return t - 15 < salt_words; }
};

/// The digest becomes the second half of the first block; its rounds begin after the salt's.
template <class Lanes>
HASHLANE_INLINE void begin_salted(Lanes &l, const SaltWords<typename Lanes::Ops> &salt)
{
    using Ops = typename Lanes::Ops;
    unroll<digest_words>([&](auto j) HASHLANE_INLINE_LAMBDA {
        l.w.template begin<j + salt_words>(l.s[j]);
        l.w.template begin<j>(Ops::template read<j>(salt));
        l.s[j] = Ops::template read<j + salt_words>(salt);
    });
}

template <class Lanes>
HASHLANE_INLINE void iterate_salted(Lanes (&l)[1], const SaltWords<typename Lanes::Ops> &salt)
{
    using Ops = typename Lanes::Ops;
    typename Ops::Register between[digest_words];
    begin_salted(l[0], salt);
    rounds_from<salt_words>(l);
    unroll<digest_words>([&](auto j) HASHLANE_INLINE_LAMBDA {
        l[0].s[j] = between[j] = Ops::add_constant(l[0].s[j], initial_hash[j]);
    });
    rounds_of_second_block(l);
    unroll<digest_words>(
        [&](auto j) HASHLANE_INLINE_LAMBDA { l[0].s[j] = Ops::add(l[0].s[j], between[j]); });
}

template <class Lanes>
HASHLANE_INLINE void begin_salt(SaltWords<typename Lanes::Ops> &salt, const std::uint8_t *salts)
{
    using Ops = typename Lanes::Ops;
    typename Ops::Register words[salt_words];
    load_whole_words<Ops>(words, salts);
    Lanes l;
    unroll<digest_words>([&](auto j)
                             HASHLANE_INLINE_LAMBDA { l.s[j] = Ops::broadcast(initial_hash[j]); });
    unroll<salt_words>([&](auto t) HASHLANE_INLINE_LAMBDA {
        auto &h = l.template at<t>(7);
        h = Ops::add(Ops::add_constant(h, round_constant[t]), words[t]);
        finish_round<t>(l);
    });
    unroll<digest_words>([&](auto j) HASHLANE_INLINE_LAMBDA {
        if constexpr (j + 1 < salt_words)
            words[j] = Ops::template add_small_sigma<7, 18, 3>(words[j], words[j + 1]);
        Ops::template write<j>(salt, words[j]);
        Ops::template write<j + salt_words>(salt, l.s[j]);
    });
}

/// Ops::lanes lanes.
template <class Lanes>
HASHLANE_INLINE void salted_in_place(std::uint8_t *digests, const std::uint8_t *salts,
                                     std::uint64_t iterations)
{
    using Ops = typename Lanes::Ops;
    WindowMemory<MemoryWindow<Ops>, 1> memory;
    auto &salt = *memory.words();
    begin_salt<Lanes>(salt, salts);
    Lanes l[1];
    load_whole_words<Ops>(l[0].s, digests);
    for (; iterations != 0; --iterations)
        iterate_salted(l, salt);
    unroll<digest_words>([&](auto j) HASHLANE_INLINE_LAMBDA {
        l[0].s[j] = Ops::sub(l[0].s[j], Ops::broadcast(initial_hash[j]));
    });
    store_lanes<Ops>(digests, l[0].s);
}

} // namespace
