// SPDX-License-Identifier: MIT
//
// Keccak chain on ARM64's vectors: two lanes.
//
// Contract: see chain.h. Needs Advanced SIMD.
// Idea: bound by the throughput of vector logic: 25 words of two states, a column's parities and a
// row fit 32 registers. A rotation is a shift and an inserting shift. On cores with two vector
// pipes the scalar kernel is about as fast; with four this one is.
// Source: FIPS 202, 3.2 and 3.3.

#include "two_states.h"

HASHLANE_KECCAK_CHAIN(hashlane_keccak_chain_neon_x2, chain_in_place<TwoStates<Neon>>)
