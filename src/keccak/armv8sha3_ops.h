// SPDX-License-Identifier: MIT
//
// Ops of permutation.h with ARMv8.2's SHA3 instructions: two states.
#ifndef HASHLANE_SRC_KECCAK_ARMV8SHA3_OPS_H
#define HASHLANE_SRC_KECCAK_ARMV8SHA3_OPS_H

#include "neon_ops.h"

namespace {

struct Sha3 : Neon {
    static constexpr int rounds_unrolled = 4;

    HASHLANE_INLINE static Register xor3(Register a, Register b, Register c)
    {
        return veor3q_u64(a, b, c);
    }
    HASHLANE_INLINE static Register chi(Register a, Register b, Register c)
    {
        return vbcaxq_u64(a, c, b);
    }
    HASHLANE_INLINE static Register effect(Register before, Register after)
    {
        return vrax1q_u64(before, after);
    }
    template <int n> HASHLANE_INLINE static Register theta_rho(Register a, Register effect)
    {
        if constexpr (n == 0)
            return xor2(a, effect);
        else
            return vxarq_u64(a, effect, 64 - n);
    }
};

} // namespace

#endif
