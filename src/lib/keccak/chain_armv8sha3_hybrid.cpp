// SPDX-License-Identifier: MIT
//
// Keccak chain with XAR and RAX1 and in general registers at once: three lanes.
//
// Contract: see chain.h. Needs FEAT_SHA3.
// Idea: two lanes of chain_armv8sha3_xar.cpp and one of chain_a64.cpp in turn (lazy_rotation.h):
// bound by the front end, or by the vector pipes, and the scalar lane in parallel is free. Source:
// FIPS 202, 3.2 and 3.3; see lazy_rotation.h.

#include "lazy_rotation.h"
#include "two_states.h"

HASHLANE_KECCAK_CHAIN(hashlane_keccak_chain_armv8sha3_hybrid_x3, hybrid_chain<Xar>)
