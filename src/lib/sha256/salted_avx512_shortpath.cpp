// SPDX-License-Identifier: MIT
//
// SHA-256 chain with a salt on AVX-512 for cores with four vector pipes: sixteen lanes.
//
// Contract: see kernels.h. Needs AVX512F and AVX512BW.
// Idea: as salted_avx512.cpp, with a shorter path from e to e at the price of an operation a round
// (chain_avx512_shortpath.cpp). Source: FIPS 180-4, 6.2.2.

#include "avx512.h"
#include "in_place.h"

HASHLANE_SHA256_SALTED(
    hashlane_sha256_salted_avx512_shortpath_x16,
    salted_in_place<Lanes<ZmmWords, RegisterWindow, Path::shortest, SaltedBlock>>)
