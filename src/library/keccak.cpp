// SPDX-License-Identifier: MIT
//
// The C interface of keccak.h's permutations.

#include "sha3_dispatch.h"

#include "hashlane/keccak.h"

using namespace hashlane;

extern "C" {

void hashlane_keccak_f1600(uint64_t *states, size_t count) noexcept
{
    absorb_lanes(absorb_dispatch(), states, count, nullptr, 0, 1, keccak_f_rounds);
}

void hashlane_keccak_p1600_12(uint64_t *states, size_t count) noexcept
{
    absorb_lanes(absorb_dispatch(), states, count, nullptr, 0, 1, keccak_p_rounds);
}

} // extern "C"
