// SPDX-License-Identifier: MIT
//
// The SHA-256 chain with a salt over vectors of words, on the rounds of in_place.h.
//
// The first block's window holds, where word i of the salt would be, word i + σ0(word i + 1): so
// much of word i + 16 is the same in every iteration. It and the working variables after the salt's
// eight rounds are read from memory, whose ports are idle.
//
// Source: NIST FIPS 180-4, 6.2.2.
#ifndef HASHLANE_SRC_SHA256_SALTED_IN_PLACE_H
#define HASHLANE_SRC_SHA256_SALTED_IN_PLACE_H

#include "blocks_in_place.h"
#include "salted.h"

namespace {

/// What is the same in every iteration: eight words of the window, then eight working variables.
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

/// Words as they are, of digests or salts.
template <class Ops>
HASHLANE_INLINE void load_whole_words(typename Ops::Register (&words)[digest_words],
                                      const std::uint8_t *bytes)
{
    load_lanes<Ops>(words, bytes);
    unroll<digest_words>([&](auto j) HASHLANE_INLINE_LAMBDA {
        words[j] = Ops::add_constant(words[j], initial_hash[j]);
    });
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

#endif
