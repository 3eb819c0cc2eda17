// SPDX-License-Identifier: MIT
//
// SHA-256 chain with a salt on AVX-512: sixteen lanes.
//
// Contract: see kernels.h. Needs AVX512F and AVX512BW.
// Idea: in_place.h, 2,485 operations on sixteen lanes, whose throughput bounds it on
// cores with two vector ports. Source: FIPS 180-4, 6.2.2.

#include "avx512.h"
#include "in_place.h"

HASHLANE_SHA256_SALTED(
    hashlane_sha256_salted_avx512_x16,
    salted_in_place<Lanes<ZmmWords, RegisterWindow, Path::fewest_operations, SaltedBlock>>)
