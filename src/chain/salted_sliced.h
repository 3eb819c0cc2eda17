// SPDX-License-Identifier: MIT
//
// d = SHA256(salt ‖ d), in registers that hold the same word of as many lanes as they are wide.
//
// Two compressions a hash. The first block is salt and digest: its first eight rounds take the salt
// alone, and are done once a call. The second is padding: its schedule is folded into the
// constants. The digest stays in registers, lane-sliced, between hashes. Ops has: Register, lanes,
// add, xor3, choose, majority, rotr, shr, broadcast, load, store. Source: NIST FIPS 180-4, 6.2.2.
#ifndef HASHLANE_SRC_CHAIN_SALTED_SLICED_H
#define HASHLANE_SRC_CHAIN_SALTED_SLICED_H

#include "../compiler/unroll.h"
#include "salted_constants.h"

namespace {

template <class Ops> struct Sliced {
    using Register = typename Ops::Register;

    HASHLANE_INLINE static Register big_sigma0(Register x)
    {
        return Ops::xor3(Ops::template rotr<2>(x), Ops::template rotr<13>(x),
                         Ops::template rotr<22>(x));
    }
    HASHLANE_INLINE static Register big_sigma1(Register x)
    {
        return Ops::xor3(Ops::template rotr<6>(x), Ops::template rotr<11>(x),
                         Ops::template rotr<25>(x));
    }
    HASHLANE_INLINE static Register small_sigma0(Register x)
    {
        return Ops::xor3(Ops::template rotr<7>(x), Ops::template rotr<18>(x),
                         Ops::template shr<3>(x));
    }
    HASHLANE_INLINE static Register small_sigma1(Register x)
    {
        return Ops::xor3(Ops::template rotr<17>(x), Ops::template rotr<19>(x),
                         Ops::template shr<10>(x));
    }

    // In round t, working variable `name` (a = 0 … h = 7) is s[(name - t) mod 8].
    template <int t> HASHLANE_INLINE static void round(Register (&s)[8], Register word_and_constant)
    {
        constexpr int a = (64 - t) % 8;
        Register &h = s[(a + 7) % 8];
        const Register e = s[(a + 4) % 8];
        const Register t1 = Ops::add(Ops::add(Ops::add(h, word_and_constant),
                                              Ops::choose(e, s[(a + 5) % 8], s[(a + 6) % 8])),
                                     big_sigma1(e));
        Register &d = s[(a + 3) % 8];
        d = Ops::add(d, t1);
        h = Ops::add(Ops::add(t1, big_sigma0(s[a])),
                     Ops::majority(s[a], s[(a + 1) % 8], s[(a + 2) % 8]));
    }

    // Word t of the schedule, in a window of 16.
    template <int t> HASHLANE_INLINE static Register word(Register (&w)[16])
    {
        if constexpr (t >= 16)
            w[t % 16] = Ops::add(Ops::add(w[t % 16], small_sigma0(w[(t + 1) % 16])),
                                 Ops::add(w[(t + 9) % 16], small_sigma1(w[(t + 14) % 16])));
        return w[t % 16];
    }

    template <int from, int to>
    HASHLANE_INLINE static void rounds(Register (&s)[8], Register (&w)[16])
    {
        unroll<to - from>([&](auto i) HASHLANE_INLINE_LAMBDA {
            constexpr int t = from + i;
            round<t>(s, Ops::add(word<t>(w), Ops::broadcast(round_constant[t])));
        });
    }

    // The words of the first half, and what its eight rounds lead to: the same for every hash.
    struct FirstHalf {
        Register words[8];
        Register state[8];
    };

    HASHLANE_INLINE static FirstHalf first_half(const Register (&words)[8])
    {
        FirstHalf half;
        Register w[16];
        for (int i = 0; i < 8; ++i) {
            half.words[i] = w[i] = words[i];
            half.state[i] = Ops::broadcast(initial_hash[i]);
        }
        rounds<0, 8>(half.state, w);
        return half;
    }

    // d = SHA256(half ‖ d)
    HASHLANE_INLINE static void hash(Register (&d)[8], const FirstHalf &half)
    {
        Register w[16], s[8], between[8];
        for (int i = 0; i < 8; ++i) {
            w[i] = half.words[i];
            w[i + 8] = d[i];
            s[i] = half.state[i];
        }
        rounds<8, 64>(s, w);
        for (int i = 0; i < 8; ++i)
            s[i] = between[i] = Ops::add(s[i], Ops::broadcast(initial_hash[i]));
        unroll<64>([&](auto t) HASHLANE_INLINE_LAMBDA {
            round<t>(s, Ops::broadcast(padding_block.constant[t]));
        });
        for (int i = 0; i < 8; ++i)
            d[i] = Ops::add(s[i], between[i]);
    }

    static void slice(Register (&words)[8], const std::uint8_t *digests)
    {
        std::uint32_t sliced[Ops::lanes];
        for (std::size_t i = 0; i < 8; ++i) {
            for (std::size_t lane = 0; lane < Ops::lanes; ++lane)
                sliced[lane] = load(digests + lane * digest_bytes + 4 * i);
            words[i] = Ops::load(sliced);
        }
    }

    static void advance(std::uint8_t *digests, const std::uint8_t *salts, std::uint64_t iterations)
    {
        Register d[8], salt[8];
        slice(d, digests);
        slice(salt, salts);
        const FirstHalf half = first_half(salt);
        for (; iterations != 0; --iterations)
            hash(d, half);
        std::uint32_t sliced[Ops::lanes];
        for (std::size_t i = 0; i < 8; ++i) {
            Ops::store(sliced, d[i]);
            for (std::size_t lane = 0; lane < Ops::lanes; ++lane)
                store(digests + lane * digest_bytes + 4 * i, sliced[lane]);
        }
    }
};

} // namespace

#endif
