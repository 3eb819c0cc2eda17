// SPDX-License-Identifier: MIT
//
// SHA-256 chain on AVX-512 for cores with four vector pipes: sixteen or thirty-two lanes.
//
// Contract: see kernels.h. Needs AVX512F and AVX512BW.
// Idea: as chain_avx512.cpp, but with four pipes one batch of sixteen is bound by the latency from
// e to e. x16 shortens that path at the price of an operation a round. x32 runs two batches round
// by round in turn; their registers leave no room for the schedule, most of whose words are in
// memory, whose ports are idle (in_place.h). Source: FIPS 180-4, 6.2.2.

#include "avx512.h"
#include "in_place.h"

HASHLANE_SHA256_CHAIN(hashlane_sha256_chain_avx512_shortpath_x16,
                      chain_in_place<Lanes<ZmmWords, RegisterWindow, Path::shortest>, 1>)
HASHLANE_SHA256_CHAIN(hashlane_sha256_chain_avx512_shortpath_x32,
                      chain_in_place<Lanes<ZmmWords, MemoryWindow, Path::fewest_operations>, 2>)
