// SPDX-License-Identifier: MIT
//
// Keccak chain on AVX-512 for cores on which a 512-bit operation takes two turns of a pipe: one
// or four lanes.
//
// Contract: see chain.h. Needs AVX512F and AVX512VL.
// Idea: such a core permutes one state with a word in each xmm in the time of two, or of four in
// ymm: sooner than one on diagonals, where most operations are 512 bits wide. Eight lanes in zmm
// would take longer than four and four. The core's pipes are unequal, so a round is in an order
// that fills them evenly, found by search. It is assembly, because compilers that choose the
// registers keep some of its values on the stack (balanced.h).
// Source: FIPS 202, 3.2 and 3.3.
#include "balanced.h"

HASHLANE_KECCAK_CHAIN(hashlane_keccak_chain_avx512_balanced_x1, balanced_chain<LowHalf>)
HASHLANE_KECCAK_CHAIN(hashlane_keccak_chain_avx512_balanced_x4, balanced_chain<Ymm>)
