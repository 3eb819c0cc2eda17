// SPDX-License-Identifier: MIT
//
// Keccak chain on AVX-512 for cores with four vector pipes: one, four or eight lanes.
//
// Contract: see chain.h. Needs AVX512F and AVX512VL.
// Idea: as chain_avx512.cpp, but bound by latency as much as by throughput: while the last words of
// a round finish and θ takes them up again, pipes idle. So θ's effect on a column is formed first:
// four operations more, but a two-input one, with a shorter wait, where each word takes it, and
// half the registers, so that each row can wait for its own words alone (rows_in_place.h). One lane
// has its state on diagonals (diagonal_shortpath.h), and the rotation of the chain is folded into
// the order in which words are read next.
// Source: FIPS 202, 3.2 and 3.3.
#include "avx512_ops.h"
#include "diagonal_shortpath.h"
#include "rows_in_place.h"

extern "C" void hashlane_keccak_chain_avx512_shortpath_x1(std::uint64_t *state,
                                                          std::uint64_t loops) noexcept
{
    Diagonal s = load_diagonal(state);
    for (; loops != 0; --loops)
        diagonal_permute<true>(s);
    store_state<place_of>(state, s.v);
}

HASHLANE_KECCAK_CHAIN(hashlane_keccak_chain_avx512_shortpath_x4,
                      chain_in_place<ShortPath<Avx512<Ymm>>>)
HASHLANE_KECCAK_CHAIN(hashlane_keccak_chain_avx512_shortpath_x8,
                      chain_in_place<ShortPath<Avx512<Zmm>>>)
