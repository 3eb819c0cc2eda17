// SPDX-License-Identifier: MIT
//
// Ops of two_states.h with all of ARMv8.2's SHA3 instructions.
#ifndef HASHLANE_SRC_KECCAK_ARMV8SHA3_OPS_H
#define HASHLANE_SRC_KECCAK_ARMV8SHA3_OPS_H

#include "armv8sha3_xar_ops.h"

namespace {

struct Sha3 : Xar {
    HASHLANE_INLINE static Register xor3(Register a, Register b, Register c)
    {
        Register result;
        asm(".arch_extension sha3\n\teor3 %0.16b, %1.16b, %2.16b, %3.16b"
            : "=w"(result)
            : "w"(a), "w"(b), "w"(c));
        return result;
    }
    HASHLANE_INLINE static void chi(Register (&row)[5])
    {
        const Register b1 = bcax(row[1], row[2], row[3]);
        const Register b2 = bcax(row[2], row[3], row[4]);
        bcax_to(row[3], row[4], row[0]);
        bcax_to(row[4], row[0], row[1]);
        bcax_to(row[0], row[1], row[2]);
        row[1] = b1;
        row[2] = b2;
    }

private:
    // a ^ (~b & c).
    HASHLANE_INLINE static Register bcax(Register a, Register b, Register c)
    {
        Register result;
        asm(".arch_extension sha3\n\tbcax %0.16b, %1.16b, %2.16b, %3.16b"
            : "=w"(result)
            : "w"(a), "w"(c), "w"(b));
        return result;
    }
    HASHLANE_INLINE static void bcax_to(Register &a, Register b, Register c)
    {
        asm(".arch_extension sha3\n\tbcax %0.16b, %0.16b, %1.16b, %2.16b"
            : "+w"(a)
            : "w"(c), "w"(b));
    }
};

} // namespace

#endif
