// SPDX-License-Identifier: MIT
//
// SHA-256 chain on AVX-512 for cores with four vector pipes: sixteen or thirty-two lanes.
//
// Contract: see chain.h. Needs AVX512F.
// Idea: as chain_avx512.cpp, but with four pipes one batch of sixteen is bound by the latency from
// e to e. x16 shortens that path at the price of an operation a round. x32 runs two batches round
// by round in turn, at the price of keeping the words of the schedule in memory, whose ports are
// idle. Source: FIPS 180-4, 6.2.2.

#include "avx512_ops.h"
#include "multi_lane.h"

namespace {

struct ShortPath : Zmm {
    static constexpr bool shortest_path = true;
};

} // namespace

extern "C" {

void hashlane_sha256_chain_avx512_shortpath_x16(std::uint8_t *digests,
                                                std::uint64_t iterations) noexcept
{
    chain<ShortPath, 1>(digests, iterations);
}

void hashlane_sha256_chain_avx512_shortpath_x32(std::uint8_t *digests,
                                                std::uint64_t iterations) noexcept
{
    chain<Zmm, 2>(digests, iterations);
}

} // extern "C"
