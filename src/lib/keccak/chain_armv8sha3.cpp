// SPDX-License-Identifier: MIT
//
// Keccak chain with ARMv8.2's SHA3 instructions: two lanes.
//
// Contract: see chain.h. Needs FEAT_SHA3.
// Idea: bound by the throughput of vector logic. EOR3, RAX1, XAR and BCAX bring a round to 66
// operations, all of which go to all four vector pipes of Apple's cores. Where they go to one
// only, see chain_armv8sha3_xar.cpp.
// Source: FIPS 202, 3.2 and 3.3.

#include "two_states.h"

HASHLANE_KECCAK_CHAIN(hashlane_keccak_chain_armv8sha3_x2, chain_in_place<TwoStates<Sha3>>)
