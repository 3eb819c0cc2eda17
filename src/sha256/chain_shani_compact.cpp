// SPDX-License-Identifier: MIT
//
// SHA-256 chain on the SHA extensions with the fewest instructions: one, two or four lanes.
//
// Contract: see chain.h. Needs SHA, SSSE3, SSE4.1 and AVX (for three-operand forms).
// Idea: as chain_shani.cpp, for cores whose MSG1 and MSG2 take 3 cycles (Gracemont and its
// successors): there the schedule is off the critical path anyway, and 24 instructions a hash less
// are 24 slots of a narrower core.
// Source: see shani.h.

#include "shani.h"

extern "C" {

void hashlane_sha256_chain_shani_compact_x1(std::uint8_t *digests,
                                            std::uint64_t iterations) noexcept
{
    chain<Schedule::few_instructions, 1>(digests, iterations);
}
void hashlane_sha256_chain_shani_compact_x2(std::uint8_t *digests,
                                            std::uint64_t iterations) noexcept
{
    chain<Schedule::few_instructions, 2>(digests, iterations);
}
void hashlane_sha256_chain_shani_compact_x4(std::uint8_t *digests,
                                            std::uint64_t iterations) noexcept
{
    chain<Schedule::few_instructions, 4>(digests, iterations);
}

} // extern "C"
