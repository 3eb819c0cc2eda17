// SPDX-License-Identifier: MIT
//
// Absorbing whole blocks over any Keccak permutation, and the contract of the sha3 kernels.
//
// Contract of  void hashlane_sha3_absorb_<isa>_x<L>(uint64_t *states,
//                  const uint8_t *const *blocks, uint64_t rate_bytes, uint64_t count,
//                  unsigned rounds)
//   states      L × 25 words, state after state; updated in place; aligned as uint64_t.
//   blocks      L pointers, each to count × rate_bytes bytes of that state's message; any
//               alignment; not read when rate_bytes is 0.
//   rate_bytes  a multiple of 8 from 0 to 192.
//   count       how many blocks: each is XORed into the first rate_bytes of its state, words
//               little-endian, and the state is permuted by Keccak-p[1600, rounds].
//               With rate_bytes 0 the state is permuted `count` times.
//   rounds      24, or 12: the last 12 of the 24.
// Source: FIPS 202, section 4 (sponge), 3.3 (rounds) and B.1 (byte order).
#pragma once

#include "../keccak/in_place.h"
#include "../keccak/permutation.h"

#include <cstdint>

namespace {

/// Ops as in permutation.h, for Ops::states messages at once.
template <class Ops>
HASHLANE_INLINE void absorb(std::uint64_t *states, const std::uint8_t *const *blocks,
                            std::uint64_t rate_bytes, std::uint64_t count, unsigned rounds)
{
    HASHLANE_ALIGNED_FRAME(sizeof(typename Ops::Register));
    typename Ops::Register a[keccak_words];
    load_states<Ops>(a, states);
    for (std::uint64_t block = 0; block < count; ++block) {
        // Not a loop over the words: it would be made one of vectors, whose loads then wait for
        // the permutation's stores of single words.
        unroll<keccak_words - 1>([&](auto i) {
            if (8 * i < rate_bytes)
                a[i] = Ops::xor2(a[i], Ops::gather(blocks, block * rate_bytes + 8 * i));
        });
        keccak_permute<Ops>(a, static_cast<int>(rounds));
    }
    store_states<Ops>(states, a);
}

// ---- The same over a Form of src/lib/keccak/in_place.h that also has gather() and xor_to() ----

template <class Form>
HASHLANE_INLINE void xor_block_word_by_word(State<Form> &a, const std::uint8_t *const *blocks,
                                            std::uint64_t offset, std::uint64_t rate_bytes)
{
    unroll<keccak_words - 1>([&](auto i) HASHLANE_INLINE_LAMBDA {
        if (8 * i < rate_bytes)
            Form::xor_to(a[i], Form::gather(blocks, offset + 8 * i));
    });
}

// Absorbs as many words at once as the Form transposes; the rest of the block word by word.
template <class Form>
HASHLANE_INLINE void xor_block_transposed(State<Form> &a, const std::uint8_t *const *blocks,
                                          std::uint64_t offset, std::uint64_t rate_bytes)
{
    constexpr int together = Form::words_together;
    unroll<(keccak_words - 1) / together>([&](auto group) HASHLANE_INLINE_LAMBDA {
        constexpr int first = together * group;
        if (8 * (first + together) <= rate_bytes) {
            typename Form::Register words[together];
            Form::load_words(words, blocks, offset + 8 * first);
            unroll<together>([&](auto i)
                                 HASHLANE_INLINE_LAMBDA { Form::xor_to(a[first + i], words[i]); });
        } else {
            unroll<together - 1>([&](auto i) HASHLANE_INLINE_LAMBDA {
                if (8 * (first + i) < rate_bytes)
                    Form::xor_to(a[first + i], Form::gather(blocks, offset + 8 * (first + i)));
            });
        }
    });
}

/// Contract: see absorb.h.
template <class Form>
HASHLANE_INLINE void absorb_in_place(std::uint64_t *states, const std::uint8_t *const *blocks,
                                     std::uint64_t rate_bytes, std::uint64_t count, unsigned rounds)
{
    State<Form> a;
    load_in_place<Form>(a, states);
    for (std::uint64_t block = 0; block < count; ++block) {
        if constexpr (requires { Form::words_together; })
            xor_block_transposed<Form>(a, blocks, block * rate_bytes, rate_bytes);
        else
            xor_block_word_by_word<Form>(a, blocks, block * rate_bytes, rate_bytes);
        permute_in_place<Form>(a, rounds);
    }
    store_in_place<Form>(states, a);
}

} // namespace

/// A kernel that passes its arguments on to one of these.
#define HASHLANE_SHA3_ABSORB(symbol, ...)                                                          \
    extern "C" void symbol(std::uint64_t *states, const std::uint8_t *const *blocks,               \
                           std::uint64_t rate_bytes, std::uint64_t count,                          \
                           unsigned rounds) noexcept                                               \
    {                                                                                              \
        __VA_ARGS__(states, blocks, rate_bytes, count, rounds);                                    \
    }
