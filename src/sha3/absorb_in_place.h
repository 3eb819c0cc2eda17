// SPDX-License-Identifier: MIT
//
// What absorb.h does, over a Form of src/keccak/in_place.h that also has gather() and xor_to().
#ifndef HASHLANE_SRC_SHA3_ABSORB_IN_PLACE_H
#define HASHLANE_SRC_SHA3_ABSORB_IN_PLACE_H

#include "../keccak/in_place.h"

#include <cstdint>

namespace {

/// Contract: see absorb.h.
template <class Form>
HASHLANE_INLINE void absorb_in_place(std::uint64_t *states, const std::uint8_t *const *blocks,
                                     std::uint64_t rate_bytes, std::uint64_t count)
{
    State<Form> a;
    load_in_place<Form>(a, states);
    for (std::uint64_t block = 0; block < count; ++block) {
        unroll<keccak_words - 1>([&](auto i) HASHLANE_INLINE_LAMBDA {
            if (8 * i < rate_bytes)
                Form::xor_to(a[i], Form::gather(blocks, block * rate_bytes + 8 * i));
        });
        permute_in_place<Form>(a);
    }
    store_in_place<Form>(states, a);
}

} // namespace

#endif
