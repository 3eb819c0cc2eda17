// SPDX-License-Identifier: MIT
//
// Ops of permutation.h with those of ARMv8.2's SHA3 instructions that do three others' work, XAR
// and RAX1: two states.
//
// They are written as assembly, and the file is compiled without the SHA3 extension: with it
// compilers make EOR3 and BCAX of what is to stay two instructions.
#ifndef HASHLANE_SRC_KECCAK_ARMV8XAR_OPS_H
#define HASHLANE_SRC_KECCAK_ARMV8XAR_OPS_H

#include "neon_ops.h"

namespace {

struct Xar : Neon {
    static constexpr int rounds_unrolled = 4;

    HASHLANE_INLINE static Register effect(Register before, Register after)
    {
        Register result;
        asm(".arch_extension sha3\n\trax1 %0.2d, %1.2d, %2.2d"
            : "=w"(result)
            : "w"(before), "w"(after));
        return result;
    }
    template <int n> HASHLANE_INLINE static Register theta_rho(Register a, Register effect)
    {
        if constexpr (n == 0)
            return xor2(a, effect);
        Register result;
        asm(".arch_extension sha3\n\txar %0.2d, %1.2d, %2.2d, #%c3"
            : "=w"(result)
            : "w"(a), "w"(effect), "i"(64 - n));
        return result;
    }
};

} // namespace

#endif
