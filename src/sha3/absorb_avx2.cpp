// SPDX-License-Identifier: MIT
//
// SHA-3 absorbing on AVX2: four messages of one length.
//
// Contract: see absorb.h. Needs AVX2.
// Idea: the permutation of src/keccak; each word of a block is gathered from all messages into one
// register just before it is needed.
// Source: FIPS 202, 3.2, 3.3 and 4.

#include "absorb.h"

#include "../keccak/avx2_states.h"

extern "C" {

void hashlane_sha3_absorb_avx2_x4(std::uint64_t *states, const std::uint8_t *const *blocks,
                                  std::uint64_t rate_bytes, std::uint64_t count,
                                  unsigned rounds) noexcept
{
    absorb<Ymm>(states, blocks, rate_bytes, count, rounds);
}

} // extern "C"
