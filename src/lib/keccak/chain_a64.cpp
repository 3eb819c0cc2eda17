// SPDX-License-Identifier: MIT
//
// Keccak chain in ARM64's general registers: one lane.
//
// Contract: see chain.h. Needs nothing but ARM64.
// Idea: bound by the number of instructions. Rotations are done by the operands of the logic
// (lazy_rotation.h): 101 instructions per round, and the state never leaves its registers. For
// cores that rotate an operand at no cost (Neoverse, Cortex-A76 and later). If that takes a second
// cycle (Cortex-A72, Apple), `portable` is faster.
// Source: FIPS 202, 3.2 and 3.3.

#include "lazy_rotation.h"

#include <arm_neon.h>

extern "C" void hashlane_keccak_chain_a64_x1(std::uint64_t *states, std::uint64_t loops) noexcept
{
    using Form = LazyRotation;
    State<Form> a;
    load_in_place<Form>(a, states);
    // In a vector: there is no other register left.
    uint64x2_t left = vdupq_n_u64(loops);
    while (vgetq_lane_u64(left, 0) != 0) {
        permute_in_place<Form>(a);
        Form::undo_lags_and_rotate(a);
        left = vsubq_u64(left, vdupq_n_u64(1));
    }
    store_in_place<Form>(states, a);
}
