// SPDX-License-Identifier: MIT
//
// SHA-3 absorbing on AVX2: four messages of one length.
//
// Contract: see absorb.h. Needs AVX2.
// Idea: the permutation of src/lib/keccak; each word of a block is gathered from all messages into
// one register just before it is needed. Source: FIPS 202, 3.2, 3.3 and 4.

#include "absorb.h"
#include "interleaved.h"

#include "../keccak/avx2_ops.h"

HASHLANE_SHA3_ABSORB(hashlane_sha3_absorb_avx2_x4, absorb<Ymm>)
HASHLANE_SHA3_INTERLEAVED(hashlane_sha3_absorb_avx2_x4, Ymm)
