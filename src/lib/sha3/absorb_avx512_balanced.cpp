// SPDX-License-Identifier: MIT
//
// SHA-3 absorbing on AVX-512 for cores on which a 512-bit operation takes two turns of a pipe: one,
// two or four messages of one length.
//
// Contract: see absorb.h. Needs AVX512F and AVX512VL.
// Idea: the permutation of src/lib/keccak/chain_avx512_balanced.cpp. A block of all messages is
// transposed in registers (avx512_ops.h), then added to the states, which are in memory between two
// permutations.
// Source: FIPS 202, 3.2, 3.3 and 4.

#include "../keccak/balanced.h"
#include "interleaved.h"
#include "messages.h"

HASHLANE_SHA3_ABSORB(hashlane_sha3_absorb_avx512_balanced_x4, absorb_in_place<Balanced<Ymm>>)
HASHLANE_SHA3_ABSORB(hashlane_sha3_absorb_avx512_balanced_x2, absorb_in_place<Balanced<Xmm>>)
HASHLANE_SHA3_ABSORB(hashlane_sha3_absorb_avx512_balanced_x1, absorb_in_place<Balanced<LowHalf>>)
HASHLANE_SHA3_MESSAGES(hashlane_sha3_absorb_avx512_balanced_x4, Balanced<Ymm>)
HASHLANE_SHA3_INTERLEAVED(hashlane_sha3_absorb_avx512_balanced_x4, Balanced<Ymm>)
HASHLANE_SHA3_INTERLEAVED(hashlane_sha3_absorb_avx512_balanced_x2, Balanced<Xmm>)
