// SPDX-License-Identifier: MIT
//
// SHA-256 chain with a salt on AVX-512: sixteen lanes.
//
// Contract: see salted.h. Needs AVX512F.
// Idea: salted_in_place.h, 2,485 operations on sixteen lanes, whose throughput bounds it where
// there are two vector ports. Source: FIPS 180-4, 6.2.2.

#include "avx512_ops.h"
#include "salted_in_place.h"

extern "C" void hashlane_sha256_salted_avx512_x16(std::uint8_t *digests, const std::uint8_t *salts,
                                                  std::uint64_t iterations) noexcept
{
    salted_in_place<Lanes<Zmm, RegisterWindow, Path::fewest_operations, SaltedBlock>>(
        digests, salts, iterations);
}
