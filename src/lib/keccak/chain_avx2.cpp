// SPDX-License-Identifier: MIT
//
// Keccak chain on AVX2: four lanes.
//
// Contract: see chain.h. Needs AVX2.
// Idea: bound by the throughput of vector logic. One ymm holds the same word of four states. AVX2
// has no rotation: two shifts and an or, but for the two offsets that are whole bytes, where one
// byte shuffle does. 16 registers hold 25 words only in part; the rest is loaded and stored.
// Source: FIPS 202, 3.2 and 3.3.
#include "avx2_ops.h"
#include "chain.h"

HASHLANE_KECCAK_CHAIN(hashlane_keccak_chain_avx2_x4, chain<Ymm>)
