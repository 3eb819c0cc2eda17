// SPDX-License-Identifier: MIT
//
// SHA-3 absorbing on ARM64's vectors: two messages of one length.
//
// Contract: see absorb.h. Needs Advanced SIMD.
// Idea: the permutation of src/lib/keccak/chain_neon.cpp; each word of a block is gathered from
// both messages into one register just before it is needed. Source: FIPS 202, 3.2, 3.3 and 4.

#include "absorb.h"
#include "interleaved.h"

#include "../keccak/two_states.h"

HASHLANE_SHA3_ABSORB(hashlane_sha3_absorb_neon_x2, absorb_in_place<TwoStates<Neon>>)
HASHLANE_SHA3_INTERLEAVED(hashlane_sha3_absorb_neon_x2, TwoStates<Neon>)
