// SPDX-License-Identifier: MIT
//
// SHA-256 chain on AVX-512: sixteen lanes.
//
// Contract: see kernels.h. Needs AVX512F and AVX512BW.
// Idea: one zmm holds the same word of sixteen lanes (in_place.h). Ternary logic and rotation bring
// a hash to 1539 operations on sixteen lanes, whose throughput bounds it on cores with two
// vector ports. All stays in 32 registers.
// Source: FIPS 180-4, 6.2.2.

#include "avx512.h"
#include "in_place.h"

HASHLANE_SHA256_CHAIN(hashlane_sha256_chain_avx512_x16,
                      chain_in_place<Lanes<ZmmWords, RegisterWindow, Path::fewest_operations>, 1>)
