// SPDX-License-Identifier: MIT
//
// Keccak chain on ARM64's vectors and in general registers at once: three lanes.
//
// Contract: see chain.h. Needs Advanced SIMD.
// Idea: two lanes of chain_neon.cpp and one of chain_a64.cpp in turn (hybrid.h): bound by the front
// end, or by the vector pipes, beside which the scalar lane is free.
// Source: FIPS 202, 3.2 and 3.3; see hybrid.h.

#include "hybrid.h"
#include "neon_ops.h"

extern "C" void hashlane_keccak_chain_neon_hybrid_x3(std::uint64_t *states,
                                                     std::uint64_t loops) noexcept
{
    hybrid_chain<Neon>(states, loops);
}
