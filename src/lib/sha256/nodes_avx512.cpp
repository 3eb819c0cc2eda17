// SPDX-License-Identifier: MIT
//
// SHA-256 of 64-byte nodes on AVX-512: sixteen nodes.
//
// Contract: see kernels.h. Needs AVX512F and AVX512BW.
// Idea: the first block as in blocks_avx512.cpp; the rounds of the second add one constant each.
// Source: FIPS 180-4, 6.2.2.

#include "avx512.h"
#include "in_place.h"

HASHLANE_SHA256_NODES(
    hashlane_sha256_nodes_avx512_x16,
    hash_nodes_in_place<Lanes<ZmmWords, RegisterWindow, Path::fewest_operations, WholeBlock>, 1>)
HASHLANE_SHA256_NODES(
    hashlane_sha256_nodes_avx512_x16_twice,
    hash_nodes_in_place<Lanes<ZmmWords, RegisterWindow, Path::fewest_operations, WholeBlock>, 1,
                        NodeHash::twice>)
