// SPDX-License-Identifier: MIT
//
// SHA-3 absorbing on AVX-512: one, two, four or eight messages of one length.
//
// Contract: see absorb.h. Needs AVX512F and AVX512VL.
// Idea: the permutation of src/lib/keccak/chain_avx512.cpp; a block of all messages is transposed
// into registers that hold one word of each (avx512_ops.h). One message has its state on diagonals
// (diagonal_compact.h); a block is brought into that order, and its column parities taken, while
// the state before it is permuted.
// Source: FIPS 202, 3.2, 3.3 and 4.

#include "../keccak/avx512_ops.h"
#include "../keccak/diagonal_compact.h"
#include "../keccak/rows_in_place.h"
#include "interleaved.h"
#include "messages.h"

HASHLANE_SHA3_ABSORB(hashlane_sha3_absorb_avx512_x8, absorb_in_place<FewestOperations<Avx512<Zmm>>>)
HASHLANE_SHA3_ABSORB(hashlane_sha3_absorb_avx512_x4, absorb_in_place<FewestOperations<Avx512<Ymm>>>)
HASHLANE_SHA3_ABSORB(hashlane_sha3_absorb_avx512_x2, absorb_in_place<FewestOperations<Avx512<Xmm>>>)

HASHLANE_SHA3_MESSAGES(hashlane_sha3_absorb_avx512_x8, FewestOperations<Avx512<Zmm>>)

extern "C" void hashlane_sha3_absorb_avx512_x1(std::uint64_t *state,
                                               const std::uint8_t *const *blocks,
                                               std::uint64_t rate_bytes, std::uint64_t count,
                                               unsigned rounds) noexcept
{
    __m512i v[5];
    load_state<place_of<false>>(v, state);
    for (std::uint64_t i = 0; i < count; ++i) {
        // If the rate is 0, no words after the block are read.
        const void *const block =
            rate_bytes != 0 ? static_cast<const void *>(blocks[0] + i * rate_bytes) : state;
        diagonal_permute(v, AddBlock{load_block(block, rate_bytes / 8)}, rounds);
    }
    store_state<place_of<false>>(state, v);
}

HASHLANE_SHA3_INTERLEAVED(hashlane_sha3_absorb_avx512_x8, FewestOperations<Avx512<Zmm>>)
HASHLANE_SHA3_INTERLEAVED(hashlane_sha3_absorb_avx512_x4, FewestOperations<Avx512<Ymm>>)
