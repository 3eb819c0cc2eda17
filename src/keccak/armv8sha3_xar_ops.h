// SPDX-License-Identifier: MIT
//
// Ops of two_states.h with those of ARMv8.2's SHA3 instructions that do three others' work, XAR and
// RAX1. Assembly that names its extension: the file is compiled without it, so that no compiler
// makes EOR3 or BCAX of the other two.
#ifndef HASHLANE_SRC_KECCAK_ARMV8SHA3_XAR_OPS_H
#define HASHLANE_SRC_KECCAK_ARMV8SHA3_XAR_OPS_H

#include "neon_ops.h"

namespace {

struct Xar : Neon {
    HASHLANE_INLINE static Register effect(Register before, Register after)
    {
        Register result;
        asm(".arch_extension sha3\n\trax1 %0.2d, %1.2d, %2.2d"
            : "=w"(result)
            : "w"(before), "w"(after));
        return result;
    }
    template <int n> HASHLANE_INLINE static void theta_rho_to(Register &a, Register effect)
    {
        if constexpr (n == 0)
            xor_to(a, effect);
        else
            asm(".arch_extension sha3\n\txar %0.2d, %0.2d, %1.2d, %2"
                : "+w"(a)
                : "w"(effect), "i"(64 - n));
    }
};

} // namespace

#endif
