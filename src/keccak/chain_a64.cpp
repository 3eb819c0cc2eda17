// SPDX-License-Identifier: MIT
//
// Keccak chain in ARM64's general registers: one lane.
//
// Contract: see chain.h. Needs nothing but ARM64.
// Idea: bound by the number of instructions. Rotations are done by the operands of the logic
// (lazy_rotation.h): 101 instructions a round, and the state never leaves its registers. For cores
// that rotate an operand at no cost (Neoverse, Cortex-A76 and later); where that takes a second
// cycle (Cortex-A72, Apple), `portable` is there.
// Source: FIPS 202, 3.2 and 3.3.

#include "chain.h"
#include "lazy_rotation.h"

extern "C" void hashlane_keccak_chain_a64_x1(std::uint64_t *states, std::uint64_t loops) noexcept
{
    Words a;
    unroll<keccak_words>([&](auto i) { a[i] = states[i]; });
    for (; loops != 0; --loops) {
        lazy_permute(a);
        rotate_state(a);
    }
    unroll<keccak_words>([&](auto i) { states[i] = a[i]; });
}
