// SPDX-License-Identifier: MIT
//
// SHA-3 absorbing with ARMv8.2's SHA3 instructions: two messages of one length.
//
// Contract: see absorb.h. Needs FEAT_SHA3.
// Idea: the permutation of src/lib/keccak/chain_armv8sha3.cpp; each word of a block is gathered
// from both messages into one register just before it is needed. Source: FIPS 202, 3.2, 3.3 and 4.

#include "absorb.h"
#include "interleaved.h"

#include "../keccak/two_states.h"

HASHLANE_SHA3_ABSORB(hashlane_sha3_absorb_armv8sha3_x2, absorb_in_place<TwoStates<Sha3>>)
HASHLANE_SHA3_INTERLEAVED(hashlane_sha3_absorb_armv8sha3_x2, TwoStates<Sha3>)
