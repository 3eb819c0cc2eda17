// SPDX-License-Identifier: MIT
//
// SHA-256 chain on the SHA extensions: one to four lanes.
//
// Contract: see chain.h. Needs SHA, SSSE3, SSE4.1 and AVX (for three-operand forms).
// Idea: x1 is bound by latency: 32 dependent SHA256RNDS2, and beside them the schedule, whose
// path from vector to vector must stay below the eight cycles of the two RNDS2 it runs beside:
// for cores whose MSG2 takes 5 cycles or more (Zen 5, Golden Cove), the short path.
// x2…x4 advance independent lanes together and are bound by the throughput of the SHA unit.
// Source: see shani.h.

#include "shani.h"

extern "C" {

void hashlane_sha256_chain_shani_x1(std::uint8_t *digests, std::uint64_t iterations) noexcept
{
    chain<Schedule::short_path, 1>(digests, iterations);
}
void hashlane_sha256_chain_shani_x2(std::uint8_t *digests, std::uint64_t iterations) noexcept
{
    chain<Schedule::short_path, 2>(digests, iterations);
}
void hashlane_sha256_chain_shani_x3(std::uint8_t *digests, std::uint64_t iterations) noexcept
{
    chain<Schedule::short_path, 3>(digests, iterations);
}
void hashlane_sha256_chain_shani_x4(std::uint8_t *digests, std::uint64_t iterations) noexcept
{
    chain<Schedule::short_path, 4>(digests, iterations);
}

} // extern "C"
