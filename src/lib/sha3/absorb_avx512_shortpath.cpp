// SPDX-License-Identifier: MIT
//
// SHA-3 absorbing on AVX-512 for cores with four vector pipes: one, two, four or eight messages of
// one length.
//
// Contract: see absorb.h. Needs AVX512F and AVX512VL.
// Idea: the permutation of src/lib/keccak/chain_avx512_shortpath.cpp; a block of all messages is
// transposed into registers that hold one word of each (avx512_ops.h).
// Source: FIPS 202, 3.2, 3.3 and 4.

#include "../keccak/avx512_ops.h"
#include "../keccak/diagonal_shortpath.h"
#include "../keccak/rows_in_place.h"
#include "interleaved.h"
#include "messages.h"

HASHLANE_SHA3_ABSORB(hashlane_sha3_absorb_avx512_shortpath_x8,
                     absorb_in_place<ShortPath<Avx512<Zmm>>>)
HASHLANE_SHA3_ABSORB(hashlane_sha3_absorb_avx512_shortpath_x4,
                     absorb_in_place<ShortPath<Avx512<Ymm>>>)
HASHLANE_SHA3_ABSORB(hashlane_sha3_absorb_avx512_shortpath_x2,
                     absorb_in_place<ShortPath<Avx512<Xmm>>>)

HASHLANE_SHA3_MESSAGES(hashlane_sha3_absorb_avx512_shortpath_x8, ShortPath<Avx512<Zmm>>)

extern "C" void hashlane_sha3_absorb_avx512_shortpath_x1(std::uint64_t *state,
                                                         const std::uint8_t *const *blocks,
                                                         std::uint64_t rate_bytes,
                                                         std::uint64_t count,
                                                         unsigned rounds) noexcept
{
    Diagonal s = load_diagonal(state);
    for (std::uint64_t i = 0; i < count; ++i) {
        if (rate_bytes != 0)
            add_words(s, blocks[0] + i * rate_bytes, rate_bytes / 8);
        diagonal_permute<false>(s, static_cast<int>(rounds));
    }
    store_state<place_of>(state, s.v);
}

HASHLANE_SHA3_INTERLEAVED(hashlane_sha3_absorb_avx512_shortpath_x8, ShortPath<Avx512<Zmm>>)
HASHLANE_SHA3_INTERLEAVED(hashlane_sha3_absorb_avx512_shortpath_x4, ShortPath<Avx512<Ymm>>)
