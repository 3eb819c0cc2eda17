// SPDX-License-Identifier: MIT
//
// What absorb.h does, over a Form of src/keccak/in_place.h that also has gather() and xor_to().
#ifndef HASHLANE_SRC_SHA3_ABSORB_IN_PLACE_H
#define HASHLANE_SRC_SHA3_ABSORB_IN_PLACE_H

#include "../keccak/in_place.h"

#include <cstdint>

namespace {

template <class Form>
HASHLANE_INLINE void xor_block_word_by_word(State<Form> &a, const std::uint8_t *const *blocks,
                                            std::uint64_t offset, std::uint64_t rate_bytes)
{
    unroll<keccak_words - 1>([&](auto i) HASHLANE_INLINE_LAMBDA {
        if (8 * i < rate_bytes)
            Form::xor_to(a[i], Form::gather(blocks, offset + 8 * i));
    });
}

// As many words at once as the Form transposes; word by word what is left of the block.
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

#endif
