// SPDX-License-Identifier: MIT
//
// SHA-256 chain on AVX-512 for cores with four vector pipes: sixteen or thirty-two lanes.
//
// Contract: see chain.h. Needs AVX512F.
// Idea: as chain_avx512.cpp, but with four pipes one batch of sixteen is bound by the latency from
// e to e. x16 shortens that path at the price of an operation a round. x32 runs two batches round
// by round in turn; their registers leave no room for the schedule, most of whose words are in
// memory, whose ports are idle (schedule_window.h). Source: FIPS 180-4, 6.2.2.

#include "avx512_ops.h"
#include "in_place.h"

extern "C" {

void hashlane_sha256_chain_avx512_shortpath_x16(std::uint8_t *digests,
                                                std::uint64_t iterations) noexcept
{
    chain_in_place<Lanes<Zmm, RegisterWindow, Path::shortest>, 1>(digests, iterations);
}

void hashlane_sha256_chain_avx512_shortpath_x32(std::uint8_t *digests,
                                                std::uint64_t iterations) noexcept
{
    chain_in_place<Lanes<Zmm, MemoryWindow, Path::fewest_operations>, 2>(digests, iterations);
}

} // extern "C"
