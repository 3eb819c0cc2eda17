// SPDX-License-Identifier: MIT
//
// SHA-256 of whole blocks on AVX-512: sixteen messages.
//
// Contract: see kernels.h. Needs AVX512F and AVX512BW.
// Idea: the rounds of chain_avx512.cpp; a block of all messages is transposed into registers that
// hold one word of each.
// Source: FIPS 180-4, 6.2.2.

#include "avx512.h"
#include "in_place.h"

HASHLANE_SHA256_BLOCKS(
    hashlane_sha256_blocks_avx512_x16,
    compress_in_place<Lanes<ZmmWords, RegisterWindow, Path::fewest_operations, WholeBlock>, 1>)
HASHLANE_SHA256_PADDED(
    hashlane_sha256_blocks_avx512_x16,
    hash_padded_in_place<Lanes<ZmmWords, RegisterWindow, Path::fewest_operations, WholeBlock>, 1>)
HASHLANE_SHA256_DIGESTS(
    hashlane_sha256_blocks_avx512_x16,
    compress_digests_in_place<Lanes<ZmmWords, RegisterWindow, Path::fewest_operations, WholeBlock>,
                              1>)
