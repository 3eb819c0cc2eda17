// SPDX-License-Identifier: MIT
//
// Keccak chain on AVX-512 for cores with four vector pipes: two, four or eight lanes.
//
// Contract: see chain.h. Needs AVX512F and AVX512VL.
// Idea: as chain_avx512.cpp, but bound by latency as much as by throughput: while the last words of
// a round finish and θ takes them up again, pipes idle. So θ's effect on a column is formed first:
// four operations more, but a two-input one, with a shorter wait, where each word takes it, and
// half the registers, so that each row can wait for its own words alone (rows_in_place.h).
// Source: FIPS 202, 3.2 and 3.3.
#include "avx512_ops.h"
#include "rows_in_place.h"

extern "C" {
void hashlane_keccak_chain_avx512_shortpath_x2(std::uint64_t *states, std::uint64_t loops) noexcept
{
    chain_in_place<ShortPath<Avx512<Xmm>>>(states, loops);
}
void hashlane_keccak_chain_avx512_shortpath_x4(std::uint64_t *states, std::uint64_t loops) noexcept
{
    chain_in_place<ShortPath<Avx512<Ymm>>>(states, loops);
}
void hashlane_keccak_chain_avx512_shortpath_x8(std::uint64_t *states, std::uint64_t loops) noexcept
{
    chain_in_place<ShortPath<Avx512<Zmm>>>(states, loops);
}
}
