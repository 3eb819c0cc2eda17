// SPDX-License-Identifier: MIT
//
// SHA-256 of 64-byte nodes on AVX-512 for cores with four vector pipes: sixteen or thirty-two.
//
// Contract: see nodes.h. Needs AVX512F.
// Idea: the first block as in blocks_avx512_shortpath.cpp; the rounds of the second add one
// constant each.
// Source: FIPS 180-4, 6.2.2.

#include "avx512_transpose.h"
#include "blocks_in_place.h"

extern "C" {

void hashlane_sha256_nodes_avx512_shortpath_x16(std::uint8_t *digests, const std::uint8_t *nodes,
                                                std::uint64_t count) noexcept
{
    hash_nodes_in_place<Lanes<ZmmWords, RegisterWindow, Path::shortest, WholeBlock>, 1>(
        digests, nodes, count);
}

void hashlane_sha256_nodes_avx512_shortpath_x32(std::uint8_t *digests, const std::uint8_t *nodes,
                                                std::uint64_t count) noexcept
{
    hash_nodes_in_place<Lanes<ZmmWords, MemoryWindow, Path::fewest_operations, WholeBlock>, 2>(
        digests, nodes, count);
}

} // extern "C"
