// SPDX-License-Identifier: MIT
//
// SHA-3 absorbing on ARM64's vectors: two messages of one length.
//
// Contract: see absorb.h. Needs Advanced SIMD.
// Idea: the permutation of src/keccak/chain_neon.cpp; each word of a block is gathered from both
// messages into one register just before it is needed. Source: FIPS 202, 3.2, 3.3 and 4.

#include "absorb_in_place.h"

#include "../keccak/neon_ops.h"
#include "../keccak/two_states.h"

extern "C" void hashlane_sha3_absorb_neon_x2(std::uint64_t *states,
                                             const std::uint8_t *const *blocks,
                                             std::uint64_t rate_bytes, std::uint64_t count,
                                             unsigned rounds) noexcept
{
    absorb_in_place<TwoStates<Neon>>(states, blocks, rate_bytes, count, rounds);
}
