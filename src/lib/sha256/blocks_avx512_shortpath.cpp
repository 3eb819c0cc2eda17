// SPDX-License-Identifier: MIT
//
// SHA-256 of whole blocks on AVX-512 for cores with four vector pipes: sixteen or thirty-two.
//
// Contract: see kernels.h. Needs AVX512F and AVX512BW.
// Idea: the rounds of chain_avx512_shortpath.cpp; a block of all messages is transposed into
// registers that hold one word of each. Source: FIPS 180-4, 6.2.2.

#include "avx512.h"
#include "in_place.h"

HASHLANE_SHA256_BLOCKS(
    hashlane_sha256_blocks_avx512_shortpath_x16,
    compress_in_place<Lanes<ZmmWords, RegisterWindow, Path::shortest, WholeBlock>, 1>)
HASHLANE_SHA256_BLOCKS(
    hashlane_sha256_blocks_avx512_shortpath_x32,
    compress_in_place<Lanes<ZmmWords, MemoryWindow, Path::fewest_operations, WholeBlock>, 2>)
HASHLANE_SHA256_PADDED(
    hashlane_sha256_blocks_avx512_shortpath_x32,
    hash_padded_in_place<Lanes<ZmmWords, MemoryWindow, Path::fewest_operations, WholeBlock>, 2>)
HASHLANE_SHA256_DIGESTS(hashlane_sha256_blocks_avx512_shortpath_x32,
                        compress_digests_in_place<
                            Lanes<ZmmWords, MemoryWindow, Path::fewest_operations, WholeBlock>, 2>)
