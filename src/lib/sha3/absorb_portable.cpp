// SPDX-License-Identifier: MIT
//
// SHA-3 absorbing portable: one message in plain C++.
//
// Contract: see absorb.h. Needs nothing but C++.
// Idea: the permutation of src/lib/keccak; the state stays where it puts it between blocks.
// Source: FIPS 202, 3.2, 3.3 and 4.

#include "absorb.h"

HASHLANE_SHA3_ABSORB(hashlane_sha3_absorb_portable_x1, absorb<WordOps>)
