// SPDX-License-Identifier: MIT
//
// Keccak chain on AVX-512: one, four or eight lanes.
//
// Contract: see chain.h. Needs AVX512F and AVX512VL.
// Idea: bound by the throughput of vector logic. One register holds the same word of four
// (ymm) or eight (zmm) states; ternary logic and rotation bring a round to 90 operations
// whatever the width, in place in 32 registers (rows_in_place.h).
// One lane is bound by latency instead: five words a register, on the diagonals of the state
// (diagonal_compact.h), and the rotation of the chain folded into the first round.
// Source: FIPS 202, 3.2 and 3.3.
#include "avx512_ops.h"
#include "diagonal_compact.h"
#include "rows_in_place.h"

extern "C" void hashlane_keccak_chain_avx512_x1(std::uint64_t *state, std::uint64_t loops) noexcept
{
    // In registers a state is still to be rotated: the first round does it.
    __m512i v[5];
    load_state<place_of<true>>(v, state);
    for (; loops != 0; --loops)
        diagonal_permute(v, RotateWords{});
    store_state<place_of<true>>(state, v);
}

HASHLANE_KECCAK_CHAIN(hashlane_keccak_chain_avx512_x4,
                      chain_in_place<FewestOperations<Avx512<Ymm>>>)
HASHLANE_KECCAK_CHAIN(hashlane_keccak_chain_avx512_x8,
                      chain_in_place<FewestOperations<Avx512<Zmm>>>)
